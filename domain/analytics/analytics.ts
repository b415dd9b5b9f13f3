/**
 * The page object for analytics tags and the data of their events (specification 3.12, decision S3.12-01). Pure
 * functions; every value is text, and a missing one is ''. It contains no personal data: no address, name, id or token.
 */
import { toDayKey } from '../german.ts'
import { toAnalyticsPageType } from '../routing/page-types.ts'
import type { Route } from '../routing/routes.ts'

const PAGE_FIELDS = [
  'categoryName',
  'contentType',
  'environment',
  'ivwZone',
  'mandator',
  'pageName',
  'pageType',
  'noOfResults',
  'searchTerms',
  'pagination',
  'tagId',
  'lastPublishUnixtime',
  'originalPublishUnixtime',
  'originalPublishDate',
  'galleryId',
  'galleryName',
  'articleCharacterCount',
  'articleNumberOfSocialWidgets',
  'articleParagraphCount',
  'articleWordCount',
  'articleSource',
  'imCategories',
  'imCategoriesId',
  'imEntities',
  'imEntitiesId',
  'imTopics',
  'imTopicsId',
  'imConceptIDs',
  'unifierModified',
  // In addition to the list of specification 3.12: 'Mobile' or 'Online' (section 9).
  'device',
] as const
export type PageAnalytics = Readonly<Record<(typeof PAGE_FIELDS)[number], string>>

type EventField =
  | 'clickedMenuItem'
  | 'clickedMenuType'
  | 'linkTarget'
  | 'topicName'
  | 'authorName'
  | 'teaserId'
  | 'teaserTitle'
  | 'teaserSize'
  | 'teaserPosition'
  | 'contentType'
  | 'documentId'
export type AnalyticsEvent = { readonly eventName: string } & Readonly<Partial<Record<EventField, string>>>

type Named = { id: string; displayName: string }

/** The flags that decide the content type of an article or its teaser. */
type Kinded = {
  isLive: boolean
  isVideoArticle: boolean
  isPodcast: boolean
  isOpinion: boolean
  isGallery?: boolean
  isTestReport?: boolean
  galleryHeader?: unknown
  product?: unknown
}

/** The measured facts of an article. Dates are ISO instants; counts are those of the full text. */
export type MeasuredArticle = Kinded & {
  id: string
  title: string
  publishDate: string
  updateDate: string | null
  authors: readonly { prename: string; surname: string }[]
  img: { baseUrl: string } | null
  galleryHeader: { content: { gallery: { params: { teaser: { reference: { id: string } } } } } } | null
  section: { path: string; displayName: string }
  breadcrumb: readonly { path: string; displayName: string }[]
  maintag: Named | null
  tags: readonly Named[]
  regions: readonly { id: string; label: string }[]
  contentItems: readonly { type: string; id?: string; title?: string }[]
  characterCount: number
  wordCount: number
  paragraphCount: number
  /** Absent in answers of an older content service. */
  socialWidgetCount?: number
  source: string
}

/** The part of a page's data that is measured. */
export type MeasuredData = {
  article?: MeasuredArticle
  kind?: string
  displayName?: string
  path?: string
  tag?: Named
  topic?: { title: string }
  search?: { term: string }
  page?: number
  total?: number
}

export type MeasuredPage = {
  route: Route | null
  title: string
  data: MeasuredData
  publication: string
  /** Derived from the user agent (S9-10). */
  device: 'mobile' | 'desktop'
  legalSiteIds?: readonly string[]
  /** Setting `tracking_systemenvironment_name`. */ environment: string
}

/** Longer search terms would say more about the reader than about the page. */
const MOST_OF_A_SEARCH = 100

export function toPageAnalytics({
  route,
  title,
  data,
  publication,
  device,
  legalSiteIds,
  environment,
}: MeasuredPage): PageAnalytics {
  const { article } = data
  return {
    ...(Object.fromEntries(PAGE_FIELDS.map((field) => [field, ''])) as PageAnalytics),
    categoryName: article?.section.displayName ?? data.displayName ?? data.tag?.displayName ?? data.topic?.title ?? '',
    device: device === 'mobile' ? 'Mobile' : 'Online',
    environment,
    ivwZone: toZone(route, data),
    mandator: publication,
    pageName: article?.title ?? title,
    pageType: route === null ? '' : toAnalyticsPageType(route, legalSiteIds),
    ...(route?.name === 'search' &&
      data.search !== undefined &&
      data.search.term !== '' && {
        noOfResults: String(data.total ?? 0),
        searchTerms: data.search.term.slice(0, MOST_OF_A_SEARCH),
      }),
    ...(data.page !== undefined && { pagination: String(data.page) }),
    ...(data.tag !== undefined && { tagId: data.tag.id }),
    ...(article !== undefined && toArticleValues(article)),
  }
}

