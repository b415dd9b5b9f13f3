/** Issues of the e-paper (R1-53): their addresses, and who may open them (R1-17, R6-08, S1-08). */
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import { isDay, isEdition, toIssueKey, type IssueId } from '@lokalteil/domain/commerce/issues'

export const EPAPER_PATH = '/epaper'
/** Query parameters that lists and the search read: edition, month, words, page. */
export const LIST_PARAMETERS = ['ausgabe', 'monat', 'q', 'seite'] as const
const KEY = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
/** Most pages of an issue. */
export const MOST_PAGES = 200

/** Key of an article within its issue, such as `3-2`. */
export function isArticleKey(value: string): boolean {
  return value.length <= 60 && KEY.test(value)
}

// --- Addresses

/** `/epaper/haupt/2026-11-23` */
export function toIssuePath({ edition, day }: IssueId): string {
  return `${EPAPER_PATH}/${edition}/${day}`
}

/** `/epaper/haupt/2026-11-23/3` */
export function toIssuePagePath(issue: IssueId, page: number): string {
  return `${toIssuePath(issue)}/${page}`
}

/**
 * `/epaper/haupt/2026-11-23/artikel/3-2`: the article's text, or its teaser for a reader who may not open the issue.
 */
export function toIssueArticlePath(issue: IssueId, key: string): string {
  return `${toIssuePath(issue)}/artikel/${key}`
}

export type EpaperAddress =
  | { kind: 'issues'; edition: string | null }
  | { kind: 'search' }
  | { kind: 'issue'; issue: IssueId }
  | { kind: 'page'; issue: IssueId; page: number }
  | { kind: 'article'; issue: IssueId; key: string }

/**
 * Reads a path without query; null: not an e-paper address. Each address has one spelling: `/epaper/haupt/…/03` does
 * not exist.
 */
export function parseEpaperPath(path: string): EpaperAddress | null {
  const [empty, room, edition, day, third, fourth, ...rest] = path.split('/')
  if (empty !== '' || `/${room}` !== EPAPER_PATH || rest.length > 0) return null
  if (edition === undefined) return { kind: 'issues', edition: null }
  if (edition === 'suche' && day === undefined) return { kind: 'search' }
  if (!isEdition(edition)) return null
  if (day === undefined) return { kind: 'issues', edition }
  if (!isDay(day)) return null
  const issue = { edition, day }
  if (third === undefined) return { kind: 'issue', issue }
  if (third === 'artikel')
    return fourth !== undefined && isArticleKey(fourth) ? { kind: 'article', issue, key: fourth } : null
  if (fourth !== undefined || !/^[1-9]\d{0,2}$/.test(third)) return null
  const page = Number(third)
  return page <= MOST_PAGES ? { kind: 'page', issue, page } : null
}

/** Pages side by side on a wide screen. The first page, and a last even one, stand alone. */
export function listSpreads(pageCount: number): number[][] {
  const spreads: number[][] = []
  for (let page = 1; page <= pageCount; page += page === 1 ? 1 : 2)
    spreads.push(page === 1 || page === pageCount ? [page] : [page, page + 1])
  return spreads
}

// --- Who may open one

export type IssueAccess =
  | { kind: 'open'; reason: 'epaper' | 'bought' }
  | {
      kind: 'locked'
      /** In the order in which the page offers them. */
      remedies: readonly IssueRemedy[]
    }
/** `coin`: the reader has enough coins for this issue; `coins`: the reader must buy coins first. */
export type IssueRemedy = 'login' | 'coin' | 'coins' | 'subscribe'

/**
 * Whether a reader may see pages, read texts, load the PDF and search full texts of an issue. Requires a login; Plus
 * alone is not enough. `purchases`: keys of the issues that this reader bought from this publication.
 */
export function canOpenIssue(
  reader: Pick<ReaderFlags, 'isLoggedIn' | 'isEpaperUser'>,
  purchases: ReadonlySet<string>,
  issue: IssueId,
): boolean {
  return reader.isLoggedIn && (reader.isEpaperUser || purchases.has(toIssueKey(issue)))
}

export function decideIssueAccess(input: {
  reader: Pick<ReaderFlags, 'isLoggedIn' | 'isEpaperUser'>
  purchases: ReadonlySet<string>
  issue: IssueId
  /** Price of the issue in coins; null: it is not sold singly. */
  coins: number | null
  /** The reader's coins. */
  availableCreditCount: number
}): IssueAccess {
  const { reader, purchases, issue, coins, availableCreditCount } = input
  if (canOpenIssue(reader, purchases, issue)) return { kind: 'open', reason: reader.isEpaperUser ? 'epaper' : 'bought' }
  const remedies: IssueRemedy[] = []
  if (!reader.isLoggedIn) remedies.push('login')
  if (coins !== null && coins > 0) remedies.push(reader.isLoggedIn && availableCreditCount >= coins ? 'coin' : 'coins')
  remedies.push('subscribe')
  return { kind: 'locked', remedies }
}
