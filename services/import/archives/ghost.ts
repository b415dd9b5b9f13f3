/**
 * A Ghost export (Settings → Migration → Export content) as documents. Posts are made articles the way entries of a feed
 * are; drafts, pages and newsletters without a page are put aside. What was for paying
 * readers stays so. The export does not say where the site was: its own addresses stand as `__GHOST_URL__` in it.
 */
import { readFile } from 'node:fs/promises'
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { z } from 'zod'
import { splitCredit } from '../body/blocks/figures.ts'
import { escapeHtml } from '../body/house-style.ts'
import { toPlainLine } from '../body/markup-text.ts'
import type { FeedChannel, FeedEntry, FeedMedia } from '../formats/feed-entries.ts'
import { toEntryDocument } from '../formats/feed.ts'
import type { ParseResult } from '../formats/parse.ts'
import { noClasses } from '../formats/parsed-document.ts'
import type { Classes, ParseContext, ParsedDocument, Refusal } from '../formats/parsed-document.ts'
import { parseJson } from '../formats/recognise.ts'

const FORMAT = 'Ghost export'
const AT_ONCE = 50
/** It is one JSON document and read as a whole. */
export const MAX_GHOST = 300 * 1024 * 1024

const text = z.string().nullish()
const order = z.number().nullish()
const Post = z.object({
  id: z.string().min(1),
  uuid: text,
  title: text,
  slug: text,
  html: text,
  feature_image: text,
  featured: z.union([z.boolean(), z.number()]).nullish(),
  type: text,
  /** Of versions before 3. */
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: z.string(),
  visibility: text,
  custom_excerpt: text,
  published_at: text,
  updated_at: text,
})
type Post = z.infer<typeof Post>
const Tag = z.object({ id: z.string(), name: z.string(), visibility: text })
const User = z.object({ id: z.string(), name: z.string(), profile_image: text })
const PostTag = z.object({ post_id: z.string(), tag_id: z.string(), sort_order: order })
const PostAuthor = z.object({ post_id: z.string(), author_id: z.string(), sort_order: order })
const PostMeta = z.object({ post_id: z.string(), feature_image_alt: text, feature_image_caption: text })
const Data = z.object({
  posts: z.array(z.unknown()),
  tags: z.array(Tag).default([]),
  users: z.array(User).default([]),
  posts_tags: z.array(PostTag).default([]),
  posts_authors: z.array(PostAuthor).default([]),
  posts_meta: z.array(PostMeta).default([]),
})
const Export = z.object({ meta: z.object({ exported_on: z.number().nullish() }).nullish(), data: Data })
type Export = z.infer<typeof Export>

/** What posts refer to. */
type Library = {
  channel: FeedChannel
  tags: ReadonlyMap<string, string[]>
  authors: ReadonlyMap<string, string[]>
  /** Addresses by the name. */
  portraits: ReadonlyMap<string, string>
  meta: ReadonlyMap<string, z.infer<typeof PostMeta>>
}

type Part = ParseResult & { bytes: number }

export async function* readGhost(path: string, bytes: number, context: ParseContext): AsyncGenerator<Part> {
  const found = bytes > MAX_GHOST ? 'larger than 300 MB' : await readExport(path)
  if (typeof found === 'string') {
    const refusal: Refusal = { sourceId: '', reason: `${FORMAT}: ${found}`, raw: path, extension: 'txt' }
    yield { documents: [], refusals: [refusal], format: FORMAT, isDocument: true, bytes }
    return
  }
  const library = toLibrary(found, context)
  const { posts } = found.data
  for (let start = 0; start < posts.length; start += AT_ONCE) {
    const some = posts.slice(start, start + AT_ONCE)
    const part: Part = {
      documents: [],
      refusals: [],
      format: FORMAT,
      isDocument: true,
      bytes: Math.round((bytes * some.length) / posts.length),
    }
    some.forEach((post, index) => {
      const made = readPost(post, library, context, start + index)
      if ('reason' in made) part.refusals.push(made)
      else part.documents.push(made)
    })
    yield part
  }
}

async function readExport(path: string): Promise<Export | string> {
  let content: string
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    if (error instanceof TypeError) return 'not text in UTF-8'
    throw error
  }
  const parsed = parseJson(content)
  if (parsed.kind === 'refused') return parsed.reason
  const whole = parsed.value as { db?: unknown }
  const checked = Export.safeParse(Array.isArray(whole?.db) ? whole.db[0] : whole)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not as Ghost writes it'}`
}

function toLibrary({ meta, data }: Export, context: ParseContext): Library {
  const base = context.address === undefined ? '' : `${context.address.replace(/\/+$/, '')}/`
  const built = typeof meta?.exported_on === 'number' ? new Date(meta.exported_on).toISOString() : ''
  const names = new Map(
    data.tags.flatMap(({ id, name, visibility }) =>
      visibility === 'internal' || name.startsWith('#') ? [] : [[id, toPlainLine(name)]],
    ),
  )
  const users = new Map(data.users.map(({ id, name }) => [id, toPlainLine(name)]))
  const inOrder = <T extends { post_id: string; sort_order?: number | null | undefined }>(
    links: readonly T[],
    nameOf: (link: T) => string | undefined,
  ) =>
    new Map(
      [...Map.groupBy(links, ({ post_id: id }) => id)].map(([id, some]) => [
        id,
        some.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0)).flatMap((link) => nameOf(link) ?? []),
      ]),
    )
  return {
    channel: { title: '', link: base, base, language: 'de', built: [built] },
    tags: inOrder(data.posts_tags, ({ tag_id: id }) => names.get(id)),
    authors: inOrder(data.posts_authors, ({ author_id: id }) => users.get(id)),
    portraits: new Map(
      data.users.flatMap(({ name, profile_image: picture }) => {
        const url = withSite(picture ?? '', base)
        return /^https?:\/\//i.test(url) ? [[toPlainLine(name), url] as const] : []
      }),
    ),
    meta: new Map(data.posts_meta.map((entry) => [entry.post_id, entry])),
  }
}

