/**
 * Computes everything that is stored about an article: the public answer (a paid one ends after its first paragraph),
 * the full one, the teaser, its lists and search words. Sanitises; no I/O, no clock. Other articles are stored by id
 * only, so that their teasers never go stale.
 */
import { listTexts } from '@lokalteil/contracts/content/block-texts'
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { Article, Author, Picture, Teaser, TestReport } from '@lokalteil/contracts/content'
import { toReadingMinutes } from '@lokalteil/domain/german'
import { slugOf } from '@lokalteil/domain/german-text'
import { afterEmbargo } from '@lokalteil/domain/reading/embargo'
import { toSearchText } from '@lokalteil/domain/reading/search-words'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { toMediaUses, type MediaUses } from './media-uses.ts'
import { sanitiseArticle, sanitiseTeaser, toSafeText, toSeal } from './sanitise.ts'
import { toCarriers, type ArticleRow } from './schema.ts'
import { toKnownWords } from './search-text.ts'
import type { ArticleSeed } from './seed-input.ts'
import { toPathsUpwards, type Tag, type Taxonomy } from './taxonomy.ts'

/** Networks whose embedded posts count as social widgets (3.12). */
const SOCIAL_VENDORS: ReadonlySet<string> = new Set(['facebook', 'instagram', 'twitter', 'tiktok', 'socialPosting'])

type TestResult = Pick<TestReport, 'product' | 'rating' | 'verdict' | 'pros' | 'cons' | 'criteria'>

export type ArticleRecord = ArticleSeed & {
  /** Names without a page of their own, listed after the known authors. */
  plainAuthors: readonly Author[]
  /** Both in the order of the byline, known authors by id; absent: the known ones first. */
  byline?: readonly (string | Author)[]
  /** By author id: portraits of known authors for whom the publication has none. */
  portraits?: ReadonlyMap<string, Picture>
  /** Headline of the teaser; absent or '': the title. */
  frontTitle?: string
  /** Headline for sharing; absent or '': the title. */
  shareTitle?: string
  /** False: no push message. */
  isPushed?: boolean
  sourceId: string | null
  sourceVersion: number
  testResult: TestResult | null
}

/** An article as stored: related teasers are added when it is read. */
export type StoredArticle = Omit<Article, 'contentItems' | 'relatedArticles'> & {
  contentItems: BodyItem[]
  relatedIds: string[]
  relatedTopics: string
}

export type ArticleParts = {
  row: ArticleRow
  lists: string[]
  search: { title: string; teaser: string; names: string; body: string }
  words: { word: string; spelling: string }[]
  media: MediaUses
}

export function toRecord(seed: ArticleSeed, testResult: TestResult | null = null): ArticleRecord {
  return { ...seed, plainAuthors: [], sourceId: null, sourceVersion: 0, testResult }
}

export function toArticleParts(record: ArticleRecord, taxonomy: Taxonomy): ArticleParts {
  const facts = toFacts(record, taxonomy)
  const teaser = toTeaser(record, facts)
  const full = toFullArticle(record, facts, taxonomy)
  const isPaid = record.contentRestriction !== 'free'
  const open = isPaid ? toPublicCut(full) : full
  const names = toNames(record, facts, taxonomy)
  const teaserSearch = `${record.titlePrefix} ${full.teaserText}`
  return {
    row: toRow(record, facts, teaser, JSON.stringify(open), isPaid ? JSON.stringify(full) : null),
    lists: toLists(record, facts.tags, taxonomy, facts.flags),
    search: {
      title: toSearchText(record.title),
      teaser: toSearchText(teaserSearch),
      names: toSearchText(names),
      body: toSearchText(facts.bodyText),
    },
    words: toKnownWords(`${record.title} ${teaserSearch} ${names}`),
    media: toMediaUses([open, teaser], isPaid ? full : null),
  }
}

