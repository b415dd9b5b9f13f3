/** Polls the score of a match every twenty seconds while it is played and the page is visible. */
import type { Match, SportMatch } from '../contract/sport.ts'
import { isRunning, toShownScore } from '../domain/sport.ts'
import { readPublic } from '@lokalteil/web/app/page/public-reads'
import { sportTexts } from './sport-texts.ts'

const EVERY_MS = 20_000

/** `onNews` gets the text to announce, '' for none. Returns a function that ends it. */
export function followMatch(
  competition: string,
  match: Pick<Match, 'id' | 'updated' | 'score' | 'afterExtraTime'>,
  onNews: (match: Match, told: string) => void,
): () => void {
  let known = match
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const found = await readPublic('GET /api/sport/{competition}/matches/{match}', {
      params: { competition, match: known.id },
    })
    if (isOver) return
    if (found.ok) take(found.data)
    plan()
  }
  function take({ match: next }: SportMatch): void {
    if (next.updated === known.updated) return
    const score = toShownScore(next)
    const isNewScore = score !== null && JSON.stringify(score) !== JSON.stringify(toShownScore(known))
    onNews(next, isNewScore ? sportTexts.newScore(next.home.name, next.away.name, score.home, score.away) : '')
    known = next
    if (!isRunning(next.status)) stop()
  }
  function plan(): void {
    clearTimeout(timer)
    if (!isOver && !document.hidden) timer = setTimeout(() => void ask(), EVERY_MS)
  }
  /** A page that becomes visible updates at once. */
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
