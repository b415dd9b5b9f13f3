/**
 * The e-paper for a page's `load`: on the server for the session's reader, in the browser calls of this site with its
 * cookies, never cached. Imports only types from the contract, so that no schema reaches the browser.
 */
import type { IssueArticleView, IssueSearchView, IssuesView, IssueView } from '@lokalteil/contracts/portal'
import type { IssueId } from '@lokalteil/domain/commerce/issues'
import type { Read } from '../content-api.ts'
import { portalClient, toRead, type PortalClient } from '../portal-client.ts'

export type EpaperApi = {
  listIssues: (edition: string | null, month: string | null) => Promise<Read<IssuesView>>
  readIssue: (issue: IssueId) => Promise<Read<IssueView>>
  readArticle: (issue: IssueId, key: string) => Promise<Read<IssueArticleView>>
  search: (asked: { term: string; edition: string | null; page: number }) => Promise<Read<IssueSearchView>>
}

export function createEpaperApi(client: PortalClient = portalClient): EpaperApi {
  return {
    listIssues: async (edition, month) =>
      toRead(
        await client.call('GET /api/epaper/issues', {
          query: { ...(edition === null ? {} : { edition }), ...(month === null ? {} : { month }) },
        }),
      ),
    readIssue: async (issue) => toRead(await client.call('GET /api/epaper/issues/{edition}/{day}', { params: issue })),
    readArticle: async (issue, key) =>
      toRead(await client.call('GET /api/epaper/issues/{edition}/{day}/articles/{key}', { params: { ...issue, key } })),
    search: async ({ term, edition, page }) =>
      toRead(
        await client.call('GET /api/epaper/search', {
          query: { q: term, ...(edition === null ? {} : { edition }), page },
        }),
      ),
  }
}

export function toEpaperApi({ epaper }: { epaper?: EpaperApi }): EpaperApi {
  return epaper ?? createEpaperApi()
}
