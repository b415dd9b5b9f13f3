/**
 * Structured data by schema.org (law-and-search, part B). Never includes a paid body: the description is the teaser,
 * and the locked part is marked by the paywall's class.
 */
import type { Article, Author, Picture, Teaser, Video } from '@lokalteil/contracts/content'
import { toAuthorName, toBerlinIso } from '@lokalteil/domain/german'
import { isLiveNow } from '@lokalteil/domain/reading/live'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import type { Publication } from '@lokalteil/domain/publication/publications'

type Node = Record<string, unknown>

export function toPublisher(publication: Publication, origin: string): Node {
  return {
    '@type': 'NewsMediaOrganization',
    '@id': `${origin}/#publisher`,
    name: publication.name,
    url: `${origin}/`,
    logo: {
      '@type': 'ImageObject',
      url: `${origin}/assets/brand/${publication.code}/icon-512.png`,
      width: 512,
      height: 512,
    },
    publishingPrinciples: `${origin}/impressum#redaktion`,
    correctionsPolicy: `${origin}/impressum#korrekturen`,
    ownershipFundingInfo: `${origin}/impressum#eigentuemer`,
    masthead: `${origin}/impressum`,
  }
}

export function toBreadcrumbList(entries: readonly { label: string; path: string }[], origin: string): Node {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: entries.map((entry, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: entry.label,
      item: origin + entry.path,
    })),
  }
}

/** In the three ratios that Google wants. */
export function toImages(picture: Picture | null, origin: string): Node[] {
  if (picture === null || picture.baseUrl === '' || /^[a-z]+:/i.test(picture.baseUrl)) return []
  return (['16:9', '4:3', '1:1'] as const).map((ratio) => ({
    '@type': 'ImageObject',
    ...toAddresses(
      origin + imageAddress(picture.baseUrl, { width: 1280, ratio, format: 'jpeg', quality: 75, focus: picture.focus }),
    ),
    width: 1280,
    height: Math.round(1280 / { '16:9': 16 / 9, '4:3': 4 / 3, '1:1': 1 }[ratio]),
    caption: picture.caption === '' ? picture.altText : picture.caption,
    creditText: picture.credit === '' ? undefined : picture.credit,
    // All rights reserved: both fields lead to the same section of the imprint.
    license: `${origin}/impressum#urheberrecht`,
    acquireLicensePage: `${origin}/impressum#urheberrecht`,
  }))
}

/** `url` for articles, `contentUrl` for the picture's own metadata. */
function toAddresses(url: string): Node {
  return { url, contentUrl: url }
}

/** Media of agencies have absolute addresses on other hosts. */
export function toAbsolute(address: string, origin: string): string {
  return address.startsWith('/') ? origin + address : address
}

export function toPerson(author: Author, origin: string): Node {
  return {
    '@type': 'Person',
    name: toAuthorName({ prename: author.prename, surname: author.surname }),
    ...(author.urlPath === '' ? {} : { url: origin + author.urlPath }),
  }
}

