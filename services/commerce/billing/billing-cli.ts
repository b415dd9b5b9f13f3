/**
 * `npx lokalteil billing`: collect, book and refund money. Bank accounts are sealed with the portal's secret and letters are
 * sent from there, so a running portal is needed. A file for the bank is readable by its owner alone.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { BILLING_INTERNAL, RefundId, Seller, type RefundView } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { OrderNumber } from '@lokalteil/contracts/commerce/orders'
import { INVOICE_NUMBER } from '@lokalteil/domain/commerce/invoices'
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { Fault, type Call, type Terminal } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { say, type Done, type Failed } from '../../platform/commands/reach.ts'
import { PLATFORM } from '../cli-platform.ts'
import { parseReturns } from '../payments/bank-file.ts'

type Platform = Client<typeof BILLING_INTERNAL>
type BankFile = { collection: { id: string; collectOn: string; count: number; cents: number }; document: string }
type Answer<Data> = Promise<{ ok: true; data: Data } | Failed>

export const runBilling = defineNoun({
  name: 'billing',
  more: 'All of them may be repeated: nothing is collected, paid or booked twice. What is due the portal does by itself.',
  reach: { ...PLATFORM, calls: BILLING_INTERNAL, own: undefined, timeout: 300_000 },
  words: {
    INVOICE: { is: 'a number like AK-2026-000123', fits: INVOICE_NUMBER },
    ORDER: { is: 'a number like A-2026-7Q4F-MX2D', fits: (text) => OrderNumber.safeParse(text).success },
    REFUND: { is: 'an id that "status" lists', fits: (text) => RefundId.safeParse(text).success },
    AMOUNT: { is: 'like 5,00', fits: (text) => !Number.isNaN(toCents(text)) },
  },
  options: {
    out: 'where the file is written (default: ID.xml)',
    again: 'writes a file of before once more',
    id: 'of a ticket: it makes a part one refund, however often it is asked for',
    on: 'the day on which it was declared (default: today)',
  },
  verbs: {
    status: {
      about: 'contracts, charges, files for the bank, and what has to go back',
      ask: (platform, _given, call) => showStatus(platform, call),
    },
    run: { about: 'does now what is due', ask: (platform, _given, call) => runNow(platform, call) },
    'collect [--out FILE] [--again ID]': {
      about: 'writes a pain.008 file of the debits that are in none yet; debits no file can carry are named',
      ask: (platform, given, call) => fetchFile('collect', platform, given, call),
    },
    'returns FILE': {
      about:
        'books what came back, from a table with end-to-end id;reason or camt.053, camt.054 or pain.002 of the bank; the payments of a file that was rejected whole wait for the next one',
      run({ file }, { terminal, toPath }) {
        const text = readText(toPath(file))
        if (text === null) throw new Fault(`${file} cannot be read.`)
        const returns = parseReturns(text)
        if (returns === null) throw new Fault(`${file} is no list of returns.`)
        return (platform) =>
          showBooked(platform.bookReturns({ body: { returns } }), ({ endToEndId }) => endToEndId, terminal)
      },
    },
    'paid INVOICE…': {
      about: 'books transfers by the numbers of their invoices',
      ask: (platform, { invoice: invoices }, { terminal }) =>
        showBooked(platform.bookTransfers({ body: { invoices: [...invoices] } }), ({ invoice }) => invoice, terminal),
    },
    'refund INVOICE [--amount AMOUNT] [--id TICKET]': {
      about: 'gives back all that is left of an invoice, or a part, and corrects it',
      run({ invoice, amount, id }) {
        if (amount !== undefined && id === undefined)
          throw new Fault('A part needs a ticket (--id), so that it goes back once.')
        const cents = amount === undefined ? null : toCents(amount)
        const idempotencyKey = id === undefined ? 'rest' : `ticket ${id}`
        return (platform) => say(platform.refundInvoice({ body: { invoice, cents, idempotencyKey } }), toRefundLine)
      },
    },
    'withdraw ORDER [--on DAY]': {
      about: 'ends a contract by withdrawal, and gives everything back',
      ask: (platform, { order, on }, { now }) =>
        say(platform.withdrawOrder({ body: { order, declaredOn: on ?? toDayKey(now()) } }), (given) => [
          `${order}: the contract has ended`,
          ...given.map(toRefundLine),
        ]),
    },
    'transfers [--out FILE] [--again ID]': {
      about: 'writes a pain.001 file of refunds to bank accounts',
      ask: (platform, given, call) => fetchFile('transfers', platform, given, call),
    },
    'refunded REFUND…': {
      about: 'says that somebody has transferred what "status" lists as by-hand',
      ask: (platform, { refund: refunds }, { terminal }) =>
        showBooked(platform.bookRefunds({ body: { refunds: [...refunds] } }), ({ refund }) => refund, terminal),
    },
    'seller [FILE]': {
      about: 'shows who writes the invoices, or sets it from a JSON file',
      run({ file }, { toPath }) {
        if (file === undefined)
          return (platform) => say(platform.getSeller({}), (seller) => JSON.stringify(seller, null, 2))
        const seller = Seller.safeParse(parseJson(readText(toPath(file))))
        if (!seller.success) {
          const fields = new Set(seller.error.issues.map(({ path }) => path.join('.') || 'no JSON'))
          throw new Fault(`${file} says not all of it, or something wrong: ${[...fields].join(', ')}.`)
        }
        const { data } = seller
        return (platform) => say(platform.saveSeller({ body: data }), () => `Invoices are written by ${data.company}.`)
      },
    },
  },
})

async function runNow(platform: Platform, { terminal }: Call): Promise<Done> {
  const done = await platform.runBilling({})
  if (!done.ok) return done
  const counts = Object.entries(done.data).map(([name, count]) => `${name} ${count}`)
  terminal.out(`${counts.join(', ')}\n`)
  return done.data.troubles === 0 ? 0 : 1
}

/** Ends with 1 where one of them is unknown. */
async function showBooked<One extends { outcome: string }>(
  asked: Answer<One[]>,
  toName: (one: One) => string,
  terminal: Terminal,
): Promise<Done> {
  const booked = await asked
  if (!booked.ok) return booked
  for (const one of booked.data) terminal.out(`${toName(one)}  ${one.outcome}\n`)
  return booked.data.every(({ outcome }) => outcome !== 'unknown') ? 0 : 1
}

