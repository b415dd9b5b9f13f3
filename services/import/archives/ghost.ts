/**
 * Reads a Ghost export (Settings → Migration → Export content). Posts become articles as entries of a feed do; drafts,
 * pages and newsletters without a page are put aside. Posts for paying readers stay paid. The export does not name the
 * site: its own addresses begin with `__GHOST_URL__`.
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
import { noClasses } from '../parsed-document.ts'
import type { Classes, ParseContext, ParsedDocument, Refusal } from '../parsed-document.ts'
import { parseJson } from '../formats/recognise.ts'
import { decodeText } from '../formats/text-encoding.ts'

const FORMAT = 'Ghost export'
const AT_ONCE = 50
/** Bytes. It is one JSON document and read as a whole. */
export const MAX_GHOST = 300 * 1024 * 1024

const text = z.string().nullish()
const order = z.coerce.number().nullish().catch(null)
/** Numbers in Ghost before version 1. */
const Id = z.union([z.string().min(1), z.number()]).transform(String)
/** ISO 8601, or milliseconds as older versions and exporters of other systems write them. */
const Moment = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const milliseconds = typeof value === 'number' || /^\d{12,14}$/.test(value ?? '') ? Number(value) : null
    if (milliseconds === null) return typeof value === 'string' ? value : null
    return Math.abs(milliseconds) < 8e15 ? new Date(milliseconds).toISOString() : null
  })
const Post = z.object({
  id: Id,
  uuid: text,
  title: text,
  slug: text,
  html: text,
  feature_image: text,
  /** Before version 1. */
  image: text,
  author_id: Id.nullish().catch(null),
  featured: z.union([z.boolean(), z.number()]).nullish(),
  type: text,
  /** Before version 3. */
  page: z.union([z.boolean(), z.number()]).nullish(),
  status: z.string(),
  visibility: text,
  custom_excerpt: text,
  published_at: Moment,
  updated_at: Moment,
})
type Post = z.infer<typeof Post>
const Tag = z.object({ id: Id, name: z.string(), visibility: text })
const User = z.object({ id: Id, name: z.string(), profile_image: text })
const PostTag = z.object({ post_id: Id, tag_id: Id, sort_order: order })
const PostAuthor = z.object({ post_id: Id, author_id: Id, sort_order: order })
const PostMeta = z.object({ post_id: Id, feature_image_alt: text, feature_image_caption: text })
/** A row that cannot be read is skipped; the others stay. */
const table = <T extends z.ZodType>(row: T) =>
  z
    .array(row.nullable().catch(null))
    .nullish()
    .transform((rows) => (rows ?? []).filter((one) => one !== null))
const Data = z.object({
  posts: z.array(z.unknown()),
  tags: table(Tag),
  users: table(User),
  posts_tags: table(PostTag),
  posts_authors: table(PostAuthor),
  posts_meta: table(PostMeta),
})
const Export = z.object({
  meta: z
    .object({ exported_on: Moment.catch(null) })
    .nullish()
    .catch(null),
  data: Data,
})
type Export = z.infer<typeof Export>

/** Tables to which posts refer. */
type Library = {
  channel: FeedChannel
  tags: ReadonlyMap<string, string[]>
  authors: ReadonlyMap<string, string[]>
  users: ReadonlyMap<string, string>
  /** Addresses of portraits by the author's name. */
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
  const decoded = decodeText(await readFile(path), [])
  if (decoded === null) return 'no text'
  const parsed = parseJson(decoded.text)
  if (parsed.kind === 'refused') return parsed.reason
  const whole = parsed.value as { db?: unknown } | null
  const checked = Export.safeParse(Array.isArray(whole?.db) ? whole.db[0] : whole)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not as Ghost writes it'}`
}

function toLibrary({ meta, data }: Export, context: ParseContext): Library {
  const base = context.address === undefined ? '' : `${context.address.replace(/\/+$/, '')}/`
  const built = meta?.exported_on ?? ''
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
    users,
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
    outcome,
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

/** Why the post is put aside; null: it was or will be published. */
function findReasonAside({ title, type, page, status }: Post): string | null {
  if (type === 'page' || page === true || page === 1)
    return `"${toPlainLine(title ?? '').slice(0, 80)}" is a page, not an article: what of it is still needed becomes a document of the publication`
  if (status === 'sent') return 'sent as a newsletter only, never published as a page'
  return status === 'published' || status === 'scheduled' ? null : `not published in Ghost (${status.slice(0, 40)})`
}

function toEntry(post: Post, id: string, { channel, authors, users, portraits, meta }: Library): FeedEntry {
  const single = users.get(post.author_id ?? '')
  const names = authors.get(post.id) ?? (single === undefined ? [] : [single])
  return {
    id,
    link: '',
    base: '',
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

/** Without the site's address its links become paths, which lead to articles here as its former addresses do. */
const withSite = (html: string, base: string): string => html.replaceAll('__GHOST_URL__', base.replace(/\/$/, ''))

function toFeatured(post: Post, meta: z.infer<typeof PostMeta> | undefined, base: string): FeedMedia | null {
  const url = withSite(post.feature_image || post.image || '', base)
  if (!/^https?:\/\//i.test(url)) return null
  const { caption, credit } = splitCredit(toPlainLine(meta?.feature_image_caption ?? ''))
  return { url, width: 0, height: 0, caption, credit, altText: toPlainLine(escapeHtml(meta?.feature_image_alt ?? '')) }
}

/** Visibilities for paying readers. Whether free texts need an account is a rule of the paywall. */
const PAID = new Set(['paid', 'tiers', 'filter'])

function complete(document: ParsedDocument, post: Post, { channel, tags }: Library): ParsedDocument {
  const former = toFormerAddress(`/${post.slug ?? ''}`)
  const needsSite =
    channel.base === '' && `${post.feature_image ?? ''}${post.html ?? ''}`.includes('__GHOST_URL__/content/')
  const notes = [
    ...(document.notes ?? []),
    ...(needsSite ? ['its pictures, sound and files need the address of the site: --site https://…'] : []),
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

/** Ghost calls the first tag the primary one; it serves as the section. */
function toClasses(names: readonly string[]): Classes {
  const named = names.slice(0, 50).map((name) => ({ code: '', name: name.slice(0, 100) }))
  return { ...noClasses(), ressorts: named.slice(0, 1), keywords: named }
}
