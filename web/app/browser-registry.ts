/** Which module draws which route: one chunk a page, loaded when it is needed. */
import type { RouteName } from '@lokalteil/domain/routes'
import type { PageModule } from './browser/page.ts'

type Source = () => Promise<{ page: unknown }>

const channel = () => import('./pages/channel/ChannelPage.tsx')
const documents = () => import('./pages/documents/DocumentPage.tsx')
const loggedOut = () => import('./pages/personal/LoggedOutPages.tsx')
const contract = () => import('./pages/contract/ContractPages.tsx')
const readArticles = () => import('./pages/personal/ReadArticlesPage.tsx')
const bookmarks = async () => ({ page: (await loggedOut()).bookmarks })

const SOURCES: Partial<Record<RouteName, Source>> = {
  home: () => import('./pages/home/HomePage.tsx'),
  article: () => import('./pages/article/ArticlePage.tsx'),
  channel,
  tag: async () => ({ page: (await channel()).pagedPage }),
  search: () => import('./pages/search/SearchPage.tsx'),
  topics: () => import('./pages/topics/TopicsPage.tsx'),
  topic: () => import('./pages/topics/TopicPage.tsx'),
  authors: () => import('./pages/authors/AuthorsPage.tsx'),
  author: () => import('./pages/authors/AuthorPage.tsx'),
  headlines: () => import('./pages/headlines/HeadlinesPage.tsx'),
  'newest-articles': () => import('./pages/headlines/NewestPage.tsx'),
  'testberichte-feed': () => import('./pages/test-reports/TestReportsPage.tsx'),
  testbericht: () => import('./pages/test-reports/TestReportPage.tsx'),
  podcasts: () => import('./pages/podcasts/PodcastsPage.tsx'),
  'podcast-detail': () => import('./pages/podcasts/PodcastPage.tsx'),
  coupons: () => import('./pages/coupons/CouponsPage.tsx'),
  'newsletter-registration': () => import('./pages/newsletters/NewslettersPage.tsx'),
  'newsletter-detail': () => import('./pages/newsletters/NewsletterPage.tsx'),
  'agb-document': async () => ({ page: (await documents()).agb }),
  'accessibility-document': async () => ({ page: (await documents()).accessibility }),
  'datenschutz-document': async () => ({ page: (await documents()).datenschutz }),
  'impressum-document': async () => ({ page: (await documents()).impressum }),
  'sport-widget': () => import('./pages/sport-widget/SportWidgetPage.tsx'),
  meineregion: () => import('./pages/personal/MyRegionPage.tsx'),
  bookmarks,
  '__mein-portal/bookmarks': bookmarks,
  'bookmarks-feed': async () => ({ page: (await loggedOut()).topicsFeed }),
  'bookmarks-region': async () => ({ page: (await loggedOut()).regionsFeed }),
  'read-articles': readArticles,
  '__mein-portal/read-articles': readArticles,
  kuendigen: async () => ({ page: (await contract()).cancellation }),
  widerrufen: async () => ({ page: (await contract()).withdrawal }),
  order: () => import('./pages/order/OrderPage.tsx'),
  'order/abo': () => import('./pages/order/OffersPage.tsx'),
  error: () => import('./pages/error/AccountErrorPage.tsx'),
}

/** null: the route is answered by the server alone. */
export async function loadModule(name: RouteName): Promise<PageModule | null> {
  const source = SOURCES[name]
  return source === undefined ? null : ((await source()).page as PageModule)
}
