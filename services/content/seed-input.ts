/**
 * What `saveContent` takes: the whole content of the publications as plain data, complete and already in our blocks.
 * Paths, counts, teasers, search words and the public cut of paid articles are computed by the service, never given.
 * Order in an array is the order readers see (sections, menus); lists of articles may come in any order.
 */
import type {
  Article,
  Audio,
  ContentItem,
  LegalDocument,
  MENU_HANDLES,
  MenuEntry,
  Picture,
  SportWidget,
  TestReport,
  Video,
} from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'

export type SectionSeed = {
  /** Without leading slash; parents come before their children. */
  path: string
  name: string
  /** '' falls back to the name. */
  seoTitle: string
  description: string
  publications: readonly Mandator[]
}

export type TagSeed = {
  id: string
  slug: string
  name: string
  parentId: string | null
  kind: 'topic' | 'place' | 'club' | 'person'
}

/** A curated dossier: shows every article that carries one of the tags or their descendants. */
export type TopicSeed = {
  id: string
  title: string
  description: string
  tagIds: readonly string[]
  picture: Picture | null
  publications: readonly Mandator[]
}

/** Flat; parents come before their children. */
export type RegionSeed = { id: string; label: string; sectionPath: string; parentId: string | null }

export type AuthorSeed = {
  /** Digits. */
  id: string
  prename: string
  surname: string
  shortname?: string
  role: string
  bio: string
  email: string
  portrait: Picture | null
}

/** The body of a stored article: like `ContentItem`, but other articles are named by id, so that their teasers stay true. */
export type BodyItem = Exclude<ContentItem, { type: 'articleTeaser' }> | { type: 'articleReference'; articleId: string }

export type ArticleSeed = {
  /** Digits, unique over articles and test reports. */
  id: string
  kind: Article['kind']
  title: string
  titlePrefix: string
  /** '' falls back to the title. */
  seoTitle: string
  /** Only `b i em strong br a[href]`. */
  teaserTextHtml: string
  sectionPath: string
  /** Known authors in the order of the byline; empty for the editorial office or an agency. */
  authorIds: readonly string[]
  /** '' for the own editorial office. */
  source: string
  publishDate: Date
  updateDate: Date | null
  /** Not shown before; null: from the publish date on. */
  visibleFrom: Date | null
  contentRestriction: 'paid' | 'free'
  picture: Picture | null
  headerVideo: Video | null
  /** The first is the main tag. */
  tagIds: readonly string[]
  regionIds: readonly string[]
  publications: readonly Mandator[]
  owner: Mandator
  isSoldContent: boolean
  /** 1 (flash) to 8; 1 and 2 open breaking news for six hours. 5 is ordinary. */
  urgency: number
  correction: string
  aiUse: Article['aiUse']
  /** Ids shown as related before the computed ones. */
  relatedIds: readonly string[]
  /** Reads of the last two days, for "most read"; 0 when unknown. */
  views: number
  body: readonly BodyItem[]
}

export type TestReportSeed = ArticleSeed &
  Pick<TestReport, 'product' | 'rating' | 'verdict' | 'pros' | 'cons' | 'criteria'>

export type EpisodeSeed = {
  /** Digits, unique over podcasts and episodes. */
  id: string
  title: string
  description: string
  publishDate: Date
  audio: Audio
  transcript: readonly string[]
  picture: Picture | null
  /** Size of the audio file. */
  bytes: number
}

export type PodcastSeed = {
  id: string
  title: string
  description: string
  picture: Picture | null
  publications: readonly Mandator[]
  episodes: readonly EpisodeSeed[]
}

export type CouponSeed = {
  id: string
  partner: string
  title: string
  description: string
  discount: string
  /** Never in a public answer. */
  code: string
  validUntil: Date
  /** A path or an https address of the partner. */
  target: string
  publications: readonly Mandator[]
}

export type NewsletterSeed = {
  slug: string
  title: string
  description: string
  /** "werktags um 6 Uhr" */
  rhythm: string
  sender: string
  picture: Picture | null
  publications: readonly Mandator[]
  /** The sample shows the newest articles of these sections; empty: of all. */
  sampleSections: readonly string[]
}

export type LegalDocumentSeed = {
  publication: Mandator
  id: LegalDocument['id']
  title: string
  updated: Date
  contentItems: readonly ContentItem[]
}

export type MenuSeed = { publication: Mandator; handle: (typeof MENU_HANDLES)[number]; entries: readonly MenuEntry[] }

export type SportSeed = { publication: Mandator; widget: SportWidget }

export type ContentSeed = {
  /** Any text that changes with the content; a store that already took this version is left alone. */
  version: string
  sections: readonly SectionSeed[]
  tags: readonly TagSeed[]
  topics: readonly TopicSeed[]
  regions: readonly RegionSeed[]
  authors: readonly AuthorSeed[]
  articles: readonly ArticleSeed[]
  testReports: readonly TestReportSeed[]
  podcasts: readonly PodcastSeed[]
  coupons: readonly CouponSeed[]
  newsletters: readonly NewsletterSeed[]
  documents: readonly LegalDocumentSeed[]
  menus: readonly MenuSeed[]
  sport: readonly SportSeed[]
}
