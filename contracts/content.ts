/**
 * The content service: what a publication shows. Public, cacheable, without credentials; no answer of the public part
 * ever holds a sentence of a paid body behind its first paragraph. The full text has its own endpoint behind a key.
 * Base address: `{CONTENT_API_URL}/{mandator}`; every public path begins with a version, `v5` today.
 * Source: specification 3.3, 3.5–3.7, 7.3; decisions S7.3-01, S7.3-02.
 */
import { z } from 'zod'
import { CONTENT_PATHS } from './content-paths.ts'
import { contract } from './kernel/endpoint.ts'

/** Digits; never a number, an id may have twenty of them. */
export const ArticleId = z.string().regex(/^\d{1,40}$/)
const Id = z.string().regex(/^[A-Za-z0-9äöüß_-]{1,64}$/)
/** ISO 8601 in UTC. */
const Instant = z.string()
const Count = z.number().int().nonnegative()

/** Ready addresses of a picture: `srcset` of AVIF and WebP, a middling and a large JPEG. */
export const PictureSources = z.object({ avif: z.string(), webp: z.string(), fallback: z.string(), share: z.string() })
export type PictureSources = z.infer<typeof PictureSources>

/** A picture in the store (`baseUrl` is its path there) or at an https address of a picture service. */
export const Picture = z.object({
  baseUrl: z.string(),
  /** `16:9`, `1:1` … */
  cropVal: z.string(),
  altText: z.string(),
  /** Pixels of the original; 0 when unknown (the ratio 16:12 is reserved then). */
  width: Count,
  height: Count,
  credit: z.string(),
  caption: z.string(),
  /** Average colour as `#rrggbb`, shown while the picture loads. */
  colour: z.string().nullable(),
  /** Where the addresses are signed, they come with the picture (S7.7-03); otherwise pages make them from `baseUrl`. */
  sources: PictureSources.optional(),
})
export type Picture = z.infer<typeof Picture>

export const Author = z.object({
  id: z.string(),
  prename: z.string(),
  surname: z.string(),
  shortname: z.string().optional(),
  /** `/autor/lena-vogt-11`; '' when there is no author page. */
  urlPath: z.string(),
  portrait: Picture.nullable(),
})
export type Author = z.infer<typeof Author>

export const ContentRestriction = z.enum(['paid', 'free'])
export type ContentRestriction = z.infer<typeof ContentRestriction>

/** What stands above the tags: a subscription to one of these opens the article too. Absent where nothing does. */
const TagAncestorIds = z.array(z.string()).optional()

export const Teaser = z.object({
  documentId: ArticleId,
  contentRestriction: ContentRestriction,
  /** A path of this site or an http(s) address. */
  targetPathOrUrl: z.string(),
  title: z.string(),
  titlePrefix: z.string(),
  /** Only `b i em strong br a[href]`. */
  teaserTextHtml: z.string(),
  isSoldContent: z.boolean(),
  isOpinion: z.boolean(),
  isPodcast: z.boolean(),
  isVideoArticle: z.boolean(),
  isGallery: z.boolean(),
  isLive: z.boolean(),
  isTestReport: z.boolean(),
  authors: z.array(Author),
  img: Picture.nullable(),
  publishDate: Instant,
  updateDate: Instant.nullable(),
  sectionName: z.string(),
  /** Without leading slash: `sport/fussball`. */
  sectionPath: z.string(),
  readingMinutes: Count,
  /** Ids of tags and regions, for the personal feed and its reasons. */
  tagIds: z.array(z.string()),
  tagAncestorIds: TagAncestorIds,
  regionIds: z.array(z.string()),
  /** Test reports: 1–5, else null. */
  rating: z.number().nullable(),
})
export type Teaser = z.infer<typeof Teaser>

export const TagRef = z.object({ id: z.string(), displayName: z.string(), fullPath: z.string() })
export type TagRef = z.infer<typeof TagRef>
export const SectionRef = z.object({ path: z.string(), displayName: z.string() })
export type SectionRef = z.infer<typeof SectionRef>
export const RegionRef = z.object({ id: z.string(), label: z.string(), target: z.string() })
export type RegionRef = z.infer<typeof RegionRef>

