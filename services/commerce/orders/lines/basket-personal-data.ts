/** Personal data in purchases: export and erasure. */
import { formatDate, toDayKey } from '@lokalteil/domain/german'
import type { Owner } from '../../customers/customer-store.ts'
import type { CommerceContext } from '../../context.ts'
import type { CommerceDb } from '../../schema.ts'
import { forgetPurchasesOf, listPurchaseDays, listPurchases } from './basket-store.ts'

const MOST = 10_000

export async function readPurchases({ db }: CommerceContext, owner: Owner) {
  const rows = await listPurchases(owner, null, MOST, db)
  return rows.map((row) => ({
    number: row.purchase_number,
    placedAt: row.placed_at,
    seller: row.seller,
    state: row.state,
    payment: row.payment,
    basket: row.basket,
    dueCents: row.due_cents,
    takenBack: row.taken_back,
    sentOn: row.sent_on,
    buyer: row.buyer,
    recipient: row.recipient,
    email: row.email,
    consents: row.consents,
  }))
}

/** Lines and payments stay under the number (§ 147 AO); names and addresses are erased. */
export async function erasePurchases(owner: Owner, within: CommerceDb): Promise<void> {
  await forgetPurchasesOf(owner, within)
}

export async function listKeptPurchases({ db }: CommerceContext, owner: Owner, years: number) {
  const days = await listPurchaseDays(owner, db)
  const [last] = days
  if (last === undefined) return []
  return [
    {
      what: `Ihre Einkäufe bis zum ${formatDate(last)}: was, wann und für wie viel, unter der Kundennummer ${owner.customerId}, ohne Ihren Namen`,
      reason: 'Aufbewahrungspflicht für Buchungsbelege (§ 147 AO, § 257 HGB)',
      until: `31.12.${Number(toDayKey(last).slice(0, 4)) + years}`,
    },
  ]
}
