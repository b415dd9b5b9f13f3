/**
 * Delivers finished documents to the content service in batches. A batch that is too large is halved; one that meets a
 * short outage is sent again (the service is idempotent); one that is refused as a whole is sent document by document,
 * so that a single bad one is named and stops nothing. If the service is away or cannot write, the import stops with
 * `DeliveryStopped`, and no document counts as refused.
 */
import type { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { IncomingDocument } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createOwnMapping, type Mapping, type StandardSection } from './mapping.ts'
import type { ParsedDocument } from '../parsed-document.ts'

export type DeliveryOutcome = 'created' | 'updated' | 'unchanged' | 'removed' | 'refused'
export type DeliveryResult = { sourceId: string; outcome: DeliveryOutcome; id: string | null; reason: string }

export type ContentClients = {
  internal: Pick<Client<typeof CONTENT_INTERNAL>, 'ingest'>
  /** Checks whether a section exists, if the mapping may not create any; absent: sections are used as mapped. */
  content?: Pick<Client<typeof CONTENT>, 'getChannel'>
}

export type Delivery = {
  deliver(documents: readonly ParsedDocument[]): Promise<DeliveryResult[]>
}

export type DeliveryOptions = {
  /** The owner of the articles; carriers show them if they have the section. */
  publication: PublicationCode
  carriers?: readonly PublicationCode[]
  clients: ContentClients
  mapping: Mapping
  isPaid: boolean
  standard?: StandardSection | undefined
  /** As in `sources.yaml`. */
  arrive?: 'publish' | 'desk' | undefined
  update?: 'publish' | 'propose' | undefined
  /** Milliseconds before the second attempt. */
  pause?: number
}

/** Nothing more can be delivered now; documents delivered before stay. */
export class DeliveryStopped extends Error {
  override readonly name = 'DeliveryStopped'
}

/** The publication's own mapping, from its folder; null: it has none. */
export async function readOwnMapping(
  content: Pick<Client<typeof CONTENT_INTERNAL>, 'getMapping'>,
): Promise<Mapping | null> {
  const answer = await content.getMapping({})
  // A content service by another vendor may lack this endpoint.
  if (!answer.ok && answer.status === 404) return null
  if (!answer.ok) throw new DeliveryStopped(answer.problem.title)
  return toOwnMapping(answer.data)
}

export function toOwnMapping({ mapping }: AnswerOf<typeof CONTENT_INTERNAL.getMapping>): Mapping | null {
  return mapping === null ? null : createOwnMapping(mapping)
}

const BATCH = 150
/** Characters of JSON in one batch, well below the limit of the endpoint. */
const BATCH_SIZE = 4_000_000
/** Statuses for which another attempt is useless. */
const FINAL = new Set([400, 401, 403, 404, 413, 415, 422])
/** Statuses that a single document of a batch may cause. */
const MAY_BE_ONE = new Set([400, 413, 422, 500])
/** Statuses of a service that is away or whose disk is full. */
export const AWAY = new Set([0, 502, 503, 504, 507])

/** Long, because created sections and refused documents are remembered for the whole run. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { mapping, publication, clients, carriers = [], arrive, update } = options
  const sections = new Map<string, Promise<string>>()

  /** The mapped section, else the nearest one above it that exists, else the fallback. */
  const findSection = async (path: string): Promise<string> => {
    if (clients.content === undefined) return path
    for (
      let candidate = path;
      candidate !== '';
      candidate = candidate.includes('/') ? candidate.slice(0, candidate.lastIndexOf('/')) : ''
    ) {
      const answer = await clients.content.getChannel({ params: { path: candidate } })
      if (!answer.ok && answer.status !== 404) return path
      if (answer.ok && answer.data.kind === 'channel') return candidate
    }
    const fallback = mapping.fallbackOf(publication)
    const answer = await clients.content.getChannel({ params: { path: fallback } })
    // A publication without any section: the service will create it.
    return answer.ok && answer.data.kind === 'channel' ? fallback : path
  }

  const toSection = (path: string): Promise<string> => {
    const found = sections.get(path) ?? findSection(path)
    sections.set(path, found)
    return found
  }

  const send = async (documents: IncomingDocument[]): Promise<DeliveryResult[]> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await clients.internal.ingest({
        body: {
          documents,
          publications: carriers.length === 0 ? undefined : [...carriers],
          arrive,
          update,
        },
      })
      if (answer.ok)
        return documents.map(
          (document, index) =>
            answer.data.results[index] ??
            answer.data.results.find(({ sourceId }) => sourceId === document.sourceId) ??
            refused(document, 'the service gave no answer about it'),
        )
      if (documents.length > 1 && MAY_BE_ONE.has(answer.status)) {
        const middle = Math.ceil(documents.length / 2)
        return [...(await send(documents.slice(0, middle))), ...(await send(documents.slice(middle)))]
      }
      if (FINAL.has(answer.status) || answer.status === 507 || attempt === 3) {
        const { code, title, fields } = answer.problem
        if (AWAY.has(answer.status))
          throw new DeliveryStopped(
            answer.status === 507 ? title : `the content service does not answer (${code}, ${title})`,
          )
        const where =
          fields === undefined
            ? ''
            : `: ${Object.entries(fields)
                .slice(0, 5)
                .map(([path, message]) => `${path} ${message}`)
                .join('; ')}`
        return documents.map((document) =>
          refused(document, `the content service refused it (${code}, ${title}${where})`.slice(0, 500)),
        )
      }
      await new Promise((resolve) => setTimeout(resolve, (options.pause ?? 1000) * attempt))
    }
  }

  return {
    async deliver(parsed) {
      const results: DeliveryResult[] = []
      let batch: IncomingDocument[] = []
      let size = 0
      const flush = async () => {
        if (batch.length > 0) results.push(...(await send(batch)))
        batch = []
        size = 0
      }
      for (const document of parsed) {
        const incoming = mapping.toIncoming(document, publication, {
          isPaid: options.isPaid,
          standard: options.standard,
        })
        // Otherwise the service creates missing sections.
        if (!mapping.isCreatingSections) incoming.sectionPath = await toSection(incoming.sectionPath)
        const checked = IncomingDocument.safeParse(incoming)
        if (!checked.success) {
          results.push(
            refused(
              incoming,
              `does not fit the contract: ${checked.error.issues
                .slice(0, 5)
                .map((issue) => `${issue.path.join('.')} ${issue.message}`)
                .join('; ')}`.slice(0, 500),
            ),
          )
          continue
        }
        const weight = weigh(incoming)
        if (batch.length === BATCH || (batch.length > 0 && size + weight > BATCH_SIZE)) await flush()
        batch.push(incoming)
        size += weight
      }
      await flush()
      return results
    },
  }
}

const refused = (document: { sourceId: string }, reason: string): DeliveryResult => ({
  sourceId: document.sourceId,
  outcome: 'refused',
  id: null,
  reason,
})

/** Estimates the length of its JSON without writing it twice. */
function weigh(document: IncomingDocument): number {
  let size = 1200 + document.teaserTextHtml.length
  for (const item of document.contentItems)
    size += item.type === 'paragraph' ? item.html.length * 1.1 + 40 : JSON.stringify(item).length
  return size
}