/** The same for a stored article after a change to its text: its row and search words. `lists`: as stored. */
export function restate(
  row: ArticleRow,
  lists: readonly string[],
  taxonomy: Taxonomy,
  change: (article: StoredArticle) => StoredArticle,
): ArticleParts {
  const before = JSON.parse(row.full_article ?? row.article) as StoredArticle
  const changed = change(before)
  const isTestReport = 'rating' in changed
  const path = buildPath({ name: isTestReport ? 'testbericht' : 'article', slug: slugOf(changed.title), id: row.id })
  const full = sanitiseArticle({ ...changed, path })
  const open = row.full_article === null ? full : toPublicCut(full)
  const { title, publishDate, updateDate } = full
  const stored = JSON.parse(row.teaser) as Teaser
  const teaserTitle = stored.title === before.title ? title : stored.title
  const teaser = sanitiseTeaser({ ...stored, title: teaserTitle, targetPathOrUrl: path, publishDate, updateDate })
  const [openText, teaserText] = [JSON.stringify(open), JSON.stringify(teaser)]
  const fullText = row.full_article === null ? null : JSON.stringify(full)
  const names = toStoredNames(full, taxonomy)
  const teaserSearch = `${full.titlePrefix} ${full.teaserText}`
  const body = toBodyText(full.contentItems)
  return {
    row: {
      ...row,
      title,
      path,
      changed: new Date(updateDate ?? publishDate),
      teaser: teaserText,
      teaser_seal: toSeal(teaserText),
      article: openText,
      article_seal: toSeal(openText),
      full_article: fullText,
      full_article_seal: fullText === null ? '' : toSeal(fullText),
    },
    lists: [...lists],
    search: {
      title: toSearchText(title),
      teaser: toSearchText(teaserSearch),
      names: toSearchText(names),
      body: toSearchText(body),
    },
    words: toKnownWords(`${title} ${teaserSearch} ${names}`),
    media: toMediaUses([open, teaser], fullText === null ? null : full),
  }
}

function toStoredNames({ tags, regions, authors, section, source }: StoredArticle, taxonomy: Taxonomy): string {
  return [
    ...tags.flatMap(({ id, displayName }) => [
      displayName,
      ...taxonomy.listTagAncestors(id).map((above) => above.name),
    ]),
    ...regions.map(({ label }) => label),
    ...authors.map(({ prename, surname }) => `${prename} ${surname}`),
    section.displayName,
    source,
  ].join(' ')
}

type Facts = ReturnType<typeof toFacts>

/** Facts that teaser, article and row have in common. */
function toFacts(record: ArticleRecord, taxonomy: Taxonomy) {
  const { id, title, kind, visibleFrom } = record
  const slug = slugOf(title)
  const bodyText = toBodyText(record.body)
  const wordCount = bodyText === '' ? 0 : bodyText.split(' ').length
  const shown = afterEmbargo(record.publishDate, visibleFrom)
  const toKnownAuthor = (authorId: string): Author[] => {
    const known = taxonomy.getAuthor(authorId)
    if (known === null) return []
    const author = taxonomy.toAuthor(known)
    return [{ ...author, portrait: author.portrait ?? record.portraits?.get(authorId) ?? null }]
  }
  const updated = record.updateDate !== null && record.updateDate > shown ? record.updateDate : null
  return {
    tags: record.tagIds.flatMap((tagId) => taxonomy.getTag(tagId) ?? []),
    regions: record.regionIds.flatMap((regionId) => taxonomy.getRegion(regionId) ?? []),
    authors: (record.byline ?? [...record.authorIds, ...record.plainAuthors]).flatMap((author) =>
      typeof author === 'string' ? toKnownAuthor(author) : [author],
    ),
    path: buildPath({ name: record.testResult === null ? 'article' : 'testbericht', slug, id }),
    sectionName: taxonomy.getSection(record.sectionPath)?.name ?? '',
    bodyText,
    wordCount,
    readingMinutes: toReadingMinutes(wordCount),
    shown,
    updated,
    dates: { publishDate: shown.toISOString(), updateDate: updated?.toISOString() ?? null },
    flags: {
      isSoldContent: record.isSoldContent,
      isOpinion: kind === 'opinion',
      isPodcast: kind === 'podcast',
      isVideoArticle: kind === 'video' || record.headerVideo !== null,
      isLive: kind === 'live',
    },
  }
}

function toTeaser(record: ArticleRecord, facts: Facts): Teaser {
  return sanitiseTeaser({
    documentId: record.id,
    contentRestriction: record.contentRestriction,
    targetPathOrUrl: facts.path,
    title: record.frontTitle || record.title,
    titlePrefix: record.titlePrefix,
    teaserTextHtml: record.teaserTextHtml,
    ...facts.flags,
    isGallery: record.kind === 'gallery',
    isTestReport: record.testResult !== null,
    authors: facts.authors,
    img: record.picture,
    ...facts.dates,
    sectionName: facts.sectionName,
    sectionPath: record.sectionPath,
    readingMinutes: facts.readingMinutes,
    tagIds: [...record.tagIds],
    regionIds: [...record.regionIds],
    rating: record.testResult?.rating ?? null,
    ...(record.isPushed === false ? { isPushed: false as const } : {}),
  })
}

