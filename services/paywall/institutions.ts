/**
 * Libraries and schools of a publication, and the use by their visitors. Promises: a code is stored as a keyed digest
 * and can be guessed at most five times a quarter of an hour and address; only the number of openings per article and
 * month is counted, never the person; counts outlive the institution. Refuses unreadable or too wide ranges, and an
 * institution without ranges and code.
 */
import { createHmac } from 'node:crypto'
import type { Institution } from '@lokalteil/contracts/paywall'
import { parseIpRange, toPlainCode } from '@lokalteil/domain/access/institutions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import type { InternalHandlers } from './context.ts'
import * as institutionStore from './store/institutions.ts'
import type { InstitutionRow } from './store/institutions.ts'

const ATTEMPTS = { most: 5, windowMs: 15 * 60_000 }
/** Attempts for a publication from all addresses: many addresses cannot guess faster than this. */
const ATTEMPTS_OF_ALL = { ...ATTEMPTS, most: 500 }

export const listInstitutions: InternalHandlers['listInstitutions'] = async ({ db }, { context }) => {
  return (await institutionStore.listInstitutions(db, context)).map(toAnswer)
}

export const saveInstitution: InternalHandlers['saveInstitution'] = async (
  { db, now, secret },
  { context: publication, params: { id }, body: input },
) => {
  const ranges = input.ranges.map((range) => range.trim())
  const unfit = ranges.filter((range) => parseIpRange(range) === null)
  if (unfit.length > 0)
    return {
      ...problem(422, 'UNFIT_RANGES', 'A range is no network, or too wide'),
      fields: Object.fromEntries(unfit.map((range) => [range.slice(0, 60), 'NOT_ALLOWED'])),
    }
  const code = input.code === null ? null : toDigest(secret, 'code', publication, toPlainCode(input.code))
  if (ranges.length === 0 && code === null) return problem(422, 'NO_WAY_IN', 'Neither a range of addresses nor a code')
  return db.transaction().execute(async (trx): Promise<Institution | Refusal> => {
    await institutionStore.lock(trx, 'institutions', publication)
    const owner = code === null ? null : await institutionStore.findByCode(trx, publication, code)
    if (owner !== null && owner.id !== id) return problem(409, 'CODE_TAKEN', 'Another institution has this code')
    const row = { name: input.name, ranges: JSON.stringify(ranges), code, changed_at: now() }
    return toAnswer(await institutionStore.saveInstitution(trx, publication, id, row))
  })
}

export const removeInstitution: InternalHandlers['removeInstitution'] = async ({ db }, { context, params }) => {
  return (await institutionStore.removeInstitution(db, context, params.id))
    ? undefined
    : problem(404, 'NOT_FOUND', 'There is no such institution')
}

export const findInstitutionByCode: InternalHandlers['findInstitutionByCode'] = (
  { db, limiter, secret },
  { context: publication, body },
) => {
  const attempts = [
    { key: toDigest(secret, 'address', publication, body.address), budget: ATTEMPTS },
    { key: `codes ${publication}`, budget: ATTEMPTS_OF_ALL },
  ]
  return db.transaction().execute(async (trx) => {
    await institutionStore.lock(trx, 'institution codes', publication)
    if ((await limiter.take(attempts, trx)) !== null)
      return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many codes were tried')
    const digest = toDigest(secret, 'code', publication, toPlainCode(body.code))
    const found = await institutionStore.findByCode(trx, publication, digest)
    if (found === null) return problem(404, 'WRONG_CODE', 'No institution has this code')
    // A class of thirty behind one address types the right code thirty times, so successes do not count.
    await limiter.giveBack(attempts, trx)
    return found
  })
}

export const countInstitutionReads: InternalHandlers['countInstitutionReads'] = async (
  { db },
  { context: publication, body: counts },
) => {
  if (counts.length === 0) return undefined
  const names = new Map((await institutionStore.listInstitutions(db, publication)).map(({ id, name }) => [id, name]))
  const known = counts
    .filter(({ institutionId }) => names.has(institutionId))
    .sort((left, right) =>
      `${left.institutionId} ${left.articleId}`.localeCompare(`${right.institutionId} ${right.articleId}`),
    )
  await db.transaction().execute(async (trx) => {
    for (const one of known)
      await institutionStore.addReads(trx, publication, { ...one, name: names.get(one.institutionId)! })
  })
  return undefined
}

export const listInstitutionUsage: InternalHandlers['listInstitutionUsage'] = ({ db }, { context, query }) => {
  return institutionStore.listUsage(db, context, query.month ?? null)
}

function toDigest(secret: string, what: string, publication: PublicationCode, text: string): string {
  return createHmac('sha256', secret).update(`${what} ${publication} ${text}`).digest('base64url')
}

function toAnswer({ id, name, ranges, code, changed_at }: InstitutionRow): Institution {
  return { id, name, ranges: ranges as string[], hasCode: code !== null, changedAt: changed_at.toISOString() }
}
