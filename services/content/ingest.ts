/**
 * Takes documents of an agency or an editor into the store. Idempotent by owner, source id and version: the same or an
 * older version changes nothing (except a corrected text of a source without versions), a newer one keeps the article's
 * id; `canceled` and `withheld` withdraw it unless a newer usable version comes. An unusable document is refused alone.
 * Long deliveries are written in portions, one transaction each, so that another sender waits for a fraction of a
 * second; a delivery that was interrupted is sent again.
 */
import { Correction, type ContentItem, type IncomingDocument } from '@lokalteil/contracts/content'
import { foldGerman, slugOf } from '@lokalteil/domain/german-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { type ArticleParts, type ArticleRecord, toArticleParts, toPlainAuthor } from './article-record.ts'
import { type ContentDb, fromCarriers, type Trx } from './schema.ts'
import { keepIdentity, settleIdentity } from './source-identity.ts'
import * as articleStore from './store/articles.ts'
import type { KnownArticle } from './store/articles.ts'
import * as changeStore from './store/changes.ts'
import { saveFormerAddresses } from './store/former-addresses.ts'
import * as proposalStore from './store/proposals.ts'
import type { KnownProposal } from './store/proposals.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import { type Taxonomy, toPathsUpwards } from './taxonomy.ts'

type IngestResult = {
  sourceId: string
  outcome: 'created' | 'updated' | 'unchanged' | 'removed' | 'refused'
  id: string | null
  reason: string
}

export type IngestInput = {
  owner: PublicationCode
  /** Publications that carry the documents besides the owner. */
  carriers: readonly PublicationCode[]
  documents: readonly IncomingDocument[]
  /** `desk`: new documents wait for the office. */
  arrive?: 'publish' | 'desk' | undefined
  /** `propose`: newer versions wait for the office. */
  update?: 'publish' | 'propose' | undefined
  now: Date
}

/** Sections for a document whose section no publication has. */
const FALLBACK_SECTIONS = ['panorama', 'nachrichten']
const MOST_TAGS = 12

export type IngestOutcome = {
  results: IngestResult[]
  /** Ids of articles whose public text no longer is: withdrawn, or paid from now on. */
  hidden: string[]
  /** New and removed documents among those that wait for the office: ids of articles, else source ids. */
  proposed: string[]
}

/** Milliseconds for which a portion may hold the lock that other writers wait for. */
const PORTION_MS = 200
const FIRST_PORTION = 20
const LEAST_OF_PORTION = 5
const MOST_OF_PORTION = 200

/** `onPortion` is called with each written portion, even if a later one fails: its ids have to reach readers. */
export async function ingestDocuments(
  db: ContentDb,
  loadTaxonomy: (trx: Trx) => Promise<Taxonomy>,
  input: IngestInput,
  onPortion: (outcome: IngestOutcome) => void = () => {},
): Promise<IngestOutcome> {
  const outcome: IngestOutcome = { results: [], hidden: [], proposed: [] }
  let size = FIRST_PORTION
  for (let at = 0; at < input.documents.length;) {
    const documents = input.documents.slice(at, at + size)
    let begun = 0
    const portion = await changeStore.write(db, (trx) => {
      // Measured inside the lock, because waiting for others is not part of this portion.
      begun = performance.now()
      return ingestPortion(trx, loadTaxonomy, { ...input, documents })
    })
    onPortion(portion)
    outcome.results.push(...portion.results)
    outcome.hidden.push(...portion.hidden)
    outcome.proposed.push(...portion.proposed)
    at += documents.length
    const each = (performance.now() - begun) / documents.length
    size = Math.max(LEAST_OF_PORTION, Math.min(MOST_OF_PORTION, size * 4, Math.floor(PORTION_MS / each)))
  }
  return outcome
}

/**
 * `loadTaxonomy` is called inside the transaction, after new sections and tags are written. Long, because it is one
 * transaction whose steps use the results of the steps before.
 */
