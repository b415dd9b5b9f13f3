/**
 * `npx lokalteil customers`: the reader service's changes of contracts, for example after a call, and the import of subscribers
 * from a former system. A change by command sends the same letter as a change in the reader's account.
 */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { CustomerEntry, PrintSubscription } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { toCustomerNumber } from '@lokalteil/domain/commerce/subscriptions'
import { Fault } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { say, type Done, type Failed } from '../../platform/commands/reach.ts'
import { importSubscribers } from '../imports/import-subscribers.ts'
import { PLATFORM, type Platform } from '../cli-platform.ts'

export const runCustomers = defineNoun({
  name: 'customers',
  more: 'All of it works as well when the account of a reader is erased: contracts, refunds and papers stay under the number.',
  reach: PLATFORM,
  words: {
    WORDS:
      'a number (of the customer, an order, a contract, an invoice, a refund, a declaration, the printed paper, a system before), or a part of a name, company or e-mail address of at least three letters',
    CUSTOMER: { is: 'a customer number of nine digits; "find" finds it', fits: /^\d{9}$/ },
    CONTRACT: 'an id that "show" prints',
    SEAT: 'an id that "show" prints',
    PRINT: {
      is: 'a customer number of the printed paper',
      fits: (text) => toCustomerNumber(text) !== null,
    },
    COUNTRY: {
      is: `one of ${ORDER_COUNTRIES.join(', ')}`,
      fits: (text) => ORDER_COUNTRIES.some((one) => one === text),
    },
    FILE: 'a table of subscribers (docs/moving-in.md)',
  },
  options: {
    on: 'the day that "show" names as the earliest end',
    'dry-run': 'nothing is written',
    report: 'the fate of each line, as a table',
    invite: 'readers without a password get a mail to set one',
  },
  verbs: {
    'find WORDS…': {
      about: 'finds customers',
      run({ words }) {
        const q = words.join(' ').trim()
        if (q.length < 3) throw new Fault('Who? At least three letters, or a number.')
        return async (platform) => {
          const print = await findPrint(platform, q)
          return say(platform.findCustomers({ query: { q } }), (found) => [
            ...found.map(toLine),
            ...print.map(toPrintLine),
            `${found.length} customers`,
          ])
        }
      },
    },
    'show CUSTOMER': {
      about: 'who it is, with contracts, coins, seats, refunds and papers',
      ask: changing(async () => ({ ok: true })),
    },
    'cancel CUSTOMER CONTRACT --on DAY': {
      about: 'ends a contract, and writes to the reader',
      needsPortal: true,
      ask: changing((platform, customerId, { contract: id, on }: { contract: string; on: string }) =>
        platform.endContract({ params: { customerId, id }, body: { confirmedEnd: on } }),
      ),
    },
    'keep CUSTOMER CONTRACT': {
      about: 'takes a cancellation back, and writes to the reader',
      needsPortal: true,
      ask: changing((platform, customerId, { contract: id }: { contract: string }) =>
        platform.keepContract({ params: { customerId, id } }),
      ),
    },
    'address CUSTOMER [--first-name TEXT] [--last-name TEXT] [--company TEXT] [--street TEXT] [--postcode TEXT] [--city TEXT] [--country COUNTRY] [--email TEXT]':
      {
        about: 'corrects name and address for the invoices and letters to come; invoices that were issued stay',
        run({ customer, 'first-name': firstName, 'last-name': lastName, country: code, ...more }) {
          const country = ORDER_COUNTRIES.find((one) => one === code)
          const body = { firstName, lastName, country, ...more }
          if (Object.values(body).every((value) => value === undefined))
            throw new Fault('What is to be corrected? Give --street and what else has changed.')
          return (platform: Platform) =>
            changing((_platform, customerId) => platform.correctBuyer({ params: { customerId }, body }))(platform, {
              customer,
            })
        },
      },
    'end-seat CUSTOMER SEAT': {
      about: 'takes a household seat back',
      ask: changing((platform, customerId, { seat: seatId }: { seat: string }) =>
        platform.endCustomerSeat({ params: { customerId, seatId } }),
      ),
    },
    'show-print PRINT': {
      about: 'shows a subscriber of the printed paper, with or without an account',
      ask: (platform, { print }) =>
        say(platform.showPrintSubscriber({ params: { customerNumber: toCustomerNumber(print)! } }), toPrintLine),
    },
    'end-print PRINT': {
      about:
        'ends the digital access of a subscriber of the printed paper, until a list has the number again; nobody is written to, because the list has no address',
      ask: (platform, { print }) =>
        say(platform.endPrintSubscriber({ params: { customerNumber: toCustomerNumber(print)! } }), toPrintLine),
    },
    'import FILE [--dry-run] [--report FILE] [--invite]': {
      about:
        'brings subscribers of another system along: accounts without passwords and running contracts; run again it changes nothing that is in',
      needsPortal: true,
      run: importSubscribers,
    },
  },
})

