/** Metadata of test reports: the article and the review of the product. */
import type { ToMeta } from '../../page/page.ts'
import { preloadLeadPicture } from '../../features/article/ArticleBody.tsx'
import { testReportTexts } from '../../messages/reading/test-reports.ts'
import { toPagePath } from '../blocks/pagination.ts'
import { toBreadcrumbList } from '../structured-data.ts'
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
  description: article.teaserText,
  canonicalOwner: article.owner,
  ogType: 'article',
  picture: article.img,
  preload: preloadLeadPicture(article),
  published: article.publishDate,
  modified: article.updateDate,
  section: article.section.displayName,
  tags: article.tags.map((tag) => tag.displayName),
  authors: article.authors.filter((author) => author.urlPath !== '').map((author) => origin + author.urlPath),
  jsonLd: [
    ...toReview(article, access.isLocked, publication, origin, now, discussion?.reviews?.rating),
    toBreadcrumbList(
      [
        ...article.breadcrumb.map((section) => ({ label: section.displayName, path: `/${section.path}` })),
        { label: article.title, path: article.path },
      ],
      origin,
    ),
  ],
})
