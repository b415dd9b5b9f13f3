/** Metadata of the e-paper: issues with front pages and titles; never a page or a text (law-and-search, part B). */
import type { IssueCard } from '../contract/epaper.ts'
import type { IssuesView } from '../contract/calls.ts'
import { toIssuePath } from '../domain/issues.ts'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { UNINDEXED } from '@lokalteil/web/app/browser/navigation/head'
import { toCoverAddress } from './addresses.ts'
import { epaperTexts } from './epaper-texts.ts'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { toBreadcrumbList, toPublisher } from '@lokalteil/web/app/pages/structured-data'
import type { IssueData } from './issue-data.ts'

export const issuesMeta: ToMeta<IssuesView, 'epaper'> = (view, _route, { publication, origin }) => ({
  description: epaperTexts.description(publication.name),
  ...(view.month === null && view.edition === null ? {} : { robots: UNINDEXED }),
  jsonLd: view.issues.slice(0, 10).map((issue) => toPublicationIssue(issue, publication, origin)),
})

export const issueMeta: ToMeta<IssueData, 'epaper/ausgabe'> = (data, { part }, { publication, origin }) => {
  if (data.kind === 'issues')
    return issuesMeta(data.view, { name: 'epaper' }, { publication, origin, now: new Date(0) })
  const { issue } = data.view
  const date = epaperTexts.date(issue.day)
  const crumbs = [
    { label: epaperTexts.title, path: '/epaper' },
    { label: date, path: toIssuePath(issue) },
  ]
  const card = {
    title: data.kind === 'article' ? data.view.teaser.title : epaperTexts.issueTitle(issue.editionName, date),
    path: toCoverAddress(issue),
    altText: epaperTexts.coverOf(issue.editionName, issue.day),
  }
  // A page's canonical address is its issue; an article is a shared clipping.
  if (data.kind === 'article')
    return { description: data.view.teaser.teaser, robots: UNINDEXED, card, jsonLd: [toBreadcrumbList(crumbs, origin)] }
  return {
    description: epaperTexts.description(publication.name),
    ...(part === null ? {} : { robots: UNINDEXED }),
    card,
    jsonLd: [toPublicationIssue(issue, publication, origin), toBreadcrumbList(crumbs, origin)],
  }
}

function toPublicationIssue(issue: IssueCard, publication: Publication, origin: string): object {
  const address = origin + toIssuePath(issue)
  return {
    '@context': 'https://schema.org',
    '@type': 'PublicationIssue',
    '@id': address,
    url: address,
    name: epaperTexts.issueTitle(issue.editionName, epaperTexts.date(issue.day)),
    datePublished: issue.day,
    pagination: `1-${issue.pageCount}`,
    inLanguage: 'de',
    isAccessibleForFree: false,
    image: {
      '@type': 'ImageObject',
      contentUrl: origin + toCoverAddress(issue),
      width: issue.cover.width,
      height: issue.cover.height,
    },
    isPartOf: { '@type': 'Newspaper', name: publication.name, url: `${origin}/` },
    publisher: toPublisher(publication, origin),
  }
}
