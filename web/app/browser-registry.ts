/** Which module draws which route: one chunk a page, loaded when it is needed. */
import type { RouteName } from '@lokalteil/domain/routes'
import type { PageModule } from './browser/page.ts'

type Source = () => Promise<{ page: unknown }>

const channel = () => import('./pages/channel/ChannelPage.tsx')

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
}

/** null: the route is answered by the server alone. */
export async function loadModule(name: RouteName): Promise<PageModule | null> {
  const source = SOURCES[name]
  return source === undefined ? null : ((await source()).page as PageModule)
}
