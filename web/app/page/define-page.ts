/**
 * Defines a page in its own module. Its name refers to a row in the table of routes (path, layout, guards, cache). The
 * build reads the names here to find a page's files, and the registries accept a module only under its own name.
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
/** Pages that readers most often go to. Names and styles of the others are not part of every first view. */
export type FrequentPageName = 'home' | 'article' | 'channel' | 'tag' | 'search' | 'topic' | 'author' | 'testbericht'

export type PageSources<N extends PageName> = { readonly [Name in N]: PageSource<Name> }
