/**
 * `npm run shop -- orders|sent|redeem PUBLICATION …`: what the publisher's office does with orders. Asks a running portal,
 * as any other program could. Ends with 0 when it was done, 1 when it was refused, 2 when the command was wrong.
 */
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { SHOP_INTERNAL, TicketCode, type ShopOrder } from '@lokalteil/contracts/shop'
import { PurchaseNumber } from '@lokalteil/contracts/commerce/sellers'
import { formatDateTime, toDayKey } from '@lokalteil/domain/german'
import { readKeptKey } from '../platform/kept-key.ts'
import {
  parseCommand,
  runProgram,
  toRefusalLine,
  type Environment,
  type Failed,
  type Terminal,
} from '../platform/operator-command.ts'

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
  fetcher: (request: Request) => Promise<Response> = fetch,
): Promise<0 | 1 | 2> {
  const text = { type: 'string' } as const
  const parsed = parseCommand(args, { on: text, parcel: text, all: { type: 'boolean' } }, USAGE, terminal)
  if (typeof parsed === 'number') return parsed
  const { values, positionals, wrong } = parsed
  const [verb = '', publication = '', subject = ''] = positionals
  if (!['orders', 'sent', 'redeem'].includes(verb))
    return wrong(verb === '' ? 'What is to be done?' : `There is no "${verb}".`)
  if (!/^[a-z][a-z0-9]{1,15}$/.test(publication)) return wrong('Say which publication, by its code.')
  if (verb === 'sent' && !PurchaseNumber.safeParse(subject).success)
    return wrong('Which order? A number like A-2026-7Q4F-MX2D.')
  const code = subject.toUpperCase()
  if (verb === 'redeem' && !TicketCode.safeParse(code).success)
    return wrong('Which ticket? A code like 7Q4F-MX2D-AC3E.')
  const on = values.on ?? toDayKey(new Date())
  if (!/^\d{4}-\d\d-\d\d$/.test(on)) return wrong(`"${on}" is no day. Write it like 2026-11-24.`)
  const parcelUrl = values.parcel ?? null
  if (parcelUrl !== null && !/^https:\/\/\S+$/.test(parcelUrl)) return wrong('--parcel is an https address.')

  const base = (values.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  const key =
    values.key ??
    (environment.SHOP_SERVICE_KEY || environment.INGEST_KEY || readKeptKey(environment.DATA_DIR || '.data', 'ingest'))
  const client = createClient(SHOP_INTERNAL, {
    fetch: fetcher,
    base: `${base}/__services/shop/${publication}`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 30_000,
  })
  const failed = await run(
    client,
    { verb, subject: verb === 'redeem' ? code : subject, on, parcelUrl, isAll: values.all === true },
    terminal,
  )
  if (failed === null) return 0
  terminal.err(
    `${failed.status === 0 ? `Nothing answers at ${base}. Start the portal first.` : toRefusalLine(failed)}\n`,
  )
  return 1
}

/** Null: it was done. */
async function run(
  client: Client<typeof SHOP_INTERNAL>,
  asked: { verb: string; subject: string; on: string; parcelUrl: string | null; isAll: boolean },
  terminal: Terminal,
): Promise<Failed | null> {
  const { verb, subject, on, parcelUrl, isAll } = asked
  if (verb === 'orders') {
    const found = await client.listOrders({ query: { open: isAll ? 'false' : 'true', limit: MOST } })
    if (!found.ok) return found
    for (const order of found.data) terminal.out(`${toText(order)}\n`)
    terminal.out(`${found.data.length} orders\n`)
    return null
  }
  if (verb === 'sent') {
    const sent = await client.markSent({ params: { number: subject }, body: { on, parcelUrl } })
    if (!sent.ok) return sent
    terminal.out(`${subject}: sent on ${sent.data.sentOn}\n`)
    return null
  }
  const redeemed = await client.redeemTicket({ params: { code: subject } })
  if (!redeemed.ok) return redeemed
  const { isNew, title, on: day, usedAt } = redeemed.data
  terminal.out(
    `${isNew ? 'VALID' : `USED at ${formatDateTime(new Date(usedAt))}`}  ${title}${day === null ? '' : `, ${day}`}\n`,
  )
  return null
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
