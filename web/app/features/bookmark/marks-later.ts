/**
 * What was marked without a connection, until there is one: of each article, tag or region only the last wish, sent once
 * by one tab. Sending one twice does no harm either, because both ways are "is" and "is not". It belongs to one reader and
 * a logout forgets it.
 */
const KEY = 'marksLater'
const LOCK = 'marks-later'
const MOST = 200

type Wishes = Readonly<Record<string, boolean>>

export function markLater(ssoId: string, key: string, isSet: boolean): boolean {
  const { [key]: _before, ...others } = readWishes(ssoId)
  const entries = [...Object.entries(others), [key, isSet] as const].slice(-MOST)
  return write({ ssoId, wishes: Object.fromEntries(entries) })
}

export function readWishes(ssoId: string): Wishes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '') as { ssoId?: unknown; wishes?: unknown } | null
    if (kept?.ssoId !== ssoId || typeof kept.wishes !== 'object' || kept.wishes === null) return {}
    return Object.fromEntries(
      Object.entries(kept.wishes).filter(
        (wish): wish is [string, boolean] => /^(?:\d{1,40}|f:.{1,200})$/.test(wish[0]) && typeof wish[1] === 'boolean',
      ),
    )
  } catch {
    return {}
  }
}

/** `send` says whether the wish was answered; one that was not waits on. Says whether any was sent. */
export async function replayMarks(
  ssoId: string,
  send: (key: string, isSet: boolean) => Promise<boolean>,
  inTurn: <T>(work: () => Promise<T>) => Promise<T> = oneTab,
): Promise<boolean> {
  if (Object.keys(readWishes(ssoId)).length === 0) return false
  return inTurn(async () => {
    let isSent = false
    // Read again: another tab may have sent them meanwhile.
    for (const [key, isSet] of Object.entries(readWishes(ssoId))) {
      if (!(await send(key, isSet))) return isSent
      isSent = true
      const left = readWishes(ssoId)
      // Wished otherwise while this one was on its way: that one goes too.
      if (left[key] === isSet)
        write({ ssoId, wishes: Object.fromEntries(Object.entries(left).filter(([one]) => one !== key)) })
    }
    return isSent
  })
}

function oneTab<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}

function write(kept: { ssoId: string; wishes: Wishes }): boolean {
  try {
    if (Object.keys(kept.wishes).length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}
