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
  const { text, recipients = null } = body
  const said = {
    text,
    asked: toSorted(body.asked),
    granted: toSorted(body.granted),
    recipients,
    partners: body.partners,
  }
  return db.transaction().execute(async (trx) => {
    await store.lockReceipt(trx, publication, receipt)
    const answers = await store.listAnswers(trx, publication, { receipt })
    const last = answers.at(-1)
    if (last !== undefined && toMark(last) === toMark(said)) return toReceipt(receipt, answers)
    if (answers.length >= MOST_ANSWERS) return problem(409, 'RECEIPT_FULL', 'This receipt takes no more answers')
    const answer = { receipt, at: now(), ...said }
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
    answers: answers.map(({ at, text, asked, granted, recipients, partners }) => ({
      at: at.toISOString(),
      text,
      asked,
      granted,
      ...(recipients === null ? {} : { recipients }),
      partners,
    })),
  }
}

/** The same for the same answer, in whatever order its parts come; numbers as keys are in order by themselves. */
function toMark({ text, asked, granted, recipients, partners }: Omit<store.Answer, 'receipt' | 'at'>): string {
  const shown = VENDORS.map((vendor) =>
    Object.entries(partners[vendor] ?? {}).map(([id, purposes]) => [id, purposes.toSorted((a, b) => a - b)]),
  )
  return JSON.stringify([text, asked, granted, recipients, shown])
}

/** Once each, in the order of the specification. */
function toSorted(vendors: readonly Vendor[]): Vendor[] {
  return VENDORS.filter((vendor) => vendors.includes(vendor))
}
