/** Receipts: every answer of a device, and what a signed-in reader answered on all of them. */
import type { ConsentReceipt } from '@lokalteil/contracts/consent'
import { VENDORS, type Vendor } from '@lokalteil/domain/consent/consent'
import { refuseUntil } from '../platform/limits/limiter.ts'
import { problem, type Refusal } from '../platform/serve.ts'
import type { ConsentCall, ConsentContext } from './context.ts'
import * as store from './store.ts'

const HOUR = 3_600_000
const PER_HOUR = { most: 120, windowMs: HOUR }
/** A reader changes an answer a few times a year. */
const MOST_ANSWERS = 200

export async function keepAnswer(
  { db, limiter, now }: ConsentContext,
  { context: publication, params: { id: receipt }, body }: ConsentCall<'keepAnswer'>,
): Promise<ConsentReceipt | Refusal> {
  const until = await limiter.take([{ key: `answer ${publication} ${body.requester}`, budget: PER_HOUR }])
  if (until !== null) return refuseUntil(until, now())
  const asked = toSorted(body.asked)
  const granted = toSorted(body.granted)
  return db.transaction().execute(async (trx) => {
    await store.lockReceipt(trx, publication, receipt)
    const answers = await store.listAnswers(trx, publication, { receipt })
    const last = answers.at(-1)
    const isKnown =
      last !== undefined &&
      JSON.stringify([last.text, last.asked, last.granted]) === JSON.stringify([body.text, asked, granted])
    if (isKnown) return toReceipt(receipt, answers)
    if (answers.length >= MOST_ANSWERS) return problem(409, 'RECEIPT_FULL', 'This receipt takes no more answers')
    const answer = { receipt, at: now(), text: body.text, asked, granted }
    await store.addAnswer(trx, publication, answer, body.viewer)
    return toReceipt(receipt, [...answers, answer])
  })
}

export async function getReceipt(
  { db }: ConsentContext,
  { context: publication, params: { id } }: ConsentCall<'getReceipt'>,
): Promise<ConsentReceipt | Refusal> {
  const answers = await store.listAnswers(db, publication, { receipt: id })
  return answers.length === 0 ? problem(404, 'NOT_FOUND', 'There is no such receipt') : toReceipt(id, answers)
}

export async function listReceipts(
  { db }: ConsentContext,
  { context: publication, params: { sub: reader } }: ConsentCall<'listReceipts'>,
): Promise<{ receipts: ConsentReceipt[] }> {
  const byReceipt = Map.groupBy(await store.listAnswers(db, publication, { reader }), ({ receipt }) => receipt)
  return { receipts: [...byReceipt].map(([id, answers]) => toReceipt(id, answers)) }
}

function toReceipt(id: string, answers: readonly store.Answer[]): ConsentReceipt {
  return {
    id,
    answers: answers.map(({ at, text, asked, granted }) => ({ at: at.toISOString(), text, asked, granted })),
  }
}

/** Once each, in the order of the specification. */
function toSorted(vendors: readonly Vendor[]): Vendor[] {
  return VENDORS.filter((vendor) => vendors.includes(vendor))
}
