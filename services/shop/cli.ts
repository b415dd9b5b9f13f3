/**
 * `npm run shop -- orders|sent|redeem PUBLICATION …`: what the publisher's office does with orders. Asks a running portal,
 * as any other program could. Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import { SHOP_INTERNAL, TicketCode, type ShopOrder } from '@lokalteil/contracts/shop'
import { PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'
import { formatDateTime, toDayKey } from '@lokalteil/domain/german'
import { CODE } from '@lokalteil/domain/publication/publications'
import { openOffice, show, WHICH_PUBLICATION } from '../platform/office-command.ts'
import { parseCommand, runProgram, type Environment, type Terminal } from '../platform/operator-command.ts'

const USAGE = `Usage: npm run shop -- orders PUBLICATION [--all]
       npm run shop -- sent PUBLICATION ORDER [--on 2026-11-24] [--parcel https://…]
       npm run shop -- redeem PUBLICATION CODE

'orders' lists what has to be sent or handed over, oldest first, with --all everything; 'sent' says that it was (default:
today) and mails the reader, with the address at which the parcel can be followed; 'redeem' takes a ticket at the entrance:
it is valid once.

  --url BASE    the running portal (default: http://127.0.0.1:PORT)
  --key KEY     its key (default: SHOP_SERVICE_KEY, INGEST_KEY or DATA_DIR/keys/ingest.key)
  --help`

const MOST = 500

export async function runShop(
  args: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<0 | 1 | 2> {
  const text = { type: 'string' } as const
  const parsed = parseCommand(args, { on: text, parcel: text, all: { type: 'boolean' } }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', publication = '', subject = ''] = positionals
  if (!['orders', 'sent', 'redeem'].includes(verb))
    return wrong(verb === '' ? 'What is to be done?' : `There is no "${verb}".`)
  if (!CODE.test(publication)) return wrong(WHICH_PUBLICATION)
  if (verb === 'sent' && !PurchaseNumber.safeParse(subject).success)
    return wrong('Which order? A number like A-2026-7Q4F-MX2D.')
  const code = subject.toUpperCase()
  if (verb === 'redeem' && !TicketCode.safeParse(code).success)
    return wrong('Which ticket? A code like 7Q4F-MX2D-AC3E.')
  const on = values.on ?? toDayKey(new Date())
  if (!/^\d{4}-\d\d-\d\d$/.test(on)) return wrong(`"${on}" is no day. Write it like 2026-11-24.`)
  const parcelUrl = values.parcel ?? null
  if (parcelUrl !== null && !/^https:\/\/\S+$/.test(parcelUrl)) return wrong('--parcel is an https address.')

  const office = openOffice(SHOP_INTERNAL, { service: 'shop', publication, values }, environment, terminal)
  if (verb === 'orders') {
    const query = { open: values.all === true ? 'false' : 'true', limit: MOST } as const
    return show(office, await office.client.listOrders({ query }), (orders) => [
      ...orders.map(toText),
      `${orders.length} orders`,
    ])
  }
  if (verb === 'sent')
    return show(
      office,
      await office.client.markSent({ params: { number: subject }, body: { on, parcelUrl } }),
      ({ sentOn }) => [`${subject}: sent on ${sentOn}`],
    )
  return show(office, await office.client.redeemTicket({ params: { code } }), ({ isNew, title, on: day, usedAt }) => [
    `${isNew ? 'VALID' : `USED at ${formatDateTime(new Date(usedAt))}`}  ${title}${day === null ? '' : `, ${day}`}`,
  ])
}

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

if (import.meta.main) await runProgram(runShop)