const Paragraph = z.object({ type: z.literal('paragraph'), html: z.string() })
const Heading = z.object({
  type: z.literal('heading'),
  level: z.union([z.literal(2), z.literal(3)]),
  text: z.string(),
  /** Where the heading leads, if anywhere. */
  url: z.string().optional(),
})
/** An entry may end with a list of its own (`<ul>`, `<ol>`, `<li>`). */
const List = z.object({
  type: z.literal('list'),
  ordered: z.boolean(),
  items: z.array(z.string()),
  /** Number of the first entry, where it is not 1. */
  start: z.number().int().min(0).max(100_000).optional(),
})
const Video = z.object({
  type: z.literal('video'),
  src: z.string(),
  mimeType: z.string(),
  poster: Picture.nullable(),
  caption: z.string(),
  credit: z.string(),
  /** Seconds. */
  duration: z.number(),
})
export type Video = z.infer<typeof Video>
/** A part of a recording that can be jumped to. */
export const Chapter = z.object({
  /** Seconds from the beginning. */
  start: z.number().min(0),
  title: z.string(),
})
export type Chapter = z.infer<typeof Chapter>
const Audio = z.object({
  type: z.literal('audio'),
  src: z.string(),
  mimeType: z.string(),
  title: z.string(),
  duration: z.number(),
  /** '' for a human voice, else the label that must be shown ("KI-Stimme"). */
  voiceLabel: z.string(),
  /** In the order they are heard; absent where the recording has none. */
  chapters: z.array(Chapter).max(500).optional(),
})
export type Audio = z.infer<typeof Audio>
const Gallery = z.object({ type: z.literal('gallery'), id: z.string(), title: z.string(), pictures: z.array(Picture) })
export type Gallery = z.infer<typeof Gallery>
const Embed = z.object({
  type: z.literal('embed'),
  /** A vendor key of specification 3.14 (decision S3.14-01), or `other`. */
  vendor: z.enum([
    'youtube',
    'vimeo',
    'glomex',
    'facebook',
    'instagram',
    'twitter',
    'tiktok',
    'socialPosting',
    'newsAgency',
    'sportsData',
    'partner',
    // Nobody readers can agree to: never framed, always a link.
    'other',
  ]),
  url: z.string(),
  title: z.string(),
  /** Whose content it is, as readers know the name; for `other`. */
  provider: z.string().max(100).optional(),
})
export type Embed = z.infer<typeof Embed>

/**
 * One piece of an article's body, in order. HTML is sanitised by allow-list when it enters and when it leaves: `html`,
 * the entries of a list, the answers to a question, the paragraphs of a live entry and of a quote, cells that say so;
 * all else is plain text.
 */
export const ContentItem = z.discriminatedUnion('type', [
  Paragraph,
  Heading,
  List,
  Video,
  Audio,
  Gallery,
  Embed,
  z.object({ type: z.literal('image'), picture: Picture }),
  z.object({
    type: z.literal('quote'),
    text: z.string(),
    attribution: z.string(),
    /** The same words as HTML, where they are more than a sentence: several paragraphs, links, marks. */
    paragraphs: z.array(z.string()).optional(),
    /** Where it was said. */
    url: z.string().optional(),
  }),
  z.object({
    type: z.literal('table'),
    caption: z.string(),
    head: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    /** `html`: the cells of head and rows are HTML; absent: plain text. */
    cells: z.literal('html').optional(),
  }),
  z.object({
    type: z.literal('infoBox'),
    title: z.string(),
    items: z.array(z.discriminatedUnion('type', [Paragraph, Heading, List])),
  }),
  z.object({ type: z.literal('articleTeaser'), articleTeaser: Teaser }),
  z.object({ type: z.literal('question'), question: z.string(), answer: z.array(z.string()) }),
  z.object({
    type: z.literal('liveEntry'),
    id: z.string(),
    /** "14.05 Uhr" or "67. Minute". */
    label: z.string(),
    time: Instant,
    headline: z.string(),
    paragraphs: z.array(z.string()),
    isImportant: z.boolean(),
  }),
])
export type ContentItem = z.infer<typeof ContentItem>

