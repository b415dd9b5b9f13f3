/**
 * The invoices of a publication. Promises: a charge gets one invoice, each refund of it one correction, in the transaction that
 * makes them necessary; numbers have no gap, because a number that is not used goes back with its transaction; what was
 * issued is never changed. Without a seller none is written: the run makes them up once the publisher has said who it is.
 */
import { toDayKey } from '@lokalteil/domain/german'
import {
  toCorrection,
  toInvoice,
  toInvoiceNumber,
  type Buyer,
  type Invoice,
  type NewLine,
  type Seller,
} from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql, type Selectable } from 'kysely'
import type { Database } from '../../platform/database.ts'
import type { SubscriptionDb, SubscriptionTables } from '../schema.ts'

export type ChargeRow = Selectable<SubscriptionTables['subscription.charges']>

/** Years after the one an invoice was written in (§ 14b UStG). */
const KEPT_YEARS = 8

export type Invoices = ReturnType<typeof createInvoices>

export function createInvoices({ database, now }: { database: Database; now: () => Date }) {
  const db = database.db as SubscriptionDb

  async function getSeller(mandator: Mandator, within: SubscriptionDb = db): Promise<Seller | null> {
    const row = await within
      .selectFrom('subscription.sellers')
      .select('data')
      .where('mandator', '=', mandator)
      .executeTakeFirst()
    return row === undefined ? null : (row.data as Seller)
  }

  /** Locks the publication's row until the transaction ends: the next invoice waits, and takes the numbers if this one fails. */
  async function takeNumbers(
    mandator: Mandator,
    year: number,
    count: number,
    within: SubscriptionDb,
  ): Promise<string[]> {
    const { last } = await within
      .insertInto('subscription.invoice_numbers')
      .values({ mandator, year, last: count })
      .onConflict((conflict) =>
        conflict.columns(['mandator', 'year']).doUpdateSet({ last: sql`invoice_numbers.last + ${count}` }),
      )
      .returning('last')
      .executeTakeFirstOrThrow()
    return Array.from({ length: count }, (_, index) => toInvoiceNumber(mandator, year, last - count + 1 + index))
  }

  function toRow(
    charge: Pick<ChargeRow, 'mandator' | 'customer_id' | 'charge_id'>,
    invoice: Invoice,
    refundId: string | null = null,
  ) {
    return {
      mandator: charge.mandator,
      invoice_number: invoice.number,
      kind: invoice.kind,
      customer_id: charge.customer_id,
      charge_id: charge.charge_id,
      issued_on: invoice.issuedOn,
      corrects: invoice.corrects?.number ?? null,
      refund_id: refundId,
      data: JSON.stringify(invoice),
      created_at: now(),
    }
  }

  /** One at a time for each publication, so that two at once do not both find none. */
  async function lock(mandator: string, within: SubscriptionDb): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invoices ${mandator}`}, 0))`.execute(within)
  }

  /** In their order, those that cost nothing left out. */
  async function issueAll(mandator: Mandator, all: readonly ChargeRow[], within: SubscriptionDb): Promise<Invoice[]> {
    const charges = all.filter((charge) => charge.amount_cents > 0)
    const seller = charges.length === 0 ? null : await getSeller(mandator, within)
    if (seller === null) return []
    await lock(mandator, within)
    const ids = charges.map((charge) => charge.charge_id)
    const before = await within
      .selectFrom('subscription.invoices')
      .select(['charge_id', 'data'])
      .where('mandator', '=', mandator)
      .where('charge_id', 'in', ids)
      .where('kind', '=', 'invoice')
      .execute()
    const found = new Map(before.map(({ charge_id: id, data }) => [id, data as Invoice]))
    const missing = charges.filter((charge) => !found.has(charge.charge_id))
    if (missing.length === 0) return charges.map((charge) => found.get(charge.charge_id)!)
    const issuedOn = toDayKey(now())
    const [abouts, buyers] = [await readAbouts(mandator, ids, within), await readBuyers(mandator, missing, within)]
    const numbers = await takeNumbers(mandator, Number(issuedOn.slice(0, 4)), missing.length, within)
    for (const [index, charge] of missing.entries()) {
      const about = abouts.get(charge.charge_id)
      const basis = {
        mandator,
        issuedOn,
        customerNumber: charge.customer_id,
        orderNumber: charge.order_number,
        contract: about?.product_name ?? charge.description,
        seller,
        buyer: buyers.get(charge.charge_id) ?? toInvoiceBuyer({}, ''),
        payment: {
          kind: (about?.kind ?? 'invoice') as Invoice['payment']['kind'],
          label: about?.label ?? '',
          mandateReference: about?.mandate_reference ?? null,
          paidOn: charge.state === 'paid' ? toDayKey(charge.settled_at ?? now()) : null,
          dueOn: charge.due_on,
        },
      }
      found.set(charge.charge_id, toInvoice(numbers[index]!, basis, toLines(charge)))
    }
    await within
      .insertInto('subscription.invoices')
      .values(missing.map((charge) => toRow(charge, found.get(charge.charge_id)!)))
      .execute()
    return charges.map((charge) => found.get(charge.charge_id)!)
  }

  return {
    getSeller,

    async saveSeller(mandator: Mandator, seller: Seller): Promise<void> {
      const row = { data: JSON.stringify(seller), changed_at: now() }
      await db
        .insertInto('subscription.sellers')
        .values({ mandator, ...row })
        .onConflict((conflict) => conflict.column('mandator').doUpdateSet(row))
        .execute()
    },

    /** The charge's invoice, made now where it has none; null without a seller, and for what costs nothing. */
    issue: async (charge: ChargeRow, within: SubscriptionDb): Promise<Invoice | null> =>
      (await issueAll(charge.mandator as Mandator, [charge], within))[0] ?? null,
    issueAll,

    /** `cents` (null: all that is left) of what was invoiced for a charge is taken back, for each refund once; null where nothing was or is left. */
    async correct(
      charge: Pick<ChargeRow, 'mandator' | 'customer_id' | 'charge_id'>,
      { refundId, cents }: { refundId: string | null; cents: number | null },
      within: SubscriptionDb,
    ): Promise<Invoice | null> {
      const mandator = charge.mandator as Mandator
      await lock(mandator, within)
      const rows = await within
        .selectFrom('subscription.invoices')
        .select(['data', 'refund_id', 'kind'])
        .where('mandator', '=', mandator)
        .where('charge_id', '=', charge.charge_id)
        .execute()
      const invoice = rows.find(({ kind }) => kind === 'invoice')?.data as Invoice | undefined
      if (invoice === undefined || (refundId !== null && rows.some((row) => row.refund_id === refundId))) return null
      const correctedCents = rows
        .filter(({ kind }) => kind === 'correction')
        .reduce((sum, row) => sum - (row.data as Invoice).sums.grossCents, 0)
      const left = invoice.sums.grossCents - correctedCents
      const taken = Math.min(cents ?? left, left)
      if (taken <= 0) return null
      const issuedOn = toDayKey(now())
      const [number] = await takeNumbers(mandator, Number(issuedOn.slice(0, 4)), 1, within)
      const correction = toCorrection(number!, invoice, issuedOn, taken, correctedCents)
      await within
        .insertInto('subscription.invoices')
        .values(toRow(charge, correction, refundId))
        .execute()
      return correction
    },

    /** Newest first. */
    async list(mandator: Mandator, customerId: string): Promise<Invoice[]> {
      const rows = await db
        .selectFrom('subscription.invoices')
        .select('data')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .orderBy('invoice_number', 'desc')
        .execute()
      return rows.map(({ data }) => data as Invoice)
    },

    /** What an erasure leaves, name and address too. */
    async listKept(mandator: Mandator, customerId: string): Promise<{ what: string; reason: string; until: string }[]> {
      const rows = await db
        .selectFrom('subscription.invoices')
        .select('issued_on')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('issued_on', 'desc')
        .execute()
      const [last] = rows
      if (last === undefined) return []
      const what =
        rows.length === 1
          ? 'Ihre Rechnung mit Namen und Anschrift'
          : `Ihre ${rows.length} Rechnungen mit Namen und Anschrift`
      return [
        {
          what,
          reason: 'Aufbewahrungspflicht für Rechnungen (§ 14b UStG, § 147 AO)',
          until: `31.12.${Number(last.issued_on.slice(0, 4)) + KEPT_YEARS}`,
        },
      ]
    },

    async get(mandator: Mandator, customerId: string, number: string): Promise<Invoice | null> {
      const row = await db
        .selectFrom('subscription.invoices')
        .select('data')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('invoice_number', '=', number)
        .executeTakeFirst()
      return row === undefined ? null : (row.data as Invoice)
    },
  }
}

