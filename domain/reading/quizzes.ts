/** Quizzes as content: how large one may be, and its address. A slug is never digits alone. */

export const MOST_QUESTIONS = 50
export const FEWEST_ANSWERS = 2
export const MOST_ANSWERS = 6

export const QUIZ_SLUG = /^(?!\d+$)[a-z0-9]+(?:-[a-z0-9]+)*$/
export const MOST_SLUG = 100

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
