/**
 * `npm run billing -- …`: what the office does with money. Asks a running portal with its service key, and only that: bank
 * accounts are sealed with the portal's secret, and letters go out from there. A file for the bank is written for its
 * owner's eyes only. Ends with 0 when it was done, 1 when something was refused or not known, 2 when the command was wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { BILLING_INTERNAL, RefundId, Seller, type RefundView } from '@lokalteil/contracts/commerce/billing'
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { OrderNumber } from '@lokalteil/contracts/commerce/orders'
import { INVOICE_NUMBER } from '@lokalteil/domain/commerce/invoices'
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { toCode } from '@lokalteil/domain/publication/publications'
import { readKeptKey } from '../../platform/kept-key.ts'
import { findOnlyPublication } from '../../platform/known-publications.ts'
import {
  parseCommand,
  refuse,
  runProgram,
  type Environment,
  type Failed,
  type Terminal,
  isUnknownPublication,
  toUnknownPublication,
} from '../../platform/operator-command.ts'
import { parseReturns } from '../payments/bank-file.ts'

const USAGE = `Usage: npm run billing -- [--publication CODE] status
       npm run billing -- [--publication CODE] run
       npm run billing -- [--publication CODE] collect [--out FILE] [--again ID]
       npm run billing -- [--publication CODE] returns FILE
       npm run billing -- [--publication CODE] paid INVOICE…
       npm run billing -- [--publication CODE] refund INVOICE [--amount 5,00 --id TICKET]
       npm run billing -- [--publication CODE] withdraw ORDER [--on 2026-11-24]
       npm run billing -- [--publication CODE] transfers [--out FILE] [--again ID]
       npm run billing -- [--publication CODE] refunded REFUND…
       npm run billing -- [--publication CODE] seller [FILE.json]

CODE is the code of a publication (default: MANDATOR, or the only one there is). 'collect' writes a pain.008 file of the debits that are in
none yet (default: ID.xml); 'returns' books what came back, from a table with end-to-end id;reason or the bank's camt.053,
camt.054 or pain.002; the payments of a file that was rejected whole wait for the next one; debits no file can carry stay out
of it and are named;
'paid' books transfers by the numbers of their invoices; 'refund' gives back what was paid for an invoice, all that is left
of it or a part (its ticket makes it one refund, however often it is asked for), and corrects the invoice; 'withdraw' ends a
contract by withdrawal, declared on that day (default: today), and gives everything back; 'transfers' writes a pain.001 file
of refunds to bank accounts; 'refunded' says that somebody has transferred what 'status' lists as by-hand; 'seller' shows or
sets who writes the invoices. All of them may be repeated: nothing is collected, paid or booked twice. What is due is done
by the portal itself, 'run' does it now.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

type Platform = Client<typeof BILLING_INTERNAL>
type BankFile = { collection: { id: string; collectOn: string; count: number; cents: number }; document: string }
type Answer<Data> = Promise<{ ok: true; data: Data } | Failed>

const TEXT = { type: 'string' } as const
const OPTIONS = { publication: TEXT, out: TEXT, again: TEXT, amount: TEXT, id: TEXT, on: TEXT } as const
type Asked = {
  rest: readonly string[]
  values: Partial<Record<keyof typeof OPTIONS, string>>
  terminal: Terminal
}
/** A text: what is wrong with the command. */
type Done = 0 | 1 | string | Failed
type Verb = {
  /** What is wrong with what was typed; null: nothing. */
  check?: (asked: Asked) => string | null
  run: (platform: Platform, asked: Asked) => Promise<Done>
}

const DAY = /^\d{4}-\d\d-\d\d$/

const VERBS: Readonly<Record<string, Verb>> = {
  status: { run: showStatus },
  run: { run: runNow },
  collect: { run: (platform, asked) => fetchFile('collect', platform, platform.collectDebits, asked) },
  transfers: { run: (platform, asked) => fetchFile('transfers', platform, platform.payRefunds, asked) },
  returns: { check: ({ rest }) => (rest.length === 1 ? null : 'Which file?'), run: bookReturns },
  paid: {
    check: ({ rest }) =>
      rest.length > 0 && rest.every((number) => INVOICE_NUMBER.test(number))
        ? null
        : 'Which invoices? Numbers like AK-2026-000123.',
    run: async (platform, { rest, terminal }) => {
      const booked = await platform.bookTransfers({ body: { invoices: [...rest] } })
      return showBooked(booked, ({ invoice }) => invoice, terminal)
    },
  },
  refund: { check: checkRefund, run: refundInvoice },
  withdraw: {
    check: ({ rest }) =>
      rest.length === 1 && OrderNumber.safeParse(rest[0]).success
        ? null
        : 'Which order? A number like A-2026-7Q4F-MX2D.',
    run: withdrawOrder,
  },
  refunded: {
    check: ({ rest }) =>
      rest.length > 0 && rest.every((id) => RefundId.safeParse(id).success)
        ? null
        : 'Which refunds? Their ids, as status lists them.',
    run: async (platform, { rest, terminal }) => {
      const booked = await platform.bookRefunds({ body: { refunds: [...rest] } })
      return showBooked(booked, ({ refund }) => refund, terminal)
    },
  },
  seller: { run: (platform, asked) => (asked.rest[0] === undefined ? showSeller : saveSeller)(platform, asked) },
}