function readPost(value: unknown, library: Library, context: ParseContext, index: number): ParsedDocument | Refusal {
  const raw = JSON.stringify(value, null, 2) ?? ''
  const refuse = (sourceId: string, reason: string, outcome?: 'put-aside'): Refusal => ({
    sourceId,
    reason,
    raw,
    extension: 'json',
    ...(outcome === undefined ? {} : { outcome }),
  })
  const checked = Post.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return refuse('', `post ${index + 1}: ${issue?.path.join('.')} ${issue?.message}`)
  }
  const post = checked.data
  const sourceId = `ghost:${post.uuid || post.id}`
  const reason = findReasonAside(post)
  if (reason !== null) return refuse(sourceId, reason, 'put-aside')
  if (!post.html && post.title)
    return refuse(sourceId, 'its text is only in the editor’s own form: open and save it in Ghost 5, then export again')
  const made = toEntryDocument(toEntry(post, sourceId, library), library.channel, context, index)
  if (made.kind === 'refused') return refuse(sourceId, `post ${index + 1} ${made.reason}`, made.outcome)
  return complete(made.document, post, library)
}

/** Null: an article that was or will be published. */
function findReasonAside({ title, type, page, status }: Post): string | null {
  if (type === 'page' || page === true || page === 1)
    return `"${toPlainLine(title ?? '').slice(0, 80)}" is a page, not an article: what of it is still needed becomes a document of the publication`
  if (status === 'sent') return 'sent as a newsletter only, never published as a page'
  return status === 'published' || status === 'scheduled' ? null : `not published in Ghost (${status.slice(0, 40)})`
}

function toEntry(post: Post, id: string, { channel, authors, portraits, meta }: Library): FeedEntry {
  const names = authors.get(post.id) ?? []
  return {
    id,
    link: '',
    title: toPlainLine(escapeHtml(post.title ?? '')),
    summaryHtml: escapeHtml(post.custom_excerpt ?? ''),
    content: withSite(post.html ?? '', channel.base),
    isPlainContent: false,
    published: [post.published_at ?? ''].filter(Boolean),
    updated: [post.updated_at ?? ''].filter(Boolean),
    authors: names,
    portraits: new Map([...portraits].filter(([name]) => names.includes(name))),
    source: '',
    categories: [],
    picture: toFeatured(post, meta.get(post.id), channel.base),
    sound: null,
    chapters: [],
    chaptersAddress: '',
  }
}

/** Without the site's address its links are paths, which lead on here as its former addresses do. */
const withSite = (html: string, base: string): string => html.replaceAll('__GHOST_URL__', base.replace(/\/$/, ''))

function toFeatured(post: Post, meta: z.infer<typeof PostMeta> | undefined, base: string): FeedMedia | null {
  const url = withSite(post.feature_image ?? '', base)
  if (!/^https?:\/\//i.test(url)) return null
  const { caption, credit } = splitCredit(toPlainLine(meta?.feature_image_caption ?? ''))
  return { url, width: 0, height: 0, caption, credit, altText: toPlainLine(escapeHtml(meta?.feature_image_alt ?? '')) }
}

/** Whoever had to pay for a text has to here; which free texts ask for an account is a rule of the paywall. */
const PAID = new Set(['paid', 'tiers', 'filter'])

function complete(document: ParsedDocument, post: Post, { channel, tags }: Library): ParsedDocument {
  const former = toFormerAddress(`/${post.slug ?? ''}`)
  const hasLostPicture = channel.base === '' && (post.feature_image ?? '').startsWith('__GHOST_URL__')
  const notes = [
    ...(document.notes ?? []),
    ...(hasLostPicture ? ['its pictures need the address of the site: --site https://…'] : []),
    ...(post.visibility === 'members' ? ['it was for readers with an account and is open to all here'] : []),
    ...(post.featured === true || post.featured === 1 ? ['it was featured, which is yours to do here'] : []),
  ]
  const { notes: _notes, ...rest } = document
  return {
    ...rest,
    ...(post.status === 'scheduled' ? { embargo: document.publishDate } : {}),
    ...(PAID.has(post.visibility ?? '') ? { contentRestriction: 'paid' } : {}),
    classes: toClasses(tags.get(post.id) ?? []),
    formerAddresses: former === null ? [] : [former],
    ...(notes.length === 0 ? {} : { notes }),
  }
}

/** Ghost calls the first tag the primary one: it stands where others have a section. */
function toClasses(names: readonly string[]): Classes {
  const named = names.slice(0, 50).map((name) => ({ code: '', name: name.slice(0, 100) }))
  return { ...noClasses(), ressorts: named.slice(0, 1), keywords: named }
}
