/**
 * Input of `saveContent`: complete articles and other content as plain data, in any order. The sections, tags, regions
 * and authors they name must be saved before (`savePublication`). Paths, counts, teasers, search words and the public
 * cut of paid articles are computed by the service.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import type {
  Article,
  Audio,
  IncomingQuiz,
  Picture,
  SportWidget,
  TestReport,
  Video,
} from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

export type ArticleSeed = {
  /** Digits, unique over articles and test reports. */
  id: string
  kind: Article['kind']
  title: string
  titlePrefix: string
  /** '' uses the title. */
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
  /** Embargo: not shown before; null: shown from the publish date on. */
  visibleFrom: Date | null
  contentRestriction: 'paid' | 'free'
  picture: Picture | null
  headerVideo: Video | null
  /** The first is the main tag. */
  tagIds: readonly string[]
  regionIds: readonly string[]
  publications: readonly PublicationCode[]
  owner: PublicationCode
  isSoldContent: boolean
  /** 1 (flash) to 8; 1 and 2 open breaking news for six hours. 5 is ordinary. */
  urgency: number
  correction: string
  /** Newest first; absent: `correction` is the only one. */
  corrections?: Article['corrections']
  provenance?: Article['provenance']
  /** Absent: the publication's rules. */
  comments?: Article['comments']
  aiUse: Article['aiUse']
  /** Ids shown as related before the computed ones. */
  relatedIds: readonly string[]
  /** Reads of the last two days, for "most read"; 0 when unknown. */
  views: number
  body: readonly BodyItem[]
}

export type TestReportSeed = ArticleSeed &
  Pick<TestReport, 'product' | 'rating' | 'verdict' | 'pros' | 'cons' | 'criteria'>

type EpisodeSeed = {
  /** Digits, unique over podcasts and episodes. */
  id: string
  title: string
  description: string
  publishDate: Date
  audio: Audio
  transcript: readonly string[]
  picture: Picture | null
  /** Bytes of the audio file. */
  bytes: number
}

type PodcastSeed = {
  id: string
  title: string
  description: string
  picture: Picture | null
  publications: readonly PublicationCode[]
  episodes: readonly EpisodeSeed[]
}

type SportSeed = { publication: PublicationCode; widget: SportWidget }

export type ContentSeed = {
  /** Any text that changes with the content; a store that has taken this version is left alone. */
  version: string
  articles: readonly ArticleSeed[]
  testReports: readonly TestReportSeed[]
  podcasts: readonly PodcastSeed[]
  sport: readonly SportSeed[]
  quizzes?: readonly { publication: PublicationCode; quiz: IncomingQuiz }[]
}
