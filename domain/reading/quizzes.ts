/** Quizzes as content: limits of size, required parts, addresses. A slug never consists of digits alone. */

export const MOST_QUESTIONS = 50
export const FEWEST_ANSWERS = 2
export const MOST_ANSWERS = 6
/** Characters at most. */
export const QUIZ_LENGTHS = {
  title: 200,
  teaser: 600,
  question: 500,
  answer: 300,
  explanation: 4000,
  source: 100,
} as const

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

type DraftPicture = { credit: string } | null
type QuizDraft = {
  title: string
  picture: DraftPicture
  /** Null: when it is first published. */
  published: string | null
  questions: readonly {
    text: string
    picture: DraftPicture
    answers: readonly string[]
    /** Null: none is chosen yet. */
    right: number | null
  }[]
}

/** `at`: the path of the field in the draft, such as `questions.2.answers.0`. */
export type QuizGap = { at: string; what: 'missing' | 'tooFew' | 'twice' | 'noCredit' | 'noDate' }

/** Reasons why the draft of a quiz cannot be published; none: it can. */
export function findQuizGaps({ title, picture, published, questions }: QuizDraft): QuizGap[] {
  return [
    ...findEmpty('title', title),
    ...findUncredited('picture', picture),
    ...(published !== null && Number.isNaN(Date.parse(published))
      ? [{ at: 'published', what: 'noDate' as const }]
      : []),
    ...(questions.length === 0 ? [{ at: 'questions', what: 'tooFew' as const }] : []),
    ...questions.flatMap((question, index) => findGapsOfQuestion(`questions.${index}`, question)),
  ]
}

function findGapsOfQuestion(at: string, { text, picture, answers, right }: QuizDraft['questions'][number]): QuizGap[] {
  const words = answers.map((answer) => answer.trim())
  return [
    ...findEmpty(`${at}.text`, text),
    ...findUncredited(`${at}.picture`, picture),
    ...(answers.length < FEWEST_ANSWERS ? [{ at: `${at}.answers`, what: 'tooFew' as const }] : []),
    ...words.flatMap((word, index): QuizGap[] => {
      if (word === '') return [{ at: `${at}.answers.${index}`, what: 'missing' }]
      return words.indexOf(word) < index ? [{ at: `${at}.answers.${index}`, what: 'twice' }] : []
    }),
    ...(right === null || right >= answers.length ? [{ at: `${at}.right`, what: 'missing' as const }] : []),
  ]
}

function findEmpty(at: string, text: string): QuizGap[] {
  return text.trim() === '' ? [{ at, what: 'missing' }] : []
}

function findUncredited(at: string, picture: DraftPicture): QuizGap[] {
  return picture !== null && picture.credit.trim() === '' ? [{ at, what: 'noCredit' }] : []
}
