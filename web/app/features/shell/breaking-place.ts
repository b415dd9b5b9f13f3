/** Whether a page has the bar of breaking news: the one rule for server and browser. */
import type { HomePage } from '@lokalteil/contracts/content'
import { isLegalName, layoutOf } from '@lokalteil/domain/routing/layouts'
import type { PageContent, PageState } from '../../page/page.ts'

/**
 * No bar on pages that already show the news (the article itself, a front that leads with it), on pages with one task
 * (orders, the personal area, games, the reader of an e-paper issue, death notices), on legal pages and on errors
 * (S2.13-04).
 */
export function hasBreakingBar({ route, content }: Pick<PageState, 'route' | 'content'>, target: string): boolean {
  if (route === null || content.kind === 'error' || isLegalName(route.name)) return false
  if (layoutOf(route.name) !== 'default') return false
  if (/^(?:error|order|spiele|trauer)(?:\/|$)|\/(?:inserieren|warenkorb)$/.test(route.name)) return false
  if (/\/ausgabe$/.test(route.name)) return !(route as { name: string; day?: string | null }).day
  if (route.name === 'article' || route.name === 'testbericht') return idOf(target) !== route.id
  return leadOf(content) !== target
}

const idOf = (path: string): string | undefined => /(\d+)(?:[?#].*)?$/.exec(path)?.[1]

/** Address of the lead article of a front; undefined on pages without blocks. */
function leadOf(content: Exclude<PageContent, { kind: 'error' }>): string | undefined {
  const { blocks } = (content.data ?? {}) as Partial<HomePage>
  const lead = Array.isArray(blocks) ? blocks.find(({ kind }) => kind === 'lead') : undefined
  return lead?.kind === 'lead' ? lead.teaser.targetPathOrUrl : undefined
}