async function ingestPortion(
  trx: Trx,
  loadTaxonomy: (trx: Trx) => Promise<Taxonomy>,
  input: IngestInput,
): Promise<IngestOutcome> {
  const results: IngestResult[] = []
  const hidden: string[] = []
  const latest = new Map<string, IncomingDocument>()
  const settled = await settleIdentity(trx, input.owner, input.documents)
  const givenOf = new Map(settled.map(({ document, given }) => [document.sourceId, given]))
  for (const { document } of settled) {
    const reason = findFault(document)
    if (reason !== null) {
      results.push({ sourceId: document.sourceId, outcome: 'refused', id: null, reason })
      continue
    }
    const rival = latest.get(document.sourceId)
    if (rival !== undefined && rival.version >= document.version) {
      results.push(toResult(document, 'unchanged', null, 'a version at least as new is in the same delivery'))
      continue
    }
    if (rival !== undefined) results.push(toResult(rival, 'unchanged', null, 'a newer version is in the same delivery'))
    latest.set(document.sourceId, document)
  }

  const known = new Map(
    (await articleStore.listKnownArticles(trx, input.owner, [...latest.keys()])).map((article) => [
      article.source_id ?? '',
      article,
    ]),
  )
  const waiting = await proposalStore.listKnownProposals(trx, input.owner, [...latest.keys()])
  const toPropose: { document: IncomingDocument; articleId: string | null }[] = []
  const toSave: IncomingDocument[] = []
  const toRemove: KnownArticle[] = []
  const toBury: IncomingDocument[] = []
  const versions = new Map<string, number>()
  for (const document of latest.values()) {
    const article = known.get(document.sourceId)
    const proposal = waiting.get(document.sourceId)
    const isWithdrawn = document.status !== 'usable'
    // One that is withdrawn and that the office never wrote comes to it as new.
    const shownId = article?.removed === true && article.office_source === null ? null : article?.id
    const articleId = shownId ?? proposal?.article_id ?? null
    if (article?.is_withdrawn_here === true) {
      results.push(toResult(document, 'unchanged', article.id, 'it was withdrawn here (npx lokalteil articles)'))
    } else if (proposal !== undefined && isProposed(document, proposal)) {
      results.push(toResult(document, 'unchanged', articleId, `the office has version ${proposal.version}`))
    } else if (
      article !== undefined &&
      article.source_version >= document.version &&
      !isNewState(document, article) &&
      !isLaterEnd(document, article)
    ) {
      const isLater = article.source_version > document.version && article.digest !== document.fingerprint?.digest
      const stored = `version ${article.source_version} is stored`
      results.push(
        toResult(document, 'unchanged', article.id, isLater ? `${stored}, which is later than this one` : stored),
      )
    } else if (isForOffice(document, article, proposal, input)) {
      toPropose.push({ document, articleId })
      results.push(toResult(document, 'unchanged', articleId, 'it waits for the office'))
    } else if (!isWithdrawn) toSave.push(document)
    else if (article === undefined) toBury.push(document)
    else {
      toRemove.push(article)
      hidden.push(article.id)
      versions.set(article.id, Math.max(document.version, article.source_version))
      results.push(toResult(document, 'removed', article.id, document.status))
    }
  }

  await proposalStore.saveProposals(trx, input.owner, toPropose, {
    carriers: input.carriers,
    isAutomatic: input.update !== 'propose',
    at: input.now,
  })
  const settledHere = await proposalStore.dropProposals(
    trx,
    input.owner,
    [...toSave, ...toBury].map(({ sourceId }) => sourceId).concat(toRemove.flatMap(({ source_id }) => source_id ?? [])),
  )
  const proposed = [...toPropose.map(({ document, articleId }) => articleId ?? document.sourceId), ...settledHere]
  await changeStore.logChanges(trx, proposed, 'proposal', input.now)

  await articleStore.removeArticles(
    trx,
    toRemove.map(({ id }) => id),
    versions,
    input.now,
  )
  const buried = await articleStore.takeArticleIds(trx, toBury.length)
  await articleStore.addTombstones(
    trx,
    toBury.map((document, index) => ({
      id: buried[index]!,
      owner: input.owner,
      sourceId: document.sourceId,
      version: document.version,
    })),
    input.now,
  )
  results.push(
    ...toBury.map((document) => toResult(document, 'removed', null, `${document.status} before it was ever stored`)),
  )

  if (toSave.length > 0) {
    const taxonomy = await ensureTaxonomy(loadTaxonomy, trx, toSave, input)
    const sectionOwners = await taxonomyStore.listSectionOwners(
      trx,
      toSave.map((document) => toOwnSectionPath(document, taxonomy)),
    )
    const fresh = await articleStore.takeArticleIds(trx, toSave.filter(({ sourceId }) => !known.has(sourceId)).length)
    const parts: ArticleParts[] = []
    const states: { articleId: string; digest: string; takenAt: Date }[] = []
    for (const document of toSave) {
      const article = known.get(document.sourceId)
      const id = article?.id ?? fresh.shift()!
      parts.push(toArticleParts(toArticleRecord(document, id, taxonomy, input, article, sectionOwners), taxonomy))
      results.push(toResult(document, article === undefined ? 'created' : 'updated', id, ''))
      if (document.fingerprint !== undefined)
        states.push({
          articleId: id,
          digest: document.fingerprint.digest,
          takenAt: new Date(document.fingerprint.takenAt),
        })
    }
    await articleStore.saveArticles(trx, parts, input.now)
    await articleStore.saveSourceStates(trx, states)
    const nowPaid = toSave.flatMap(({ sourceId, contentRestriction }) => {
      const article = known.get(sourceId)
      return article?.was_free === true && contentRestriction !== 'free' ? [article.id] : []
    })
    await changeStore.logChanges(trx, nowPaid, 'removed', input.now)
    hidden.push(...nowPaid)
  }
  await saveFormerAddresses(trx, input.owner, listFormerAddresses(latest, results))
  const ids = new Map(results.flatMap(({ sourceId, id }) => (id === null ? [] : [[sourceId, id] as const])))
  await keepIdentity(trx, input.owner, settled, (sourceId) => ids.get(sourceId) ?? null)
  const order = new Map(settled.map(({ document }, index) => [document.sourceId, index]))
  const sorted = results.toSorted((a, b) => (order.get(a.sourceId) ?? 0) - (order.get(b.sourceId) ?? 0))
  // Answers use the id under which the sender knows the document.
  return {
    results: sorted.map((result) => ({ ...result, sourceId: givenOf.get(result.sourceId) ?? result.sourceId })),
    hidden,
    proposed,
  }
}

