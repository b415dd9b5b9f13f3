/**
 * Our format for quizzes: a quiz with all its questions, sent again with every change (docs/import.md, "Quizzes"). A
 * withdrawal needs only `format`, `id`, `status` and `updated`.
 */
import { z } from 'zod'
import { CONTENT_INTERNAL, type IncomingQuiz } from '@lokalteil/contracts/content'
import { createClient } from '@lokalteil/contracts/kernel/client'
import {
  FEWEST_ANSWERS,
  MOST_ANSWERS,
  MOST_QUESTIONS,
  MOST_SLUG,
  QUIZ_LENGTHS,
  QUIZ_SLUG,
} from '@lokalteil/domain/reading/quizzes'
import { toBlocks } from '../body/body-html.ts'
import { toInstant } from '../body/dates.ts'
import { escapeHtml, setLine, shorten, toLine } from '../body/house-style.ts'
import { describeIssues, digestOf, GivenPicture, Line, toFoundPicture } from './own-format.ts'
import { toStatus, toVersion, type RoomDocument } from '../parsed-document.ts'
import { defineFormats } from '../room-formats.ts'

const FORMAT = /^quiz@1(?:\.\d+)*$/

const Text = (most: number) => z.string().trim().min(1, 'is empty').max(most)

const Question = z.object({
  text: Text(QUIZ_LENGTHS.question),
  picture: GivenPicture.nullish(),
  answers: z
    .array(z.object({ text: Text(QUIZ_LENGTHS.answer), right: z.boolean().default(false) }))
    .min(FEWEST_ANSWERS)
    .max(MOST_ANSWERS)
    .superRefine((answers, context) => {
      const count = answers.filter(({ right }) => right).length
      if (count !== 1)
        context.addIssue({ code: 'custom', message: `must have exactly one answer with "right": true, not ${count}` })
      if (new Set(answers.map(({ text }) => toLine(text))).size < answers.length)
        context.addIssue({ code: 'custom', message: 'has the same answer twice' })
    }),
  explanation: Line(20_000),
})
type Question = z.infer<typeof Question>

const Head = z.object({
  format: z.string().regex(FORMAT, 'must be quiz@1'),
  id: z.string().min(1).max(200),
  status: z.string().max(30).default('usable'),
  updated: z.string(),
})

const GivenQuiz = Head.extend({
  slug: z
    .string()
    .max(MOST_SLUG)
    .regex(QUIZ_SLUG, 'must be words of a-z and 0-9 with hyphens, not digits alone')
    .nullish(),
  title: Text(QUIZ_LENGTHS.title),
  teaser: Line(QUIZ_LENGTHS.teaser),
  published: z.string(),
  section: Line(100),
  source: Line(QUIZ_LENGTHS.source),
  picture: GivenPicture.nullish(),
  questions: z.array(Question).min(1).max(MOST_QUESTIONS),
})

function isQuiz(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string' && value.format.startsWith('quiz@')
}

function parseQuiz(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const head = Head.safeParse(value)
  if (!head.success) return { reason: describeIssues('quiz', head.error) }
  const { id, updated: given } = head.data
  const status = toStatus(head.data.status)
  const sourceId = `quiz:${id}`
  if (status === null) return { sourceId, reason: `quiz: unknown status "${shorten(head.data.status, 30)}"` }
  const updated = toInstant(given)
  if (updated === null) return { sourceId, reason: `quiz: updated "${shorten(given, 40)}" is no date` }
  const stamp = {
    sourceId,
    // A withdrawal counts as the last of its second.
    version: toVersion('', updated) + (status === 'usable' ? 0 : 1),
    digest: digestOf(value),
    status,
  }
  if (status !== 'usable') return toRoomDocument({ ...stamp, ...WITHDRAWN, published: updated }, value, [])
  const parsed = GivenQuiz.safeParse(value)
  if (!parsed.success) return { sourceId, reason: describeIssues('quiz', parsed.error) }
  const quiz = parsed.data
  const published = toInstant(quiz.published)
  if (published === null) return { sourceId, reason: `quiz: published "${shorten(quiz.published, 40)}" is no date` }
  const notes: string[] = []
  const incoming: IncomingQuiz = {
    ...stamp,
    title: setLine(quiz.title, 'de'),
    teaser: setLine(quiz.teaser, 'de'),
    picture: quiz.picture ? toFoundPicture(quiz.picture) : null,
    published,
    slug: quiz.slug ?? null,
    updated: updated > published ? updated : null,
    sectionPath: toLine(quiz.section),
    source: toLine(quiz.source),
    questions: quiz.questions.map((question, index) => toQuestion(question, index, notes)),
  }
  return toRoomDocument(incoming, value, notes)
}

const WITHDRAWN = {
  title: '–',
  teaser: '',
  picture: null,
  slug: null,
  updated: null,
  sectionPath: '',
  source: '',
  questions: [],
}

function toRoomDocument(quiz: IncomingQuiz, value: unknown, notes: string[]): RoomDocument {
  return { room: quizFormats.name, sourceId: quiz.sourceId, delivery: quiz, value, notes: [...new Set(notes)] }
}

function toQuestion({ text, picture, answers, explanation }: Question, index: number, notes: string[]) {
  return {
    text: setLine(text, 'de'),
    picture: picture ? toFoundPicture(picture) : null,
    answers: answers.map((answer) => setLine(answer.text, 'de')),
    right: answers.findIndex(({ right }) => right),
    explanation: toExplanation(explanation, index, notes),
  }
}

/** Running text with links and emphasis; other blocks are left out with a note. */
function toExplanation(html: string, index: number, notes: string[]): string {
  if (html.trim() === '') return ''
  const { items, notes: found } = toBlocks(html, { language: 'de', title: '' })
  notes.push(...found)
  const parts = items.flatMap((item) => {
    if (item.type === 'paragraph') return [item.html]
    if (item.type === 'list') return [item.items.join(' ')]
    if (item.type === 'heading') return [escapeHtml(item.text)]
    notes.push(`in the explanation of question ${index + 1}: ${item.type} is left out`)
    return []
  })
  const whole = parts.join(' ')
  if (whole.length <= QUIZ_LENGTHS.explanation) return whole
  notes.push(`the explanation of question ${index + 1} is too long and left out`)
  return ''
}

export const quizFormats = defineFormats<IncomingQuiz>({
  name: 'quizzes',
  service: 'content',
  json: [{ name: 'quiz', words: 'a quiz', isOf: isQuiz, parse: parseQuiz }],
  async settlePictures(quiz, settle) {
    const questions = []
    for (const question of quiz.questions) questions.push({ ...question, picture: await settle(question.picture) })
    return { ...quiz, picture: await settle(quiz.picture), questions }
  },
  async deliver(service, quiz) {
    const answer = await createClient(CONTENT_INTERNAL, service).ingestQuizzes({ body: { quizzes: [quiz] } })
    if (!answer.ok) return answer
    const [result] = answer.data.results
    return { ...answer, data: result && { outcome: result.outcome, path: result.id, reason: result.reason } }
  },
  toDryOutcome: ({ status }) => ({ outcome: status === 'usable' ? 'created' : 'removed', reason: '' }),
})