export async function runBilling(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
  fetcher: (request: Request) => Promise<Response> = fetch,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(args, OPTIONS, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [name = '', ...rest] = positionals
  if (name === '') return wrong('What is to be done?')
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined
  if (verb === undefined) return wrong(`There is no "${name}".`)
  const asked = { rest, values, terminal }
  const fault = verb.check?.(asked) ?? null
  if (fault !== null) return wrong(fault)
  if (values.on !== undefined && !DAY.test(values.on))
    return wrong(`"${values.on}" is no day. Write it like 2026-11-24.`)

  const base = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const dataDir = environment.DATA_DIR || '.data'
  const code = values.publication ?? (await findOnlyPublication(environment, base, dataDir))
  if (typeof code !== 'string') return wrong(code.problem)
  const mandator = toCode(code)
  if (mandator === null) return wrong(toUnknownPublication(code))

  const key = values.key ?? (environment.SUBSCRIPTION_SERVICE_KEY || readKeptKey(dataDir, 'subscription'))
  const platform = createClient(BILLING_INTERNAL, {
    fetch: fetcher,
    base: `${base}/__services/plenigo/${mandator}`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 300_000,
  })
  const done = await verb.run(platform, asked)
  if (typeof done === 'string') return wrong(done)
  if (typeof done === 'number') return done
  if (isUnknownPublication(done)) return wrong(toUnknownPublication(mandator))
  return refuse({ terminal, base }, done)
}

async function runNow(platform: Platform, { terminal }: Asked): Promise<Done> {
  const done = await platform.runBilling({})
  if (!done.ok) return done
  const counts = Object.entries(done.data).map(([name, count]) => `${name} ${count}`)
  terminal.out(`${counts.join(', ')}\n`)
  return done.data.troubles === 0 ? 0 : 1
}

function checkRefund({ rest, values }: Asked): string | null {
  if (rest.length !== 1 || !INVOICE_NUMBER.test(rest[0]!)) return 'Which invoice? A number like AK-2026-000123.'
  if (values.amount === undefined) return null
  if (Number.isNaN(toCents(values.amount))) return `"${values.amount}" is no amount. Write it like 5,00.`
  return values.id === undefined ? 'A part needs a ticket (--id), so that it goes back once.' : null
}

async function refundInvoice(platform: Platform, { rest, values, terminal }: Asked): Promise<Done> {
  const cents = values.amount === undefined ? null : toCents(values.amount)
  const idempotencyKey = values.id === undefined ? 'rest' : `ticket ${values.id}`
  const given = await platform.refundInvoice({ body: { invoice: rest[0]!, cents, idempotencyKey } })
  if (!given.ok) return given
  terminal.out(toRefundLine(given.data))
  return 0
}

async function withdrawOrder(platform: Platform, { rest, values, terminal }: Asked): Promise<Done> {
  const order = rest[0]!
  const given = await platform.withdrawOrder({ body: { order, declaredOn: values.on ?? toDayKey(new Date()) } })
  if (!given.ok) return given
  terminal.out(`${order}: the contract has ended\n`)
  for (const refund of given.data) terminal.out(toRefundLine(refund))
  return 0
}

async function bookReturns(platform: Platform, { rest, terminal }: Asked): Promise<Done> {
  const text = readText(rest[0]!)
  if (text === null) return `${rest[0]} cannot be read.`
  const returns = parseReturns(text)
  if (returns === null) return `${rest[0]} is no list of returns.`
  const booked = await platform.bookReturns({ body: { returns } })
  return showBooked(booked, ({ endToEndId }) => endToEndId, terminal)
}

function showBooked<One extends { outcome: string }>(
  booked: Awaited<Answer<One[]>>,
  toName: (one: One) => string,
  terminal: Terminal,
): Done {
  if (!booked.ok) return booked
  for (const one of booked.data) terminal.out(`${toName(one)}  ${one.outcome}\n`)
  return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
}

async function showSeller(platform: Platform, { terminal }: Asked): Promise<Done> {
  const found = await platform.getSeller({})
  if (!found.ok) return found
  terminal.out(`${JSON.stringify(found.data, null, 2)}\n`)
  return 0
}

async function saveSeller(platform: Platform, { rest, terminal }: Asked): Promise<Done> {
  const seller = Seller.safeParse(parseJson(readText(rest[0]!)))
  if (!seller.success) {
    const fields = new Set(seller.error.issues.map(({ path }) => path.join('.') || 'no JSON'))
    return `${rest[0]} says not all of it, or something wrong: ${[...fields].join(', ')}.`
  }
  const saved = await platform.saveSeller({ body: seller.data })
  if (!saved.ok) return saved
  terminal.out(`Invoices are written by ${seller.data.company}.\n`)
  return 0
}

async function fetchFile(
  verb: 'collect' | 'transfers',
  platform: Platform,
  make: (given: object) => Answer<BankFile | null>,
  { values, terminal }: Asked,
): Promise<Done> {
  const { again } = values
  const made = again === undefined ? await make({}) : await platform.getCollection({ params: { collectionId: again } })
  if (!made.ok) return made
  const written = writeFile(verb, made.data, values.out, terminal)
  if (verb === 'transfers' || again !== undefined) return written
  const status = await platform.getBillingStatus({})
  return status.ok ? (Math.max(written, tellUnfit(status.data.unfitForBank, terminal)) as 0 | 1) : status
}

const UNFIT = {
  HOLDER: 'the name of the account’s holder has no letter a bank can read',
  ACCOUNT: 'the account is outside the European Economic Area',
  MANDATE: 'the reference of the mandate has letters banks refuse',
} as const

/** Debits that stay out of every file until the reader pays in another way. */
function tellUnfit(
  unfit: readonly { chargeId: string; customerId: string; reason: keyof typeof UNFIT }[],
  terminal: Terminal,
): 0 | 1 {
  for (const { chargeId, customerId, reason } of unfit)
    terminal.err(`left out: ${chargeId} of customer ${customerId}, ${UNFIT[reason]}\n`)
  return unfit.length === 0 ? 0 : 1
}

/** For its owner's eyes; a file that is there is left alone. */
function writeFile(
  verb: 'collect' | 'transfers',
  made: BankFile | null,
  out: string | undefined,
  terminal: Terminal,
): 0 | 1 {
  if (made === null) {
    terminal.out(verb === 'collect' ? 'There is nothing to collect.\n' : 'There is nothing to pay back.\n')
    return 0
  }
  const { collection, document } = made
  const path = out ?? `${collection.id}.xml`
  try {
    writeFileSync(path, document, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    terminal.err(
      `${path} cannot be written: ${(error as { code?: string }).code ?? 'error'}. The file is kept; get it with: ${verb} --again ${collection.id} --out FILE\n`,
    )
    return 1
  }
  terminal.out(
    `${path}: ${verb === 'collect' ? toDebits(collection.count) : toTransfers(collection.count)}, ${formatPrice(collection.cents)}, on ${toDay(collection.collectOn)}\n`,
  )
  return 0
}

function toRefundLine({ id, customerId, cents, state, failure }: RefundView): string {
  return `${id}  ${customerId}  ${formatPrice(cents)}  ${state}${failure === null ? '' : ` (${failure})`}\n`
}

/** '5', '5,00' and '5.00'; not a number where it is none. */
function toCents(text: string): number {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(text.trim()) ?? []
  return euros === undefined ? Number.NaN : Number(euros) * 100 + Number(cents)
}

async function showStatus(platform: Platform, { terminal }: Asked): Promise<Done> {
  const found = await platform.getBillingStatus({})
  if (!found.ok) return found
  const { charges, contracts, waitingForBank, unfitForBank, refunds, collections, purchases } = found.data
  terminal.out(
    `contracts: ${
      Object.entries(contracts)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ') || 'none'
    }\n`,
  )
  if (Object.keys(charges).length > 0) terminal.out('charges:\n')
  for (const [state, { count, cents }] of Object.entries(charges))
    terminal.out(`  ${state.padEnd(10)} ${String(count).padStart(6)}  ${formatPrice(cents)}\n`)
  if (purchases.length > 0) terminal.out('purchases:\n')
  for (const { seller, state, count, cents } of purchases)
    terminal.out(`  ${seller.padEnd(10)} ${state.padEnd(10)} ${String(count).padStart(6)}  ${formatPrice(cents)}\n`)
  terminal.out(`for the next file: ${toDebits(waitingForBank)}\n`)
  tellUnfit(unfitForBank, terminal)
  if (refunds.length > 0) terminal.out('to give back:\n')
  for (const refund of refunds) terminal.out(`  ${toRefundLine(refund)}`)
  if (collections.length > 0) terminal.out('last files for the bank:\n')
  for (const { id, collectOn, count, cents } of collections.slice(0, 5))
    terminal.out(`  ${id}  ${toDay(collectOn)}  ${toDebits(count)}  ${formatPrice(cents)}\n`)
  return 0
}

const toDebits = (count: number) => `${count} ${count === 1 ? 'debit' : 'debits'}`
const toTransfers = (count: number) => `${count} ${count === 1 ? 'transfer' : 'transfers'}`
const toDay = (day: string) => formatDate(new Date(`${day}T12:00:00Z`))

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

if (import.meta.main) await runProgram(runBilling)