/** Whether the office has this state of the document already: it waits there, was taken over or dropped. */
function isProposed(document: IncomingDocument, { version, digest }: KnownProposal): boolean {
  if (version < document.version || isLaterEnd(document, { removed: false, source_version: version })) return false
  const isOther = document.fingerprint !== undefined && document.fingerprint.digest !== digest
  return !(isOther && document.status === 'usable' && version === document.version)
}

/**
 * Whether the document waits for the office instead of changing the published article. A withdrawal waits only if the text is
 * the newsroom's own by now, or not online yet.
 */
function isForOffice(
  { status }: IncomingDocument,
  article: KnownArticle | undefined,
  proposal: KnownProposal | undefined,
  { arrive, update }: IngestInput,
): boolean {
  const isThere = article !== undefined && !article.removed
  // The office made another article of it, or took over an earlier version and works on it.
  const isLinked =
    proposal !== undefined &&
    proposal.article_id !== null &&
    (proposal.article_id !== article?.id || proposal.settled_version !== null)
  if (status !== 'usable') return isThere ? article.office_source === '' : article === undefined && isLinked
  if (isLinked || (article !== undefined && article.office_source !== null)) return true
  return isThere ? update === 'propose' : arrive === 'desk'
}

/** Former addresses of all stored documents of the delivery, whether it changed them or not. */
function listFormerAddresses(documents: ReadonlyMap<string, IncomingDocument>, results: readonly IngestResult[]) {
  return results.flatMap(({ sourceId, id }) =>
    id === null
      ? []
      : (documents.get(sourceId)?.formerAddresses ?? []).flatMap((written) => {
          const address = toFormerAddress(written)
          return address === null ? [] : [{ address, articleId: id }]
        }),
  )
}

function toResult(
  { sourceId }: IncomingDocument,
  outcome: IngestResult['outcome'],
  id: string | null,
  reason: string,
): IngestResult {
  return { sourceId, outcome, id, reason }
}

/** A source without versions sent another text that is not older than the stored one. */
function isNewState({ version, status, fingerprint }: IncomingDocument, stored: KnownArticle): boolean {
  if (fingerprint === undefined || status !== 'usable' || stored.removed || stored.source_version !== version)
    return false
  if (stored.digest === null || stored.taken_at === null) return true
  return stored.digest !== fingerprint.digest && Date.parse(fingerprint.takenAt) >= stored.taken_at.getTime()
}

/** Versions from here on are timestamps in seconds; smaller ones are counted. */
const FIRST_SECOND = 100_000_000

