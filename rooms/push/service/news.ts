/**
 * Turns published articles into messages: articles once visible to everybody (so after their embargo), and breaking
 * news as in the pages' bar, unless the office opened it. Each article gives one message of each kind, whichever process
 * finds it. Articles older than two hours or than this portal's push, and those that ask for no message, are skipped. Only
 * headline and teaser are read.
 */
import { randomUUID } from 'node:crypto'
import type { FeedNode, Teaser } from '@lokalteil/contracts/content'
import { PushPath } from '../contract/push.ts'
import { toAuthorName } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LIFE_MS, MOST_BODY, MOST_TITLE, NEWS_MS, toMessageLine } from '../domain/push.ts'
import type { PushContent, PushContext } from './context.ts'
import type { Match } from './schema.ts'
import { addMessage, listKnownKeys, markOf, type NewMessage } from './store/messages.ts'

const MOST_PAGES = 5

/** Returns the number of new messages. */
export async function findNews(push: PushContext, publication: PublicationCode): Promise<number> {
  const now = push.now()
  const mark = await markOf(push.db, publication, now)
  const content = push.contentOf(publication)
  // First, so that followers get an article that is both as breaking news.
  const flash = await findBreaking(push, publication, content, mark)
  const since = new Date(Math.max(mark.getTime(), now.getTime() - NEWS_MS))
  const teasers = (await listNewTeasers(content, since)).filter(
    ({ publishDate, isSoldContent, targetPathOrUrl, isPushed }) =>
      new Date(publishDate) <= now && !isSoldContent && isPushed !== false && isPath(targetPathOrUrl),
  )
  const known = await listKnownKeys(
    push.db,
    publication,
    teasers.map(({ documentId }) => toKey('article', documentId)),
  )
  const fresh = teasers.filter(({ documentId }) => !known.has(toKey('article', documentId)))
  if (fresh.length === 0) return flash
  const names = await loadNames(content)
  let added = flash
  for (const teaser of fresh) {
    const message = toMessage(publication, teaser, 'follow', now, listMatches(teaser, names))
    if (await addMessage(push.db, message)) added++
  }
  return added
}

async function findBreaking(
  push: PushContext,
  publication: PublicationCode,
  content: PushContent,
  mark: Date,
): Promise<number> {
  const found = await content.getBreakingNews({})
  if (!found.ok) throw unanswered(publication, found)
  const { item } = found.data
  const id = /-(\d+)$/.exec(item?.target ?? '')?.[1]
  if (item === null || item.isPushed === false || id === undefined || !isPath(item.target)) return 0
  if (new Date(item.publishDate) < mark) return 0
  const known = await listKnownKeys(push.db, publication, [toKey('breaking', id)])
  if (known.size > 0) return 0
  const teaser = await content.getTeaser({ params: { id } })
  if (!teaser.ok) {
    if (teaser.status === 404 || teaser.status === 410) return 0
    throw unanswered(publication, teaser)
  }
  if (teaser.data.isPushed === false) return 0
  return (await addMessage(push.db, toMessage(publication, teaser.data, 'breaking', push.now(), []))) ? 1 : 0
}

async function listNewTeasers(content: PushContent, since: Date): Promise<Teaser[]> {
  const teasers: Teaser[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const found = await content.listNewestArticles({ query: { page } })
    // After the last page the answer is an error.
    if (!found.ok) {
      if (page > 1) break
      throw unanswered('', found)
    }
    const fresh = found.data.teasers.filter(({ publishDate }) => new Date(publishDate) > since)
    teasers.push(...fresh)
    if (fresh.length < found.data.teasers.length || page >= found.data.pages) break
  }
  return teasers
}

function toMessage(
  publication: PublicationCode,
  { documentId, title, titlePrefix, teaserTextHtml, targetPathOrUrl }: Teaser,
  kind: 'breaking' | 'follow',
  now: Date,
  matches: Match[],
): NewMessage {
  const life = kind === 'breaking' ? LIFE_MS.breaking : LIFE_MS.topic
  const head = titlePrefix.trim() === '' ? title : `${titlePrefix.trim()}: ${title}`
  return {
    id: randomUUID(),
    publication,
    key: toKey(kind === 'breaking' ? 'breaking' : 'article', documentId),
    subject: toKey('article', documentId),
    title: toMessageLine(head, MOST_TITLE),
    body: toMessageLine(teaserTextHtml, MOST_BODY),
    path: targetPathOrUrl,
    tag: toKey('article', documentId),
    kind,
    matches,
    owner: null,
    article: documentId,
    created_at: now,
    expires_at: new Date(now.getTime() + life),
  }
}

/** Follows that match the article: authors first, then topics from the nearest up, then regions. */
function listMatches({ authors, tagIds, tagAncestorIds = [], regionIds }: Teaser, names: Names): Match[] {
  const topics = [...tagIds, ...tagAncestorIds].flatMap((id) => names.topics.get(id) ?? [])
  const regions = regionIds.flatMap((id) => names.regions.get(id) ?? [])
  const writers = authors.map((author) => ({ follow: `author ${author.id}`, label: toAuthorName(author) }))
  return [...new Map([...writers, ...topics.flat(), ...regions.flat()].map((match) => [match.follow, match])).values()]
}

/** By id: follows of the topic or region itself and of those above it. */
type Names = { topics: Map<string, Match[]>; regions: Map<string, Match[]> }

async function loadNames(content: PushContent): Promise<Names> {
  const [topics, regions] = await Promise.all([content.listPersonalTopics({}), content.listPersonalRegions({})])
  if (!topics.ok) throw unanswered('', topics)
  if (!regions.ok) throw unanswered('', regions)
  return { topics: toNames('topic', topics.data), regions: toNames('region', regions.data) }
}

function toNames(kind: 'topic' | 'region', nodes: readonly FeedNode[]): Map<string, Match[]> {
  const names = new Map<string, Match[]>()
  const walk = (node: FeedNode, above: readonly Match[]): void => {
    const way = [{ follow: `${kind} ${node.id}`, label: node.label }, ...above]
    names.set(node.id, way)
    for (const child of node.children) walk(child, way)
  }
  for (const node of nodes) walk(node, [])
  return names
}

function toKey(kind: 'article' | 'breaking', id: string): string {
  return `${kind}:${id}`
}

function isPath(target: string): boolean {
  return PushPath.safeParse(target).success
}

function unanswered(publication: string, found: { status: number; problem: { code: string } }): Error {
  return new Error(
    `The content of ${publication || 'a publication'} cannot be read: ${found.status} ${found.problem.code}`,
  )
}
