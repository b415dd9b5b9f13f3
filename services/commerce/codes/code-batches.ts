/** The publisher makes, lists and revokes codes. The grant of a code is fixed when it is made. */
import { randomInt } from 'node:crypto'
import type { CodeBatch, CodeState, NewGrant } from '@lokalteil/contracts/commerce/codes'
import { type CodeGrant, createCode, formatCode, toCode } from '@lokalteil/domain/commerce/codes'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { getOffer } from '../offers/catalogue.ts'
import { addBatch, addCodes, findCode, listBatches, listCodes, revokeCodes } from './code-store.ts'

export type NewCodes = {
  batch: string
  grants: NewGrant
  count: number
  uses: number
  validUntil: string | null
  code?: string | undefined
}

export async function createCodes(
  context: CommerceContext,
  publication: PublicationCode,
  { batch, grants, count, uses, validUntil, code }: NewCodes,
): Promise<{ batch: string; codes: string[] } | Refusal> {
  const grant = await toGrant(context, publication, grants)
  if (grant === null) return problem(422, 'NO_SUCH_OFFER', 'No such subscription can be ordered')
  const own = code === undefined ? null : toCode(code)
  if (code !== undefined && (own === null || count !== 1))
    return problem(
      422,
      'INVALID_CODE',
      'A code is two to four groups of four letters or digits, and there is one of it',
    )
  if (own !== null && (await findCode(publication, own, context.db)) !== undefined)
    return problem(409, 'EXISTS', 'The code is there already')
  return context.inTransaction(async (within) => {
    if (!(await addBatch(publication, { batch, grant, uses, validUntil }, context.now(), within)))
      return problem(409, 'EXISTS', 'A batch of that name is there already')
    const codes = own === null ? listNewCodes(count) : [own]
    // Random codes do not collide, and a chosen one was checked above: this is a race.
    if (!(await addCodes(publication, batch, codes, uses, within))) throw new Error('A code is there already')
    return { batch, codes: codes.map(formatCode) }
  })
}

async function toGrant(
  context: CommerceContext,
  publication: PublicationCode,
  grants: NewGrant,
): Promise<CodeGrant | null> {
  if (grants.kind !== 'access') return grants
  const offer = await getOffer(context, publication, grants.offerId)
  if (offer === null || offer.kind === 'coins' || offer.roles.length === 0) return null
  const { id: offerId, name: productName, kind, roles } = offer
  return { kind: 'access', access: { offerId, productName, kind, roles, months: grants.months } }
}

/** Newest first. */
export async function viewBatches({ db }: CommerceContext, publication: PublicationCode): Promise<CodeBatch[]> {
  return (await listBatches(publication, db)).map((row) => ({
    batch: row.batch,
    kind: row.kind,
    grants: describeGrant(row.grants),
    codes: Number(row.codes),
    uses: row.uses,
    redeemed: Number(row.redeemed),
    revoked: Number(row.revoked),
    validUntil: row.valid_until,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function viewCodes(
  { db }: CommerceContext,
  publication: PublicationCode,
  batch: string,
): Promise<CodeState[] | Refusal> {
  const rows = await listCodes(publication, batch, db)
  if (rows.length === 0) return problem(404, 'NOT_FOUND', 'No such batch')
  return rows.map(({ code, uses_left, revoked_at }) => ({
    code: formatCode(code),
    usesLeft: uses_left,
    isRevoked: revoked_at !== null,
  }))
}

export async function revokeBatchOrCode(
  { db, now }: CommerceContext,
  publication: PublicationCode,
  batchOrCode: string,
): Promise<{ revoked: number } | Refusal> {
  const revoked = await revokeCodes(publication, batchOrCode, toCode(batchOrCode), now(), db)
  return revoked === null ? problem(404, 'NOT_FOUND', 'No such batch, and no such code') : { revoked }
}

function listNewCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(createCode((below) => randomInt(below)))
  return [...codes]
}

function describeGrant(grant: CodeGrant): string {
  switch (grant.kind) {
    case 'access':
      return `${grant.access.offerId}, ${grant.access.months} months`
    case 'coins':
      return `${grant.count} coins`
    case 'voucher':
      return `${grant.voucher.value} ${grant.voucher.kind === 'percent' ? '%' : 'cents'} off ${grant.voucher.periods} periods`
  }
}
