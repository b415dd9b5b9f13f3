/**
 * `npm run billing -- …`: what the office does with money. Asks a running portal with its service key, and only that: bank
 * accounts are sealed with the portal's secret, and letters go out from there. A file for the bank is written for its
 * owner's eyes only. Ends with 0 when it was done, 1 when something was refused or not known, 2 when the command was wrong.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BILLING_INTERNAL, RefundId, Seller, type RefundView } from '@lokalteil/contracts/billing'
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { OrderNumber } from '@lokalteil/contracts/orders'
import { formatDate, formatPrice, toDayKey } from '@lokalteil/domain/german'
import { MANDATORS, toMandator } from '@lokalteil/domain/publication/publications'
import {
  parseCommand,
  runProgram,
  toRefusalLine,
  type Environment,
  type Failed,
  type Terminal,
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

CODE is one of ${MANDATORS.join(', ')} (default: MANDATOR or ak). 'collect' writes a pain.008 file of the debits that are in
none yet (default: ID.xml); 'returns' books what came back, from a table with end-to-end id;reason or the bank's camt.054;
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

const TEXT = { type: 'string' } as const
const VERBS = [
  'status',
  'run',
  'collect',
  'returns',
  'paid',
  'refund',
  'withdraw',
  'transfers',
  'refunded',
  'seller',
] as const
const INVOICE = /^[A-Z]{2}-\d{4}-\d{6,9}$/

export async function runBilling(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
  fetcher: (request: Request) => Promise<Response> = fetch,
): Promise<0 | 1 | 2> {
  const parsed = parseCommand(
    args,
    { publication: TEXT, out: TEXT, again: TEXT, amount: TEXT, id: TEXT, on: TEXT },
    USAGE,
    terminal,
  )
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const code = values.publication ?? (environment.MANDATOR || 'ak')
  const mandator = toMandator(code)
  if (mandator === null) return wrong(`There is no publication "${code}".`)
  const [verb = '', ...rest] = positionals
  if (verb === '') return wrong('What is to be done?')
  if (!(VERBS as readonly string[]).includes(verb)) return wrong(`There is no "${verb}".`)
  if (verb === 'returns' && rest.length !== 1) return wrong('Which file?')
  if (verb === 'paid' && (rest.length === 0 || rest.some((number) => !INVOICE.test(number))))
    return wrong('Which invoices? Numbers like AK-2026-000123.')
  if (verb === 'refund' && (rest.length !== 1 || !INVOICE.test(rest[0]!)))
    return wrong('Which invoice? A number like AK-2026-000123.')
  const cents = values.amount === undefined ? null : toCents(values.amount)
  if (verb === 'refund' && Number.isNaN(cents)) return wrong(`"${values.amount}" is no amount. Write it like 5,00.`)
  if (verb === 'refund' && cents !== null && values.id === undefined)
    return wrong('A part needs a ticket (--id), so that it goes back once.')
  if (verb === 'withdraw' && (rest.length !== 1 || !OrderNumber.safeParse(rest[0]).success))
    return wrong('Which order? A number like A-2026-7Q4F-MX2D.')
  if (values.on !== undefined && !/^\d{4}-\d\d-\d\d$/.test(values.on))
    return wrong(`"${values.on}" is no day. Write it like 2026-11-24.`)
  if (verb === 'refunded' && (rest.length === 0 || rest.some((id) => !RefundId.safeParse(id).success)))
    return wrong('Which refunds? Their ids, as status lists them.')

  const base = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const key = values.key ?? (environment.SUBSCRIPTION_SERVICE_KEY || readKey(environment.DATA_DIR || '.data'))
  const platform = createClient(BILLING_INTERNAL, {
    fetch: fetcher,
    base: `${base}/__services/plenigo/${mandator}`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 300_000,
  })
  const refuse = (failed: Failed): 1 => {
    const why = failed.status === 0 ? `Nothing answers at ${base}. Start the portal first.` : toRefusalLine(failed)
    terminal.err(`${why}\n`)
    return 1
  }

  switch (verb) {
    case 'status':
      return showStatus(platform, terminal, refuse)
    case 'run': {
      const done = await platform.runBilling({})
      if (!done.ok) return refuse(done)
      terminal.out(
        `${Object.entries(done.data)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}\n`,
      )
      return done.data.troubles === 0 ? 0 : 1
    }
    case 'collect':
    case 'transfers': {
      const ask = verb === 'collect' ? platform.collectDebits : platform.payRefunds
      const made =
        values.again === undefined
          ? await ask({})
          : await platform.getCollection({ params: { collectionId: values.again } })
      return made.ok ? writeFile(verb, made.data, values.out, terminal) : refuse(made)
    }
    case 'refund': {
      const given = await platform.refundInvoice({
        body: { invoice: rest[0]!, cents, idempotencyKey: values.id === undefined ? 'rest' : `ticket ${values.id}` },
      })
      if (!given.ok) return refuse(given)
      showRefund(given.data, terminal)
      return 0
    }
    case 'withdraw': {
      const given = await platform.withdrawOrder({
        body: { order: rest[0]!, declaredOn: values.on ?? toDayKey(new Date()) },
      })
      if (!given.ok) return refuse(given)
      terminal.out(`${rest[0]!}: the contract has ended\n`)
      for (const refund of given.data) showRefund(refund, terminal)
      return 0
    }
    case 'refunded': {
      const booked = await platform.bookRefunds({ body: { refunds: rest } })
      if (!booked.ok) return refuse(booked)
      for (const { refund, outcome } of booked.data) terminal.out(`${refund}  ${outcome}\n`)
      return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
    }
    case 'returns': {
      const text = readText(rest[0]!)
      const returns = text === null ? null : parseReturns(text)
      if (returns === null)
        return wrong(text === null ? `${rest[0]} cannot be read.` : `${rest[0]} is no list of returns.`)
      const booked = await platform.bookReturns({ body: { returns } })
      if (!booked.ok) return refuse(booked)
      for (const { endToEndId, outcome } of booked.data) terminal.out(`${endToEndId}  ${outcome}\n`)
      return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
    }
    case 'paid': {
      const booked = await platform.bookTransfers({ body: { invoices: rest } })
      if (!booked.ok) return refuse(booked)
      for (const { invoice, outcome } of booked.data) terminal.out(`${invoice}  ${outcome}\n`)
      return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
    }
    default: {
      if (rest[0] === undefined) {
        const found = await platform.getSeller({})
        if (!found.ok) return refuse(found)
        terminal.out(`${JSON.stringify(found.data, null, 2)}\n`)
        return 0
      }
      const seller = Seller.safeParse(parseJson(readText(rest[0])))
      if (!seller.success)
        return wrong(
          `${rest[0]} says not all of it, or something wrong: ${[...new Set(seller.error.issues.map(({ path }) => path.join('.') || 'no JSON'))].join(', ')}.`,
        )
      const saved = await platform.saveSeller({ body: seller.data })
      if (!saved.ok) return refuse(saved)
      terminal.out(`Invoices are written by ${seller.data.company}.\n`)
      return 0
    }
  }
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
    `${path}: ${collection.count} ${verb === 'collect' ? 'debits' : 'transfers'}, ${formatPrice(collection.cents)}, on ${formatDate(new Date(`${collection.collectOn}T12:00:00Z`))}\n`,
  )
  return 0
}

function showRefund({ id, customerId, cents, state, failure }: RefundView, terminal: Terminal): void {
  terminal.out(`${id}  ${customerId}  ${formatPrice(cents)}  ${state}${failure === null ? '' : ` (${failure})`}\n`)
}

/** '5', '5,00' and '5.00'; not a number where it is none. */
function toCents(text: string): number {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(text.trim()) ?? []
  return euros === undefined ? Number.NaN : Number(euros) * 100 + Number(cents)
}

async function showStatus(platform: Platform, terminal: Terminal, refuse: (failed: Failed) => 1): Promise<0 | 1> {
  const found = await platform.getBillingStatus({})
  if (!found.ok) return refuse(found)
  const { charges, contracts, waitingForBank, refunds, collections } = found.data
  terminal.out(
    `contracts: ${
      Object.entries(contracts)
        .map(([state, count]) => `${count} ${state}`)
        .join(', ') || 'none'
    }\n`,
  )
  for (const [state, { count, cents }] of Object.entries(charges))
    terminal.out(`  ${state.padEnd(10)} ${String(count).padStart(6)}  ${formatPrice(cents)}\n`)
  terminal.out(`${waitingForBank} debits wait for the next file\n`)
  if (refunds.length > 0) terminal.out('to give back:\n')
  for (const refund of refunds) showRefund(refund, terminal)
  for (const { id, collectOn, count, cents } of collections.slice(0, 5))
    terminal.out(`${id}  ${collectOn}  ${count} debits  ${formatPrice(cents)}\n`)
  return 0
}

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

function readKey(dataDir: string): string {
  return readText(join(dataDir, 'keys', 'subscription.key'))?.trim() ?? ''
}

if (import.meta.main) await runProgram(runBilling)
