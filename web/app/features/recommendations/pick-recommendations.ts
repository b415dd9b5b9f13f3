/**
 * Requests recommendations from the third-party script: polls every 10 ms for script and answer until the publisher's
 * time-out (S9-11). The answer is not trusted: ids are checked by their form, and the articles are loaded from our
 * content API.
 */
import type { RecommendationRequest } from '../../browser/consent/third-parties.ts'

/** Milliseconds (R9-62). */
const POLL_MS = 10

export type Recommendation = { type: string; responseId: string; articleIds: readonly string[] }

/** Null: no usable answer in time. */
export function pickRecommendations(
  asked: RecommendationRequest,
  timeoutMs: number,
  findWidget: () => Window['recommendationWidget'] = () => window.recommendationWidget,
): Promise<Recommendation | null> {
  return new Promise((resolve) => {
    let isOver = false
    let hasAsked = false
    let waited = 0
    const end = (answer: Recommendation | null) => {
      if (isOver) return
      isOver = true
      clearInterval(timer)
      resolve(answer)
    }
    const look = () => {
      const widget = findWidget()
      if (widget !== undefined && !hasAsked) {
        hasAsked = true
        Promise.resolve()
          .then(() => widget.request(asked))
          .then(
            (answer) => end(parseAnswer(answer, asked)),
            () => end(null),
          )
      }
      if ((waited += POLL_MS) > timeoutMs) end(null)
    }
    const timer = setInterval(look, POLL_MS)
  })
}

function parseAnswer(answer: unknown, { articleId, exclude, limit }: RecommendationRequest): Recommendation | null {
  if (typeof answer !== 'object' || answer === null) return null
  const { type, responseId, articleIds } = answer as Record<string, unknown>
  if (!Array.isArray(articleIds)) return null
  const isNew = (id: unknown): id is string =>
    typeof id === 'string' && /^\d{1,20}$/.test(id) && id !== articleId && !exclude.includes(id)
  const ids = [...new Set(articleIds.filter(isNew))].slice(0, limit)
  return ids.length === 0
    ? null
    : { type: toName(type, 'unknown'), responseId: toName(responseId, ''), articleIds: ids }
}

function toName(value: unknown, fallback: string): string {
  return typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value) ? value : fallback
}
