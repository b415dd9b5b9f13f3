/**
 * Sends each answer to the server, where it is kept as a receipt. The cookie is the source: an answer that did not arrive,
 * because the page was left or the server was away, is sent by a later page.
 */
import type { Answer, Vendor } from '@lokalteil/domain/consent/consent'
import { portalClient } from '../../page/portal-client.ts'
import { keepStored, readStored } from '../device-storage.ts'

/** The answer that the server has, in local storage; without it the same answer is sent again, and kept once. */
const KEPT_KEY = 'consentReceipt'

let sending: Promise<void> = Promise.resolve()

/** One after the other, so that the last answer is the last of the receipt. A refusal without an id has none. */
export function keepReceipt(answer: Answer | null): Promise<void> {
  const facts = answer?.facts
  if (!answer || !facts || facts.receipt === '') return sending
  return (sending = sending.then(() => send(answer, facts)))
}

async function send({ asked, consent }: Answer, facts: NonNullable<Answer['facts']>): Promise<void> {
  const { receipt: id, text, since: recipients, partners } = facts
  const granted = (Object.keys(consent.vendors) as Vendor[]).filter((vendor) => consent.vendors[vendor])
  const body = { text, asked: [...asked], granted, ...(recipients === undefined ? {} : { recipients }), partners }
  const mark = `${id} ${JSON.stringify(body)}`
  if (readStored(KEPT_KEY) === mark) return
  const result = await portalClient.call('POST /api/consent/receipts/{id}', {
    params: { id },
    body,
    keepalive: true,
  })
  // A receipt that is full stays so.
  if (result.kind === 'ok' || (result.kind === 'refused' && result.status === 409)) keepStored(KEPT_KEY, mark)
}
