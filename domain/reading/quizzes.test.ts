import { expect, it } from 'vitest'
import { findQuizGaps, toFreeSlug } from './quizzes.ts'

it.each([
  ['region', [], 'region'],
  ['region', ['region', 'region-2'], 'region-3'],
  ['2026', [], 'quiz-2026'],
  ['', [], 'quiz'],
  ['a'.repeat(120), [], 'a'.repeat(95)],
])('%s beside %j becomes %s', (wanted, taken, slug) => expect(toFreeSlug(wanted, new Set(taken))).toBe(slug))

type Draft = Parameters<typeof findQuizGaps>[0]
const QUESTION = { text: 'Welcher Fluss?', picture: null, answers: ['Die Aue', 'Die Werla'], right: 1 }
const QUIZ: Draft = { title: 'Die Region', picture: null, published: null, questions: [QUESTION] }
const withQuestion = (change: Partial<Draft['questions'][number]>): Draft => ({
  ...QUIZ,
  questions: [QUESTION, { ...QUESTION, ...change }],
})

it.each<[string, Draft, string[]]>([
  ['a complete one', QUIZ, []],
  ['one for a later time', { ...QUIZ, published: '2026-12-01T08:00:00Z' }, []],
  ['no title', { ...QUIZ, title: ' ' }, ['title missing']],
  ['a time that is none', { ...QUIZ, published: 'morgen' }, ['published noDate']],
  ['a picture without a credit', { ...QUIZ, picture: { credit: '' } }, ['picture noCredit']],
  ['no question', { ...QUIZ, questions: [] }, ['questions tooFew']],
  ['a question without words', withQuestion({ text: '' }), ['questions.1.text missing']],
  ['a picture of a question', withQuestion({ picture: { credit: ' ' } }), ['questions.1.picture noCredit']],
  ['one answer', withQuestion({ answers: ['Die Aue'], right: 0 }), ['questions.1.answers tooFew']],
  ['an empty answer', withQuestion({ answers: ['', 'Die Aue'] }), ['questions.1.answers.0 missing']],
  ['the same answer twice', withQuestion({ answers: ['Die Aue', 'Die Aue '] }), ['questions.1.answers.1 twice']],
  ['no right answer', withQuestion({ right: null }), ['questions.1.right missing']],
  ['a right answer that was removed', withQuestion({ right: 2 }), ['questions.1.right missing']],
])('of the draft of a quiz readers lack: %s', (_what, draft, gaps) =>
  expect(findQuizGaps(draft).map(({ at, what }) => `${at} ${what}`)).toEqual(gaps),
)
