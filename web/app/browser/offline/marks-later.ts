/**
 * An outbox for marks and votes made without a connection: for each article, tag, region or comment only the last
 * state, sent by one tab once there is a connection. Sending is idempotent, because each entry is a state and not a
 * change. The outbox belongs to one reader, and a logout empties it. Keys: an article's number, `f:` and the followed
 * id, `v:` and a comment.
 */
import { keepStored, readStored } from '../device-storage.ts'

const KEY = 'marksLater'
const LOCK = 'marks-later'
const MOST = 200

/** A number is a vote. */
export type Wish = boolean | -1 | 0 | 1
type Wishes = Readonly<Record<string, Wish>>

export const toVoteKey = (comment: string): string => `v:${comment}`

export function markLater(ssoId: string, key: string, wish: Wish): boolean {
  const { [key]: _before, ...others } = readWishes(ssoId)
  const entries = [...Object.entries(others), [key, wish] as const].slice(-MOST)
  return write({ ssoId, wishes: Object.fromEntries(entries) })
}

export function readWishes(ssoId: string): Wishes {
  try {
    const kept = JSON.parse(readStored(KEY) ?? '') as { ssoId?: unknown; wishes?: unknown } | null
    if (kept?.ssoId !== ssoId || typeof kept.wishes !== 'object' || kept.wishes === null) return {}
    return Object.fromEntries(
      Object.entries(kept.wishes).filter((entry): entry is [string, Wish] =>
        /^v:\d{1,20}$/.test(entry[0])
          ? entry[1] === 1 || entry[1] === 0 || entry[1] === -1
          : /^(?:\d{1,40}|f:.{1,200})$/.test(entry[0]) && typeof entry[1] === 'boolean',
      ),
    )
  } catch {
    return {}
  }
}

/** `send` returns whether the call was answered; unanswered entries stay. Returns whether any was sent. */
export async function replayMarks(
  ssoId: string,
  send: (key: string, wish: Wish) => Promise<boolean>,
  inTurn: <T>(work: () => Promise<T>) => Promise<T> = oneTab,
): Promise<boolean> {
  if (Object.keys(readWishes(ssoId)).length === 0) return false
  return inTurn(async () => {
    let isSent = false
    // Read again: another tab may have sent them meanwhile.
    for (const [key, wish] of Object.entries(readWishes(ssoId))) {
      if (!(await send(key, wish))) return isSent
      isSent = true
      const left = readWishes(ssoId)
      // If it was changed during the call, the new state stays to be sent.
      if (left[key] === wish)
        write({ ssoId, wishes: Object.fromEntries(Object.entries(left).filter(([one]) => one !== key)) })
    }
    return isSent
  })
}

function oneTab<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work()
}

function write(kept: { ssoId: string; wishes: Wishes }): boolean {
  return keepStored(KEY, Object.keys(kept.wishes).length === 0 ? null : JSON.stringify(kept))
}