function toArticleValues(article: MeasuredArticle): Partial<PageAnalytics> {
  const published = new Date(article.publishDate)
  return {
    contentType: toContentType(article),
    lastPublishUnixtime: toUnixtime(new Date(article.updateDate ?? article.publishDate)),
    originalPublishUnixtime: toUnixtime(published),
    originalPublishDate: toGermanDate(published),
    galleryId: toGalleryId(article),
    galleryName: toGalleryName(article),
    articleCharacterCount: String(article.characterCount),
    articleNumberOfSocialWidgets: String(article.socialWidgetCount ?? 0),
    articleParagraphCount: String(article.paragraphCount),
    articleWordCount: String(article.wordCount),
    articleSource: article.source,
    imCategories: join(article.breadcrumb, ({ displayName }) => displayName),
    imCategoriesId: join(article.breadcrumb, ({ path }) => path),
    imEntities: join(article.regions, ({ label }) => label),
    imEntitiesId: join(article.regions, ({ id }) => id),
    imTopics: join(article.tags, ({ displayName }) => displayName),
    imTopicsId: join(article.tags, ({ id }) => id),
    unifierModified: article.updateDate ?? '',
  }
}

/** Beside the page object: values that are not text. */
export type AnalyticsState = {
  authors: readonly { prename: string; surname: string }[]
  maintag: Named | null
  tags: readonly Named[]
  galleryName: string
  /** Path of the picture in the picture store; '' without one. */
  mainArticleImage: string
}

export function toAnalyticsState(article: MeasuredArticle | undefined): AnalyticsState {
  if (article === undefined) return { authors: [], maintag: null, tags: [], galleryName: '', mainArticleImage: '' }
  const named = ({ id, displayName }: Named) => ({ id, displayName })
  return {
    authors: article.authors.map(({ prename, surname }) => ({ prename, surname })),
    maintag: article.maintag === null ? null : named(article.maintag),
    tags: article.tags.map(named),
    galleryName: toGalleryName(article),
    mainArticleImage: article.img?.baseUrl ?? '',
  }
}

/** The same words for an article and its teaser. */
export function toContentType(kinded: Kinded): string {
  if (kinded.isLive) return 'live'
  if (kinded.isVideoArticle) return 'video'
  if (kinded.isPodcast) return 'podcast'
  if (kinded.isGallery === true || (kinded.galleryHeader ?? null) !== null) return 'gallery'
  if (kinded.isTestReport === true || kinded.product !== undefined) return 'testReport'
  return kinded.isOpinion ? 'opinion' : 'article'
}

/** The first part of the section's path; the home page has a zone of its own. */
function toZone(route: Route | null, { article, path }: MeasuredData): string {
  if (route?.name === 'home') return 'home'
  return (article?.section.path ?? path ?? '').split('/')[0] ?? ''
}

function toGalleryId({ galleryHeader, contentItems }: MeasuredArticle): string {
  return (
    galleryHeader?.content.gallery.params.teaser.reference.id ??
    contentItems.find(({ type }) => type === 'gallery')?.id ??
    ''
  )
}

function toGalleryName(article: MeasuredArticle): string {
  const id = toGalleryId(article)
  if (id === '') return ''
  return article.contentItems.find((item) => item.type === 'gallery' && item.id === id)?.title ?? article.title
}

/**
 * The format of the locale de-DE for the day in Berlin. Written by hand, because loading a locale costs a phone half a
 * frame.
 */
function toGermanDate(date: Date): string {
  return toDayKey(date).split('-').map(Number).toReversed().join('.')
}

const toUnixtime = (date: Date): string => String(Math.floor(date.getTime() / 1000))

function join<T>(entries: readonly T[], read: (entry: T) => string): string {
  return entries.map(read).join(',')
}
