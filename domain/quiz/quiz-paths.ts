/** `/quiz`, `/quiz/2` for its second page, `/quiz/{slug}` for one of them: a slug is never digits alone. */
export type QuizPlace = { kind: 'list'; page: number } | { kind: 'quiz'; slug: string } | null

export const QUIZ_SLUG = /^(?!\d+$)[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MOST_SLUG = 100

/** Null: no such address. */
export function toQuizPlace(entry: string | null): QuizPlace {
  if (entry === null) return { kind: 'list', page: 1 }
  if (/^[1-9]\d{0,3}$/.test(entry)) return { kind: 'list', page: Number(entry) }
  return entry.length <= MOST_SLUG && QUIZ_SLUG.test(entry) ? { kind: 'quiz', slug: entry } : null
}

export function toQuizPath(slug: string): string {
  return `/quiz/${slug}`
}

/** Of a title; `taken` are those of other quizzes. */
export function toFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  const cut = wanted.slice(0, MOST_SLUG - 5).replace(/-+$/, '')
  const base = QUIZ_SLUG.test(cut) ? cut : `quiz${cut === '' ? '' : `-${cut}`}`
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
