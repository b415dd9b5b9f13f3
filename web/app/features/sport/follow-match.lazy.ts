/** Asks every twenty seconds how a match stands, as long as it is played and somebody looks at the page. */
import type { Match, SportMatch } from '@lokalteil/contracts/sport'
import { isRunning } from '@lokalteil/domain/sport/sport'
import { readPublic } from '../../page/public-reads.ts'
import { createRoomApi } from '../../page/rooms/room-api.ts'
import { sportTexts } from '../../messages/rooms/sport.ts'

const EVERY_MS = 20_000

/** `onNews`: with what is to be read out, '' for nothing. Returns how to end it. */
export function followMatch(
  competition: string,
  match: Pick<Match, 'id' | 'updated' | 'score'>,
  onNews: (match: Match, told: string) => void,
): () => void {
  const { sport } = createRoomApi(readPublic)
  let known = match
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const found = await sport.getMatch(competition, known.id)
    if (isOver) return
    if (found.ok) take(found.data)
    plan()
  }
  function take({ match: next }: SportMatch): void {
    if (next.updated === known.updated) return
    const isNewScore = next.score !== null && JSON.stringify(next.score) !== JSON.stringify(known.score)
    onNews(
      next,
      isNewScore ? sportTexts.newScore(next.home.name, next.away.name, next.score!.home, next.score!.away) : '',
    )
    known = next
    if (!isRunning(next.status)) stop()
  }
  function plan(): void {
    clearTimeout(timer)
    if (!isOver && !document.hidden) timer = setTimeout(() => void ask(), EVERY_MS)
  }
  /** Whoever comes back sees at once how it stands. */
  function onVisible(): void {
    if (document.hidden) clearTimeout(timer)
    else void ask()
  }
  function stop(): void {
    isOver = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
  document.addEventListener('visibilitychange', onVisible)
  plan()
  return stop
}