export const Article = z.object({
  id: ArticleId,
  kind: z.enum([
    'news',
    'opinion',
    'interview',
    'report',
    'service',
    'live',
    'video',
    'gallery',
    'podcast',
    'long-read',
    'quiz',
    'picture',
    'audio',
    'reply',
  ]),
  title: z.string(),
  titlePrefix: z.string(),
  seoTitle: z.string(),
  /** `/slug-id`. */
  path: z.string(),
  /** The publication that owns it; others link canonically to the owner. */
  owner: z.string(),
  contentRestriction: ContentRestriction,
  publishDate: Instant,
  updateDate: Instant.nullable(),
  isSoldContent: z.boolean(),
  isOpinion: z.boolean(),
  isPodcast: z.boolean(),
  isVideoArticle: z.boolean(),
  isLive: z.boolean(),
  teaserText: z.string(),
  teaserTextHtml: z.string(),
  authors: z.array(Author),
  img: Picture.nullable(),
  headerVideo: Video.nullable(),
  galleryHeader: z
    .object({
      content: z.object({
        gallery: z.object({ params: z.object({ teaser: z.object({ reference: z.object({ id: z.string() }) }) }) }),
      }),
    })
    .nullable(),
  section: SectionRef,
  /** From the root down, the article's own section last. */
  breadcrumb: z.array(SectionRef),
  maintag: TagRef.nullable(),
  tags: z.array(TagRef),
  tagAncestorIds: TagAncestorIds,
  regions: z.array(RegionRef),
  /** `topicName` may hold several names, comma-separated (S3.5-03). */
  relatedArticles: z.object({ topicName: z.string(), teasers: z.array(Teaser) }),
  /** Free: all of it. Paid: the first paragraph only; the rest is at `internal/articles/{id}`. */
  contentItems: z.array(ContentItem),
  /** Counts of the full text; counts are not content (S3.12-01). */
  characterCount: Count,
  wordCount: Count,
  paragraphCount: Count,
  /** Posts of social networks in the full text. */
  socialWidgetCount: Count.default(0),
  readingMinutes: Count,
  /** '' for the own editorial office, else the agency's credit line. */
  source: z.string(),
  /** Printed under the text; '' when nothing was corrected. */
  correction: z.string(),
  /** AI Act Art. 50. */
  aiUse: z.enum(['none', 'assisted', 'generated']),
})
export type Article = z.infer<typeof Article>