async function fetchFile(
  verb: 'collect' | 'transfers',
  platform: Platform,
  { again, out }: { again?: string; out?: string },
  { terminal, toPath }: Call,
): Promise<Done> {
  const make = verb === 'collect' ? platform.collectDebits : platform.payRefunds
  const made = again === undefined ? await make({}) : await platform.getCollection({ params: { collectionId: again } })
  if (!made.ok) return made
  const written = writeFile(verb, made.data, (id) => toPath(out ?? `${id}.xml`), terminal)
  if (verb === 'transfers' || again !== undefined) return written
  const status = await platform.getBillingStatus({})
  return status.ok ? Math.max(written, tellUnfit(status.data.unfitForBank, terminal)) : status
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
  toPath: (id: string) => string,
  terminal: Terminal,
): 0 | 1 {
  if (made === null) {
    terminal.out(verb === 'collect' ? 'There is nothing to collect.\n' : 'There is nothing to pay back.\n')
    return 0
  }
  const { collection, document } = made
  const path = toPath(collection.id)
  try {
    writeFileSync(path, document, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    terminal.err(
      `${path} cannot be written: ${(error as { code?: string }).code ?? 'error'}. The file is kept; get it with: npx lokalteil billing ${verb} --again ${collection.id} --out FILE\n`,
    )
    return 1
  }
  terminal.out(
    `${path}: ${verb === 'collect' ? toDebits(collection.count) : toTransfers(collection.count)}, ${formatPrice(collection.cents)}, on ${toDay(collection.collectOn)}\n`,
  )
  return 0
}

function toRefundLine({ id, customerId, cents, state, failure }: RefundView): string {
  return `${id}  ${customerId}  ${formatPrice(cents)}  ${state}${failure === null ? '' : ` (${failure})`}`
}

/** '5', '5,00' and '5.00'; not a number where it is none. */
function toCents(text: string): number {
  const [, euros, cents = ''] = /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(text.trim()) ?? []
  return euros === undefined ? Number.NaN : Number(euros) * 100 + Number(cents)
}

async function showStatus(platform: Platform, { terminal }: Call): Promise<Done> {
  const found = await platform.getBillingStatus({})
  if (!found.ok) return found
  const { charges, contracts, waitingForBank, unfitForBank, refunds, collections, purchases } = found.data
  const states = Object.entries(contracts).map(([state, count]) => `${count} ${state}`)
  const toSum = ({ count, cents }: { count: number; cents: number }) =>
    `${String(count).padStart(6)}  ${formatPrice(cents)}`
  const list = (head: string, rows: readonly string[]) => {
    if (rows.length > 0) terminal.out(`${head}:\n${rows.map((row) => `  ${row}\n`).join('')}`)
  }
  terminal.out(`contracts: ${states.join(', ') || 'none'}\n`)
  list(
    'charges',
    Object.entries(charges).map(([state, sum]) => `${state.padEnd(10)} ${toSum(sum)}`),
  )
  list(
    'purchases',
    purchases.map(({ seller, state, ...sum }) => `${seller.padEnd(10)} ${state.padEnd(10)} ${toSum(sum)}`),
  )
  terminal.out(`for the next file: ${toDebits(waitingForBank)}\n`)
  tellUnfit(unfitForBank, terminal)
  list('to give back', refunds.map(toRefundLine))
  list(
    'last files for the bank',
    collections
      .slice(0, 5)
      .map(({ id, collectOn, count, cents }) => [id, toDay(collectOn), toDebits(count), formatPrice(cents)].join('  ')),
  )
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