/** A withdrawal of a document that another one replaced. Time decides, because their versions cannot be compared. */
function isLaterEnd(
  { status, version, updateDate, publishDate }: IncomingDocument,
  stored: Pick<KnownArticle, 'removed' | 'source_version'>,
): boolean {
  return (
    status !== 'usable' &&
    !stored.removed &&
    version < FIRST_SECOND &&
    stored.source_version >= FIRST_SECOND &&
    Date.parse(updateDate ?? publishDate) / 1000 >= stored.source_version
  )
}

function findFault(document: IncomingDocument): string | null {
  for (const name of ['publishDate', 'updateDate', 'embargo'] as const) {
    const value = document[name]
    if (value !== null && Number.isNaN(Date.parse(value))) return `${name} is no date`
  }
  return document.title.trim() === '' && document.status === 'usable' ? 'the title is empty' : null
}

async function ensureTaxonomy(
  loadTaxonomy: (trx: Trx) => Promise<Taxonomy>,
  trx: Trx,
  documents: readonly IncomingDocument[],
  input: IngestInput,
): Promise<Taxonomy> {
  const taxonomy = await loadTaxonomy(trx)
  const codes = [input.owner, ...input.carriers]
  const sections = new Map<string, { path: string; name: string }>()
  const tags = new Map<string, string>()
  for (const document of documents) {
    const names = document.sectionNames ?? []
    if (findSectionPath(document, taxonomy) === null) {
      toPathsUpwards(toSectionPath(document.sectionPath))
        .toReversed()
        .forEach((path, depth) => {
          const name = toLine(names[depth] ?? '') || toSectionName(path)
          if (taxonomy.getSection(path) === null) sections.set(path, { path, name })
        })
    }
    for (const name of document.tags.slice(0, MOST_TAGS))
      if (isTagName(name) && taxonomy.findTag(name) === null) tags.set(slugOf(name), name.trim())
  }
  if (sections.size === 0 && tags.size === 0) return taxonomy
  await taxonomyStore.addSections(trx, codes, [...sections.values()])
  await taxonomyStore.addTags(
    trx,
    codes,
    [...tags].map(([slug, name]) => ({ slug, name })),
  )
  await changeStore.logChanges(trx, ['taxonomy'], 'taxonomy', input.now)
  return loadTaxonomy(trx)
}

/**
 * Path of the existing section, by path or by name; null: it is to be created. A document without an exact section gets
 * the nearest one above that the owner has, else the fallback.
 */
function findSectionPath({ sectionPath, sectionNames }: IncomingDocument, taxonomy: Taxonomy): string | null {
  const isIn = (path: string) => taxonomy.getSection(path) !== null
  if (sectionNames !== undefined) {
    const exact = [sectionPath, toSectionPath(sectionPath)].find(isIn)
    if (exact !== undefined) return exact
    const name = sectionNames.length === 1 ? foldGerman(toLine(sectionNames[0]!)) : ''
    const named = taxonomy.sections.filter((section) => foldGerman(section.name) === name)
    return named.length === 1 ? named[0]!.path : null
  }
  const found = taxonomy.findSection(sectionPath)
  if (found !== null) return found.path
  return FALLBACK_SECTIONS.find((fallback) => taxonomy.findSection(fallback) !== null) ?? null
}

function toOwnSectionPath(document: IncomingDocument, taxonomy: Taxonomy): string {
  return findSectionPath(document, taxonomy) ?? toSectionPath(document.sectionPath)
}

function toSectionPath(path: string): string {
  const segments = path
    .split('/')
    .map((segment) => slugOf(segment))
    .filter((segment) => segment !== '')
  const own = segments.length === 0 ? FALLBACK_SECTIONS[1]! : segments.slice(0, 3).join('/')
  // "Suche", "Jobs" or "Wahl 12345678" are addresses of other pages.
  return [own, `ressort-${own}`, `${own}-ressort`].find(isSectionAddress) ?? own
}

function isSectionAddress(path: string): boolean {
  const found = matchRoute(`/${path}`)
  return found.kind === 'route' && found.route.name === 'channel' && found.route.path === path
}

const toLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

