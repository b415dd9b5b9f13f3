/** The data for an address below `/epaper`: issues of an edition, an issue opened at a page, or one of its articles. */
import type { IssueArticleView, IssuesView, IssueView } from '../contract/calls.ts'
import { EPAPER_PATH, parseEpaperPath } from '../domain/issues.ts'
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import type { RouteOf } from '@lokalteil/domain/routing/routes'
import { asReader } from '@lokalteil/web/app/page/rooms/as-reader'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'

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
  const readIssue = (params: IssueId) => asReader(context)('GET /api/epaper/issues/{edition}/{day}', { params })
  switch (address?.kind) {
    case 'issues':
      return toLoaded(
        await toRoomApi(context).ask('GET /api/epaper/issues', { query: { edition: address.edition ?? undefined } }),
        (view) => ({ kind: 'issues', view }),
      )
    case 'issue':
      return toLoaded(await readIssue(address.issue), (view) => ({ kind: 'issue', view, page: null }))
    case 'page': {
      const { page } = address
      const read = await readIssue(address.issue)
      if (read.ok && page > read.data.issue.pageCount) return { kind: 'missing' }
      return toLoaded(read, (view) => ({ kind: 'issue', view, page }))
    }
    case 'article':
      return toLoaded(
        await asReader(context)('GET /api/epaper/issues/{edition}/{day}/articles/{key}', {
          params: { ...address.issue, key: address.key },
        }),
        (view) => ({ kind: 'article', view }),
      )
    default:
      return { kind: 'missing' }
  }
}
