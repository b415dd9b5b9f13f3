/**
 * A podcast for podcast players: RSS 2.0 with the namespaces of Apple and Podcasting 2.0, with transcripts and
 * chapters. Chapters are also inside the feed (PSC), for players that read them only there. The guid of an episode is
 * its address; the guid of the feed is the one that every directory computes from its address.
 */
import { createHash } from 'node:crypto'
import type { Episode, Picture, PodcastRef } from '@lokalteil/contracts/content'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { generateRssFeed } from 'feedsmith'
import { discoveryTexts } from '../../app/messages/discovery/discovery.ts'
import { FEED_TYPES } from './feeds.ts'
import { newestOf, toAbsolute, toRefused, type DiscoveryFile, type Site } from './site.ts'
import { toJson } from './robots.ts'
import { dropForbidden, escapeXml } from './xml.ts'

const TRANSCRIPT = { extension: 'txt', type: 'text/plain' } as const
const CHAPTERS = { extension: 'json', type: 'application/json+chapters' } as const

export type PodcastAddress =
  | { kind: 'feed'; podcast: string }
  | { kind: 'transcript' | 'chapters'; podcast: string; episode: string }

/** `/podcast-feed/12.xml`, `/podcast-feed/12/34.txt`, `/podcast-feed/12/34.json`. */
export function parsePodcastAddress(path: string): PodcastAddress | null {
  const [, feed, podcast, episode, extension] =
    /^\/podcast-feed\/(?:(\d{1,40})\.xml|(\d{1,40})\/(\d{1,40})\.(txt|json))$/.exec(path) ?? []
  if (feed !== undefined) return { kind: 'feed', podcast: feed }
  return podcast === undefined || episode === undefined
    ? null
    : { kind: extension === CHAPTERS.extension ? 'chapters' : 'transcript', podcast, episode }
}

export function buildPodcastFile(site: Site, address: PodcastAddress): Promise<DiscoveryFile> {
  return address.kind === 'feed' ? buildPodcastFeed(site, address.podcast) : buildEpisodeFile(site, address)
}

async function buildPodcastFeed(site: Site, id: string): Promise<DiscoveryFile> {
  const result = await site.content.getPodcast({ params: { id } })
  if (!result.ok) return toRefused(result)
  const { podcast, episodes } = result.data
  if (podcast.id !== id) return { kind: 'moved', to: `/podcast-feed/${podcast.id}.xml` }
  const { origin, publication, publisher } = site
  const self = `${origin}/podcast-feed/${id}.xml`
  const link = toAbsolute(podcast.target, origin)
  const cover = toCover(podcast.img, site)
  const updated = newestOf(episodes.map(({ publishDate }) => publishDate))
  const body = generateRssFeed({
    title: dropForbidden(podcast.title),
    link,
    description: dropForbidden(podcast.description),
    language: 'de',
    copyright: discoveryTexts.copyright(publication.name),
    ttl: 60,
    image: { url: cover, title: dropForbidden(podcast.title), link },
    ...(updated === null ? {} : { lastBuildDate: updated }),
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
    itunes: {
      author: publication.name,
      owner: { name: publication.name, email: publisher.email },
      image: cover,
      explicit: false,
      type: 'episodic',
      categories: [{ text: 'News', categories: [{ text: 'Daily News' }] }],
    },
    podcast: { guid: toPodcastGuid(self), locked: { value: true, owner: publisher.email }, medium: 'podcast' },
    items: episodes.map((episode) => toItem(episode, id, site)),
  })
  return { kind: 'body', type: FEED_TYPES.rss, body: toStrict(body), lastModified: updated }
}

/**
 * Corrects the writer's output: Apple's directory requires true or false instead of yes or no, chapters require a
 * version.
 */
function toStrict(xml: string): string {
  return xml
    .replace(/<itunes:explicit>(yes|no)</g, (_, answer) => `<itunes:explicit>${answer === 'yes'}<`)
    .replaceAll('<psc:chapters>', '<psc:chapters version="1.2">')
}