export function toNewsArticle(article: Article, publication: Publication, origin: string, now: Date): Node {
  const isFree = article.contentRestriction === 'free'
  const url = origin + article.path
  const base: Node = {
    '@context': 'https://schema.org',
    '@type': article.isOpinion
      ? 'OpinionNewsArticle'
      : article.isLive
        ? 'LiveBlogPosting'
        : article.kind === 'report' || article.kind === 'long-read'
          ? 'ReportageNewsArticle'
          : 'NewsArticle',
    '@id': url,
    mainEntityOfPage: url,
    url,
    headline: article.title.slice(0, 110),
    alternativeHeadline: article.titlePrefix === '' ? undefined : article.titlePrefix,
    description: article.teaserText,
    image: toImages(article.img, origin),
    datePublished: toBerlinIso(new Date(article.publishDate)),
    dateModified: toBerlinIso(new Date(article.updateDate ?? article.publishDate)),
    author:
      article.authors.length > 0
        ? article.authors.map((author) => toPerson(author, origin))
        : [{ '@type': 'Organization', name: article.source === '' ? publication.name : article.source }],
    publisher: toPublisher(publication, origin),
    isPartOf: { '@type': 'CreativeWork', name: publication.name, url: `${origin}/` },
    articleSection: article.section.displayName,
    keywords: article.tags.map((tag) => tag.displayName),
    about:
      article.maintag === null
        ? undefined
        : { '@type': 'Thing', name: article.maintag.displayName, url: origin + article.maintag.fullPath },
    contentLocation: article.regions.map((region) => ({ '@type': 'Place', name: region.label })),
    inLanguage: 'de',
    wordCount: article.wordCount,
    isAccessibleForFree: isFree,
  }
  if (!isFree) base.hasPart = { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' }
  const corrections =
    article.corrections ?? (article.correction === '' ? [] : [{ date: null, text: article.correction }])
  if (corrections.length > 0)
    base.correction = corrections.map(({ date, text }) => ({
      '@type': 'CorrectionComment',
      text,
      ...(date === null ? {} : { datePublished: toBerlinIso(new Date(date)) }),
    }))
  if (article.headerVideo !== null) base.video = toVideo(article.headerVideo, article, origin)
  // Never the address in a paid article, which is signed for its reader.
  if (isFree) base.audio = toReading(article, origin)
  if (article.isLive) Object.assign(base, toLiveUpdates(article, url, now))
  return base
}

/** While it is live, its coverage has no end. */
function toLiveUpdates(article: Article, url: string, now: Date): Node {
  const entries = article.contentItems.filter((item) => item.type === 'liveEntry')
  const times = entries.map((entry) => entry.time).sort()
  const end = [times.at(-1) ?? article.publishDate, article.updateDate ?? ''].sort().at(-1)!
  return {
    coverageStartTime: toBerlinIso(new Date(times[0] ?? article.publishDate)),
    ...(isLiveNow({ ...article, updateDate: end }, now)
      ? {}
      : { coverageEndTime: toBerlinIso(new Date(times.at(-1) ?? article.publishDate)) }),
    liveBlogUpdate: entries.map((entry) => {
      const articleBody = entry.paragraphs.map(toPlainText).join(' ')
      return {
        '@type': 'BlogPosting',
        headline: toHeadline(entry.headline, articleBody, entry.label),
        datePublished: toBerlinIso(new Date(entry.time)),
        url: `${url}#${entry.id}`,
        articleBody,
      }
    }),
  }
}

const LONGEST_HEADLINE = 110

/** Google requires a headline for each entry: its own, else its first sentence, else the label. */
function toHeadline(headline: string, text: string, label: string): string {
  if (headline.trim() !== '') return headline.trim().slice(0, LONGEST_HEADLINE)
  const sentence = /^.+?[.!?](?=\s|$)/.exec(text)?.[0] ?? text
  if (sentence.length <= LONGEST_HEADLINE) return sentence === '' ? label : sentence
  const cut = sentence.slice(0, LONGEST_HEADLINE - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_HEADLINE / 2)).trimEnd()}…`
}

function toVideo(video: Video, article: Article, origin: string): Node {
  return {
    '@type': 'VideoObject',
    name: article.title,
    description: video.caption === '' ? article.teaserText : video.caption,
    thumbnailUrl: toImages(video.poster ?? article.img, origin).map((image) => image.url),
    uploadDate: toBerlinIso(new Date(article.publishDate)),
    duration: `PT${Math.max(1, Math.round(video.duration))}S`,
    contentUrl: toAbsolute(video.src, origin),
    caption: video.captions?.map(({ src, language }) => ({
      '@type': 'MediaObject',
      contentUrl: toAbsolute(src, origin),
      encodingFormat: 'text/vtt',
      inLanguage: language,
    })),
  }
}

/** The spoken article, if it is public. */
function toReading({ contentItems, title }: Article, origin: string): Node | undefined {
  const sound = contentItems.find((item) => item.type === 'audio' && item.reading !== undefined)
  if (sound?.type !== 'audio') return undefined
  return {
    '@type': 'AudioObject',
    name: title,
    contentUrl: toAbsolute(sound.src, origin),
    encodingFormat: sound.mimeType,
    duration: sound.duration > 0 ? `PT${Math.round(sound.duration)}S` : undefined,
    inLanguage: 'de',
  }
}

/** A list of teasers for search engines. */
export function toItemList(teasers: readonly Teaser[], origin: string): Node {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: teasers.map((teaser, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: toAbsolute(teaser.targetPathOrUrl, origin),
      name: teaser.title,
    })),
  }
}
