/** The endpoints behind the service key: documents come in, views are counted, changes are listed. */
import type { PaidMediaChanges } from '@lokalteil/contracts/content'
import type { ImportMapping } from '@lokalteil/contracts/publication/mapping'
import { toPublicationCode } from '@lokalteil/domain/publication/publications'
import { announce, type ContentContext, type InternalCall, type InternalReply } from '../context.ts'
import { ingestDocuments } from '../ingest.ts'
import * as articleStore from '../store/articles.ts'
import * as changeStore from '../store/changes.ts'
import * as mediaStore from '../store/media.ts'
import * as taxonomyStore from '../store/taxonomy.ts'
import * as viewStore from '../store/views.ts'
import { createTaxonomy } from '../taxonomy.ts'
import { HOUR, MOST_READ_MS } from './teasers.ts'

/** Beyond so many changes the whole list is answered. */
const MEDIA_CHANGES = 1000
export const TIDY_AFTER = 2_000

export function recordView({ memory }: ContentContext, { body, context }: InternalCall<'recordView'>): undefined {
  const counts = memory.views.get(context.publication.code) ?? new Map<string, number>()
  memory.views.set(context.publication.code, counts)
  if (counts.size < 20_000) counts.set(body.id, (counts.get(body.id) ?? 0) + 1)
  return undefined
}

export async function ingest(
  content: ContentContext,
  { body, context }: InternalCall<'ingest'>,
): InternalReply<'ingest'> {
  const owner = context.publication.code
  const carriers = (body.publications ?? []).flatMap((code) => toPublicationCode(code) ?? [])
  const changed: string[] = []
  const hidden: string[] = []
  const proposed: string[] = []
  try {
    const { results } = await ingestDocuments(
      content.db,
      async (trx) => createTaxonomy(await taxonomyStore.loadTaxonomy(trx, owner)),
      { owner, carriers, ...body, now: content.now() },
      (written) => {
        hidden.push(...written.hidden)
        proposed.push(...written.proposed)
        for (const { outcome, id } of written.results)
          if (outcome !== 'unchanged' && outcome !== 'refused') changed.push(id ?? '')
      },
    )
    return { results }
  } finally {
    if (proposed.length > 0) await announce(content, { ids: proposed, kind: 'proposal' })
    if (changed.length > 0) {
      // The transaction may have added sections and tags.
      await content.database.reads.catchUp()
      content.memory.taxonomies.clear()
      await announce(content, { ids: changed.filter((id) => id !== ''), kind: 'article' })
      if (hidden.length > 0) await announce(content, { ids: hidden, kind: 'removed' })
      scheduleTidyUp(content, changed.length)
    }
  }
}

export async function getMapping(
  content: ContentContext,
  { context }: InternalCall<'getMapping'>,
): InternalReply<'getMapping'> {
  const [entry] = await taxonomyStore.listOwnEntries(content.db, context.publication.code, 'mapping')
  return { mapping: (entry?.data as ImportMapping | undefined) ?? null }
}

export async function listChanges(
  content: ContentContext,
  { query }: InternalCall<'listChanges'>,
): InternalReply<'listChanges'> {
  const last = await changeStore.getLastSequence(content.db)
  const { changes, isComplete } = await changeStore.listChanges(content.db, query.after, 1000)
  if (!isComplete) return { last, changes: [{ sequence: last, id: '*', kind: 'all' }] }
  return { last: changes.at(-1)?.sequence ?? Math.max(last, query.after), changes }
}

export function listPaidMedia(
  content: ContentContext,
  { query }: InternalCall<'listPaidMedia'>,
): InternalReply<'listPaidMedia'> {
  return readPaidMedia(content, query.after)
}

/** The sequence number is read first, so that a concurrent write is reported twice rather than missed. */
export async function readPaidMedia(content: ContentContext, after: number): Promise<PaidMediaChanges> {
  const last = await changeStore.getLastSequence(content.db)
  const { changes, isComplete } = await changeStore.listChanges(content.db, after, MEDIA_CHANGES)
  const isWhole =
    after === 0 ||
    !isComplete ||
    last < after ||
    changes.length === MEDIA_CHANGES ||
    changes.some(({ kind }) => kind === 'all')
  if (isWhole) return { last, isWhole, paid: await mediaStore.listPaidMedia(content.db), open: [] }
  const media =
    changes.length === 0 ? [] : await mediaStore.listMediaOf(content.db, [...new Set(changes.map(({ id }) => id))])
  const { paid = [], open = [] } = Object.groupBy(media, ({ isPaid }) => (isPaid ? 'paid' : 'open'))
  return { last, isWhole, paid: paid.map(({ name }) => name), open: open.map(({ name }) => name) }
}

/** Views are counted in memory and written in batches; a kill loses only the last seconds of a statistic. */
export async function flushViews({ db, memory, now }: ContentContext): Promise<void> {
  const waiting = [...memory.views]
  memory.views.clear()
  const time = now()
  const hour = new Date(Math.floor(time.getTime() / HOUR) * HOUR)
  for (const [publication, counts] of waiting) await viewStore.addViews(db, publication, hour, counts)
  if (waiting.length > 0 && Math.abs(time.getTime() - memory.lastSweep) > HOUR) {
    memory.lastSweep = time.getTime()
    await viewStore.dropViewsBefore(db, new Date(time.getTime() - 2 * MOST_READ_MS))
  }
}

function scheduleTidyUp({ database, db, memory: { tidyUp }, onError }: ContentContext, count: number): void {
  tidyUp.written += count
  if (tidyUp.written < tidyUp.after) return
  tidyUp.written = 0
  tidyUp.running = tidyUp.running
    .then(async () => {
      await changeStore.tidyUp(database)
      // Maintenance takes longer with larger tables, so it runs less often.
      tidyUp.after = Math.max(TIDY_AFTER, Math.floor((await articleStore.countArticles(db)) / 4))
    })
    .catch((error: unknown) => onError(error, 'tidy-up'))
}
