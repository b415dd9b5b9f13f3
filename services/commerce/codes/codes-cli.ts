/**
 * `npx lokalteil codes`: codes that a publisher gives away. New codes are printed as CSV, so that they can go into a file; a
 * batch is identified by its name and made once.
 */
import { randomBytes } from 'node:crypto'
import type { NewGrant } from '@lokalteil/contracts/commerce/codes'
import { toDayKey } from '@lokalteil/domain/german'
import { Fault } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { say } from '../../platform/commands/reach.ts'
import { PLATFORM } from '../cli-platform.ts'

type Asked = Partial<Record<'offer' | 'months' | 'coins' | 'percent' | 'cents' | 'periods', string>> & { kind: string }
type Making = { batch: string; grants: NewGrant; count: number; uses: number; validUntil: string | null; code?: string }

export const runCodes = defineNoun({
  name: 'codes',
  more: `Access runs from the day it is redeemed, is never charged and ends by itself; a voucher takes its part off the first periods of an order. Codes are printed as CSV.

  npx lokalteil codes create --kind access --offer plus-monat --months 3 --count 100
  npx lokalteil codes create --kind coins --coins 5 --count 100
  npx lokalteil codes create --kind voucher --percent 20 --periods 3 --uses 1000`,
  reach: PLATFORM,
  words: {
    KIND: 'access (with --offer and --months), coins (with --coins) or voucher (with --percent or --cents)',
    BATCH: { is: 'a name of letters, digits and hyphens', fits: /^[A-Za-z0-9][\w.-]{0,59}$/ },
    'BATCH-OR-CODE': 'all codes of a batch, or a single one',
  },
  options: {
    offer: 'id of the offer that access is to',
    periods: 'of an order that a voucher is for (default 1)',
    count: 'how many codes (default 1)',
    uses: 'how many readers can use each (default 1)',
    until: 'last day a code can be used',
    batch: 'name of the batch (default: made up); a name that is there already is refused',
    code: 'the code itself instead of a new one, like FEST-2026',
  },
  verbs: {
    'create --kind KIND [--offer ID] [--months N] [--coins N] [--percent N] [--cents N] [--periods N] [--count N] [--uses N] [--until DAY] [--batch BATCH] [--code TEXT]':
      {
        about: 'makes codes',
        run(given) {
          const making = toMaking(given)
          return (platform) =>
            say(platform.createCodes({ body: making }), ({ codes, batch }) => [
              toRow('code', 'uses', 'until', 'batch'),
              ...codes.map((code) => toRow(code, making.uses, making.validUntil ?? '', batch)),
            ])
        },
      },
    'list [BATCH]': {
      about: 'batches, or the codes of one',
      ask: (platform, { batch }) =>
        batch === undefined
          ? say(platform.listCodeBatches({}), (batches) => [
              toRow('batch', 'kind', 'for', 'codes', 'uses each', 'redeemed', 'revoked', 'until', 'made'),
              ...batches.map(({ kind, grants, codes, uses, redeemed, revoked, validUntil, createdAt, ...one }) => {
                const made = toDayKey(new Date(createdAt))
                return toRow(one.batch, kind, grants, codes, uses, redeemed, revoked, validUntil ?? '', made)
              }),
            ])
          : say(platform.listCodes({ params: { batch } }), (codes) => [
              toRow('code', 'uses left', 'state'),
              ...codes.map(({ code, usesLeft, isRevoked }) =>
                toRow(code, usesLeft, isRevoked ? 'revoked' : usesLeft === 0 ? 'used' : 'good'),
              ),
            ]),
    },
    'revoke BATCH-OR-CODE': {
      about: 'takes the uses that are left',
      ask: (platform, { 'batch-or-code': batchOrCode }) =>
        say(platform.revokeCodes({ body: { batchOrCode } }), ({ revoked }) => `${revoked} codes revoked`),
    },
  },
})

function toMaking(asked: Asked & Partial<Record<'count' | 'uses' | 'until' | 'batch' | 'code', string>>): Making {
  const grants = toGrants(asked)
  const count = toCount(asked.count ?? '1', 10_000, 'How many codes? --count')
  const uses = toCount(asked.uses ?? '1', 100_000, 'How many readers? --uses')
  const batch = asked.batch ?? `${grants.kind}-${toDayKey(new Date())}-${randomBytes(3).toString('hex')}`
  if (asked.code !== undefined && count !== 1) throw new Fault('--code makes one code.')
  return { batch, grants, count, uses, validUntil: asked.until ?? null, code: asked.code }
}

function toGrants({ kind, offer, months, coins, percent, cents, periods = '1' }: Asked): NewGrant {
  switch (kind) {
    case 'access':
      if (offer === undefined || offer === '') throw new Fault('Access to what? Give --offer, the id of an offer.')
      return { kind, offerId: offer, months: toCount(months, 24, 'For how long? --months') }
    case 'coins':
      return { kind, count: toCount(coins, 1000, 'How many coins? --coins') }
    case 'voucher': {
      const count = toCount(periods, 24, '--periods')
      if ((percent === undefined) === (cents === undefined))
        throw new Fault('How much? Give either --percent or --cents.')
      const [unit, typed, most] =
        percent === undefined ? (['cents', cents, 1_000_000] as const) : (['percent', percent, 100] as const)
      const value = readCount(typed, most)
      if (value === null) throw new Fault('--percent is a whole number from 1 to 100, --cents one from 1.')
      return { kind, voucher: { kind: unit, value, periods: count } }
    }
    default:
      throw new Fault('What for? --kind is access, coins or voucher.')
  }
}

function readCount(typed: string | undefined, most: number): number | null {
  return typed !== undefined && /^[1-9]\d{0,6}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
}

/** `what`: beginning of the error message. */
function toCount(typed: string | undefined, most: number, what: string): number {
  const count = readCount(typed, most)
  if (count === null) throw new Fault(`${what} is a whole number from 1 to ${most}.`)
  return count
}

const toRow = (...cells: (string | number)[]): string => cells.map(toCell).join(',')

/** RFC 4180. */
function toCell(value: string | number): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
