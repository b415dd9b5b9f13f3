/**
 * Feeds of articles: RSS 2.0, Atom and JSON Feed 1.1 of the home page, a section, a tag, a topic, a region, an author.
 * Built only from teasers, so no feed contains a sentence of an article's body, paid or free. An item's id is the short
 * address `/{id}`, which stays valid when the headline changes. Paid advertising is left out.
 */
import type { Block, Teaser } from '@lokalteil/contracts/content'
import { flattenFeed } from '@lokalteil/domain/reading/feeds'
import { toAuthorName } from '@lokalteil/domain/german'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { isAtOrBelow } from '@lokalteil/domain/section-path'
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { discoveryTexts } from '../../app/messages/discovery/discovery.ts'
import { toFeedAddress, type FeedAddress, type FeedFormat, type FeedSubject } from './feed-address.ts'
import {
  newestOf,
  toAbsolute,
  toPictureAddress,
  toRefused,
  type DiscoveryFile,
  type PictureAddress,
  type Site,
} from './site.ts'
import { dropForbidden, escapeXml } from './xml.ts'

export const FEED_TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}

/** Google reads at most 60 new items a visit; a busy home page has as many within an hour. */
const HOME_PAGES = 3
const PAGE_SIZE = 20
const MINUTES_TO_LIVE = 5

type FeedItem = {
  id: string
  url: string
  title: string
  summary: string
  html: string
  authors: readonly { name: string; url?: string }[]
  categories: readonly string[]
  published: Date
  updated: Date
  picture: (PictureAddress & { alt: string; credit: string }) | null
}

type Feed = {
  title: string
  description: string
  /** The page that the feed belongs to. */
  link: string
  self: string
  /** WebSub hub for its subscribers; null: none. */
  hub: string | null
  icon: string
  publication: string
  home: string
  updated: Date
  items: readonly FeedItem[]
}

export async function buildFeed(site: Site, { format, subject }: FeedAddress): Promise<DiscoveryFile> {
  const found = await findTeasers(site, subject)
  if ('kind' in found)
    return found.kind === 'tag'
      ? { kind: 'moved', to: toFeedAddress(format, { kind: 'tag', slug: found.slug }) }
      : found
  const { publication, origin } = site
  const names = await loadNames(site)
  const teasers = found.teasers.filter(({ isSoldContent }) => !isSoldContent)
  const items = teasers.map((teaser) => toItem(teaser, names, site))
  const feed: Feed = {
    title:
      subject.kind === 'home'
        ? publication.name
        : discoveryTexts.feedTitle(dropForbidden(found.label), publication.name),
    description: dropForbidden(found.description),
    link: toAbsolute(found.page, origin),
    self: origin + toFeedAddress(format, subject),
    hub: site.hub,
    icon: `${origin}/assets/brand/${publication.code}/icon-512.png`,
    publication: publication.name,
    home: `${origin}/`,
    updated: newestOf(items.map((item) => item.updated)) ?? new Date(0),
    items,
  }
  return {
    kind: 'body',
    type: FEED_TYPES[format],
    body: WRITERS[format](feed),
    lastModified: items.length === 0 ? null : feed.updated,
    ...(feed.hub === null ? {} : { link: `<${feed.hub}>; rel="hub", <${feed.self}>; rel="self"` }),
  }
}

// --- Content

type FeedSource = { label: string; description: string; page: string; teasers: readonly Teaser[] }

