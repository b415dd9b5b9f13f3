/** The last results on this device by slug of the quiz, at most the newest hundred. */

export type QuizResult = { right: number; total: number; at: number }
export type QuizResults = Readonly<Record<string, QuizResult>>

const MOST_KEPT = 100
const MOST_CHARACTERS = 20_000

export function addResult(results: QuizResults, slug: string, result: QuizResult): QuizResults {
  const others = Object.entries(results).filter(([known]) => known !== slug)
  const kept = [...others, [slug, result] as const].toSorted(([, a], [, b]) => b.at - a.at).slice(0, MOST_KEPT)
  return Object.fromEntries(kept)
}

/** Reads stored results; invalid text gives none. */
export function parseResults(text: string | null): QuizResults {
  if (text === null || text.length > MOST_CHARACTERS) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, QuizResult] => isResult(entry[1])),
    )
  } catch {
    return {}
  }
}

function isResult(value: unknown): value is QuizResult {
  if (typeof value !== 'object' || value === null) return false
  const { right, total, at } = value as Record<string, unknown>
  return (
    [right, total, at].every((one) => Number.isSafeInteger(one)) && Number(right) >= 0 && Number(right) <= Number(total)
  )
}
