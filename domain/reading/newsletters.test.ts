import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseArticles,
  isTooLate,
  nextIssueAt,
  parseRhythm,
  RHYTHM_EXAMPLES,
  toIssueStart,
  toProofEnd,
} from './newsletters.ts'
import { berlinHour } from '../german.ts'

describe('the rhythm', () => {
  it.each([
    ['werktags um 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5, 6], hour: 6, minute: 0 }]],
    ['dienstags um 16 Uhr', [{ weekdays: [2], hour: 16, minute: 0 }]],
    [
      'freitags um 12 Uhr und montags um 7 Uhr',
      [
        { weekdays: [5], hour: 12, minute: 0 },
        { weekdays: [1], hour: 7, minute: 0 },
      ],
    ],
    ['samstags und sonntags um 8.30 Uhr', [{ weekdays: [6, 7], hour: 8, minute: 30 }]],
    ['Täglich um 18:15 Uhr', [{ weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 18, minute: 15 }]],
    ['montags, mittwochs um 9 Uhr', [{ weekdays: [1, 3], hour: 9, minute: 0 }]],
    ['Mo–Fr um 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5], hour: 6, minute: 0 }]],
    ['Mo. - Fr., 6.30 Uhr', [{ weekdays: [1, 2, 3, 4, 5], hour: 6, minute: 30 }]],
    ['mo-sa 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5, 6], hour: 6, minute: 0 }]],
    ['montags bis freitags um 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5], hour: 6, minute: 0 }]],
    ['von Montag bis Freitag um 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5], hour: 6, minute: 0 }]],
    ['Fr–Mo um 7 Uhr', [{ weekdays: [5, 6, 7, 1], hour: 7, minute: 0 }]],
    ['täglich 6 Uhr', [{ weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 6, minute: 0 }]],
    ['jeden Tag um 6Uhr', [{ weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 6, minute: 0 }]],
    ['jeden Freitag um 12 Uhr', [{ weekdays: [5], hour: 12, minute: 0 }]],
    ['Immer freitags, 12 Uhr', [{ weekdays: [5], hour: 12, minute: 0 }]],
    ['Di/Do um 17 Uhr', [{ weekdays: [2, 4], hour: 17, minute: 0 }]],
    ['am Wochenende um 8 Uhr', [{ weekdays: [6, 7], hour: 8, minute: 0 }]],
    ['sonnabends um 8 Uhr', [{ weekdays: [6], hour: 8, minute: 0 }]],
    [
      'Mo–Fr um 6 Uhr, Sa um 8 Uhr',
      [
        { weekdays: [1, 2, 3, 4, 5], hour: 6, minute: 0 },
        { weekdays: [6], hour: 8, minute: 0 },
      ],
    ],
    [
      'täglich um 6 und 18 Uhr',
      [
        { weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 6, minute: 0 },
        { weekdays: [1, 2, 3, 4, 5, 6, 7], hour: 18, minute: 0 },
      ],
    ],
  ])('%s is understood', (rhythm, slots) => expect(parseRhythm(rhythm)).toEqual(slots))

  it.each([
    '',
    'täglich',
    'um 6 Uhr',
    'werktags um 24 Uhr',
    'werktags um 6',
    'einmal im Monat um 6 Uhr',
    'montags um 7 Uhr und dienstags',
    'constructor um 6 Uhr',
    'werktags bis freitags um 6 Uhr',
    'Mo bis um 6 Uhr',
    'Mo–Xy um 6 Uhr',
    'abends um 6 Uhr',
    'freitags um 12 und',
    'freitags um 25 Uhr',
    'alle zwei Wochen montags um 6 Uhr',
  ])('%s is not', (rhythm) => expect(parseRhythm(rhythm)).toBeNull())
})

it.each(RHYTHM_EXAMPLES.split('; '))('the example %s is understood', (rhythm) => {
  expect(parseRhythm(rhythm)).not.toBeNull()
})

describe('the next issue', () => {
  it.each([
    ['werktags um 6 Uhr', '2026-11-20T12:00:00Z', '2026-11-21T05:00:00Z'],
    ['werktags um 6 Uhr', '2026-11-21T12:00:00Z', '2026-11-23T05:00:00Z'],
    ['werktags um 6 Uhr', '2026-07-01T03:59:59Z', '2026-07-01T04:00:00Z'],
    ['werktags um 6 Uhr', '2026-07-01T04:00:00Z', '2026-07-02T04:00:00Z'],
    ['dienstags um 16 Uhr', '2026-11-24T15:00:00Z', '2026-12-01T15:00:00Z'],
    ['freitags um 12 Uhr und montags um 7 Uhr', '2026-11-20T11:00:00Z', '2026-11-23T06:00:00Z'],
    ['täglich um 0.30 Uhr', '2026-11-20T23:00:00Z', '2026-11-20T23:30:00Z'],
    // The clock goes from two to three, and back from three to two.
    ['sonntags um 2.30 Uhr', '2026-03-28T12:00:00Z', '2026-03-29T01:30:00Z'],
    ['sonntags um 6 Uhr', '2026-03-28T12:00:00Z', '2026-03-29T04:00:00Z'],
    ['sonntags um 6 Uhr', '2026-10-24T12:00:00Z', '2026-10-25T05:00:00Z'],
    ['täglich um 6 Uhr', '2026-12-31T12:00:00Z', '2027-01-01T05:00:00Z'],
  ])('%s after %s is at %s', (rhythm, after, expected) => {
    expect(nextIssueAt(parseRhythm(rhythm)!, new Date(after))).toEqual(new Date(expected))
  })

  it('is always later, within eight days, at the hour of Berlin', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 3, max: 23 }), (after, weekday, hour) => {
        const next = nextIssueAt([{ weekdays: [weekday], hour, minute: 0 }], after)
        const wait = next.getTime() - after.getTime()
        expect([wait > 0, wait <= 8 * 86_400_000, berlinHour(next)]).toEqual([true, true, hour])
      }),
    )
  })

  it.each([
    [0, false],
    [179, false],
    [181, true],
  ])('%s minutes after its time is too late: %s', (minutes, expected) => {
    const due = new Date('2026-11-23T05:00:00Z')
    expect(isTooLate(due, new Date(due.getTime() + minutes * 60_000))).toBe(expected)
  })
})