async function findTeasers(
  { content, publication }: Site,
  subject: FeedSubject,
): Promise<FeedSource | DiscoveryFile | { kind: 'tag'; slug: string }> {
  const { name } = publication
  switch (subject.kind) {
    case 'home': {
      const teasers: Teaser[] = []
      for (let page = 1, pages = 1; page <= Math.min(pages, HOME_PAGES); page++) {
        const result = await content.listHeadlines({ params: {}, query: { page } })
        if (!result.ok) return { kind: 'unavailable' }
        teasers.push(...result.data.teasers)
        pages = result.data.pages
      }
      return {
        label: name,
        description: publication.claim,
        page: '/',
        teasers: toNewest(teasers, HOME_PAGES * PAGE_SIZE),
      }
    }
    case 'section': {
      const result = await content.getChannel({ params: { path: subject.path }, query: {} })
      if (!result.ok) return toRefused(result)
      if (result.data.kind === 'tag')
        return subject.path.includes('/')
          ? { kind: 'missing' }
          : { kind: 'tag', slug: result.data.tag.fullPath.slice(1) }
      // `sport/2` is the second page of a section, not a section.
      if (result.data.path !== subject.path) return { kind: 'missing' }
      const { path, displayName, description, blocks, teasers } = result.data
      // The first page shows its newest articles in blocks, among articles of other sections.
      const all = [...blocks.flatMap(toBlockTeasers), ...teasers].filter(({ sectionPath }) =>
        isAtOrBelow(sectionPath, path),
      )
      return {
        label: displayName,
        description: description === '' ? discoveryTexts.sectionFeed(displayName, name) : description,
        page: `/${path}`,
        teasers: toNewest(all),
      }
    }
    case 'tag': {
      const result = await content.getTagArticles({ params: { slug: subject.slug }, query: {} })
      if (!result.ok) return toRefused(result)
      if (result.data.kind !== 'tag') return { kind: 'missing' }
      const { displayName, fullPath } = result.data.tag
      return {
        label: displayName,
        description: discoveryTexts.tagFeed(displayName, name),
        page: fullPath,
        teasers: toNewest(result.data.teasers),
      }
    }
    case 'topic': {
      const result = await content.getTopic({ params: { id: subject.id }, query: {} })
      if (!result.ok) return toRefused(result)
      const { title, description, target } = result.data.topic
      return {
        label: title,
        description: description === '' ? discoveryTexts.topicFeed(title, name) : description,
        page: target,
        teasers: toNewest(result.data.teasers),
      }
    }
    case 'region': {
      const regions = await content.listPersonalRegions({ params: {} })
      if (!regions.ok) return { kind: 'unavailable' }
      const region = flattenFeed(regions.data).find(({ id }) => id === subject.id)
      if (region === undefined) return { kind: 'missing' }
      const result = await content.listArticlesByTags({ params: {}, query: { regions: region.id, limit: PAGE_SIZE } })
      if (!result.ok) return { kind: 'unavailable' }
      return {
        label: region.label,
        description: discoveryTexts.regionFeed(region.label, name),
        page: region.target,
        teasers: toNewest(result.data.teasers),
      }
    }
    case 'author': {
      const result = await content.getAuthor({ params: { id: subject.id }, query: {} })
      if (!result.ok) return toRefused(result)
      const { author, teasers } = result.data
      const label = toAuthorName({ prename: author.prename, surname: author.surname })
      return {
        label,
        description: discoveryTexts.authorFeed(label, name),
        page: author.urlPath === '' ? '/autoren' : author.urlPath,
        teasers: toNewest(teasers),
      }
    }
  }
}

function toBlockTeasers(block: Block): Teaser[] {
  const lead = block.kind === 'lead' ? [block.teaser, ...block.related] : []
  return 'teasers' in block ? [...lead, ...block.teasers] : lead
}

function toNewest(teasers: readonly Teaser[], most: number = PAGE_SIZE): Teaser[] {
  const byId = new Map(teasers.map((teaser) => [teaser.documentId, teaser]))
  return [...byId.values()].sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate)).slice(0, most)
}

/** Names of tags and regions for the categories. If they cannot be loaded, the feed is written without. */
async function loadNames({ content }: Site): Promise<ReadonlyMap<string, string>> {
  const [topics, regions] = await Promise.all([
    content.listPersonalTopics({ params: {} }),
    content.listPersonalRegions({ params: {} }),
  ])
  return new Map([
    ...(topics.ok ? flattenFeed(topics.data).map(({ id, label }): [string, string] => [`t:${id}`, label]) : []),
    ...(regions.ok ? flattenFeed(regions.data).map(({ id, label }): [string, string] => [`r:${id}`, label]) : []),
  ])
}

