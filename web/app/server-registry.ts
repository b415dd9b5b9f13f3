/** The browser's pages for the server, imported statically, and their metadata, which browsers do not load. */
import type { RouteName } from '@lokalteil/domain/routing/routes'
import { ROOM_METAS } from '@lokalteil/rooms/metas'
import { FREQUENT_PAGES } from './browser-registry.ts'
import { MORE_PAGES } from './more-pages.lazy.ts'
import type { PageName, PageSource } from './page/define-page.ts'
import type { Loaded, PageModule, ToMeta } from './page/page.ts'
import { meta as articleMeta } from './pages/article/article-meta.ts'
import { meta as channelMeta } from './pages/channel/channel-meta.ts'
import { authorMeta, authorsMeta } from './pages/authors/author-meta.ts'
import { meta as extensionMeta } from './pages/extension/extension-meta.ts'
import { headlinesMeta, newestMeta } from './pages/headlines/stream-meta.ts'
import { meta as searchMeta } from './pages/search/search-meta.ts'
import { testReportMeta, testReportsMeta } from './pages/test-reports/test-report-meta.ts'
import { topicMeta, topicsMeta } from './pages/topics/topic-meta.ts'
import { meta as couponsMeta } from './pages/coupons/coupons-meta.ts'
import { meta as documentMeta } from './pages/documents/document-meta.ts'
import { newsletterMeta, newslettersMeta } from './pages/newsletters/newsletter-meta.ts'
import { myRegionMeta } from './pages/personal/personal-meta.ts'
import { briefingMeta } from './pages/briefing/briefing-meta.ts'
import { podcastMeta, podcastsMeta } from './pages/podcasts/podcast-meta.ts'
import { cancellationMeta, withdrawalMeta } from './pages/contract/contract-meta.ts'
import { meta as radioMeta } from './pages/radio/radio-meta.ts'
import { offersMeta } from './pages/order/order-meta.ts'
import { commentsMeta } from './pages/comments/comments-meta.ts'
import { meta as homeMeta } from './pages/home/home-meta.ts'

const SOURCES = { ...FREQUENT_PAGES, ...MORE_PAGES }

type ModuleOf<N extends PageName> = Awaited<ReturnType<(typeof SOURCES)[N]>>['page']
type DataOf<N extends PageName> = Awaited<ReturnType<ModuleOf<N>['load']>> extends Loaded<infer D> ? D : never

const METAS: { readonly [N in PageName]?: ToMeta<DataOf<N>, N> } = {
  home: homeMeta,
  article: articleMeta,
  channel: channelMeta,
  tag: channelMeta,
  search: searchMeta,
  topics: topicsMeta,
  topic: topicMeta,
  authors: authorsMeta,
  author: authorMeta,
  headlines: headlinesMeta,
  'newest-articles': newestMeta,
  'testberichte-feed': testReportsMeta,
  testbericht: testReportMeta,
  podcasts: podcastsMeta,
  'podcast-detail': podcastMeta,
  coupons: couponsMeta,
  'newsletter-registration': newslettersMeta,
  'newsletter-detail': newsletterMeta,
  'agb-document': documentMeta,
  'accessibility-document': documentMeta,
  'datenschutz-document': documentMeta,
  'impressum-document': documentMeta,
  document: documentMeta,
  'extension-page': extensionMeta,
  meineregion: myRegionMeta,
  kommentare: commentsMeta,
  kuendigen: cancellationMeta,
  widerrufen: withdrawalMeta,
  'order/abo': offersMeta,
  radio: radioMeta,
  briefing: briefingMeta,
  ...ROOM_METAS,
}
const metas: Partial<Record<RouteName, ToMeta>> = METAS

const modules = new Map<string, PageModule>(
  await Promise.all(
    Object.entries<PageSource>(SOURCES).map(async ([name, source]) => [name, (await source()).page] as const),
  ),
)

export function pageOf(name: RouteName): PageModule | null {
  return modules.get(name) ?? null
}

export function metaOf(name: RouteName): ToMeta | null {
  return metas[name] ?? null
}
