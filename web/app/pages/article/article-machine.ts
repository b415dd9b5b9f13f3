/** An article for machines: description, share picture, structured data. Paid articles show their teaser only. */
import { LEAD_SIZES } from '../../features/article/ArticleBody.tsx'
import type { Machine } from '../../browser/page.ts'
import { toBreadcrumbList, toNewsArticle } from '../structured-data.ts'
import type { ArticleData } from './ArticlePage.tsx'

export const machine: Machine<ArticleData, 'article'> = ({ article }, _route, { publication, origin }) => ({
  description: article.teaserText,
  canonicalOwner: article.owner,
  ogType: 'article',
  picture: article.img,
  preload: article.img !== null && article.headerVideo === null ? { picture: article.img, sizes: LEAD_SIZES, ratio: '16:9' } : null,
  published: article.publishDate,
  modified: article.updateDate,
  section: article.section.displayName,
  tags: article.tags.map((tag) => tag.displayName),
  authors: article.authors.filter((author) => author.urlPath !== '').map((author) => origin + author.urlPath),
  feeds: [
    { title: publication.name, path: '/rss' },
    { title: article.section.displayName, path: `/rss/${article.section.path}` },
  ],
  jsonLd: [
    toNewsArticle(article, publication, origin),
    toBreadcrumbList([...article.breadcrumb.map((section) => ({ label: section.displayName, path: `/${section.path}` })), { label: article.title, path: article.path }], origin),
  ],
})
