import { PUSH_BODY_LENGTHS, PUSH_TITLE_LENGTHS } from '@lokalteil/domain/office/breaking'
import { describe, expect, it } from 'vitest'
import {
  FIRST_CHOICES,
  joinChoices,
  MOST_BODY,
  MOST_TITLE,
  toDueTime,
  toMessageLine,
  toQuietEnd,
  turnOff,
  type PushChoices,
  type PushKind,
} from './push.ts'

const night = { from: 22 * 60, to: 7 * 60 }
const noon = { from: 12 * 60, to: 14 * 60 }

describe('quiet hours', () => {
  it.each([
    ['before them', night, '2026-11-24T20:59:00Z', '2026-11-24T20:59:00Z'],
    ['at their beginning', night, '2026-11-24T21:00:00Z', '2026-11-25T06:00:00.000Z'],
    ['after midnight', night, '2026-11-25T02:30:30Z', '2026-11-25T06:00:00.000Z'],
    ['at their end', night, '2026-11-25T06:00:00Z', '2026-11-25T06:00:00Z'],
    ['at noon', noon, '2026-07-01T10:15:00Z', '2026-07-01T12:00:00.000Z'],
    ['in the night the clock goes forward', night, '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['in the night the clock goes back', night, '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['that never begin', { from: 60, to: 60 }, '2026-11-24T00:00:00Z', '2026-11-24T00:00:00Z'],
  ])('R1-55 %s', (_name, quiet, now, end) => {
    expect(toQuietEnd(quiet, new Date(now))).toEqual(new Date(end))
  })

  it.each<[string, PushKind, boolean, string | null]>([
    ['a topic waits for the morning', 'topic', true, '2026-11-25T06:00:00.000Z'],
    ['breaking news as well', 'breaking', false, '2026-11-25T06:00:00.000Z'],
    ['unless they may come through', 'breaking', true, '2026-11-25T00:00:00.000Z'],
  ])('%s', (_name, kind, isBreakingInQuiet, due) => {
    const now = new Date('2026-11-25T00:00:00Z')
    const expires = new Date('2026-11-25T12:00:00Z')
    expect(toDueTime(kind, { quiet: night, isBreakingInQuiet }, now, expires)?.toISOString()).toBe(due)
  })

  it('a message that would be too old at the end of quiet hours is dropped', () => {
    const now = new Date('2026-11-25T00:00:00Z')
    expect(
      toDueTime('topic', { quiet: night, isBreakingInQuiet: false }, now, new Date('2026-11-25T06:00:00Z')),
    ).toBeNull()
  })
})

const choices = (change: Partial<PushChoices>): PushChoices => ({ ...FIRST_CHOICES, ...change })

describe('choices', () => {
  const follows = [
    { kind: 'topic', ref: '1' },
    { kind: 'region', ref: '1' },
  ] as const
  it.each<[{ kind: PushKind; ref: string }, Partial<PushChoices>]>([
    [{ kind: 'topic', ref: '1' }, { follows: [follows[1]] }],
    [{ kind: 'topic', ref: '2' }, { follows }],
    [
      { kind: 'breaking', ref: '' },
      { follows, breaking: false },
    ],
    [
      { kind: 'reply', ref: '' },
      { follows, replies: false },
    ],
  ])('R1-55 without %j', (off, rest) => {
    expect(turnOff(choices({ follows }), off)).toEqual(choices(rest))
  })

  it('of a device are added to those of the account, which decides everything else', () => {
    const account = choices({ breaking: false, follows: [follows[0]], mostADay: 3, quiet: null })
    expect(joinChoices(account, choices({ follows }))).toEqual(
      choices({ breaking: true, follows, mostADay: 3, quiet: null }),
    )
    expect(joinChoices(null, choices({ follows }))).toEqual(choices({ follows }))
  })
})

describe('one line of a message', () => {
  it.each([
    ['<b>Pegel</b>&nbsp;steigt &amp; <i>steigt</i>', 40, 'Pegel steigt & steigt'],
    ['Der Pegel steigt, und steigt', 18, 'Der Pegel steigt…'],
    ['Donaudampfschifffahrt', 8, 'Donauda…'],
    ['a &lt;script&gt;', 40, 'a <script>'],
  ])('%s', (text, most, line) => {
    expect(toMessageLine(text, most)).toBe(line)
  })
})

it('the office orders no longer message than is sent', () => {
  expect([PUSH_TITLE_LENGTHS.most, PUSH_BODY_LENGTHS.most]).toEqual([MOST_TITLE, MOST_BODY])
})
