/** Metadata of an article: description, share picture, structured data. Paid articles show their teaser only. */
import type { Article, TestReport } from '@lokalteil/contracts/content'
import { toGiftCardAddress } from '@lokalteil/domain/display/breakpoints'
import { preloadLeadPicture } from '../../features/article/ArticleBody.tsx'
import { UNINDEXED } from '../../browser/navigation/head.ts'
import type { ToMeta, PageMeta } from '../../page/page.ts'
import { ownSources } from '../../page/picture-sources.ts'
import { giftCardTexts } from '../../messages/reading/article-parts.ts'
import { toBreadcrumbList, toNewsArticle } from '../structured-data.ts'
import type { ArticleData } from './ArticlePage.tsx'

export const meta: ToMeta<ArticleData, 'article'> = (
  { article, access, discussion },
  _route,
  { publication, origin, now },
) => ({
  ...toTextHead(article, origin),
  card: toShareCard(article),
  ...(access.isGift ? toGiftHead(article) : {}),
  feeds: [
    { title: publication.name, path: '/rss' },
    { title: article.section.displayName, path: `/rss/${article.section.path}` },
  ],
  jsonLd: [
    { ...toNewsArticle(article, publication, origin, now), ...toDiscussion(article, discussion, origin) },
    toTextBreadcrumb(article, origin),
  ],
})

/** Of articles and test reports. */
export const toTextHead = (article: Article | TestReport, origin: string): PageMeta => ({
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
})

export const toTextBreadcrumb = ({ breadcrumb, title, path }: Article | TestReport, origin: string): object =>
  toBreadcrumbList(
    [
      ...breadcrumb.map((section) => ({ label: section.displayName, path: `/${section.path}` })),
      { label: title, path },
    ],
    origin,
  )

/** Headline over picture: `web/server/http/share-cards.ts`. */
function toShareCard({ id, title, shareTitle, img }: Pick<Article, 'id' | 'title' | 'shareTitle' | 'img'>) {
  const altText = img === null || img.altText === '' ? title : img.altText
  const named = shareTitle === undefined ? {} : { title: shareTitle }
  return { ...named, path: `/_karte/${id}.jpg`, altText, width: 1200, height: 630 }
}

/** Address and number of the comments. */
function toDiscussion({ id }: Article, discussion: ArticleData['discussion'], origin: string): object {
  const comments = discussion?.comments ?? null
  return comments === null || comments.count === 0
    ? {}
    : { commentCount: comments.count, discussionUrl: `${origin}/kommentare/${id}` }
}

/** An address with a gift is meant for friends: its card says so, and search engines may not index it. */
function toGiftHead(article: Article): PageMeta {
  const picture = article.img === null ? null : ownSources(article.img, { ratio: '16:9', quality: 75 })
  const title = giftCardTexts.title(article.title)
  const path = picture === null ? undefined : toGiftCardAddress(picture.share)
  return {
    robots: UNINDEXED,
    ...(path === undefined ? {} : { card: { title, path, altText: giftCardTexts.alt(article.img?.altText ?? '') } }),
  }
}
