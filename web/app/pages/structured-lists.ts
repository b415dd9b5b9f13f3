/** Structured data of lists, profiles, test reports and podcasts; that of articles is in `structured-data.ts`. */
import type { AuthorProfile, Episode, Picture, PodcastRef, Teaser, TestReport } from '@lokalteil/contracts/content'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { toAuthorName, toBerlinIso } from '@lokalteil/domain/german'
import type { Publication } from '@lokalteil/domain/publication/publications'
import { toPagePath } from './blocks/pagination.ts'
import { toAbsolute, toImages, toItemList, toNewsArticle, toPerson, toPublisher } from './structured-data.ts'

type Node = Record<string, unknown>

type Collection = { name: string; description: string; path: string; teasers: readonly Teaser[] }

export function toCollectionPage(
  { name, description, path, teasers }: Collection,
  publication: Publication,
  origin: string,
): Node {
  const { '@context': _, ...list } = toItemList(teasers, origin)
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name,
    ...(description === '' ? {} : { description }),
    url: origin + path,
    inLanguage: 'de',
    publisher: toPublisher(publication, origin),
    mainEntity: list,
  }
}

/** The previous and next page of a list. */
export function toNeighbours(
  base: string,
  page: number,
  pages: number,
  origin: string,
): { previous: string | null; next: string | null } {
  return {
    previous: page > 1 ? origin + toPagePath(base, page - 1) : null,
    next: page < pages ? origin + toPagePath(base, page + 1) : null,
  }
}

export function toProfilePage(author: AuthorProfile, publication: Publication, origin: string): Node {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url: origin + author.urlPath,
    inLanguage: 'de',
    mainEntity: {
      '@type': 'Person',
      '@id': `${origin}${author.urlPath}#person`,
      name: toAuthorName({ prename: author.prename, surname: author.surname }),
      ...(author.shortname ? { alternateName: author.shortname } : {}),
      ...(author.role === '' ? {} : { jobTitle: author.role }),
      ...(author.bio === '' ? {} : { description: author.bio }),
      ...(author.email === '' ? {} : { email: author.email }),
      ...toImage(author.portrait, origin),
      url: origin + author.urlPath,
      worksFor: toPublisher(publication, origin),
    },
  }
}

/** The article and the review of its product. */
/** `readers`: rating by readers; left out without any, and never the editors' own. */
export function toReview(
  report: TestReport,
  isLocked: boolean,
  publication: Publication,
  origin: string,
  now: Date,
  readers: { count: number; average: number } | null = null,
): Node[] {
  const url = origin + report.path
  const { manufacturer, name } = report.product
  return [
    toNewsArticle(report, publication, origin, now),
    {
      '@context': 'https://schema.org',
      '@type': 'Review',
      '@id': `${url}#review`,
      url,
      name: report.title,
      inLanguage: 'de',
      datePublished: toBerlinIso(new Date(report.publishDate)),
      author:
        report.authors.length > 0
          ? report.authors.map((author) => toPerson(author, origin))
          : { '@type': 'Organization', name: publication.name },
      publisher: toPublisher(publication, origin),
      itemReviewed: {
        '@type': 'Product',
        name,
        ...(manufacturer === '' ? {} : { brand: { '@type': 'Brand', name: manufacturer } }),
        ...toImage(report.img, origin),
        ...(readers === null || readers.count === 0
          ? {}
          : {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: Math.round(readers.average * 10) / 10,
                ratingCount: readers.count,
                bestRating: 5,
                worstRating: 1,
              },
            }),
      },
      reviewRating: { '@type': 'Rating', ratingValue: report.rating, bestRating: 5, worstRating: 1 },
      ...(isLocked || report.verdict === '' ? {} : { reviewBody: report.verdict }),
      ...(isLocked ? {} : toNotes(report)),
    },
  ]
}

function toNotes(report: TestReport): Node {
  const toList = (texts: readonly string[]) => ({
    '@type': 'ItemList',
    itemListElement: texts.map((text, index) => ({ '@type': 'ListItem', position: index + 1, name: text })),
  })
  return {
    ...(report.pros.length === 0 ? {} : { positiveNotes: toList(report.pros) }),
    ...(report.cons.length === 0 ? {} : { negativeNotes: toList(report.cons) }),
  }
}

export function toPodcastSeries(
  podcast: PodcastRef,
  episodes: readonly Episode[],
  publication: Publication,
  origin: string,
): Node {
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastSeries',
    '@id': origin + podcast.target,
    url: origin + podcast.target,
    name: podcast.title,
    description: podcast.description,
    inLanguage: 'de',
    webFeed: `${origin}/podcast-feed/${podcast.id}.xml`,
    ...toImage(podcast.img, origin),
    publisher: toPublisher(publication, origin),
    hasPart: episodes.map((episode) => toEpisodeNode(episode, origin)),
  }
}

export function toPodcastEpisode(podcast: PodcastRef, episode: Episode, origin: string): Node {
  return {
    '@context': 'https://schema.org',
    ...toEpisodeNode(episode, origin),
    partOfSeries: {
      '@type': 'PodcastSeries',
      '@id': origin + podcast.target,
      name: podcast.title,
      url: origin + podcast.target,
    },
  }
}

function toEpisodeNode(episode: Episode, origin: string): Node {
  return {
    '@type': 'PodcastEpisode',
    '@id': origin + episode.target,
    url: origin + episode.target,
    name: episode.title,
    description: episode.description,
    datePublished: toBerlinIso(new Date(episode.publishDate)),
    duration: toIsoDuration(episode.audio.duration),
    inLanguage: 'de',
    associatedMedia: {
      '@type': 'AudioObject',
      contentUrl: toAbsolute(episode.audio.src, origin),
      encodingFormat: episode.audio.mimeType,
      duration: toIsoDuration(episode.audio.duration),
      ...(episode.transcript.length === 0 ? {} : { transcript: episode.transcript.join(' ') }),
    },
  }
}

/** 3725 seconds → `PT1H2M5S`. */
function toIsoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 || whole < 60 ? `${rest}S` : ''}`
}

function toImage(picture: Picture | null, origin: string): Node {
  if (picture === null || toImages(picture, origin).length === 0) return {}
  return {
    image:
      origin +
      imageAddress(picture.baseUrl, { width: 1280, ratio: '1:1', format: 'jpeg', quality: 75, focus: picture.focus }),
  }
}
