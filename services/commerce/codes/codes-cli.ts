/**
 * `npm run codes -- create|list|revoke …`: what a publisher does with codes to give away. Asks a running portal, with its
 * service key; without one the database directly. New codes come out as CSV, so that they can go into a file; a batch is
 * made once by its name. Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import { randomBytes } from 'node:crypto'
import type { NewGrant } from '@lokalteil/contracts/commerce/codes'
import { toDayKey } from '@lokalteil/domain/german'
import { toCode } from '@lokalteil/domain/publication/publications'
import { parseCommand, refuse, runProgram, type Environment, type Terminal } from '../../platform/operator-command.ts'
import { findOnlyPublication } from '../../platform/known-publications.ts'
import { withPlatform, type Platform } from '../cli-platform.ts'

const USAGE = `Usage: npm run codes -- [--publication CODE] create --kind access --offer plus-monat --months 3 --count 100
       npm run codes -- [--publication CODE] create --kind coins --coins 5 --count 100
       npm run codes -- [--publication CODE] create --kind voucher --percent 20|--cents 500 [--periods 3] --count 1 --uses 1000
       npm run codes -- [--publication CODE] list [BATCH]
       npm run codes -- [--publication CODE] revoke BATCH|CODE

CODE is the code of a publication (default: MANDATOR, or the only one there is). Access runs from the day it is redeemed, is never charged
and ends by itself; a voucher takes its part off the first periods of an order. Codes are printed as CSV.

  --count N     how many codes (default 1)
  --uses N      how many readers can use each (default 1)
  --until DATE  last day a code can be used, like 2026-12-31
  --batch NAME  name of the batch (default: made up); a name that is there already is refused
  --code TEXT   the code itself instead of a new one, like FEST-2026
  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

const TEXT = { type: 'string' } as const
const OPTIONS = {
  publication: TEXT,
  kind: TEXT,
  offer: TEXT,
  months: TEXT,
  coins: TEXT,
  percent: TEXT,
  cents: TEXT,
  periods: TEXT,
  count: TEXT,
  uses: TEXT,
  until: TEXT,
  batch: TEXT,
  code: TEXT,
} as const

type Values = { [Name in keyof typeof OPTIONS]?: string }
type Making = { batch: string; grants: NewGrant; count: number; uses: number; validUntil: string | null; code?: string }
type Task =
  | { kind: 'create'; making: Making }
  | { kind: 'list'; batch: string | null }
  | { kind: 'revoke'; batchOrCode: string }

export async function runCodes(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const task = toTask(positionals, values)
  if (typeof task === 'string') return wrong(task)
  const publication =
    values.publication ??
    (await findOnlyPublication(
      environment,
      values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`,
      environment.DATA_DIR || '.data',
    ))
  if (typeof publication !== 'string') return wrong(publication.problem)
  const mandator = toCode(publication)
  if (mandator === null) return wrong(`There is no publication "${publication}".`)
  const done = await withPlatform(
    { mandator, environment, url: values.url, key: values.key, keeps: 'codes' },
    (platform) => platform.listCodeBatches({}),
    (platform) => run(platform, task, terminal),
  )
  return typeof done === 'string' ? wrong(done) : done
}

/** A text: what is wrong with the command. */
function toTask([verb = '', first = '']: readonly string[], values: Values): Task | string {
  switch (verb) {
    case 'create': {
      const making = toMaking(values)
      return typeof making === 'string' ? making : { kind: 'create', making }
    }
    case 'list':
      return { kind: 'list', batch: first === '' ? null : first }
    case 'revoke':
      return first === '' ? 'Which batch or code?' : { kind: 'revoke', batchOrCode: first }
    default:
      return verb === '' ? 'What is to be done?' : `There is no "${verb}".`
  }
}