/** Makes a change, and shows the customer. */
function changing<Given>(
  change: (platform: Platform, customerId: string, given: Given) => Promise<{ ok: true } | Failed>,
) {
  return async (platform: Platform, given: Given & { customer: string }): Promise<Done> => {
    const customerId = given.customer
    const changed = await change(platform, customerId, given)
    if (!changed.ok) return changed
    return say(platform.showCustomer({ params: { customerId } }), (found) => {
      const { customer, contracts, coins, seats, refunds, printSubscriptions, declarations, documents } = found
      const lines = [
        ...contracts.map(toContractLine),
        ...(coins === null ? [] : [`${coins} coins`]),
        ...seats.map(
          ({ seatId, subscriptionId, label, state }) => `seat ${seatId}  ${state}  of ${subscriptionId}  ${label}`,
        ),
        ...printSubscriptions.map(
          ({ customerNumber, productName }) => `printed paper ${customerNumber}  ${productName}`,
        ),
        ...refunds.map(({ id, cents, state }) => `refund ${id}  ${formatPrice(cents)}  ${state}`),
        ...declarations.map(({ right, number }) => `${right} ${number} waits`),
        ...documents.map(
          ({ number, issuedOn, about, grossCents }) => `${number}  ${issuedOn}  ${formatPrice(grossCents)}  ${about}`,
        ),
      ]
      return [toLine(customer), ...lines.map((line) => `  ${line.trimEnd()}`)]
    })
  }
}

/** The subscriber of the printed paper with this number, in any spelling. */
async function findPrint(platform: Platform, words: string): Promise<PrintSubscription[]> {
  const customerNumber = toCustomerNumber(words)
  if (customerNumber === null) return []
  const found = await platform.showPrintSubscriber({ params: { customerNumber } })
  return found.ok ? [found.data] : []
}

function toPrintLine({ customerNumber, productName, postcode, isActive, customerId }: PrintSubscription): string {
  const account = customerId === null ? 'no account' : `customer ${customerId}`
  return ['printed paper', customerNumber, productName, postcode, isActive ? 'active' : 'ended', account].join('  ')
}

function toLine({ customerId, sub, name, company, email, address, since }: CustomerEntry): string {
  const erased = sub === null ? 'account erased' : ''
  return [customerId, name, company, email ?? '', address, `since ${since.slice(0, 10)}`, erased]
    .filter((part) => part !== '')
    .join('  ')
}

function toContractLine({ id, name, state, startsOn, endsOn, earliestEnd, declared }: ContractView): string {
  return [
    id,
    name,
    state,
    `from ${startsOn}`,
    endsOn === null ? '' : `until ${endsOn}`,
    earliestEnd === null ? '' : `earliest end ${earliestEnd}`,
    declared === null ? '' : `${declared.right} ${declared.number} waits`,
  ]
    .filter((part) => part !== '')
    .join('  ')
}
