/**
 * Delivers quizzes, sport, notices and listings to their service, once for each publication; a service that is away
 * stops the import.
 */
import type { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { NOTICES_INTERNAL } from '@lokalteil/contracts/notices'
import type { MARKETS_INTERNAL } from '@lokalteil/contracts/markets'
import type { SPORT_INTERNAL } from '@lokalteil/contracts/sport'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Problem } from '@lokalteil/contracts/kernel/problem'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { RoomDocument } from '../parsed-document.ts'
import { AWAY, DeliveryStopped, type DeliveryResult } from './deliver.ts'

export type RoomClients = {
  quizzes: Pick<Client<typeof CONTENT_INTERNAL>, 'ingestQuizzes'>
  sport: Pick<Client<typeof SPORT_INTERNAL>, 'ingest'>
  notices: Pick<Client<typeof NOTICES_INTERNAL>, 'ingest'>
  markets: Pick<Client<typeof MARKETS_INTERNAL>, 'ingest'>
}

export type RoomDelivery = { deliver: (document: RoomDocument) => Promise<DeliveryResult> }

/**
 * `clientsOf` undefined: everything is refused. The result is that of the first publication, unless another one refused
 * or changed something.
 */
export function createRoomDelivery(
  publications: readonly Mandator[],
  clientsOf: ((publication: Mandator) => RoomClients) | undefined,
): RoomDelivery {
  return {
    async deliver(document) {
      if (clientsOf === undefined) return toRefused(document.sourceId, 'nobody here takes what belongs to a room')
      const results: DeliveryResult[] = []
      for (const code of publications) results.push(await send(document, clientsOf(code)))
      const decisive = results.find(({ outcome }) => outcome === 'refused')
      return decisive ?? results.find(({ outcome }) => outcome !== 'unchanged') ?? results[0]!
    },
  }
}

async function send(document: RoomDocument, clients: RoomClients): Promise<DeliveryResult> {
  const { sourceId } = document
  if (document.room === 'quiz') {
    const answer = await clients.quizzes.ingestQuizzes({ body: { quizzes: [document.quiz] } })
    if (answer.ok) return answer.data.results[0] ?? toRefused(sourceId, 'the service gave no answer about it')
    return refuse(sourceId, 'quizzes', answer.status, answer.problem)
  }
  if (document.room === 'market') {
    const answer = await clients.markets.ingest({ body: { delivery: document.delivery } })
    if (!answer.ok) return refuse(sourceId, 'markets', answer.status, answer.problem)
    const [result] = answer.data.results
    if (result === undefined) return toRefused(sourceId, 'the service gave no answer about it')
    return { sourceId, outcome: result.outcome, id: result.path, reason: result.reason }
  }
  const answer =
    document.room === 'notices'
      ? await clients.notices.ingest({ body: { notice: document.notice } })
      : await clients.sport.ingest({ body: { delivery: document.delivery } })
  if (!answer.ok) return refuse(sourceId, document.room, answer.status, answer.problem)
  const { outcome, path, reason } = answer.data
  return { sourceId, outcome, id: path, reason }
}

function refuse(sourceId: string, what: string, status: number, { code, title, fields }: Problem): DeliveryResult {
  if (AWAY.has(status)) throw new DeliveryStopped(`the service of ${what} does not answer (${code}, ${title})`)
  const where = Object.entries(fields ?? {})
    .slice(0, 5)
    .map(([path, message]) => `${path} ${message}`)
    .join('; ')
  return toRefused(sourceId, `the service of ${what} refused it (${code}, ${title}${where === '' ? '' : `: ${where}`})`)
}

function toRefused(sourceId: string, reason: string): DeliveryResult {
  return { sourceId, outcome: 'refused', id: null, reason: reason.slice(0, 500) }
}
