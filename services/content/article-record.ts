/**
 * From an article as it is given to everything stored about it: the public answer (a paid one ends after its first
 * paragraph), the full one, the teaser, the lists it is in, the words it is found by. Sanitises; decides nothing by time
 * and asks nobody. Other articles are only named by id in what is stored, so that their teasers are never stale.
 */
import type { Article, Author, ContentItem, Picture, Teaser, TestReport } from '@lokalteil/contracts/content'
import { slugOf, toReadingMinutes } from '@lokalteil/domain/german'
import { buildPath } from '@lokalteil/domain/routing/routes'
import { toMediaUses, type MediaUses } from './media-uses.ts'
import { sanitiseArticle, sanitiseTeaser, toPlainText, toSeal } from './sanitise.ts'
import { toCarriers, type ArticleRow } from './schema.ts'
import { toKnownWords, toSearchText } from './search-text.ts'
import type { ArticleSeed, BodyItem } from './seed-input.ts'
import { toPathsUpwards, type Tag, type Taxonomy } from './taxonomy.ts'

/** Whose embedded posts count as social widgets (3.12). */
const SOCIAL_VENDORS: ReadonlySet<string> = new Set(['facebook', 'instagram', 'twitter', 'tiktok', 'socialPosting'])

type TestResult = Pick<TestReport, 'product' | 'rating' | 'verdict' | 'pros' | 'cons' | 'criteria'>

export type ArticleRecord = ArticleSeed & {
  /** Names without a page of their own, behind the known authors. */
  plainAuthors: readonly Author[]
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
  const tags = record.tagIds.flatMap((id) => taxonomy.getTag(id) ?? [])
  const regions = record.regionIds.flatMap((id) => taxonomy.getRegion(id) ?? [])
  const authors = [
    ...record.authorIds.flatMap((id) => taxonomy.getAuthor(id) ?? []).map(taxonomy.toAuthor),
    ...record.plainAuthors,
  ]
  const slug = slugOf(record.title)
  const path =
    record.testResult === null
      ? buildPath({ name: 'article', slug, id: record.id })
      : buildPath({ name: 'testbericht', slug, id: record.id })
  const section = taxonomy.getSection(record.sectionPath)
  const sectionName = section?.name ?? ''
  const texts = record.body.flatMap(toTexts)
  const bodyText = texts.join(' ').replace(/\s+/g, ' ').trim()
  const wordCount = bodyText === '' ? 0 : bodyText.split(' ').length
  const isOpinion = record.kind === 'opinion'
  const isVideoArticle = record.kind === 'video' || record.headerVideo !== null
  const shown =
    record.visibleFrom !== null && record.visibleFrom > record.publishDate ? record.visibleFrom : record.publishDate
  const publishDate = shown.toISOString()
  const updateDate = record.updateDate !== null && record.updateDate > shown ? record.updateDate.toISOString() : null
  const readingMinutes = toReadingMinutes(wordCount)

  const flags = {
    isSoldContent: record.isSoldContent,
    isOpinion,
    isPodcast: record.kind === 'podcast',
    isVideoArticle,
    isLive: record.kind === 'live',
  }

  const teaser: Teaser = sanitiseTeaser({
    documentId: record.id,
    contentRestriction: record.contentRestriction,
    targetPathOrUrl: path,
    title: record.title,
    titlePrefix: record.titlePrefix,
    teaserTextHtml: record.teaserTextHtml,
    ...flags,
    isGallery: record.kind === 'gallery',
    isTestReport: record.testResult !== null,
    authors,
    img: record.picture,
    publishDate,
    updateDate,
    sectionName,
    sectionPath: record.sectionPath,
    readingMinutes,
    tagIds: [...record.tagIds],
    regionIds: [...record.regionIds],
    rating: record.testResult?.rating ?? null,
  })

  const full: StoredArticle = sanitiseArticle({
    id: record.id,
    kind: record.kind,
    title: record.title,
    titlePrefix: record.titlePrefix,
    seoTitle: record.seoTitle === '' ? record.title : record.seoTitle,
    path,
    owner: record.owner,
    contentRestriction: record.contentRestriction,
    publishDate,
    updateDate,
    ...flags,
    teaserText: toPlainText(record.teaserTextHtml),
    teaserTextHtml: record.teaserTextHtml,
    authors,
    img: record.picture,
    headerVideo: record.headerVideo,
    galleryHeader: record.kind === 'gallery' ? toGalleryHeader(record.body) : null,
    section: { path: record.sectionPath, displayName: sectionName },
    breadcrumb: taxonomy.toBreadcrumb(record.sectionPath),
    maintag: tags[0] === undefined ? null : taxonomy.toTagRef(tags[0]),
    tags: tags.map(taxonomy.toTagRef),
    regions: regions.map(taxonomy.toRegionRef),
    relatedIds: [...record.relatedIds],
    relatedTopics: tags
      .slice(0, 2)
      .map(({ name }) => name.replaceAll(',', ' '))
      .join(', '),
    contentItems: [...record.body],
    characterCount: bodyText.length,
    wordCount,
    paragraphCount: record.body.reduce((sum, item) => sum + countParagraphs(item), 0),
    socialWidgetCount: record.body.filter((item) => item.type === 'embed' && SOCIAL_VENDORS.has(item.vendor)).length,
    readingMinutes,
    source: record.source,
    correction: record.correction,
    aiUse: record.aiUse,
    ...record.testResult,
  })

  const isPaid = record.contentRestriction !== 'free'
  const fullText = JSON.stringify(full)
  const open = isPaid ? toPublicCut(full) : full
  const publicText = isPaid ? JSON.stringify(open) : fullText
  const teaserText = JSON.stringify(teaser)

  const row: ArticleRow = {
    id: record.id,
    owner: record.owner,
    ...toCarriers(record.publications),
    source_id: record.sourceId,
    source_version: record.sourceVersion,
    removed: false,
    is_test_report: record.testResult !== null,
    kind: record.kind,
    section_path: record.sectionPath,
    shown,
    changed: record.updateDate !== null && record.updateDate > shown ? record.updateDate : shown,
    urgency: record.urgency,
    is_own: record.source === '',
    path,
    title: record.title,
    keywords: tags.map(({ name }) => name),
    picture: teaser.img === null ? null : JSON.stringify(teaser.img),
    teaser: teaserText,
    teaser_seal: toSeal(teaserText),
    article: publicText,
    article_seal: toSeal(publicText),
    full_article: isPaid ? fullText : null,
    full_article_seal: isPaid ? toSeal(fullText) : '',
  }

  const names = [
    ...tags.flatMap((tag) => [tag.name, ...taxonomy.listTagAncestors(tag.id).map(({ name }) => name)]),
    ...regions.map(({ label }) => label),
    ...authors.map(({ prename, surname }) => `${prename} ${surname}`),
    sectionName,
    record.source,
    record.testResult === null ? '' : `${record.testResult.product.name} ${record.testResult.product.manufacturer}`,
  ].join(' ')
  const teaserSearch = `${record.titlePrefix} ${full.teaserText}`

  return {
    row,
    lists: toLists(record, tags, taxonomy, { isVideoArticle }),
    search: {
      title: toSearchText(record.title),
      teaser: toSearchText(teaserSearch),
      names: toSearchText(names),
      body: toSearchText(bodyText),
    },
    words: toKnownWords(`${record.title} ${teaserSearch} ${names}`),
    media: toMediaUses([open, teaser], isPaid ? full : null),
  }
}

