/**
 * The entry of a page, in its own module. Its names lead to its row in the table of routes (path, layout, guards, cache);
 * the build reads them here to know the page's files, and the registries take a module only under a name of its own.
 */
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { PageModule } from './page.ts'

export function definePage<const N extends RouteName, D>(
  _names: N | readonly N[],
  page: PageModule<NoInfer<N>, D>,
): PageModule<N, D> {
  return page
}

export type PageSource<N extends RouteName = RouteName> = () => Promise<{ page: PageModule<N> }>

/** Answered by a redirect or a guard, or not built yet. */
type RouteWithoutPage = 'change-password' | 'order/onepage-checkout'

export type PageName = Exclude<RouteName, RouteWithoutPage>
/** Those that lead to one another most; the others' names and styles are no part of every first view. */
export type FrequentPageName = 'home' | 'article' | 'channel' | 'tag' | 'search' | 'topic' | 'author' | 'testbericht'

export type PageSources<N extends PageName> = { readonly [Name in N]: PageSource<Name> }
