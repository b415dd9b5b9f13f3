/**
 * `npx lokalteil codes`: what a publisher does with codes to give away. New codes come out as CSV, so that they can go into a
 * file; a batch is made once by its name.
 */
import { randomBytes } from 'node:crypto'
import type { NewGrant } from '@lokalteil/contracts/commerce/codes'
import { toDayKey } from '@lokalteil/domain/german'
import { Fault, type Call } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { show } from '../../platform/commands/reach.ts'
import { PLATFORM } from '../cli-platform.ts'

type Values = Call['values']
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
        run(call) {
          const making = toMaking(call.values)
          return async (platform) =>
            show(call, await platform.createCodes({ body: making }), ({ codes, batch }) => [
              toRow('code', 'uses', 'until', 'batch'),
              ...codes.map((code) => toRow(code, making.uses, making.validUntil ?? '', batch)),
            ])
        },
      },
    'list [BATCH]': {
      about: 'batches, or the codes of one',
      run: (call) => async (platform) => {
        const [batch] = call.words
        if (batch !== undefined)
          return show(call, await platform.listCodes({ params: { batch } }), (codes) => [
            toRow('code', 'uses left', 'state'),
            ...codes.map(({ code, usesLeft, isRevoked }) =>
              toRow(code, usesLeft, isRevoked ? 'revoked' : usesLeft === 0 ? 'used' : 'good'),
            ),
          ])
        return show(call, await platform.listCodeBatches({}), (batches) => [
          toRow('batch', 'kind', 'for', 'codes', 'uses each', 'redeemed', 'revoked', 'until', 'made'),
          ...batches.map((one) =>
            toRow(
              one.batch,
              one.kind,
              one.grants,
              one.codes,
              one.uses,
              one.redeemed,
              one.revoked,
              one.validUntil ?? '',
              toDayKey(new Date(one.createdAt)),
            ),
          ),
        ])
      },
    },
    'revoke BATCH-OR-CODE': {
      about: 'takes the uses that are left',
      run: (call) => async (platform) =>
        show(call, await platform.revokeCodes({ body: { batchOrCode: call.words[0]! } }), ({ revoked }) => [
          `${revoked} codes revoked`,
        ]),
    },
  },
})

function toMaking(values: Values): Making {
  const grants = toGrants(values)
  const [count, uses] = [toCount(values.count ?? '1', 10_000), toCount(values.uses ?? '1', 100_000)]
  if (count === null) throw new Fault('How many codes? --count is a whole number from 1 to 10000.')
  if (uses === null) throw new Fault('How many readers? --uses is a whole number from 1 to 100000.')
  const batch = values.batch ?? `${grants.kind}-${toDayKey(new Date())}-${randomBytes(3).toString('hex')}`
  if (values.code !== undefined && count !== 1) throw new Fault('--code makes one code.')
  return {
    batch,
    grants,
    count,
    uses,
    validUntil: values.until ?? null,
    code: values.code,
  }
}

function toGrants({
  kind,
  offer,
  months: typedMonths,
  coins: typedCoins,
  percent: typedPercent,
  cents: typedCents,
  periods: typedPeriods,
}: Values): NewGrant {
  switch (kind) {
    case 'access': {
      const months = toCount(typedMonths, 24)
      if (offer === undefined || offer === '') throw new Fault('Access to what? Give --offer, the id of an offer.')
      if (months === null) throw new Fault('For how long? --months is a whole number from 1 to 24.')
      return { kind, offerId: offer, months }
    }
    case 'coins': {
      const count = toCount(typedCoins, 1000)
      if (count === null) throw new Fault('How many coins? --coins is a whole number from 1 to 1000.')
      return { kind, count }
    }
    case 'voucher': {
      const periods = toCount(typedPeriods ?? '1', 24)
      if (periods === null) throw new Fault('--periods is a whole number from 1 to 24.')
      if ((typedPercent === undefined) === (typedCents === undefined))
        throw new Fault('How much? Give either --percent or --cents.')
      const value = typedPercent === undefined ? toCount(typedCents, 1_000_000) : toCount(typedPercent, 100)
      if (value === null) throw new Fault('--percent is a whole number from 1 to 100, --cents one from 1.')
      return { kind, voucher: { kind: typedPercent === undefined ? 'cents' : 'percent', value, periods } }
    }
    default:
      throw new Fault('What for? --kind is access, coins or voucher.')
  }
}

function toCount(typed: string | undefined, most: number): number | null {
  return typed !== undefined && /^[1-9]\d{0,6}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
}

const toRow = (...cells: (string | number)[]): string => cells.map(toCell).join(',')

/** RFC 4180. */
function toCell(value: string | number): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
