/**
 * `npx lokalteil customers`: what the reader service does for somebody on the telephone, and a table of subscribers of the
 * system before. What ends or changes a contract writes the reader the same letter as the reader's own account does.
 */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { CustomerEntry } from '@lokalteil/contracts/commerce'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { ORDER_COUNTRIES } from '@lokalteil/domain/commerce/orders'
import { Fault, type Call } from '../../platform/commands/call.ts'
import { defineNoun } from '../../platform/commands/command.ts'
import { show, type Done, type Failed } from '../../platform/commands/reach.ts'
import { importSubscribers } from '../imports/import-subscribers.ts'
import { PLATFORM, type Platform } from '../cli-platform.ts'

const FIELDS = {
  'first-name': 'firstName',
  'last-name': 'lastName',
  company: 'company',
  street: 'street',
  postcode: 'postcode',
  city: 'city',
  country: 'country',
  email: 'email',
} as const

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
      run(call) {
        const q = call.words.join(' ').trim()
        if (q.length < 3) throw new Fault('Who? At least three letters, or a number.')
        return async (platform) =>
          show(call, await platform.findCustomers({ query: { q } }), (found) => [
            ...found.map(toLine),
            `${found.length} customers`,
          ])
      },
    },
    'show CUSTOMER': { about: 'who it is, with contracts, coins, seats, refunds and papers', run: changing(null) },
    'cancel CUSTOMER CONTRACT --on DAY': {
      about: 'ends a contract, and writes to the reader',
      needsPortal: true,
      run: changing((platform, { words: [customerId = '', id = ''], values: { on = '' } }) =>
        platform.endContract({ params: { customerId, id }, body: { confirmedEnd: on } }),
      ),
    },
    'keep CUSTOMER CONTRACT': {
      about: 'takes a cancellation back, and writes to the reader',
      needsPortal: true,
      run: changing((platform, { words: [customerId = '', id = ''] }) =>
        platform.keepContract({ params: { customerId, id } }),
      ),
    },
    [`address CUSTOMER ${Object.keys(FIELDS)
      .map((name) => `[--${name} ${name === 'country' ? 'COUNTRY' : 'TEXT'}]`)
      .join(' ')}`]: {
      about: 'corrects name and address for the invoices and letters to come; invoices that were issued stay',
      run(call) {
        const given = Object.entries(FIELDS).flatMap(([option, field]) => {
          const value = call.values[option]
          return value === undefined ? [] : [[field, value] as const]
        })
        if (given.length === 0) throw new Fault('What is to be corrected? Give --street and what else has changed.')
        return changing((platform, { words: [customerId = ''] }) =>
          platform.correctBuyer({ params: { customerId }, body: Object.fromEntries(given) }),
        )(call)
      },
    },
    'end-seat CUSTOMER SEAT': {
      about: 'takes a household seat back',
      run: changing((platform, { words: [customerId = '', seatId = ''] }) =>
        platform.endCustomerSeat({ params: { customerId, seatId } }),
      ),
    },
    'import FILE [--dry-run] [--report FILE] [--invite]': {
      about:
        'brings subscribers of another system along: accounts without passwords and running contracts; run again it changes nothing that is in',
      needsPortal: true,
      run: importSubscribers,
    },
  },
})

/** Makes a change, where there is one, and shows the customer. */
function changing(change: ((platform: Platform, call: Call) => Promise<{ ok: true } | Failed>) | null) {
  return (call: Call) =>
    async (platform: Platform): Promise<Done> => {
      const changed = await change?.(platform, call)
      if (changed !== undefined && !changed.ok) return changed
      return show(call, await platform.showCustomer({ params: { customerId: call.words[0]! } }), (found) => {
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