function toFullArticle(record: ArticleRecord, facts: Facts, taxonomy: Taxonomy): StoredArticle {
  const { tags, bodyText } = facts
  return sanitiseArticle({
    id: record.id,
    kind: record.kind,
    title: record.title,
    titlePrefix: record.titlePrefix,
    seoTitle: record.seoTitle === '' ? record.title : record.seoTitle,
    ...(record.shareTitle ? { shareTitle: record.shareTitle } : {}),
    path: facts.path,
    owner: record.owner,
    contentRestriction: record.contentRestriction,
    ...facts.dates,
    ...facts.flags,
    teaserText: toSafeText(record.teaserTextHtml),
    teaserTextHtml: record.teaserTextHtml,
    authors: facts.authors,
    img: record.picture,
    headerVideo: record.headerVideo,
    galleryHeader: record.kind === 'gallery' ? toGalleryHeader(record.body) : null,
    section: { path: record.sectionPath, displayName: facts.sectionName },
    breadcrumb: taxonomy.toBreadcrumb(record.sectionPath),
    maintag: tags[0] === undefined ? null : taxonomy.toTagRef(tags[0]),
    tags: tags.map(taxonomy.toTagRef),
    regions: facts.regions.map(taxonomy.toRegionRef),
    relatedIds: [...record.relatedIds],
    relatedTopics: tags
      .slice(0, 2)
      .map(({ name }) => name.replaceAll(',', ' '))
      .join(', '),
    contentItems: withAnchors(record.body),
    characterCount: bodyText.length,
    wordCount: facts.wordCount,
    paragraphCount: record.body.reduce((sum, item) => sum + countParagraphs(item), 0),
    socialWidgetCount: record.body.filter((item) => item.type === 'embed' && SOCIAL_VENDORS.has(item.vendor)).length,
    readingMinutes: facts.readingMinutes,
    ...toMediaCounts(record.body),
    source: record.source,
    correction: record.correction,
    ...(record.corrections === undefined || record.corrections.length === 0 ? {} : { corrections: record.corrections }),
    provenance: record.provenance,
    comments: record.comments,
    aiUse: record.aiUse,
    ...record.testResult,
  })
}

/** Gives headings unique anchors made of their words. */
function withAnchors(body: readonly BodyItem[]): BodyItem[] {
  const given = new Map<string, number>()
  return body.map((item) => {
    if (item.type !== 'heading') return item
    const name = `abschnitt-${slugOf(item.text, 60) || 'text'}`
    const count = (given.get(name) ?? 0) + 1
    given.set(name, count)
    return { ...item, anchor: count === 1 ? name : `${name}-${count}` }
  })
}

/** `open`: the JSON everybody may get; `full`: the whole of a paid article. */
function toRow(record: ArticleRecord, facts: Facts, teaser: Teaser, open: string, full: string | null): ArticleRow {
  const teaserText = JSON.stringify(teaser)
  return {
    id: record.id,
    owner: record.owner,
    ...toCarriers(record.publications),
    source_id: record.sourceId,
    source_version: record.sourceVersion,
    removed: false,
    is_test_report: record.testResult !== null,
    kind: record.kind,
    section_path: record.sectionPath,
    shown: facts.shown,
    changed: facts.updated ?? facts.shown,
    urgency: record.urgency,
    is_own: record.source === '',
    path: facts.path,
    title: record.title,
    keywords: facts.tags.map(({ name }) => name),
    picture: teaser.img === null ? null : JSON.stringify(teaser.img),
    teaser: teaserText,
    teaser_seal: toSeal(teaserText),
    article: open,
    article_seal: toSeal(open),
    full_article: full,
    full_article_seal: full === null ? '' : toSeal(full),
  }
}

function toNames(
  { source, testResult }: ArticleRecord,
  { tags, regions, authors, sectionName }: Facts,
  taxonomy: Taxonomy,
): string {
  return [
    ...tags.flatMap((tag) => [tag.name, ...taxonomy.listTagAncestors(tag.id).map(({ name }) => name)]),
    ...regions.map(({ label }) => label),
    ...authors.map(({ prename, surname }) => `${prename} ${surname}`),
    sectionName,
    source,
    testResult === null ? '' : `${testResult.product.name} ${testResult.product.manufacturer}`,
  ].join(' ')
}