export const TestReport = z.object({
  ...Article.shape,
  product: z.object({ name: z.string(), manufacturer: z.string(), price: z.string() }),
  /** 1 (poor) to 5 (very good), halves allowed. */
  rating: z.number(),
  verdict: z.string(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  criteria: z.array(z.object({ name: z.string(), rating: z.number(), weight: z.number() })),
})
export type TestReport = z.infer<typeof TestReport>

/** A page of a list. Pages begin with 1 and hold 20 teasers (S2.1-08). */
export const TeaserPage = z.object({ teasers: z.array(Teaser), page: z.number().int(), pages: Count, total: Count })
export type TeaserPage = z.infer<typeof TeaserPage>

/** A block of the home page or of a section front. No two neighbours have the same kind. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lead'), teaser: Teaser, related: z.array(Teaser) }),
  z.object({
    kind: z.enum(['twoUp', 'threeUp', 'fourUp', 'list', 'feature']),
    title: z.string(),
    target: z.string(),
    teasers: z.array(Teaser),
  }),
  z.object({ kind: z.literal('opinion'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('timeline'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({
    kind: z.literal('region'),
    title: z.string(),
    target: z.string(),
    places: z.array(RegionRef),
    teasers: z.array(Teaser),
  }),
  z.object({ kind: z.literal('mostRead'), title: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('video'), title: z.string(), teasers: z.array(Teaser) }),
  z.object({ kind: z.literal('testReports'), title: z.string(), target: z.string(), teasers: z.array(Teaser) }),
  z.object({
    kind: z.literal('podcasts'),
    title: z.string(),
    target: z.string(),
    episodes: z.array(
      z.object({
        podcastTitle: z.string(),
        title: z.string(),
        target: z.string(),
        duration: z.number(),
        img: Picture.nullable(),
        publishDate: Instant,
      }),
    ),
  }),
  z.object({ kind: z.literal('newsletter'), title: z.string(), text: z.string(), target: z.string() }),
  z.object({
    kind: z.literal('topics'),
    title: z.string(),
    topics: z.array(z.object({ id: z.string(), title: z.string(), target: z.string(), img: Picture.nullable() })),
  }),
  z.object({
    kind: z.literal('services'),
    title: z.string(),
    links: z.array(z.object({ label: z.string(), target: z.string(), icon: z.string() })),
  }),
  z.object({ kind: z.literal('adSlot'), slot: z.string() }),
])
export type Block = z.infer<typeof Block>

export const HomePage = z.object({ blocks: z.array(Block) })
export type HomePage = z.infer<typeof HomePage>

/** A section front, or a tag under the same address; the service says which (S2.1-07). */
export const ChannelPage = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('channel'),
    path: z.string(),
    displayName: z.string(),
    seoTitle: z.string(),
    description: z.string(),
    breadcrumb: z.array(SectionRef),
    children: z.array(SectionRef),
    /** Only on page 1. */
    blocks: z.array(Block),
    ...TeaserPage.shape,
  }),
  z.object({
    kind: z.literal('tag'),
    tag: TagRef,
    ancestors: z.array(TagRef),
    children: z.array(TagRef),
    ...TeaserPage.shape,
  }),
])
export type ChannelPage = z.infer<typeof ChannelPage>

export const AuthorProfile = z.object({
  ...Author.shape,
  authorId: z.string(),
  role: z.string(),
  bio: z.string(),
  email: z.string(),
})
export type AuthorProfile = z.infer<typeof AuthorProfile>

export const TopicRef = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  target: z.string(),
  img: Picture.nullable(),
  articleCount: Count,
})
export type TopicRef = z.infer<typeof TopicRef>

export const Episode = z.object({
  id: ArticleId,
  title: z.string(),
  description: z.string(),
  target: z.string(),
  publishDate: Instant,
  audio: Audio,
  transcript: z.array(z.string()),
  img: Picture.nullable(),
  bytes: Count,
})
export type Episode = z.infer<typeof Episode>

export const PodcastRef = z.object({
  id: ArticleId,
  title: z.string(),
  description: z.string(),
  target: z.string(),
  img: Picture.nullable(),
  episodeCount: Count,
  latest: Instant.nullable(),
})
export type PodcastRef = z.infer<typeof PodcastRef>

export type MenuEntry = { label: string; target: string; icon?: string; children: MenuEntry[] }
export const MenuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.object({ label: z.string(), target: z.string(), icon: z.string().optional(), children: z.array(MenuEntry) }),
)

export const MENU_HANDLES = [
  'legalMenuHandle',
  'socialNetworksMenuHandle',
  'siteServicesMenuHandle',
  'hotTopicsMenuHandle',
  'treeServicesMenuHandle',
  'userSupportMenuHandle',
  'utilityBarMenuHandle',
  'mainMenuHandle',
] as const
const handle = z.string()

/** Site meta: the names of the eight menus and the menus themselves (S3.7-01). */
export const Site = z.object({
  mandator: z.string(),
  name: z.string(),
  claim: z.string(),
  menuHandles: z.object({
    legalMenuHandle: handle,
    socialNetworksMenuHandle: handle,
    siteServicesMenuHandle: handle,
    hotTopicsMenuHandle: handle,
    treeServicesMenuHandle: handle,
    userSupportMenuHandle: handle,
    utilityBarMenuHandle: handle,
    mainMenuHandle: handle,
  }),
  menus: z.record(z.string(), z.array(MenuEntry)),
})
export type Site = z.infer<typeof Site>

