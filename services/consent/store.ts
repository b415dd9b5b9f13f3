/** Every query of the consent service. */
import type { VendorList } from '@lokalteil/contracts/consent'
import type { Partners, Vendor } from '@lokalteil/domain/consent/consent'
import { sql } from 'kysely'
import type { ConsentDb } from './schema.ts'

export type Answer = {
  receipt: string
  at: Date
  text: string
  asked: Vendor[]
  granted: Vendor[]
  recipients: string | null
  partners: Partners
}

/** Upper limit of rows per answer of the service. */
const MOST = 1000

/** Advisory lock per receipt: the same answer sent twice at once is kept once. */
export async function lockReceipt(trx: ConsentDb, publication: string, receipt: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consent ${publication} ${receipt}`}, 0))`.execute(trx)
}

export async function addAnswer(
  db: ConsentDb,
  publication: string,
  { receipt, at, text, asked, granted, recipients, partners }: Answer,
  reader: string | null,
): Promise<void> {
  await db
    .insertInto('consent.answers')
    .values({
      mandator: publication,
      receipt,
      at,
      text_version: text,
      asked: JSON.stringify(asked),
      granted: JSON.stringify(granted),
      reader,
      recipients,
      partners: JSON.stringify(partners),
    })
    .execute()
}

/** Oldest first. */
export async function listAnswers(
  db: ConsentDb,
  publication: string,
  by: { receipt: string } | { reader: string },
): Promise<Answer[]> {
  const [column, value] = 'receipt' in by ? (['receipt', by.receipt] as const) : (['reader', by.reader] as const)
  const rows = await db
    .selectFrom('consent.answers')
    .select(['receipt', 'at', 'text_version', 'asked', 'granted', 'recipients', 'partners'])
    .where('mandator', '=', publication)
    .where(column, '=', value)
    .orderBy('number')
    .limit(MOST)
    .execute()
  return rows.map(({ text_version: text, ...row }) => ({ ...row, text }))
}

/** The proofs stay without the person. */
export async function forgetReader(db: ConsentDb, publication: string, reader: string): Promise<void> {
  await db
    .updateTable('consent.answers')
    .set({ reader: null })
    .where('mandator', '=', publication)
    .where('reader', '=', reader)
    .execute()
}

export async function removeBefore(db: ConsentDb, before: Date): Promise<void> {
  await db.deleteFrom('consent.answers').where('at', '<', before).execute()
}

/** One list for all publications. */
const LIST = 'framework'

export async function getVendorList(
  db: ConsentDb,
): Promise<({ version: number; updated: Date } & Pick<VendorList, 'vendors' | 'purposes'>) | null> {
  const row = await db
    .selectFrom('consent.vendor_lists')
    .select(['version', 'updated', 'vendors', 'purposes'])
    .where('name', '=', LIST)
    .executeTakeFirst()
  return row ?? null
}

/** False: the list there is newer. */
export async function putVendorList(
  db: ConsentDb,
  { vendorListVersion: version, lastUpdated, vendors, purposes }: VendorList,
): Promise<boolean> {
  const values = {
    version,
    updated: new Date(lastUpdated),
    vendors: JSON.stringify(vendors),
    purposes: JSON.stringify(purposes),
  }
  const row = await db
    .insertInto('consent.vendor_lists')
    .values({ name: LIST, ...values })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(values).where('consent.vendor_lists.version', '<=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}
