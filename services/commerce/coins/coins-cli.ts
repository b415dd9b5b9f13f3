/**
 * `npm run coins -- show|grant|refund|expire|check PUBLICATION …`: what the reader service does with coins. Asks a running
 * portal, with its service key; without one the database directly. Whoever grants twice by the same `--id` grants once.
 * Ends with 0 when it was done, 1 when it was refused or the books do not balance, 2 when the command was wrong.
 */
import { randomUUID } from 'node:crypto'
import type { Booking } from '@lokalteil/contracts/commerce'
import { formatDateTime } from '@lokalteil/domain/german'
import { toCode } from '@lokalteil/domain/publication/publications'
import {
  parseCommand,
  refuse,
  runProgram,
  type Environment,
  type Failed,
  type Terminal,
} from '../../platform/operator-command.ts'
import { withPlatform, type Platform } from '../cli-platform.ts'

const USAGE = `Usage: npm run coins -- show PUBLICATION READER
       npm run coins -- grant PUBLICATION READER COUNT --reason TEXT [--expires 2026-12-31] [--id KEY]
       npm run coins -- refund PUBLICATION RECEIPT --reason TEXT
       npm run coins -- expire PUBLICATION
       npm run coins -- check PUBLICATION

PUBLICATION is the code of one; READER a customer number of nine digits or the id of single sign-on;
RECEIPT a number like B-2026-ACDE-FGHJ. 'show' by the customer number works as well when the account is erased. A refund takes one booking back: the coins of an article or issue return to the
reader and it is locked again, bought coins leave the wallet if they are still there.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SUBSCRIPTION_SERVICE_KEY or DATA_DIR/keys/subscription.key)
  --help`

type Given = { reason: string | undefined; expires: string | undefined; id: string | undefined }

export async function runCoins(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const text = { type: 'string' } as const
  const parsed = parseCommand(args, { reason: text, expires: text, id: text }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', code = '', ...rest] = positionals
  if (verb === '') return wrong('What is to be done?')
  const mandator = toCode(code)
  if (mandator === null) return wrong(code === '' ? 'Which publication?' : `There is no publication "${code}".`)
  const fault = findFault(verb, rest, values)
  if (fault !== null) return wrong(fault)

  const given: Given = { reason: values.reason, expires: values.expires, id: values.id }
  const done = await withPlatform(
    { mandator, environment, url: values.url, key: values.key, keeps: 'coins' },
    (platform) => platform.checkLedger({}),
    (platform) => run(platform, verb, rest, given, terminal),
  )
  return typeof done === 'string' ? wrong(done) : done
}

function findFault(
  verb: string,
  rest: readonly string[],
  { reason, expires }: { reason?: string | undefined; expires?: string | undefined },
): string | null {
  const isNamed = (rest[0] ?? '') !== ''
  const hasReason = reason !== undefined && reason.trim() !== ''
  switch (verb) {
    case 'show':
      return isNamed ? null : 'Which reader?'
    case 'grant':
      if (!isNamed) return 'Which reader?'
      if (!/^[1-9]\d{0,2}$|^1000$/.test(rest[1] ?? '')) return 'How many coins? A whole number from 1 to 1000.'
      if (expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(expires)) return '--expires is a day like 2026-12-31.'
      return hasReason ? null : 'Why? Give --reason, it stands on the receipt.'
    case 'refund':
      if (!/^B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(rest[0] ?? ''))
        return 'Which receipt? A number like B-2026-ACDE-FGHJ.'
      return hasReason ? null : 'Why? Give --reason, it stands on the receipt.'
    case 'expire':
    case 'check':
      return null
    default:
      return `There is no "${verb}".`
  }
}

async function run(
  platform: Platform,
  verb: string,
  [first = '', second = '']: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<0 | 1> {
  const reason = given.reason?.trim() ?? ''
  switch (verb) {
    case 'show': {
      const found = await readWallet(platform, first)
      if (!found.ok) return refuse({ terminal }, found)
      terminal.out(found.coins === null ? 'never had coins\n' : `${found.coins} coins\n`)
      for (const booking of found.bookings) terminal.out(`${toLine(booking)}\n`)
      return 0
    }
    case 'grant': {
      const reader = await findReader(platform, first)
      if (!reader.ok) return refuse({ terminal }, reader)
      const booked = await platform.grantCoins({
        params: { sub: reader.sub },
        body: {
          count: Number(second),
          reason,
          idempotencyKey: given.id ?? randomUUID(),
          expiresOn: given.expires,
        },
      })
      if (!booked.ok) return refuse({ terminal }, booked)
      terminal.out(`${toLine(booked.data)}\n`)
      return 0
    }
    case 'refund': {
      const booked = await platform.refundBooking({ params: { receiptNumber: first }, body: { reason } })
      if (!booked.ok) return refuse({ terminal }, booked)
      terminal.out(`${toLine(booked.data)}\n`)
      return 0
    }
    case 'expire': {
      const expired = await platform.expireCoins({})
      if (!expired.ok) return refuse({ terminal }, expired)
      terminal.out(`${expired.data.coins} coins of ${expired.data.wallets} readers have lapsed\n`)
      return 0
    }
    default: {
      const books = await platform.checkLedger({})
      if (!books.ok) return refuse({ terminal }, books)
      const { bookings, accounts, faults } = books.data
      terminal.out(`${bookings} bookings\n`)
      for (const [account, total] of Object.entries(accounts)) terminal.out(`  ${account.padEnd(8)} ${total}\n`)
      if (faults.length === 0) terminal.out('The books balance.\n')
      for (const fault of faults) terminal.err(`${fault}\n`)
      return faults.length === 0 ? 0 : 1
    }
  }
}

type FoundWallet = { ok: true; coins: number | null; bookings: readonly Booking[] }

/** By the customer number, because bookings outlive the account; by the reader otherwise. */
async function readWallet(platform: Platform, reader: string): Promise<FoundWallet | Failed> {
  if (!CUSTOMER.test(reader)) {
    const params = { sub: reader }
    const [wallet, bookings] = [await platform.getWallet({ params }), await platform.listBookings({ params })]
    if (!bookings.ok) return bookings
    return { ok: true, coins: wallet.ok ? wallet.data.availableCreditCount : null, bookings: bookings.data }
  }
  const params = { customerId: reader }
  const customer = await platform.showCustomer({ params })
  if (!customer.ok) return customer
  const bookings = await platform.listCustomerBookings({ params })
  return bookings.ok ? { ok: true, coins: customer.data.coins, bookings: bookings.data } : bookings
}

const CUSTOMER = /^\d{9}$/

async function findReader(platform: Platform, reader: string): Promise<{ ok: true; sub: string } | Failed> {
  if (!CUSTOMER.test(reader)) return { ok: true, sub: reader }
  const found = await platform.findReader({ params: { customerId: reader } })
  return found.ok ? { ok: true, sub: found.data.sub } : found
}

function toLine({ receiptNumber, kind, subject, reason, amount, bookedAt, expiresOn, refunds }: Booking): string {
  const about = [
    subject.title ?? subject.name,
    subject.articleId ?? subject.issueKey,
    reason,
    expiresOn === null ? undefined : `until ${expiresOn}`,
    refunds ?? undefined,
  ].filter((part) => part !== undefined)
  return `${receiptNumber}  ${formatDateTime(new Date(bookedAt))}  ${(amount > 0 ? `+${amount}` : String(amount)).padStart(5)}  ${kind.padEnd(8)}  ${about.join(' · ')}`
}

if (import.meta.main) await runProgram(runCoins)