function toSectionName(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** A bare number is an unknown id or says nothing. */
function isTagName(name: string): boolean {
  return slugOf(name).length >= 2 && name.trim().length <= 60 && !/^\d+$/.test(name.trim())
}

export function toArticleRecord(
  document: IncomingDocument,
  id: string,
  taxonomy: Taxonomy,
  input: Pick<IngestInput, 'owner' | 'carriers' | 'now'>,
  stored: KnownArticle | undefined,
  sectionOwners: ReadonlyMap<string, readonly string[]>,
): ArticleRecord {
  const sectionPath = toOwnSectionPath(document, taxonomy)
  // A correction must reach every publication that shows the text.
  const carriers = [...input.carriers, ...(stored === undefined ? [] : fromCarriers(stored))]
  const publications = [
    ...new Set([input.owner, ...carriers.filter((code) => sectionOwners.get(sectionPath)?.includes(code) === true)]),
  ]
  const authors = document.authors.map((name) => ({ name, known: taxonomy.findAuthor(name) }))
  const portraits = new Map((document.portraits ?? []).map(({ name, picture }) => [name, picture]))
  // Agencies send the date of the version; the date of publication stays that of the first one.
  const publishDate = new Date(stored?.published ?? document.publishDate)
  // A source without versions does not date its corrections, so the time of arrival counts.
  const isCorrected = stored !== undefined && isNewState(document, stored) && stored.digest !== null
  const changed =
    document.updateDate ?? (isCorrected ? input.now.toISOString() : stored?.published ? document.publishDate : null)
  const corrections = toCorrections(document, stored, changed ?? document.publishDate)
  return {
    id,
    kind: document.kind,
    title: document.title.trim(),
    titlePrefix: document.titlePrefix.trim(),
    seoTitle: '',
    teaserTextHtml: document.teaserTextHtml,
    sectionPath,
    authorIds: authors.flatMap(({ known }) => known?.id ?? []),
    plainAuthors: authors.flatMap(({ name, known }) =>
      known === null && name.trim() !== '' ? [toPlainAuthor(name, portraits.get(name) ?? null)] : [],
    ),
    portraits: new Map(
      authors.flatMap(({ name, known }) => {
        const portrait = portraits.get(name)
        return known === null || portrait === undefined ? [] : [[known.id, portrait] as const]
      }),
    ),
    source: document.source,
    publishDate,
    updateDate: changed === null || Date.parse(changed) <= publishDate.getTime() ? null : new Date(changed),
    visibleFrom: document.embargo === null ? null : new Date(document.embargo),
    contentRestriction: document.contentRestriction,
    picture: document.picture,
    headerVideo: null,
    tagIds: [...new Set(document.tags.slice(0, MOST_TAGS).flatMap((name) => taxonomy.findTag(name)?.id ?? []))],
    regionIds: [...new Set(document.regions.flatMap((name) => taxonomy.findRegion(name)?.id ?? []))],
    publications,
    owner: input.owner,
    isSoldContent: false,
    urgency: document.urgency,
    correction: corrections[0]?.text ?? '',
    corrections,
    provenance: document.provenance,
    comments: document.comments,
    aiUse: document.aiUse ?? 'none',
    relatedIds: [],
    views: 0,
    // Teasers of other articles are dropped: the importer does not know our ids, and a copied teaser would go stale.
    body: [...toReading(document), ...document.contentItems.filter((item) => item.type !== 'articleTeaser')],
    sourceId: document.sourceId,
    sourceVersion: document.version,
    testResult: null,
    ...(document.isOpinion ? { kind: 'opinion' as const } : {}),
  }
}

const MOST_CORRECTIONS = 20

/** Published corrections stay, even if a later version comes without them. */
function toCorrections(document: IncomingDocument, stored: KnownArticle | undefined, at: string): Correction[] {
  const kept = Correction.array()
    .catch([])
    .parse(JSON.parse(stored?.corrections ?? '[]'))
  const said =
    document.corrections ?? (document.correction === '' ? [] : [{ date: at, text: document.correction.slice(0, 2000) }])
  const known = new Map(kept.map((correction) => [correction.text, correction]))
  for (const correction of said)
    if (document.corrections !== undefined || !known.has(correction.text)) known.set(correction.text, correction)
  return [...known.values()]
    .toSorted((one, other) => Date.parse(other.date) - Date.parse(one.date))
    .slice(0, MOST_CORRECTIONS)
}

/** The spoken article becomes the first item of its body, so that one decision covers reading and listening. */
function toReading({ audio, title }: IncomingDocument): Extract<ContentItem, { type: 'audio' }>[] {
  if (audio === undefined) return []
  const { src, mimeType, durationSeconds, kind } = audio
  return [{ type: 'audio', src, mimeType, title, duration: durationSeconds, voiceLabel: '', reading: kind }]
}
