/** The data for an address below `/epaper`: issues of an edition, an issue opened at a page, or one of its articles. */
import type { IssueArticleView, IssuesView, IssueView } from '@lokalteil/contracts/portal'
import { EPAPER_PATH, parseEpaperPath } from '@lokalteil/domain/epaper/issues'
import type { RouteOf } from '@lokalteil/domain/routing/routes'
import { toEpaperApi } from '../../page/rooms/epaper-api.ts'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { toLoaded } from '../lists/read-answer.ts'

export type IssueData =
  | { kind: 'issues'; view: IssuesView }
  /** `page`: from the address; null: none. */
  | { kind: 'issue'; view: IssueView; page: number | null }
  | { kind: 'article'; view: IssueArticleView }

export async function loadIssue(route: RouteOf<'epaper/ausgabe'>, context: LoadContext): Promise<Loaded<IssueData>> {
  const { edition, day, part, key } = route
  const address = parseEpaperPath(
    [EPAPER_PATH, edition, day, part, key].filter((segment) => segment !== null).join('/'),
  )
  const epaper = toEpaperApi(context)
  switch (address?.kind) {
    case 'issues':
      return toLoaded(await epaper.listIssues(address.edition, null), (view) => ({ kind: 'issues', view }))
    case 'issue':
      return toLoaded(await epaper.readIssue(address.issue), (view) => ({ kind: 'issue', view, page: null }))
    case 'page': {
      const { page } = address
      const read = await epaper.readIssue(address.issue)
      if (read.ok && page > read.data.issue.pageCount) return { kind: 'missing' }
      return toLoaded(read, (view) => ({ kind: 'issue', view, page }))
    }
    case 'article':
      return toLoaded(await epaper.readArticle(address.issue, address.key), (view) => ({ kind: 'article', view }))
    default:
      return { kind: 'missing' }
  }
}
