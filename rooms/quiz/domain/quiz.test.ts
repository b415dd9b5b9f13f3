import { describe, expect, it } from 'vitest'
import { countRight, isAnswered, readChoices, toGrade, toSquares } from './quiz.ts'
import { toQuizPlace } from './quiz-place.ts'
import { addResult, parseResults } from './quiz-results.ts'

const QUESTIONS = [
  { answers: ['a', 'b'], right: 0 },
  { answers: ['a', 'b', 'c'], right: 2 },
  { answers: ['a', 'b'], right: 1 },
]

describe('the answers in a form', () => {
  it.each<[string, readonly (number | null)[] | null]>([
    ['', null],
    ['utm_source=x', null],
    ['f1=0&f2=2&f3=1', [0, 2, 1]],
    ['f2=2', [null, 2, null]],
    ['f1=2&f2=3&f3=-1', [null, null, null]],
    ['f1=&f2=1x&f3=01', [null, null, null]],
    ['f50=1', [null, null, null]],
    ['f51=1', null],
  ])('%s is %j', (query, choices) => expect(readChoices(new URLSearchParams(query), QUESTIONS)).toEqual(choices))

  it('tell whether a form was sent', () =>
    expect(['f3=x', 'f0=1', 'q=1'].map((query) => isAnswered(new URLSearchParams(query)))).toEqual([
      true,
      false,
      false,
    ]))
})

it.each<[readonly (number | null)[], number, string]>([
  [[0, 2, 1], 3, '🟩🟩🟩'],
  [[0, null, 0], 1, '🟩⬜⬜'],
  [[], 0, '⬜⬜⬜'],
])('%j has %d right: %s', (choices, right, squares) => {
  expect(countRight(QUESTIONS, choices)).toBe(right)
  expect(toSquares(QUESTIONS, choices)).toBe(squares)
})

it('breaks the line of squares after ten', () =>
  expect(
    toSquares(
      Array.from({ length: 12 }, () => ({ right: 0 })),
      [],
    )
      .split('\n')
      .map((line) => Array.from(line).length),
  ).toEqual([10, 2]))

it.each([
  [10, 10, 'all'],
  [7, 10, 'most'],
  [4, 10, 'half'],
  [3, 10, 'few'],
  [1, 1, 'all'],
] as const)('%d of %d is %s', (right, total, grade) => expect(toGrade(right, total)).toBe(grade))

it.each([
  [null, { kind: 'list', page: 1 }],
  ['2', { kind: 'list', page: 2 }],
  ['0', null],
  ['99999', null],
  ['region-2', { kind: 'quiz', slug: 'region-2' }],
  ['Region', null],
  ['a--b', null],
  ['x'.repeat(101), null],
])('/quiz/%s is %j', (entry, place) => expect(toQuizPlace(entry)).toEqual(place))

describe('results on the device', () => {
  const result = (at: number) => ({ right: 1, total: 2, at })
  it('keeps the newest hundred, each quiz once', () => {
    let results = {}
    for (let at = 0; at < 150; at += 1) results = addResult(results, `quiz-${at}`, result(at))
    results = addResult(results, 'quiz-149', result(999))
    expect(Object.keys(results)).toHaveLength(100)
    expect(results).toMatchObject({ 'quiz-149': result(999), 'quiz-50': result(50) })
    expect(results).not.toHaveProperty('quiz-49')
  })

  it.each([
    [null, {}],
    ['{', {}],
    ['[1]', {}],
    ['{"a":{"right":3,"total":2,"at":1},"b":{"right":1,"total":2,"at":1},"c":1}', { b: result(1) }],
    [`{"a":"${'x'.repeat(20_000)}"}`, {}],
  ])('reads %s', (text, results) => expect(parseResults(text)).toEqual(results))
})
