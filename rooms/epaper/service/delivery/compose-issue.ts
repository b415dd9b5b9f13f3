/**
 * Composes an issue from its drawn pages and, if there is one, its zone file: articles, zones, teasers, matches with
 * the portal.
 */
import type { Zone } from '../../contract/epaper.ts'
import { bodySizeOf, findArticles, readBoxes, toZones, type PageContent } from '../../domain/layout.ts'
import { boxOf } from '../../domain/zones.ts'
import { toPlainLine } from '@lokalteil/domain/plain-text'
import { sanitiseArticle, toArticleHtml, toTeaser } from './article-html.ts'
import type { Matched, Printed } from './match-articles.ts'
import type { ZoneFile } from './zone-file.ts'

export type ReadPage = PageContent & { number: number; label: string }

type ComposedPage = { number: number; label: string; section: string; zones: Zone[] }
export type ComposedArticle = {
  key: string
  kicker: string
  title: string
  author: string
  teaser: string
  html: string
  plain: string
  pages: number[]
  /** The id from the zone file; null: to be found by comparing the texts. */
  contentId: string | null
  contentPath: string | null
}
export type ComposedIssue = { pages: ComposedPage[]; articles: ComposedArticle[] }

export function composeIssue(pages: readonly ReadPage[], zoneFile: ZoneFile | null): ComposedIssue {
  const bodySize = bodySizeOf(pages)
  return zoneFile === null ? findByLayout(pages, bodySize) : followZoneFile(pages, zoneFile, bodySize)
}

function findByLayout(pages: readonly ReadPage[], bodySize: number): ComposedIssue {
  const articles: ComposedArticle[] = []
  const composed = pages.map((page) => {
    const found = findArticles(page, bodySize)
    const zones: Zone[] = []
    for (const [index, one] of found.entries()) {
      const key = `${page.number}-${index + 1}`
      zones.push(...toZones(one, key))
      const { kicker, title, author } = one
      articles.push(
        withTexts({ key, kicker, title, author, teaser: '', pages: [page.number] }, toArticleHtml(one.paragraphs)),
      )
    }
    return { number: page.number, label: page.label, section: '', zones: zones.slice(0, 500) }
  })
  return { pages: composed, articles }
}

function followZoneFile(pages: readonly ReadPage[], file: ZoneFile, bodySize: number): ComposedIssue {
  const composed = pages.map((page): ComposedPage => {
    const said = file.pages.find(({ number }) => number === page.number)
    return {
      number: page.number,
      label: said?.label || page.label,
      section: said?.section ?? '',
      zones: (said?.zones ?? []).map(({ kind, article, box, polygon }) => ({
        kind,
        articleKey: article ?? null,
        box: box ?? boxOf(polygon!),
        polygon: polygon ?? null,
      })),
    }
  })
  const articles = file.articles.flatMap(({ key, kicker, title, author, teaser, html, contentId }) => {
    const on = composed.filter(({ zones }) => zones.some(({ articleKey }) => articleKey === key))
    // The article has no zone on any page, so readers could not reach it.
    if (on.length === 0) return []
    const text = html === undefined ? readZones(pages, on, key, bodySize) : sanitiseArticle(html)
    const article = { key, kicker, title, author, teaser, pages: on.map(({ number }) => number).slice(0, 20) }
    return [withTexts(article, text, contentId)]
  })
  const keys = new Set(articles.map(({ key }) => key))
  for (const { zones } of composed)
    for (const zone of zones) if (zone.articleKey !== null && !keys.has(zone.articleKey)) zone.articleKey = null
  return { pages: composed, articles }
}

function readZones(pages: readonly ReadPage[], on: readonly ComposedPage[], key: string, bodySize: number): string {
  return toArticleHtml(
    on.flatMap(({ number, zones }) => {
      const boxes = zones.filter(({ kind, articleKey }) => kind === 'text' && articleKey === key).map(({ box }) => box)
      return readBoxes(
        pages.find((page) => page.number === number)!,
        boxes,
        bodySize,
      )
    }),
  )
}

function withTexts(
  article: Pick<ComposedArticle, 'key' | 'kicker' | 'title' | 'author' | 'teaser' | 'pages'>,
  html: string,
  contentId?: string,
): ComposedArticle {
  const plain = toPlainLine(html)
  return {
    ...article,
    teaser: article.teaser || toTeaser(plain),
    html,
    plain,
    contentId: contentId ?? null,
    contentPath: null,
  }
}

export function listPrinted(articles: readonly ComposedArticle[]): Printed[] {
  return articles.map(({ title, plain }) => ({ title, text: plain }))
}

/** Adds the portal's id and path of the same article, and its teaser, which is public already. */
export function withMatch(article: ComposedArticle, match: Matched | null): ComposedArticle {
  if (match === null) return article
  return {
    ...article,
    contentId: match.contentId,
    contentPath: match.contentPath,
    teaser: match.teaser.slice(0, 600) || article.teaser,
  }
}