function toMaking(values: Values): Making | string {
  const grants = toGrants(values)
  if (typeof grants === 'string') return grants
  const [count, uses] = [toCount(values.count ?? '1', 10_000), toCount(values.uses ?? '1', 100_000)]
  if (count === null) return 'How many codes? --count is a whole number from 1 to 10000.'
  if (uses === null) return 'How many readers? --uses is a whole number from 1 to 100000.'
  if (
    values.until !== undefined &&
    (!/^\d{4}-\d{2}-\d{2}$/.test(values.until) || Number.isNaN(Date.parse(values.until)))
  )
    return '--until is a day like 2026-12-31.'
  const batch = values.batch ?? `${grants.kind}-${toDayKey(new Date())}-${randomBytes(3).toString('hex')}`
  if (!/^[A-Za-z0-9][\w.-]{0,59}$/.test(batch)) return '--batch is a name of letters, digits and hyphens.'
  if (values.code !== undefined && count !== 1) return '--code makes one code.'
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
}: Values): NewGrant | string {
  switch (kind) {
    case 'access': {
      const months = toCount(typedMonths, 24)
      if (offer === undefined || offer === '') return 'Access to what? Give --offer, the id of an offer.'
      return months === null
        ? 'For how long? --months is a whole number from 1 to 24.'
        : { kind, offerId: offer, months }
    }
    case 'coins': {
      const count = toCount(typedCoins, 1000)
      return count === null ? 'How many coins? --coins is a whole number from 1 to 1000.' : { kind, count }
    }
    case 'voucher': {
      const periods = toCount(typedPeriods ?? '1', 24)
      if (periods === null) return '--periods is a whole number from 1 to 24.'
      if ((typedPercent === undefined) === (typedCents === undefined))
        return 'How much? Give either --percent or --cents.'
      const value = typedPercent === undefined ? toCount(typedCents, 1_000_000) : toCount(typedPercent, 100)
      if (value === null) return '--percent is a whole number from 1 to 100, --cents one from 1.'
      return { kind, voucher: { kind: typedPercent === undefined ? 'cents' : 'percent', value, periods } }
    }
    default:
      return 'What for? --kind is access, coins or voucher.'
  }
}

function toCount(typed: string | undefined, most: number): number | null {
  return typed !== undefined && /^[1-9]\d{0,6}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
}

async function run(platform: Platform, task: Task, terminal: Terminal): Promise<0 | 1> {
  const line = (...cells: (string | number)[]) => terminal.out(`${cells.map(toCell).join(',')}\n`)
  switch (task.kind) {
    case 'create': {
      const made = await platform.createCodes({ body: task.making })
      if (!made.ok) return refuse({ terminal }, made)
      line('code', 'uses', 'until', 'batch')
      for (const code of made.data.codes) line(code, task.making.uses, task.making.validUntil ?? '', made.data.batch)
      return 0
    }
    case 'list': {
      if (task.batch !== null) {
        const codes = await platform.listCodes({ params: { batch: task.batch } })
        if (!codes.ok) return refuse({ terminal }, codes)
        line('code', 'uses left', 'state')
        for (const { code, usesLeft, isRevoked } of codes.data)
          line(code, usesLeft, isRevoked ? 'revoked' : usesLeft === 0 ? 'used' : 'good')
        return 0
      }
      const batches = await platform.listCodeBatches({})
      if (!batches.ok) return refuse({ terminal }, batches)
      line('batch', 'kind', 'for', 'codes', 'uses each', 'redeemed', 'revoked', 'until', 'made')
      for (const { batch, kind, grants, codes, uses, redeemed, revoked, validUntil, createdAt } of batches.data)
        line(batch, kind, grants, codes, uses, redeemed, revoked, validUntil ?? '', toDayKey(new Date(createdAt)))
      return 0
    }
    case 'revoke': {
      const revoked = await platform.revokeCodes({ body: { batchOrCode: task.batchOrCode } })
      if (!revoked.ok) return refuse({ terminal }, revoked)
      terminal.out(`${revoked.data.revoked} codes revoked\n`)
      return 0
    }
  }
}

/** RFC 4180. */
function toCell(value: string | number): string {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

if (import.meta.main) await runProgram(runCodes)