function toItem(teaser: Teaser, names: ReadonlyMap<string, string>, { origin, publication }: Site): FeedItem {
  const url = toAbsolute(teaser.targetPathOrUrl, origin)
  const picture =
    teaser.img === null
      ? null
      : {
          ...toPictureAddress(teaser.img, origin),
          alt: dropForbidden(teaser.img.altText),
          credit: dropForbidden(teaser.img.credit),
        }
  const text = dropForbidden(teaser.teaserTextHtml).replace(/href="\/(?!\/)/g, `href="${origin}/`)
  const labels = [
    teaser.sectionName,
    ...teaser.tagIds.map((id) => names.get(`t:${id}`)),
    ...teaser.regionIds.map((id) => names.get(`r:${id}`)),
  ]
  const published = new Date(teaser.publishDate)
  return {
    id: `${origin}${teaser.isTestReport ? '/testbericht' : ''}/${teaser.documentId}`,
    url,
    title: dropForbidden(teaser.title),
    summary: toPlainText(text),
    html: `${picture === null ? '' : toFigure(picture)}<p>${text}</p><p><a href="${escapeXml(url)}">${escapeXml(discoveryTexts.readOn(publication.name))}</a></p>`,
    authors: teaser.authors.map((author) => ({
      name: dropForbidden(toAuthorName({ prename: author.prename, surname: author.surname })),
      ...(author.urlPath === '' ? {} : { url: toAbsolute(author.urlPath, origin) }),
    })),
    categories: [
      ...new Set(labels.flatMap((label) => (label === undefined || label === '' ? [] : [dropForbidden(label)]))),
    ],
    published,
    updated: teaser.updateDate === null ? published : new Date(teaser.updateDate),
    picture,
  }
}

function toFigure({ url, width, height, alt, credit }: NonNullable<FeedItem['picture']>): string {
  const size = width === null || height === null ? '' : ` width="${width}" height="${height}"`
  const caption = credit === '' ? '' : `<figcaption>${escapeXml(discoveryTexts.photo(credit))}</figcaption>`
  return `<figure><img src="${escapeXml(url)}" alt="${escapeXml(alt)}"${size}>${caption}</figure>`
}

// --- Formats

const WRITERS: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { rss: toRss, atom: toAtom, json: toJson }

function toRss(feed: Feed): string {
  return generateRssFeed({
    title: feed.title,
    link: feed.link,
    description: feed.description,
    language: 'de',
    copyright: discoveryTexts.copyright(feed.publication),
    lastBuildDate: feed.updated,
    ttl: MINUTES_TO_LIVE,
    image: { url: feed.icon, title: feed.title, link: feed.link },
    atom: {
      links: [
        { href: feed.self, rel: 'self', type: 'application/rss+xml' },
        ...(feed.hub === null ? [] : [{ href: feed.hub, rel: 'hub' }]),
      ],
    },
    items: feed.items.map((item) => ({
      title: item.title,
      link: item.url,
      guid: { value: item.id, isPermaLink: true },
      pubDate: item.published,
      description: item.summary,
      categories: item.categories.map((name) => ({ name })),
      content: { encoded: item.html },
      ...(item.authors.length === 0 ? {} : { dc: { creators: item.authors.map(({ name }) => name) } }),
      ...(item.updated > item.published ? { atom: { updated: item.updated } } : {}),
      ...(item.picture === null ? {} : { media: { contents: [toMedia(item.picture)] } }),
    })),
  })
}

function toMedia({ url, width, height, type, alt, credit }: NonNullable<FeedItem['picture']>) {
  return {
    url,
    medium: 'image',
    ...(type === null ? {} : { type }),
    ...(width === null || height === null ? {} : { width, height }),
    ...(alt === '' ? {} : { description: { value: alt, type: 'plain' } }),
    ...(credit === '' ? {} : { credits: [{ value: credit, role: 'photographer', scheme: 'urn:ebu' }] }),
  }
}

function toAtom(feed: Feed): string {
  return generateAtomFeed({
    id: feed.self,
    title: { value: feed.title },
    subtitle: { value: feed.description },
    updated: feed.updated,
    rights: { value: discoveryTexts.copyright(feed.publication) },
    icon: feed.icon,
    authors: [{ name: feed.publication, uri: feed.home }],
    links: [
      { href: feed.self, rel: 'self', type: 'application/atom+xml' },
      { href: feed.link, rel: 'alternate', type: 'text/html', hreflang: 'de' },
      ...(feed.hub === null ? [] : [{ href: feed.hub, rel: 'hub' }]),
    ],
    xml: { lang: 'de' },
    entries: feed.items.map((item) => ({
      id: item.id,
      title: { value: item.title },
      links: [{ href: item.url, rel: 'alternate', type: 'text/html' }],
      published: item.published,
      updated: item.updated,
      summary: { value: item.summary },
      content: { value: item.html, type: 'html' },
      categories: item.categories.map((term) => ({ term })),
      ...(item.authors.length === 0 ? {} : { authors: item.authors.map(({ name, url }) => ({ name, uri: url })) }),
      ...(item.picture === null ? {} : { media: { contents: [toMedia(item.picture)] } }),
    })),
  })
}

function toJson(feed: Feed): string {
  return JSON.stringify(
    generateJsonFeed({
      title: feed.title,
      description: feed.description,
      home_page_url: feed.link,
      feed_url: feed.self,
      icon: feed.icon,
      language: 'de',
      authors: [{ name: feed.publication, url: feed.home }],
      ...(feed.hub === null ? {} : { hubs: [{ type: 'WebSub', url: feed.hub }] }),
      items: feed.items.map((item) => ({
        id: item.id,
        url: item.url,
        title: item.title,
        summary: item.summary,
        content_html: item.html,
        date_published: item.published,
        date_modified: item.updated,
        language: 'de',
        tags: [...item.categories],
        ...(item.authors.length === 0 ? {} : { authors: [...item.authors] }),
        ...(item.picture === null ? {} : { image: item.picture.url }),
      })),
    }),
  )
}
