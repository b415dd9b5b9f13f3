/** Metadata of test reports: the article and the review of the product. */
import type { ToMeta } from '../../page/page.ts'
import { testReportTexts } from '../../messages/reading/test-reports.ts'
import { toTextBreadcrumb, toTextHead } from '../article/article-meta.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { toCollectionPage, toNeighbours, toReview } from '../structured-lists.ts'
import type { TestReportData } from './TestReportPage.tsx'
import type { TestReportsData } from './TestReportsPage.tsx'

const FEED = '/testberichte'

export const testReportsMeta: ToMeta<TestReportsData, 'testberichte-feed'> = (
  data,
  _route,
  { publication, origin },
) => ({
  description: testReportTexts.intro,
  ...toNeighbours(FEED, data.page, data.pages, origin),
  jsonLd: [
    toCollectionPage(
      {
        name: data.title,
        description: testReportTexts.intro,
        path: toPagePath(FEED, data.page),
        teasers: data.teasers,
      },
      publication,
      origin,
    ),
  ],
})

export const testReportMeta: ToMeta<TestReportData, 'testbericht'> = (
  { article, access, discussion },
  _route,
  { publication, origin, now },
) => ({
  ...toTextHead(article, origin),
  jsonLd: [
    ...toReview(article, access.isLocked, publication, origin, now, discussion?.reviews?.rating),
    toTextBreadcrumb(article, origin),
  ],
})