export type FeedNode = { id: string; label: string; target: string; children: FeedNode[] }
export const FeedNode: z.ZodType<FeedNode> = z.lazy(() =>
  z.object({ id: z.string(), label: z.string(), target: z.string(), children: z.array(FeedNode) }),
)

export const BreakingNews = z.object({
  item: z.object({ title: z.string(), target: z.string(), publishDate: Instant }).nullable(),
})
export type BreakingNews = z.infer<typeof BreakingNews>

export const Coupon = z.object({
  id: z.string(),
  partner: z.string(),
  title: z.string(),
  description: z.string(),
  discount: z.string(),
  code: z.string().nullable(),
  validUntil: Instant,
  target: z.string(),
})
export type Coupon = z.infer<typeof Coupon>

export const Newsletter = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  rhythm: z.string(),
  sender: z.string(),
  img: Picture.nullable(),
  sample: z.array(Teaser),
  /** Paths of the sections it tells from; none: all. */
  sections: z.array(z.string()).optional(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const LegalDocument = z.object({
  id: z.enum(['agb', 'accessibility', 'datenschutz', 'impressum', 'eigentuemer']),
  title: z.string(),
  updated: Instant,
  contentItems: z.array(ContentItem),
})
export type LegalDocument = z.infer<typeof LegalDocument>

export const SportWidget = z.object({
  league: z.string(),
  matchday: z.string(),
  results: z.array(
    z.object({
      home: z.string(),
      away: z.string(),
      homeGoals: z.number().int().nullable(),
      awayGoals: z.number().int().nullable(),
      kickoff: Instant,
    }),
  ),
  table: z.array(
    z.object({
      rank: z.number().int(),
      team: z.string(),
      played: z.number().int(),
      goals: z.string(),
      difference: z.number().int(),
      points: z.number().int(),
    }),
  ),
})
export type SportWidget = z.infer<typeof SportWidget>

/** For sitemaps: an address and its true date of change. `isOwn`: this publication owns it, its address is the canonical one. */
export const SitemapEntry = z.object({
  path: z.string(),
  title: z.string(),
  lastModified: Instant,
  publishDate: Instant,
  picture: Picture.nullable(),
  kind: z.enum(['article', 'testReport', 'section', 'tag', 'topic', 'author', 'podcast', 'episode', 'page']),
  isOwn: z.boolean(),
  keywords: z.array(z.string()),
})
export type SitemapEntry = z.infer<typeof SitemapEntry>

const version = z
  .string()
  .regex(/^v\d+$/)
  .default('v5')
const inVersion = z.object({ version })
const page = z.coerce.number().int().min(0).max(10_000).default(1)
const paged = z.object({ page })
const text = (length: number) => z.string().max(length)

export const CONTENT = contract({
  getSite: {
    method: 'GET',
    path: CONTENT_PATHS.getSite,
    summary: 'Site meta and menus',
    params: inVersion,
    answer: Site,
  },
  getHome: { method: 'GET', path: CONTENT_PATHS.getHome, summary: 'Home page', params: inVersion, answer: HomePage },
  getChannel: {
    method: 'GET',
    path: CONTENT_PATHS.getChannel,
    summary: 'A section front or a tag by its address; a last segment of digits is a page when the rest is known',
    params: z.object({ version, path: text(400) }),
    query: paged,
    answer: ChannelPage,
  },
  searchArticles: {
    method: 'GET',
    path: CONTENT_PATHS.searchArticles,
    summary: 'German full-text search: `q` as typed, or `searchTerms` joined by semicolons (all must match)',
    params: inVersion,
    query: z.object({
      q: text(200).optional(),
      searchTerms: text(400).optional(),
      offset: z.coerce.number().int().min(0).max(10_000).default(0),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: z.object({ teasers: z.array(Teaser), total: Count, suggestion: z.string().nullable() }),
  },
  suggestTerms: {
    method: 'GET',
    path: CONTENT_PATHS.suggestTerms,
    summary: 'Completions while typing: topics, tags, sections, authors, headlines',
    params: inVersion,
    query: z.object({ q: text(100) }),
    answer: z.object({
      suggestions: z.array(
        z.object({
          label: z.string(),
          kind: z.enum(['topic', 'tag', 'section', 'author', 'article']),
          target: z.string(),
        }),
      ),
    }),
  },
  getArticle: {
    method: 'GET',
    path: CONTENT_PATHS.getArticle,
    summary: 'An article; paid ones end after the first paragraph. 410 when withdrawn',
    params: z.object({ version, id: ArticleId }),
    answer: Article,
  },
  getTeaser: {
    method: 'GET',
    path: CONTENT_PATHS.getTeaser,
    summary: 'The teaser of an article',
    params: z.object({ version, id: ArticleId }),
    answer: Teaser,
  },
  listTeasers: {
    method: 'GET',
    path: CONTENT_PATHS.listTeasers,
    summary: 'Teasers by id, in the order asked; unknown ids are left out',
    params: inVersion,
    query: z.object({ ids: text(4000) }),
    answer: z.object({ teasers: z.array(Teaser) }),
  },
  listArticlesByTags: {
    method: 'GET',
    path: CONTENT_PATHS.listArticlesByTags,
    summary: 'Newest articles that carry one of the tags or regions (descendants included)',
    params: inVersion,
    query: z.object({
      tags: text(2000).optional(),
      regions: text(2000).optional(),
      page,
      limit: z.coerce.number().int().min(1).max(60).default(20),
    }),
    answer: TeaserPage,
  },
  getTag: {
    method: 'GET',
    path: CONTENT_PATHS.getTag,
    summary: 'Name and address of a tag',
    params: z.object({ version, id: Id }),
    answer: z.object({ displayName: z.string(), fullPath: z.string() }),
  },
  getTagHierarchy: {
    method: 'GET',
    path: CONTENT_PATHS.getTagHierarchy,
    summary: 'The tag and its ancestors, nearest first',
    params: z.object({ version, id: Id }),
    answer: z.array(z.object({ id: z.string(), displayName: z.string() })),
  },
  getTagArticles: {
    method: 'GET',
    path: CONTENT_PATHS.getTagArticles,
    summary: 'A page of a tag by its slug',
    params: z.object({ version, slug: text(200) }),
    query: paged,
    answer: ChannelPage,
  },
  listAuthors: {
    method: 'GET',
    path: CONTENT_PATHS.listAuthors,
    summary: 'All authors by surname',
    params: inVersion,
    answer: z.object({ authors: z.array(AuthorProfile) }),
  },
  getAuthor: {
    method: 'GET',
    path: CONTENT_PATHS.getAuthor,
    summary: 'An author and a page of articles',
    params: z.object({ version, id: ArticleId }),
    query: paged,
    answer: z.object({ author: AuthorProfile, ...TeaserPage.shape }),
  },
  listTopics: {
    method: 'GET',
    path: CONTENT_PATHS.listTopics,
    summary: 'All topics by title',
    params: inVersion,
    answer: z.object({ topics: z.array(TopicRef) }),
  },
  getTopic: {
    method: 'GET',
    path: CONTENT_PATHS.getTopic,
    summary: 'A topic and a page of articles',
    params: z.object({ version, id: Id }),
    query: paged,
    answer: z.object({ topic: TopicRef, tags: z.array(TagRef), ...TeaserPage.shape }),
  },
  listHeadlines: {
    method: 'GET',
    path: CONTENT_PATHS.listHeadlines,
    summary: 'Headlines, newest first',
    params: inVersion,
    query: paged,
    answer: TeaserPage,
  },
  listNewestArticles: {
    method: 'GET',
    path: CONTENT_PATHS.listNewestArticles,
    summary: 'Articles, newest first',
    params: inVersion,
    query: paged,
    answer: TeaserPage,
  },
  listMostRead: {
    method: 'GET',
    path: CONTENT_PATHS.listMostRead,
    summary: 'Most read of the last two days',
    params: inVersion,
    answer: z.object({ teasers: z.array(Teaser) }),
  },
  listTestReports: {
    method: 'GET',
    path: CONTENT_PATHS.listTestReports,
    summary: 'Test reports, newest first',
    params: inVersion,
    query: paged,
    answer: z.object({ title: z.string(), titlePrefix: z.string(), ...TeaserPage.shape }),
  },
  getTestReport: {
    method: 'GET',
    path: CONTENT_PATHS.getTestReport,
    summary: 'A test report',
    params: z.object({ version, id: ArticleId }),
    answer: TestReport,
  },
  listPodcasts: {
    method: 'GET',
    path: CONTENT_PATHS.listPodcasts,
    summary: 'Podcasts and the newest episodes',
    params: inVersion,
    query: paged,
    answer: z.object({
      podcasts: z.array(PodcastRef),
      episodes: z.array(Episode),
      page: z.number().int(),
      pages: Count,
      total: Count,
    }),
  },
  getPodcast: {
    method: 'GET',
    path: CONTENT_PATHS.getPodcast,
    summary: 'A podcast with its episodes, or the podcast of an episode id',
    params: z.object({ version, id: ArticleId }),
    answer: z.object({ podcast: PodcastRef, episodes: z.array(Episode), current: ArticleId.nullable() }),
  },
  listCoupons: {
    method: 'GET',
    path: CONTENT_PATHS.listCoupons,
    summary: 'Coupons that are valid today; codes only behind the service key',
    params: inVersion,
    answer: z.object({ coupons: z.array(Coupon) }),
  },
  listNewsletters: {
    method: 'GET',
    path: CONTENT_PATHS.listNewsletters,
    summary: 'Newsletters',
    params: inVersion,
    answer: z.object({ newsletters: z.array(Newsletter) }),
  },
  getNewsletter: {
    method: 'GET',
    path: CONTENT_PATHS.getNewsletter,
    summary: 'A newsletter',
    params: z.object({ version, slug: text(100) }),
    answer: Newsletter,
  },
  getDocument: {
    method: 'GET',
    path: CONTENT_PATHS.getDocument,
    summary: 'A legal document of the publication',
    params: z.object({ version, id: LegalDocument.shape.id }),
    answer: LegalDocument,
  },
  getBreakingNews: {
    method: 'GET',
    path: CONTENT_PATHS.getBreakingNews,
    summary: 'The open urgent report, if any',
    params: inVersion,
    answer: BreakingNews,
  },
  getSportWidget: {
    method: 'GET',
    path: CONTENT_PATHS.getSportWidget,
    summary: 'Results and table',
    params: inVersion,
    answer: SportWidget,
  },
  listPersonalRegions: {
    method: 'GET',
    path: CONTENT_PATHS.listPersonalRegions,
    summary: 'Regions a reader can follow',
    params: inVersion,
    answer: z.array(FeedNode),
  },
  listPersonalTopics: {
    method: 'GET',
    path: CONTENT_PATHS.listPersonalTopics,
    summary: 'Tags a reader can follow',
    params: inVersion,
    answer: z.array(FeedNode),
  },
  listSitemapEntries: {
    method: 'GET',
    path: CONTENT_PATHS.listSitemapEntries,
    summary: 'Everything with an address; `since` (ISO) for the news sitemap; pages of 10,000',
    params: inVersion,
    query: z.object({ kind: z.enum(['all', 'article']).default('all'), since: z.string().optional(), page }),
    answer: z.object({ entries: z.array(SitemapEntry), page: z.number().int(), pages: Count }),
  },
})

/** Names as of `toMediaName` in the domain. `isWhole`: what `paid` does not name is open; else only what `open` names. */
export const PaidMediaChanges = z.object({
  last: z.number().int(),
  isWhole: z.boolean(),
  paid: z.array(z.string()),
  open: z.array(z.string()),
})
export type PaidMediaChanges = z.infer<typeof PaidMediaChanges>

/** The part behind the service key (`Authorization: Bearer {key}`); not reachable through the portal's proxy. */
export const CONTENT_INTERNAL = contract({
  getFullArticle: {
    method: 'GET',
    path: '/internal/articles/{id}',
    summary: 'An article or test report with its whole body',
    security: 'service-key',
    params: z.object({ id: ArticleId }),
    answer: z.union([TestReport, Article]),
  },
  recordView: {
    method: 'POST',
    path: '/internal/views',
    summary: 'Counts a page view for "most read"',
    security: 'service-key',
    body: z.object({ id: ArticleId }),
    answer: null,
  },
  ingest: {
    method: 'POST',
    path: '/internal/documents',
    summary: 'Takes documents of an agency or an editor; idempotent by source id and version',
    security: 'service-key',
    /** The publication of the address owns the documents; `publications` names others that carry them too. */
    body: z.object({
      documents: z.array(z.lazy(() => IncomingDocument)).max(500),
      publications: z.array(z.string()).max(10).optional(),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          sourceId: z.string(),
          outcome: z.enum(['created', 'updated', 'unchanged', 'removed', 'refused']),
          id: ArticleId.nullable(),
          reason: z.string(),
        }),
      ),
      /** Version of the content the service was filled with at its start, `demo-…` for the demo; '' when it began empty. */
      seed: z.string().optional(),
    }),
  },
  listChanges: {
    method: 'GET',
    path: '/internal/changes',
    summary: 'What changed after a sequence number, for caches',
    security: 'service-key',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: z.object({
      last: z.number().int(),
      changes: z.array(z.object({ sequence: z.number().int(), id: z.string(), kind: z.string() })),
    }),
  },
  listPaidMedia: {
    method: 'GET',
    path: '/internal/paid-media',
    summary:
      'Files of this site that only paid texts show, of all publications: all of them, or what may have changed after a sequence number',
    security: 'service-key',
    query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
    answer: PaidMediaChanges,
  },
})

