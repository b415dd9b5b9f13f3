/** `npx lokalteil shop`: the publisher's work on orders of the shop. */
import { SHOP_INTERNAL, TicketCode, type ShopOrder } from '../contract/shop.ts'
import { PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'
import { formatDateTime, toDayKey } from '@lokalteil/domain/german'
import { defineNoun } from '@lokalteil/services/platform/commands/command'
import { say } from '@lokalteil/services/platform/commands/reach'

const MOST = 500

export const runShop = defineNoun({
  name: 'shop',
  reach: { calls: SHOP_INTERNAL, mount: '/__services/shop', key: 'ingest', variable: 'SHOP_SERVICE_KEY' },
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
      ask: (shop, { all }) =>
        say(shop.listOrders({ query: { open: all ? 'false' : 'true', limit: MOST } }), (orders) => [
          ...orders.map(toText),
          `${orders.length} orders`,
        ]),
    },
    'sent ORDER [--on DAY] [--parcel ADDRESS]': {
      about: 'says that an order was sent, and mails the reader',
      ask: (shop, { order: number, on, parcel: parcelUrl = null }, { now }) =>
        say(
          shop.markSent({ params: { number }, body: { on: on ?? toDayKey(now()), parcelUrl } }),
          ({ sentOn }) => `${number}: sent on ${sentOn}`,
        ),
    },
    'redeem TICKET': {
      about: 'takes a ticket at the entrance: it is valid once',
      ask: (shop, { ticket }) =>
        say(shop.redeemTicket({ params: { code: ticket.toUpperCase() } }), ({ isNew, title, on, usedAt }) => {
          const verdict = isNew ? 'VALID' : `USED at ${formatDateTime(new Date(usedAt))}`
          return `${verdict}  ${title}${on === null ? '' : `, ${on}`}`
        }),
    },
  },
})

function toText({ number, state, payment, items, delivery, recipient, returned, sentOn, orderedAt }: ShopOrder) {
  const at = formatDateTime(new Date(orderedAt))
  return [
    `${number}  ${at}  ${state}, ${payment}${sentOn === null ? '' : `, sent on ${sentOn}`}`,
    ...[
      ...items.map(
        ({ key, quantity, title }) => `${quantity} × ${title}${returned.includes(key) ? ' (returned)' : ''}`,
      ),
      delivery?.name,
      recipient?.company,
      recipient?.name,
      recipient?.street,
      recipient && `${recipient.postcode} ${recipient.city}`,
      recipient?.country,
    ].flatMap((line) => (line ? `  ${line}` : [])),
  ].join('\n')
}
