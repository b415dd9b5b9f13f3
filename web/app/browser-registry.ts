/**
 * The module of each route: one chunk per page, loaded on demand. This file lists the pages that readers most often go
 * to.
 */
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { PageModule } from './page/page.ts'
import type { FrequentPageName, PageSource, PageSources } from './page/define-page.ts'

const channel = () => import('./pages/channel/ChannelPage.tsx')

export const FREQUENT_PAGES = {
  home: () => import('./pages/home/HomePage.tsx'),
  article: () => import('./pages/article/ArticlePage.tsx'),
  channel,
  tag: async () => ({ page: (await channel()).pagedPage }),
  search: () => import('./pages/search/SearchPage.tsx'),
  topic: () => import('./pages/topics/TopicPage.tsx'),
  author: () => import('./pages/authors/AuthorPage.tsx'),
  testbericht: () => import('./pages/test-reports/TestReportPage.tsx'),
} satisfies PageSources<FrequentPageName>
const frequent: Partial<Record<RouteName, PageSource>> = FREQUENT_PAGES

/** Cached, because even a repeated import takes a turn of the event loop, too long after a tap. */
const loaded = new Map<RouteName, PageModule>()

/** null: the server alone answers this route. */
export async function loadModule(name: RouteName): Promise<PageModule | null> {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const source = frequent[name] ?? (await import('./more-pages.lazy.ts')).morePages[name]
  if (source === undefined) return null
  const { page } = await source()
  loaded.set(name, page)
  return page
}
