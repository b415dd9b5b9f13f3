/** `npx lokalteil shop`: what the publisher's office does with orders of the shop. */
import { SHOP_INTERNAL, TicketCode, type ShopOrder } from '../contract/shop.ts'
import { PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'
import { formatDateTime, toDayKey } from '@lokalteil/domain/german'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { show } from '@lokalteil/services/platform/commands/reach'

const MOST = 500

export const runShop = defineNoun({
  name: 'shop',
  reach: {
    calls: SHOP_INTERNAL,
    mount: '/__services/shop',
    key: { variables: ['SHOP_SERVICE_KEY', 'INGEST_KEY'], file: 'ingest' },
  },
  words: {
    ORDER: { is: 'a number like A-2026-7Q4F-MX2D', fits: (text) => PurchaseNumber.safeParse(text).success },
    TICKET: { is: 'a code like 7Q4F-MX2D-AC3E', fits: (text) => TicketCode.safeParse(text.toUpperCase()).success },
    ADDRESS: { is: 'an https address', fits: /^https:\/\/\S+$/ },
  },
  options: {
    all: 'everything, not only what waits',
    on: 'the day it was sent (default: today)',
    parcel: 'where the parcel can be followed',
  },
  verbs: {
    'orders [--all]': {
      about: 'what has to be sent or handed over, oldest first, with its address',
      run: (call) => async (shop) => {
        const query = { open: call.has('all') ? 'false' : 'true', limit: MOST } as const
        return show(call, await shop.listOrders({ query }), (orders) => [
          ...orders.map(toText),
          `${orders.length} orders`,
        ])
      },
    },
    'sent ORDER [--on DAY] [--parcel ADDRESS]': {
      about: 'says that an order was sent, and mails the reader',
      run: (call) => async (shop) => {
        const {
          words: [number = ''],
          values: { on = toDayKey(call.now()), parcel: parcelUrl = null },
        } = call
        return show(call, await shop.markSent({ params: { number }, body: { on, parcelUrl } }), ({ sentOn }) => [
          `${number}: sent on ${sentOn}`,
        ])
      },
    },
    'redeem TICKET': {
      about: 'takes a ticket at the entrance: it is valid once',
      run: (call) => async (shop) => {
        const code = call.words[0]!.toUpperCase()
        return show(call, await shop.redeemTicket({ params: { code } }), ({ isNew, title, on, usedAt }) => [
          `${isNew ? 'VALID' : `USED at ${formatDateTime(new Date(usedAt))}`}  ${title}${on === null ? '' : `, ${on}`}`,
        ])
      },
    },
  },
})

function toText({
  number,
  state,
  payment,
  items,
  delivery,
  recipient,
  returned,
  sentOn,
  orderedAt,
}: ShopOrder): string {
  return [
    `${number}  ${formatDateTime(new Date(orderedAt))}  ${state}, ${payment}${sentOn === null ? '' : `, sent on ${sentOn}`}`,
    ...items.map(
      ({ key, quantity, title }) => `  ${quantity} × ${title}${returned.includes(key) ? ' (returned)' : ''}`,
    ),
    ...(delivery === null ? [] : [`  ${delivery.name}`]),
    ...(recipient === null
      ? []
      : [
          [
            recipient.company,
            recipient.name,
            recipient.street,
            `${recipient.postcode} ${recipient.city}`,
            recipient.country,
          ]
            .filter((part) => part !== '')
            .map((part) => `  ${part}`)
            .join('\n'),
        ]),
  ].join('\n')
}
