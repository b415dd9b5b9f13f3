/** Where the bar of breaking news stands: the one rule, for the server and the browser alike. */
import type { HomePage } from '@lokalteil/contracts/content'
import { isLegalName, layoutOf } from '@lokalteil/domain/routing/layouts'
import type { PageContent, PageState } from '../../page/page.ts'

/**
 * Pages that say the same already have no bar: the article itself, and a front whose lead it is. Neither have pages where a
 * reader does one thing: orders, the own area, games, the issue of the e-paper, notices of deaths; nor legal pages and
 * errors (S2.13-04).
 */
export function hasBreakingBar({ route, content }: Pick<PageState, 'route' | 'content'>, target: string): boolean {
  if (route === null || content.kind === 'error' || isLegalName(route.name)) return false
  if (layoutOf(route.name) !== 'default') return false
  if (/^(?:error|order|spiele|trauer)(?:\/|$)|^shop\/warenkorb$|\/inserieren$/.test(route.name)) return false
  if (route.name === 'epaper/ausgabe') return route.day === null
  if (route.name === 'article' || route.name === 'testbericht') return idOf(target) !== route.id
  return leadOf(content) !== target
}

const idOf = (path: string): string | undefined => /(\d+)(?:[?#].*)?$/.exec(path)?.[1]

/** The address of the article that a front begins with; undefined on pages that have no blocks. */
function leadOf(content: Exclude<PageContent, { kind: 'error' }>): string | undefined {
  const { blocks } = (content.data ?? {}) as Partial<HomePage>
  const lead = Array.isArray(blocks) ? blocks.find(({ kind }) => kind === 'lead') : undefined
  return lead?.kind === 'lead' ? lead.teaser.targetPathOrUrl : undefined
}
