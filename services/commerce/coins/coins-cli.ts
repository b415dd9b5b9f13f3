/** `npx lokalteil coins`: give, take back and check coins of readers. `check` ends with 1 when the books do not balance. */
import { randomUUID } from 'node:crypto'
import type { Booking } from '@lokalteil/contracts/commerce'
import { formatDateTime } from '@lokalteil/domain/german'
import { defineNoun } from '../../platform/commands/command.ts'
import { say, type Failed } from '../../platform/commands/reach.ts'
import { PLATFORM, type Platform } from '../cli-platform.ts'

const CUSTOMER = /^\d{9}$/

export const runCoins = defineNoun({
  name: 'coins',
  reach: PLATFORM,
  words: {
    READER: 'a customer number of nine digits, or the id of single sign-on',
    COUNT: { is: 'a whole number from 1 to 1000', fits: /^[1-9]\d{0,2}$|^1000$/ },
    RECEIPT: { is: 'a number like B-2026-ACDE-FGHJ', fits: /^B-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/ },
  },
  options: {
    reason: 'stands on the receipt',
    expires: 'the last day of the coins',
    id: 'of a ticket: said twice, it is one booking',
  },
  verbs: {
    'show READER': {
      about: 'coins and bookings; by the customer number also when the account is erased',
      ask: async (platform, { reader }) => {
        const found = await readWallet(platform, reader)
        if (!found.ok) return found
        const { coins, bookings } = found
        return [coins === null ? 'never had coins' : `${coins} coins`, ...bookings.map(toLine)]
      },
    },
    'grant READER COUNT --reason TEXT [--expires DAY] [--id KEY]': {
      about: 'gives coins',
      ask: async (platform, given) => {
        const reader = await findReader(platform, given.reader)
        if (!reader.ok) return reader
        const { count, reason, expires: expiresOn, id: idempotencyKey = randomUUID() } = given
        const body = { count: Number(count), reason: reason.trim(), idempotencyKey, expiresOn }
        return say(platform.grantCoins({ params: { sub: reader.sub }, body }), toLine)
      },
    },
    'refund RECEIPT --reason TEXT': {
      about:
        'takes one booking back: an article or issue is locked again, bought coins leave the wallet if they are still there',
      ask: (platform, { receipt: receiptNumber, reason }) =>
        say(platform.refundBooking({ params: { receiptNumber }, body: { reason: reason.trim() } }), toLine),
    },
    expire: {
      about: 'takes out coins whose last day is over',
      ask: (platform) =>
        say(platform.expireCoins({}), ({ coins, wallets }) => `${coins} coins of ${wallets} readers have lapsed`),
    },
    check: {
      about: 'whether the books balance',
      ask: async (platform, _given, { terminal }) => {
        const books = await platform.checkLedger({})
        if (!books.ok) return books
        const { bookings, accounts, faults } = books.data
        terminal.out(`${bookings} bookings\n`)
        for (const [account, total] of Object.entries(accounts)) terminal.out(`  ${account.padEnd(8)} ${total}\n`)
        if (faults.length === 0) terminal.out('The books balance.\n')
        for (const fault of faults) terminal.err(`${fault}\n`)
        return faults.length === 0 ? 0 : 1
      },
    },
  },
})

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
