import { describe, expect, it } from 'vitest'
import { type LineKind, mayPayLater, needsLapseConsent, toOfferLine } from './order-lines.ts'

const toLines = (kinds: readonly LineKind[]) => kinds.map((kind) => ({ kind }))

describe('the lines of an order', () => {
  it.each<[LineKind[], boolean, boolean]>([
    [['contract'], true, false],
    [['coins'], false, true],
    [['goods', 'goods'], true, false],
    [['goods', 'ticket'], false, false],
    [['goods', 'voucher'], false, false],
    [['digital'], false, true],
    [['ticket', 'service'], false, true],
  ])(
    '%j may be paid later: %s, and need the consent that the right of withdrawal lapses: %s',
    (kinds, later, lapse) => {
      expect([mayPayLater(toLines(kinds)), needsLapseConsent(toLines(kinds))]).toEqual([later, lapse])
    },
  )

  it.each([
    ['coins', 'coins'],
    ['plus', 'contract'],
    ['epaper', 'contract'],
  ] as const)('an offer of %s is a line of %s', (kind, line) => expect(toOfferLine({ kind })).toEqual({ kind: line }))
})