/**
 * The part of a paid article that everybody may see: its first paragraph. Films, galleries and the rest of the text go;
 * their counts, flags and ids stay. A test report loses its result.
 */
function toPublicCut(full: StoredArticle): StoredArticle {
  const first = full.contentItems.find(({ type }) => type === 'paragraph')
  return {
    ...full,
    contentItems: first === undefined ? [] : [first],
    headerVideo: null,
    ...('verdict' in full ? { verdict: '', pros: [], cons: [], criteria: [] } : {}),
  }
}

function toGalleryHeader(body: readonly BodyItem[]): Article['galleryHeader'] {
  const gallery = body.find((item) => item.type === 'gallery')
  return gallery === undefined
    ? null
    : { content: { gallery: { params: { teaser: { reference: { id: gallery.id } } } } } }
}

function toLists(
  record: ArticleRecord,
  tags: readonly Tag[],
  taxonomy: Taxonomy,
  flags: { isVideoArticle: boolean },
): string[] {
  const tagIds = tags.flatMap((tag) => [tag.id, ...taxonomy.listTagAncestors(tag.id).map(({ id }) => id)])
  const regionIds = record.regionIds.flatMap((id) => [
    id,
    ...taxonomy.listRegionAncestors(id).map((region) => region.id),
  ])
  const isTestReport = record.testResult !== null
  const format = isTestReport ? undefined : LISTED_FORMATS[record.kind]
  return [
    ...new Set([
      isTestReport ? LISTS.testReports : LISTS.all,
      ...(record.isSoldContent || isTestReport ? [] : [LISTS.headlines]),
      ...(record.kind === 'opinion' ? [LISTS.opinion] : []),
      ...(flags.isVideoArticle ? [LISTS.videos] : []),
      ...(format === undefined ? [] : [LISTS.format(format)]),
      ...toPathsUpwards(record.sectionPath).map(LISTS.section),
      ...tagIds.map(LISTS.tag),
      ...regionIds.map(LISTS.region),
      ...record.authorIds.map(LISTS.author),
    ]),
  ]
}

type ListedFormat = 'report' | 'interview' | 'live' | 'gallery'
const LISTED_FORMATS: Partial<Record<Article['kind'], ListedFormat>> = {
  report: 'report',
  'long-read': 'report',
  interview: 'interview',
  live: 'live',
  gallery: 'gallery',
}

/** Names of the lists an article can be in. A section, tag or region also lists the articles below it. */
export const LISTS = {
  all: 'all',
  headlines: 'headlines',
  opinion: 'opinion',
  videos: 'videos',
  testReports: 'testReports',
  section: (path: string) => `s:${path}`,
  tag: (id: string) => `t:${id}`,
  region: (id: string) => `r:${id}`,
  author: (id: string) => `a:${id}`,
  format: (format: ListedFormat) => `f:${format}`,
} as const

function toBodyText(body: readonly BodyItem[]): string {
  return body
    .flatMap(listTexts)
    .map(({ text, isHtml }) => (isHtml ? toSafeText(text) : text))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function toMediaCounts(body: readonly BodyItem[]): Pick<Article, 'pictureCount' | 'recordingCount'> {
  const pictures = body.reduce(
    (sum, item) => sum + (item.type === 'gallery' ? item.pictures.length : item.type === 'image' ? 1 : 0),
    0,
  )
  const recordings = body.filter(({ type }) => type === 'audio' || type === 'video').length
  return {
    ...(pictures === 0 ? {} : { pictureCount: pictures }),
    ...(recordings === 0 ? {} : { recordingCount: recordings }),
  }
}

function countParagraphs(item: BodyItem): number {
  if (item.type === 'paragraph') return 1
  if (item.type === 'question') return item.answer.length
  return item.type === 'liveEntry' ? item.paragraphs.length : 0
}

/** An author without a page. */
export function toPlainAuthor(name: string, portrait: Author['portrait']): Author {
  const words = name.trim().replace(/\s+/g, ' ').split(' ')
  return { id: '', prename: words.slice(0, -1).join(' '), surname: words.at(-1) ?? '', urlPath: '', portrait }
}
