/**
 * Value codes: they can be spent in the shop, also in parts. Promises: the balance of a code is the sum of its entries,
 * changed in the same transaction, never below zero; an order takes from it once and gives back once; a voided code is
 * worth nothing.
 */
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ShopContext } from './context.ts'
import { toLetters } from './codes.ts'
import type { ShopDb, VoucherRow } from './schema.ts'

const GROUPS = 4

/** Normalises a typed code: case, blanks and dashes do not matter. Null: it cannot be one of our codes. */
function toVoucherCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return plain.length === GROUPS * 4 ? (plain.match(/.{4}/g) ?? []).join('-') : null
}

export async function findVoucher(
  context: ShopContext,
  publication: PublicationCode,
  typed: string,
): Promise<VoucherRow | null> {
  const code = toVoucherCode(typed)
  const row = code === null ? undefined : await selectVoucher(publication, code, context.db).executeTakeFirst()
  return row === undefined || !isGood(row, context) ? null : row
}

const isGood = ({ is_void, balance, valid_until }: VoucherRow, { now }: ShopContext) =>
  !is_void && balance > 0 && valid_until >= toDayKey(now())

const selectVoucher = (publication: PublicationCode, code: string, within: ShopDb) =>
  within.selectFrom('shop.vouchers').selectAll().where('mandator', '=', publication).where('code', '=', code)

/** Returns false if the balance is too small or the code is no longer valid. */
export async function redeemVoucher(
  context: ShopContext,
  { publication, code, number, cents }: { publication: PublicationCode; code: string; number: string; cents: number },
  within: ShopDb,
): Promise<boolean> {
  const row = await selectVoucher(publication, code, within).forUpdate().executeTakeFirst()
  if (row === undefined || !isGood(row, context) || row.balance < cents) return false
  await changeBalance(context, row, number, 'redeem', -cents, within)
  return true
}

/** Gives back the sums that an order took from codes; a second call has no effect. */
export async function giveBack(
  context: ShopContext,
  publication: PublicationCode,
  number: string,
  within: ShopDb,
): Promise<void> {
  const taken = await within
    .selectFrom('shop.voucher_entries')
    .select(['code', 'cents'])
    .where('mandator', '=', publication)
    .where('number', '=', number)
    .where('kind', '=', 'redeem')
    .execute()
  for (const { code, cents } of taken) {
    const row = await selectVoucher(publication, code, within).forUpdate().executeTakeFirst()
    const before = await within
      .selectFrom('shop.voucher_entries')
      .select('sequence')
      .where('mandator', '=', publication)
      .where('code', '=', code)
      .where('number', '=', number)
      .where('kind', '=', 'back')
      .executeTakeFirst()
    if (row !== undefined && !row.is_void && before === undefined)
      await changeBalance(context, row, number, 'back', -cents, within)
  }
}

export async function issueVoucher(
  context: ShopContext,
  made: { publication: PublicationCode; number: string; line: string; cents: number; years: number },
  within: ShopDb,
): Promise<void> {
  const { publication, number, line, cents, years } = made
  const at = context.now()
  const code = Array.from({ length: GROUPS }, () => toLetters(4)).join('-')
  // Valid until the end of a year, like the limitation period of claims (§§ 195, 199 BGB), or longer.
  const validUntil = `${Number(toDayKey(at).slice(0, 4)) + years}-12-31`
  await within
    .insertInto('shop.vouchers')
    .values({
      mandator: publication,
      code,
      number,
      line,
      cents,
      balance: cents,
      valid_until: validUntil,
      created_at: at,
    })
    .execute()
  await within
    .insertInto('shop.voucher_entries')
    .values({ mandator: publication, code, number, kind: 'issue', cents, at })
    .execute()
}

export async function listVouchers(
  { publication, number }: { publication: PublicationCode; number: string },
  lines: readonly string[] | null,
  within: ShopDb,
): Promise<VoucherRow[]> {
  if (lines?.length === 0) return []
  return within
    .selectFrom('shop.vouchers')
    .selectAll()
    .where('mandator', '=', publication)
    .where('number', '=', number)
    .$if(lines !== null, (query) => query.where('line', 'in', [...lines!]))
    .orderBy('code')
    .forUpdate()
    .execute()
}

/** Makes the code worthless. */
export async function voidVoucher(context: ShopContext, row: VoucherRow, within: ShopDb): Promise<void> {
  if (row.is_void) return
  if (row.balance > 0) await changeBalance(context, row, row.number, 'void', -row.balance, within)
  await within
    .updateTable('shop.vouchers')
    .set({ is_void: true })
    .where('mandator', '=', row.mandator)
    .where('code', '=', row.code)
    .execute()
}

async function changeBalance(
  { now }: ShopContext,
  { mandator: publication, code, balance }: VoucherRow,
  number: string,
  kind: 'redeem' | 'back' | 'void',
  cents: number,
  within: ShopDb,
): Promise<void> {
  await within
    .insertInto('shop.voucher_entries')
    .values({ mandator: publication, code, number, kind, cents, at: now() })
    .execute()
  await within
    .updateTable('shop.vouchers')
    .set({ balance: balance + cents })
    .where('mandator', '=', publication)
    .where('code', '=', code)
    .execute()
}