describe('an issue', () => {
  const article = (documentId: string, publishDate: string, isSoldContent = false) => ({
    documentId,
    publishDate,
    isSoldContent,
    targetPathOrUrl: `/x-${documentId}`,
  })
  const NOW = new Date('2026-11-21T12:00:00Z')

  it('contains new articles, newest first, each once, no advertisements, nothing of the future', () => {
    const lists = [
      [article('1', '2026-11-21T08:00:00Z'), article('2', '2026-11-20T08:00:00Z')],
      [
        article('3', '2026-11-21T09:00:00Z'),
        article('1', '2026-11-21T08:00:00Z'),
        article('4', '2026-11-21T10:00:00Z', true),
        article('5', '2026-11-21T13:00:00Z'),
      ],
    ]
    expect(chooseArticles(lists, new Date('2026-11-20T08:00:00Z'), NOW).map(({ documentId }) => documentId)).toEqual([
      '3',
      '1',
    ])
    expect(chooseArticles(lists, NOW, NOW)).toEqual([])
    expect(
      chooseArticles(
        [Array.from({ length: 20 }, (_unused, index) => article(String(index), '2026-11-21T08:00:00Z'))],
        null,
        NOW,
      ),
    ).toHaveLength(8)
  })

  it('starts at the last issue, but not more than a good week ago', () => {
    expect(toIssueStart(new Date('2026-11-20T05:00:00Z'), NOW)).toEqual(new Date('2026-11-20T05:00:00Z'))
    for (const last of [null, new Date('2026-10-01T05:00:00Z')])
      expect(toIssueStart(last, NOW)).toEqual(new Date('2026-11-13T12:00:00Z'))
  })
})

it.each([
  ['2026-11-21T12:00:00Z', '2030-01-01T00:00:00Z'],
  ['2026-12-31T23:30:00Z', '2031-01-01T00:00:00Z'],
])('keeps the proof of %s until %s', (at, end) => {
  expect(toProofEnd(new Date(at))).toEqual(new Date(end))
})
