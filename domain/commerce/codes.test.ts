import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_ALPHABET, createCode, decideAccess, formatCode, toCode } from './codes.ts'
import type { Subscription } from './subscriptions.ts'

const TODAY = '2026-11-21'
const PLUS: Subscription = {
  id: 'a',
  kind: 'plus',
  productName: 'Plus Monat',
  state: 'active',
  roles: ['PLUS_USER'],
  coins: null,
  priceCents: 990,
  periodMonths: 1,
  trial: null,
  startsOn: '2026-06-21',
  endsOn: null,
  resumesOn: null,
}

describe('a code', () => {
  it.each([
    ['DEMO-PLUS-2026', 'DEMOPLUS2026'],
    ['demo-plus-2026', 'DEMOPLUS2026'],
    ['demoplus2026', 'DEMOPLUS2026'],
    ['  Demo Plus 2026 ', 'DEMOPLUS2026'],
    ['DEMO–PLUS—2026', 'DEMOPLUS2026'],
    ['ＤＥＭＯ-ＰＬＵＳ', 'DEMOPLUS'],
    ['ABCD1234', 'ABCD1234'],
    ['ABCD-1234-EFGH-5678', 'ABCD1234EFGH5678'],
  ])('S2.3-03 %j is stored as %s', (typed, code) => {
    expect(toCode(typed)).toBe(code)
  })

  it.each([
    '',
    'ABCD',
    'ABC-DEFG',
    'ABCDE-FGH',
    'ABCD-EFGH-',
    '-ABCD-EFGH',
    'ABCD--',
    'ABCDEFGHI',
    'ABCD-EFGH-IJKL-MNOP-QRST',
    'ÄBCD-EFGH',
    'ABCD_EFGH',
    "ABCD' OR '1",
    'A'.repeat(200),
  ])('S2.3-03 %j is not a code', (typed) => {
    expect(toCode(typed)).toBeNull()
  })

  it('is read again in every form it is shown in, and has no letters that look alike', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(CODE_ALPHABET.length - 1), { minLength: 16, maxLength: 16 }), (numbers) => {
        let at = 0
        const code = createCode(() => numbers[at++]!)
        expect(code).toMatch(/^[A-Z0-9]{16}$/)
        expect(code).not.toMatch(/[01258BILOSZ]/)
        expect([toCode(formatCode(code)), toCode(formatCode(code).toLowerCase())]).toEqual([code, code])
      }),
    )
  })
})

describe('the access of a code', () => {
  const access = { roles: ['PLUS_USER'], months: 3 }

  it.each<[string, Partial<Subscription>[], string]>([
    ['nothing yet', [], '2026-11-21 to 2027-02-20'],
    ['an earlier code', [{ priceCents: 0, endsOn: '2027-01-31' }], '2027-02-01 to 2027-04-30'],
    [
      'two earlier codes',
      [
        { priceCents: 0, endsOn: '2027-01-31' },
        { priceCents: 0, startsOn: '2027-02-01', endsOn: '2027-04-30' },
      ],
      '2027-05-01 to 2027-07-31',
    ],
    ['a subscription that was cancelled', [{ state: 'cancelled', endsOn: '2026-12-20' }], '2026-12-21 to 2027-03-20'],
    ['one that is over', [{ priceCents: 0, endsOn: '2026-11-20' }], '2026-11-21 to 2027-02-20'],
    ['one that was not paid', [{ state: 'payment_failed' }], '2026-11-21 to 2027-02-20'],
    ['something else', [{ roles: ['PUR_USER'] }], '2026-11-21 to 2027-02-20'],
    ['all of it already', [{}], 'has-it'],
    ['more than that already', [{ roles: ['PLUS_USER', 'PUR_USER'] }], 'has-it'],
  ])('begins for a reader with %s where it serves', (_what, changes, expected) => {
    const decided = decideAccess(
      access,
      changes.map((change) => ({ ...PLUS, ...change })),
      TODAY,
    )
    expect(decided.kind === 'runs' ? `${decided.startsOn} to ${decided.endsOn}` : decided.kind).toBe(expected)
  })
})