/** By charge: how it is paid, and what for. */
async function readAbouts(mandator: Mandator, chargeIds: readonly string[], within: SubscriptionDb) {
  const rows = await within
    .selectFrom('subscription.charges as c')
    .innerJoin('subscription.payment_methods as m', (join) =>
      join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
    )
    .leftJoin('subscription.subscriptions as s', (join) =>
      join.onRef('s.mandator', '=', 'c.mandator').onRef('s.id', '=', 'c.subscription_id'),
    )
    .select(['c.charge_id', 'm.kind', 'm.label', 'm.mandate_reference', 's.product_name'])
    .where('c.mandator', '=', mandator)
    .where('c.charge_id', 'in', [...chargeIds])
    .execute()
  return new Map(rows.map((row) => [row.charge_id, row]))
}

/** By charge: of its order; of the newest one of the contract where it has none. */
async function readBuyers(
  mandator: Mandator,
  charges: readonly ChargeRow[],
  within: SubscriptionDb,
): Promise<Map<string, Buyer>> {
  const orders = await within
    .selectFrom('subscription.orders')
    .select(['order_number', 'customer_id', 'subscription_id', 'buyer', 'email'])
    .where('mandator', '=', mandator)
    .where(
      'subscription_id',
      'in',
      charges.map((charge) => charge.subscription_id),
    )
    .orderBy('placed_at', 'desc')
    .execute()
  return new Map(
    charges.map((charge) => {
      const own = orders.filter(
        (order) => order.customer_id === charge.customer_id && order.subscription_id === charge.subscription_id,
      )
      const order = own.find((one) => one.order_number === charge.order_number) ?? own[0]
      return [charge.charge_id, toInvoiceBuyer(order?.buyer ?? {}, order?.email ?? '')]
    }),
  )
}

/** As typed with the order. What was typed of an address stands on the invoice, whole or not. */
export function toInvoiceBuyer(typed: unknown, email: string): Buyer {
  const given = typed as Partial<
    Record<'firstName' | 'lastName' | 'company' | 'vatId' | 'street' | 'postcode' | 'city' | 'country', string>
  >
  const { street = '', postcode = '', city = '', country = 'DE' } = given
  return {
    name: [given.firstName, given.lastName].filter((part) => part !== undefined && part !== '').join(' '),
    company: given.company ?? '',
    vatId: given.vatId ?? '',
    email,
    address: street === '' && city === '' ? null : { street, postcode, town: city, country },
  }
}

function toLines(charge: ChargeRow): NewLine[] {
  const listed = charge.lines as NewLine[] | null
  return (
    listed ?? [
      {
        text: charge.description,
        from: charge.period_from,
        to: charge.period_to,
        grossCents: charge.amount_cents,
        vatPercent: charge.vat_percent,
      },
    ]
  )
}