function toItem(episode: Episode, podcastId: string, site: Site) {
  const { origin } = site
  const { audio } = episode
  const { chapters = [] } = audio
  const files = `${origin}/podcast-feed/${podcastId}/${episode.id}`
  // Listeners of every player must be told about a synthetic voice (AI Act Art. 50).
  const description = dropForbidden([episode.description, audio.voiceLabel].filter((part) => part !== '').join(' · '))
  return {
    title: dropForbidden(episode.title),
    link: toAbsolute(episode.target, origin),
    guid: { value: `${origin}/podcast/${episode.id}`, isPermaLink: true },
    pubDate: new Date(episode.publishDate),
    description,
    content: { encoded: `<p>${escapeXml(description)}</p>` },
    enclosures: [{ url: toAbsolute(audio.src, origin), length: episode.bytes, type: audio.mimeType }],
    itunes: {
      title: dropForbidden(episode.title),
      duration: Math.round(audio.duration),
      explicit: false,
      episodeType: 'full',
      image: toCover(episode.img, site),
    },
    podcast: {
      ...(episode.transcript.length === 0
        ? {}
        : { transcripts: [{ url: `${files}.${TRANSCRIPT.extension}`, type: TRANSCRIPT.type, language: 'de' }] }),
      ...(chapters.length === 0 ? {} : { chapters: { url: `${files}.${CHAPTERS.extension}`, type: CHAPTERS.type } }),
    },
    ...(chapters.length === 0
      ? {}
      : {
          psc: {
            chapters: chapters.map(({ start, title }) => ({ start: toClock(start), title: dropForbidden(title) })),
          },
        }),
  }
}

/** `hh:mm:ss.mmm`, the format of Podlove Simple Chapters. */
function toClock(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
}

async function buildEpisodeFile(
  site: Site,
  address: Exclude<PodcastAddress, { kind: 'feed' }>,
): Promise<DiscoveryFile> {
  const result = await site.content.getPodcast({ params: { id: address.podcast } })
  if (!result.ok) return toRefused(result)
  const episode = result.data.episodes.find(({ id }) => id === address.episode)
  if (result.data.podcast.id !== address.podcast || episode === undefined) return { kind: 'missing' }
  return address.kind === 'chapters' ? toChapters(result.data.podcast, episode, site) : toTranscript(episode)
}

function toTranscript({ title, transcript, publishDate }: Episode): DiscoveryFile {
  if (transcript.length === 0) return { kind: 'missing' }
  return {
    kind: 'body',
    type: `${TRANSCRIPT.type}; charset=utf-8`,
    body: `${title}\n\n${transcript.join('\n\n')}\n`,
    lastModified: newestOf([publishDate]),
  }
}

/** JSON Chapters 1.2 of Podcasting 2.0. */
function toChapters(
  podcast: PodcastRef,
  { title, audio: { chapters = [] } }: Episode,
  { publication }: Site,
): DiscoveryFile {
  if (chapters.length === 0) return { kind: 'missing' }
  const named = chapters.map((chapter) => ({ startTime: chapter.start, title: chapter.title }))
  return toJson(
    { version: '1.2.0', author: publication.name, podcastName: podcast.title, title, chapters: named },
    CHAPTERS.type,
  )
}

/** Square and at least 1,400 pixels wide, as the directories require. */
function toCover(picture: Picture | null, { origin, publication }: Site): string {
  if (picture === null) return `${origin}/assets/brand/${publication.code}/icon-512.png`
  return toAbsolute(imageAddress(picture.baseUrl, { width: 1536, ratio: '1:1', format: 'jpeg' }), origin)
}

const PODCAST_NAMESPACE = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/** UUID version 5 of the feed's address without scheme. */
export function toPodcastGuid(address: string): string {
  const name = address.replace(/^https?:\/\//, '').replace(/\/+$/, '')
  const hash = createHash('sha1').update(PODCAST_NAMESPACE).update(name).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
