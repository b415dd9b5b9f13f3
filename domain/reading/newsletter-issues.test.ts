import { describe, expect, it } from 'vitest'
import {
  arrangeIssue,
  cleanLine,
  cleanProse,
  ISSUE_ID,
  listUpcoming,
  readIssueTime,
  toIssueId,
  toIssueState,
  toIssueSubject,
  toParagraphs,
  type IssueItem,
} from './newsletter-issues.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const article = (id: string): IssueItem => ({ type: 'article', id })
const heading = (text: string): IssueItem => ({ type: 'heading', text })

describe('the name of an issue', () => {
  it('of the rhythm is its time, there and back', () => {
    const time = new Date('2026-11-24T15:00:00Z')
    expect(toIssueId(time)).toBe('20261124-1500')
    expect(readIssueTime('20261124-1500')).toEqual(time)
    expect(ISSUE_ID.test(toIssueId(time))).toBe(true)
  })

  it.each(['sonder-abc123def4', '20261124', '20261324-1500', '20260230-1500', '4711'])('%s is no time', (id) =>
    expect(readIssueTime(id)).toBeNull(),
  )
})

it('the next issues follow the rhythm, also over a change of the clock', () => {
  expect(listUpcoming('dienstags um 16 Uhr', null, NOW).map(toIssueId)).toEqual([
    '20261124-1500',
    '20261201-1500',
    '20261208-1500',
  ])
  expect(listUpcoming('täglich um 6 Uhr', null, new Date('2027-03-27T12:00:00Z')).map(toIssueId)).toEqual([
    '20270328-0400',
    '20270329-0400',
    '20270330-0400',
  ])
  const due = new Date('2026-11-24T11:59:00Z')
  expect(listUpcoming('dienstags um 16 Uhr', due, NOW)[0]).toEqual(due)
  expect(listUpcoming('wenn es etwas gibt', null, NOW)).toEqual([])
})

it.each([
  [{ isSpecial: false, isUpcoming: true, plan: 'open', revision: 0 }, 'automatic'],
  [{ isSpecial: false, isUpcoming: true, plan: 'open', revision: 2 }, 'begun'],
  [{ isSpecial: false, isUpcoming: true, plan: 'released', revision: 2 }, 'released'],
  [{ isSpecial: false, isUpcoming: true, plan: 'stopped', revision: 0 }, 'stopped'],
  [{ isSpecial: false, isUpcoming: false, plan: 'released', revision: 2 }, 'missed'],
  [{ isSpecial: true, isUpcoming: false, plan: 'open', revision: 1 }, 'begun'],
  [{ isSpecial: true, isUpcoming: false, plan: 'released', revision: 1 }, 'released'],
] as const)('%j is %s', (issue, state) => expect(toIssueState(issue)).toBe(state))

it.each<[string, IssueItem[], [string, string][]]>([
  [
    'in their order',
    [article('2'), article('1')],
    [
      ['2', ''],
      ['1', ''],
    ],
  ],
  [
    'once each',
    [article('1'), article('2'), article('1')],
    [
      ['1', ''],
      ['2', ''],
    ],
  ],
  [
    'below their heading',
    [heading(' Sport '), article('1'), article('2')],
    [
      ['1', 'Sport'],
      ['2', ''],
    ],
  ],
  ['without those that are gone; the heading stays', [heading('Sport'), article('0'), article('1')], [['1', 'Sport']]],
  ['without a heading that nothing follows', [article('1'), heading('Sport')], [['1', '']]],
  [
    'below the later of two headings',
    [heading('Sport'), article('0'), heading('Kultur'), article('1')],
    [['1', 'Kultur']],
  ],
])('the articles of a draft are sent %s', (_how, items, expected) => {
  const arranged = arrangeIssue(items, (id) => (id === '0' ? null : id))
  expect(arranged.map(({ article: id, heading: above }) => [id, above])).toEqual(expected)
})

it('an issue has at most twenty articles', () => {
  const items = Array.from({ length: 30 }, (_, index) => article(String(index + 1)))
  expect(arrangeIssue(items, (id) => id)).toHaveLength(20)
})

it('paragraphs are the lines that have text', () => {
  expect(toParagraphs('Guten Morgen,\n\n  es regnet.  \n \n')).toEqual(['Guten Morgen,', 'es regnet.'])
})

it('without a subject of its own an issue is named after its first article', () => {
  expect(toIssueSubject({ subject: '', newsletter: 'Hafenpost', title: 'Kran fällt' })).toBe('Hafenpost: Kran fällt')
  expect(toIssueSubject({ subject: 'Sturm', newsletter: 'Hafenpost', title: 'Kran fällt' })).toBe('Sturm')
  const long = toIssueSubject({ subject: '', newsletter: 'Hafenpost', title: 'Wort '.repeat(60) })
  expect(long).toMatch(/ …$/)
  expect(long.length).toBeLessThan(120)
})

it('pasted control characters and halves of characters are dropped', () => {
  expect(cleanLine('Kran\u000bfällt\n\u0000um')).toBe('Kran fällt um')
  expect(cleanProse('eins\r\nzwei\u000bdrei\tvier')).toBe('eins\nzwei drei vier')
  expect(cleanLine('a\ud800b').isWellFormed()).toBe(true)
})
