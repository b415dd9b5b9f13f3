/**
 * Finds the stored article that a document belongs to. Its id at the source decides, but some ids are not unique
 * ("N/A") and some change: then `replaces` (the document it takes the place of) and `link` (its address at the source)
 * decide.
 */
import type { IncomingDocument } from '@lokalteil/contracts/content'
import type { Trx } from './schema.ts'
import { listIdentified, saveAliases, type Identified } from './store/source-aliases.ts'

const MOST_ID = 500

const toLinkAlias = (link: string): string => `link:${link}`

const sameInstant = (one: string | null, other: string): boolean =>
  one !== null && Date.parse(one) === Date.parse(other)

/** True if the same id belongs to a different text: address, headline and date all differ. */
function isOther({ links, title, published, removed }: Identified, document: IncomingDocument): boolean {
  return (
    !removed &&
    document.link !== undefined &&
    document.status === 'usable' &&
    links.length > 0 &&
    !links.includes(document.link) &&
    title !== document.title.trim() &&
    !sameInstant(published, document.publishDate)
  )
}

/** A different id for the same text: address, headline and date agree; some sources have no dates. */
function isSame({ title, published, removed }: Identified, document: IncomingDocument): boolean {
  const isUndated = document.version === 0
  return (
    !removed &&
    document.status === 'usable' &&
    title === document.title.trim() &&
    (isUndated || sameInstant(published, document.publishDate))
  )
}

/** Returns the documents in the same order, each under the id of its article. */
export async function settleIdentity(
  trx: Trx,
  owner: string,
  documents: readonly IncomingDocument[],
): Promise<{ document: IncomingDocument; given: string }[]> {
  const namesOf = ({ sourceId, replaces, link }: IncomingDocument) => [
    sourceId,
    ...(replaces === undefined ? [] : [replaces]),
    ...(link === undefined ? [] : [toLinkAlias(link), toOwnId(sourceId, link)]),
  ]
  const found = await listIdentified(trx, owner, [...new Set(documents.flatMap(namesOf))])
  const byAlias = new Map(found.map((one) => [one.alias, one]))
  return documents.map((document) => {
    const { sourceId, replaces, link } = document
    const known = byAlias.get(sourceId)
    const other = known !== undefined && isOther(known, document)
    const former = replaces === undefined ? undefined : byAlias.get(replaces)
    const linked = link === undefined ? undefined : byAlias.get(toLinkAlias(link))
    const article =
      known !== undefined && !other
        ? known
        : (former ?? (linked !== undefined && isSame(linked, document) ? linked : undefined))
    const id = article?.source_id ?? (other ? toOwnId(sourceId, link!) : sourceId)
    return { document: { ...document, sourceId: id }, given: sourceId }
  })
}

const toOwnId = (sourceId: string, link: string): string => `${sourceId}#${link}`.slice(0, MOST_ID)

/**
 * Stores further identities for later deliveries. An id that changes with every answer is not stored: the address finds
 * the article.
 */
export async function keepIdentity(
  trx: Trx,
  owner: string,
  settled: readonly { document: IncomingDocument; given: string }[],
  idOf: (sourceId: string) => string | null,
): Promise<void> {
  const aliases = settled.flatMap(({ document: { sourceId, link, replaces }, given }) => {
    const articleId = idOf(sourceId)
    if (articleId === null) return []
    return [
      ...(link === undefined ? [] : [{ alias: toLinkAlias(link), articleId }]),
      ...(replaces === undefined || given === sourceId ? [] : [{ alias: given, articleId }]),
    ]
  })
  await saveAliases(trx, owner, aliases)
}
