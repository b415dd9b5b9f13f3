/** Content of an article teaser (specification 2.12, 3.6; decisions S2.12-01 to S2.12-07, S3.6-01). */
import { isPaid } from '../access/content-restriction.ts'
import type { Device } from '../display/device.ts'
import { toAuthorName, toPersonName } from '../german.ts'
import { isOwnPath } from '../routing/paths.ts'
import type { PublicationCode } from '../publication/publications.ts'

export type TeaserAuthor = { prename: string; surname: string; shortname?: string | null; urlPath: string }

export type AuthorsLine = {
  /** 'Von ' or 'Kommentar von ' of the message catalogue. */
  introduction: 'of' | 'commentOf'
  /** Printed one after the other: separator, then the name, linked if `href` is set. */
  names: { separator: '' | ', ' | ' und '; name: string; href: string | null }[]
}

/** Null without authors. Names are links except on mobile and for authors without a page. */
export function toAuthorsLine(
  teaser: { authors: readonly TeaserAuthor[]; isOpinion: boolean },
  device: Device,
  toName: (author: TeaserAuthor) => string = toAuthorName,
): AuthorsLine | null {
  const authors = teaser.authors.filter((author) => toName(author) !== '')
  if (authors.length === 0) return null
  return {
    introduction: teaser.isOpinion ? 'commentOf' : 'of',
    names: authors.map((author, index) => ({
      separator: index === 0 ? '' : index === authors.length - 1 ? ' und ' : ', ',
      name: toName(author),
      href: device === 'desktop' && isOwnPath(author.urlPath) ? author.urlPath : null,
    })),
  }
}

/** Above a text stands the full name; the signature only if there is no name. */
export function toBylineName(author: TeaserAuthor): string {
  return toPersonName(author) || (author.shortname?.trim() ?? '')
}

export type TeaserTarget = { kind: 'internal'; path: string } | { kind: 'external'; url: string } | { kind: 'none' }

/** A path of this site or an http(s) address; otherwise no link. */
export function toTeaserTarget(targetPathOrUrl: string): TeaserTarget {
  if (isOwnPath(targetPathOrUrl)) return { kind: 'internal', path: targetPathOrUrl }
  if (/^https?:\/\//i.test(targetPathOrUrl) && URL.canParse(targetPathOrUrl)) {
    return { kind: 'external', url: new URL(targetPathOrUrl).href }
  }
  return { kind: 'none' }
}

export type TeaserMarks = {
  /** 'Anzeige'; such a teaser never carries the plus badge. */
  isSold: boolean
  isPlus: boolean
  /** The medium that the picture plays. */
  medium: 'video' | 'audio' | null
}

export function decideTeaserMarks(teaser: {
  isSoldContent: boolean
  isVideoArticle: boolean
  isPodcast: boolean
  contentRestriction: string | null | undefined
}): TeaserMarks {
  return {
    isSold: teaser.isSoldContent,
    isPlus: !teaser.isSoldContent && isPaid(teaser.contentRestriction),
    medium: teaser.isVideoArticle ? 'video' : teaser.isPodcast ? 'audio' : null,
  }
}

/** Only 'desc' (hidden) and 'bookmark' (shown) have a meaning; other names are ignored. */
export function decideTeaserParts(
  hiddenAttributes: readonly string[] = [],
  shownAttributes: readonly string[] = [],
): { hasText: boolean; hasBookmark: boolean } {
  return { hasText: !hiddenAttributes.includes('desc'), hasBookmark: shownAttributes.includes('bookmark') }
}

/** The picture of an article that has none. */
export function fallbackImage(publication: PublicationCode): string {
  return `/assets/fallback-${publication}.svg`
}

/** 'A, B' → two names; the first titles the related box (S3.5-03). */
export function toRelatedTopics(topicName: string): string[] {
  return topicName
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
