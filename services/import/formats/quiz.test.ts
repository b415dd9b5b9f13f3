import { readFileSync } from 'node:fs'
import type { IncomingQuiz } from '@lokalteil/contracts/content'
import { expect, describe, it } from 'vitest'
import { parseText } from './parse.ts'

const CONTEXT = { now: new Date('2026-11-23T20:00:00Z'), fallbackDate: new Date('2026-11-23T20:00:00Z') }
const answers = [{ text: 'Die Werla', right: true }, { text: 'Die Aue' }]
const question = (more: object = {}) => ({ text: 'Welcher Fluss?', answers, ...more })
const quiz = (more: object = {}) => ({
  format: 'quiz@1',
  id: 'region',
  title: 'Wie gut kennen Sie die Region?',
  published: '2026-11-23T08:00:00+01:00',
  updated: '2026-11-23T09:00:00+01:00',
  questions: [question()],
  ...more,
})
const parse = (value: unknown) => parseText(JSON.stringify(value), CONTEXT)
const only = (value: unknown) => {
  const { documents, refusals, roomDocuments = [] } = parse(value)
  expect([documents, refusals, roomDocuments.length]).toEqual([[], [], 1])
  const [found] = roomDocuments
  expect(found?.room).toBe('quizzes')
  return { notes: found!.notes, quiz: found!.delivery as IncomingQuiz }
}

it('R1-75 a quiz is read with its solution', () => {
  expect(only(quiz({ teaser: 'Zehn Fragen', section: 'Lokales', source: 'dpa' })).quiz).toMatchObject({
    sourceId: 'quiz:region',
    status: 'usable',
    slug: null,
    published: '2026-11-23T07:00:00.000Z',
    updated: '2026-11-23T08:00:00.000Z',
    teaser: 'Zehn Fragen',
    sectionPath: 'Lokales',
    source: 'dpa',
    questions: [
      { text: 'Welcher Fluss?', answers: ['Die Werla', 'Die Aue'], right: 0, explanation: '', picture: null },
    ],
  })
})

it('reads the example of the documentation', () => {
  const docs = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
  const example = /## Quizzes[\s\S]*?```json\n([\s\S]*?)```/.exec(docs)?.[1] ?? ''
  const found = only(JSON.parse(example))
  expect(found.notes).toEqual([])
  expect(found.quiz.questions).toHaveLength(2)
})

describe('an explanation', () => {
  const explained = (explanation: string) => only(quiz({ questions: [question({ explanation })] }))
  it.each([
    [
      '<p>Sie <b>fließt</b> durch <a href="/tannau">Tannau</a>.</p>',
      'Sie <b>fließt</b> durch <a href="/tannau">Tannau</a>.',
    ],
    ['<p>Eins.</p><p>Zwei.</p>', 'Eins. Zwei.'],
    ['<p>So<script>alert(1)</script></p>', 'So'],
    ['<p><a href="javascript:alert(1)">hier</a></p>', 'hier'],
  ])('%s is %s', (html, clean) => expect(explained(html).quiz.questions[0]!.explanation).toBe(clean))
})

describe('a wrong field is named', () => {
  it.each<[string, object, RegExp]>([
    [
      'two right answers',
      quiz({
        questions: [
          question({
            answers: [
              { text: 'a', right: true },
              { text: 'b', right: true },
            ],
          }),
        ],
      }),
      /questions\.0\.answers must have exactly one answer with "right": true, not 2/,
    ],
    [
      'no right answer',
      quiz({ questions: [question(), question({ answers: [{ text: 'a' }, { text: 'b' }] })] }),
      /questions\.1\.answers .*not 0/,
    ],
    [
      'the same answer twice',
      quiz({ questions: [question({ answers: [{ text: 'a', right: true }, { text: 'a' }] })] }),
      /same answer twice/,
    ],
    ['one answer', quiz({ questions: [question({ answers: [{ text: 'a', right: true }] })] }), /questions\.0\.answers/],
    [
      'seven answers',
      quiz({
        questions: [question({ answers: Array.from({ length: 7 }, (_, at) => ({ text: `${at}`, right: at === 0 })) })],
      }),
      /questions\.0\.answers/,
    ],
    ['no question', quiz({ questions: [] }), /questions/],
    ['51 questions', quiz({ questions: Array.from({ length: 51 }, () => question()) }), /questions/],
    ['an empty question', quiz({ questions: [question({ text: ' ' })] }), /questions\.0\.text is empty/],
    ['no title', quiz({ title: '' }), /title is empty/],
    ['a slug of digits', quiz({ slug: '2026' }), /slug must be words/],
    ['no date', quiz({ updated: 'gestern' }), /updated "gestern" is no date/],
    ['no date of publication', quiz({ published: 'bald' }), /published "bald" is no date/],
    ['an unknown status', quiz({ status: 'lost' }), /unknown status "lost"/],
    ['another version', quiz({ format: 'quiz@2' }), /format must be quiz@1/],
  ])('%s', (_name, value, reason) => {
    const { refusals, roomDocuments = [] } = parse(value)
    expect(roomDocuments).toEqual([])
    expect(refusals[0]?.reason).toMatch(reason)
  })
})

it('a withdrawal needs only its id, and is newer than the quiz it withdraws', () => {
  const { quiz: usable } = only(quiz())
  const { quiz: gone } = only({
    format: 'quiz@1',
    id: 'region',
    status: 'canceled',
    updated: '2026-11-23T09:00:00+01:00',
  })
  expect(gone).toMatchObject({ sourceId: 'quiz:region', status: 'canceled', questions: [] })
  expect(gone.version).toBe(usable.version + 1)
})
