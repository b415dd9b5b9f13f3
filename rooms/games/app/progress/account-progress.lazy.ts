/**
 * Syncs progress with the account and merges both sides: when a page of games opens, some seconds after a move
 * (debounce), at once when a puzzle is solved or the page is left, and when it is shown again. If the library service does
 * not support games, progress stays on the device.
 */
import type { GamesOfAccount } from '@lokalteil/contracts/library'
import type { GameProgress, ProgressByPuzzle } from '@lokalteil/domain/games/progress'
import { getSession } from '@lokalteil/web/app/browser/session/session'
import { createLibraryApi, type LibraryApi } from '@lokalteil/web/app/page/library-api'
import { addProgress, forgetProgress, getProgress, subscribeProgress } from './progress-store.ts'
import { isWonMove, pickUnsent, readMark, writeMark, type AccountMark } from './account-mark.ts'

const PAUSE_MS = 3000
/** Statuses of a library service without this endpoint. */
const UNKNOWN_ADDRESS: ReadonlySet<number> = new Set([404, 405, 410, 501])

let isOff = false
let running: Promise<void> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** True while changes from the account are applied, which must not be sent back. */
let isTaking = false

const getReader = (): string => {
  const { status, view } = getSession()
  return status === 'reader' ? (view.userData?.ssoId ?? '') : ''
}

/** Syncs while pages of games are shown. Returns a function that ends it. */
export function followAccount(publication: string): () => void {
  const begin = () => void syncProgress(publication)
  let last = getProgress()
  const stop = subscribeProgress(() => {
    const before = last
    last = getProgress()
    if (isTaking) return
    if (isWonMove(before.puzzles, last.puzzles)) begin()
    else timer ??= setTimeout(begin, PAUSE_MS)
  })
  const onVisibility = () => begin()
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', begin)
  begin()
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', begin)
    if (timer !== undefined) begin()
  }
}

/** Single flight: a parallel call would send the same again. */
export async function syncProgress(publication: string): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (isOff) return
  running ??= exchange(publication)
    // Offline or refused: the next move tries again.
    .catch(() => {})
    .finally(() => (running = null))
  await running
}

async function exchange(publication: string): Promise<void> {
  const reader = getReader()
  if (reader === '') return
  const library = createLibraryApi(publication, reader)
  let mark = readMark()
  // Progress of another reader, whose logout was not noticed here: delete it.
  if (mark !== null && mark.reader !== reader) {
    forgetProgress()
    mark = null
  }
  let records = mark === null ? getProgress().records : {}
  mark ??= { reader, revision: 0, sent: {} }
  for (let isFirst = true; ; isFirst = false) {
    const puzzles = pickUnsent(getProgress().puzzles, mark.sent)
    if (!isFirst && Object.keys(puzzles).length === 0) return
    const answer = await ask(library, mark, puzzles, records)
    // The login has ended meanwhile, and local progress with it.
    if (answer === null || getReader() !== reader) return
    records = {}
    mark = toNextMark(mark, puzzles, answer)
    takeAnswer(answer)
    writeMark(mark, getProgress().puzzles)
  }
}

function takeAnswer({ puzzles, records }: GamesOfAccount): void {
  if (Object.keys(puzzles).length + Object.keys(records).length === 0) return
  isTaking = true
  try {
    addProgress({ puzzles, records: records as GameProgress['records'] })
  } finally {
    isTaking = false
  }
}

async function ask(
  library: LibraryApi,
  { revision: since }: AccountMark,
  puzzles: ProgressByPuzzle,
  records: GameProgress['records'],
): Promise<GamesOfAccount | null> {
  const answer = await library.mergeGameProgress({ body: { since, puzzles, records } })
  if (answer.ok) return answer.data
  isOff = UNKNOWN_ADDRESS.has(answer.status)
  return null
}

function toNextMark(mark: AccountMark, puzzles: ProgressByPuzzle, answer: GamesOfAccount): AccountMark {
  const sent: Record<string, number> = { ...mark.sent }
  for (const [key, { at }] of Object.entries(answer.puzzles)) sent[key] = at
  for (const [key, { at }] of Object.entries(puzzles)) sent[key] = Math.max(at, answer.puzzles[key]?.at ?? 0)
  return { ...mark, revision: answer.revision, sent }
}