/** A document as an importer hands it over: already cleaned, in our own blocks. */
export const IncomingDocument = z.object({
  /** Stable id at the source, e.g. `urn:newsml:dpa.com:20090101:…`. */
  sourceId: z.string().min(1).max(500),
  version: z.number().int().nonnegative(),
  /**
   * Of sources without versions: a digest of the text, and when the source was in this state. The same version with
   * another digest is a correction, unless a later state is stored.
   */
  fingerprint: z.object({ digest: z.string().min(1).max(100), takenAt: Instant }).optional(),
  status: z.enum(['usable', 'canceled', 'withheld']),
  /** Not shown before. */
  embargo: Instant.nullable(),
  publishDate: Instant,
  updateDate: Instant.nullable(),
  language: z.string(),
  /** 1 (flash) to 8; 1 and 2 open breaking news. */
  urgency: z.number().int().min(1).max(9),
  kind: Article.shape.kind,
  title: z.string().min(1).max(500),
  titlePrefix: z.string().max(200),
  teaserTextHtml: z.string(),
  contentRestriction: ContentRestriction,
  /** A section path. */
  sectionPath: z.string(),
  /**
   * A name for each segment of the path: what is missing of it is made under these names. Without them an unknown
   * section gives way to the nearest above it that the publication has, at last to "panorama" or "nachrichten".
   */
  sectionNames: z.array(z.string().max(100)).max(6).optional(),
  tags: z.array(z.string()),
  regions: z.array(z.string()),
  authors: z.array(z.string()),
  source: z.string(),
  isOpinion: z.boolean(),
  correction: z.string(),
  picture: Picture.nullable(),
  contentItems: z.array(ContentItem),
})
export type IncomingDocument = z.infer<typeof IncomingDocument>