/**
 * What everybody may see of a paid article: its first paragraph. Films, galleries and the rest of the text go; what is
 * said about them (counts, flags, ids) stays. A test report loses what it found out.
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
  return [
    ...new Set([
      isTestReport ? LISTS.testReports : LISTS.all,
      ...(record.isSoldContent || isTestReport ? [] : [LISTS.headlines]),
      ...(record.kind === 'opinion' ? [LISTS.opinion] : []),
      ...(flags.isVideoArticle ? [LISTS.videos] : []),
      ...toPathsUpwards(record.sectionPath).map(LISTS.section),
      ...tagIds.map(LISTS.tag),
      ...regionIds.map(LISTS.region),
      ...record.authorIds.map(LISTS.author),
    ]),
  ]
}

/** Names of the lists an article can be in. A section, tag or region also lists what is below it. */
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
} as const

/** Every text a reader can read in the item, without markup. */
function toTexts(item: BodyItem): string[] {
  switch (item.type) {
    case 'paragraph':
      return [toPlainText(item.html)]
    case 'heading':
      return [item.text]
    case 'list':
      return item.items.map(toPlainText)
    case 'image':
      return [item.picture.caption]
    case 'video':
      return [item.caption]
    case 'gallery':
      return [item.title, ...item.pictures.map((picture: Picture) => picture.caption)]
    case 'quote':
      return [item.text, item.attribution]
    case 'table': {
      const cells = [...item.head, ...item.rows.flat()]
      return [item.caption, ...(item.cells === 'html' ? cells.map(toPlainText) : cells)]
    }
    case 'infoBox':
      return [item.title, ...(item.items as ContentItem[]).flatMap((inner) => toTexts(inner as BodyItem))]
    case 'question':
      return [item.question, ...item.answer.map(toPlainText)]
    case 'liveEntry':
      return [item.headline, ...item.paragraphs.map(toPlainText)]
    default:
      return []
  }
}

function countParagraphs(item: BodyItem): number {
  if (item.type === 'paragraph') return 1
  if (item.type === 'question') return item.answer.length
  return item.type === 'liveEntry' ? item.paragraphs.length : 0
}
