/**
 * Fills the content service with the demo's articles; sections and tags come from its folders. Hours before the first
 * start become dates, keys become ids and pictures, the short notation becomes content items. Atomic and idempotent:
 * the service saves all or nothing, and unchanged content is saved once, whenever the demo starts.
 */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { createHash } from 'node:crypto'
import type { Audio, ContentItem, Picture, Video } from '@lokalteil/contracts/content'
import type { DemoArticle, DemoBlock } from '../article-notation.ts'
import { openEdition, type Edition } from '../edition.ts'
import { EPISODES, type Episode } from '../media/episodes.ts'
import { VIDEOS } from '../media/videos.ts'
import { PICTURES, POSTERS, type DemoPicture } from '../pictures/catalogue.ts'
import { PODCASTS } from '../podcasts.ts'
import { ARTICLES, toOwner, toPublications, toViews, URGENT_ARTICLE_ID } from '../publications-content.ts'
import { QUIZZES } from '../quizzes.ts'
import { TABLE, toSportWidget } from '../sport-table.ts'
import { PEOPLE, SECTIONS } from '../order.ts'
import { TEST_REPORTS, type DemoTestReport } from '../test-reports.ts'
import { formatTime, toBerlinIso } from '@lokalteil/domain/german'
import { DEMO_PUBLICATIONS } from '../codes.ts'
import { toQuizSeeds } from './quizzes.ts'
import type { ArticleSeed, ContentSeed, TestReportSeed } from '@lokalteil/services/content/seed-input'

/** Path at which the web server serves `demo/media`. */
const MEDIA = '/assets/demo/media/'
/** Increase when the conversion changes while the content does not. */
const FORM = 4
const URGENCY = { breaking: 2, ordinary: 5 }

export function toContentSeed(now: Date): ContentSeed {
  const edition = openEdition(now)
  return {
    version: toVersion(),
    articles: ARTICLES.map((article) => toArticle(article, edition)),
    testReports: TEST_REPORTS.map((report) => toTestReport(report, edition)),
    podcasts: PODCASTS.map(({ id, title, description, picture, publications, episodes }) => ({
      id,
      title,
      description,
      picture: toPicture(picture),
      publications,
      episodes: episodes.map((episode) => ({
        id: episode.id,
        title: episode.title,
        description: episode.description,
        publishDate: edition.toMoment(episode.hoursAgo),
        audio: toAudio(episode),
        transcript: episode.transcript,
        picture: toPicture(episode.picture),
        bytes: episode.bytes,
      })),
    })),
    sport: DEMO_PUBLICATIONS.map((publication) => ({ publication, widget: toSportWidget(now) })),
    quizzes: toQuizSeeds(edition, toPicture),
  }
}

/** Depends only on the content, never on time, so that a later start recognises its version. */
function toVersion(): string {
  const content = [FORM, SECTIONS, PEOPLE, ARTICLES, TEST_REPORTS, PODCASTS, TABLE, VIDEOS, PICTURES, QUIZZES]
  return `demo-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 24)}`
}

function toArticle(written: DemoArticle, edition: Edition): ArticleSeed {
  const article = rewrite(written, (text) => edition.toText(text, written))
  const caption = article.caption ?? ''
  const isUrgent = article.id === URGENT_ARTICLE_ID
  const toMoment = isUrgent ? edition.toUrgentMoment : edition.toMoment
  return {
    id: article.id,
    kind: article.kind ?? 'news',
    title: article.title,
    titlePrefix: article.prefix,
    seoTitle: '',
    teaserTextHtml: toHtml(article.teaser),
    sectionPath: article.section,
    authorIds: article.authors.map(toAuthorId),
    source: article.source ?? '',
    publishDate: toMoment(article.hoursAgo),
    updateDate: article.updatedHoursAgo === undefined ? null : toMoment(article.updatedHoursAgo),
    visibleFrom: null,
    contentRestriction: article.paid === true ? 'paid' : 'free',
    picture: article.picture === undefined ? null : toPicture(article.picture, caption),
    headerVideo: article.headerVideo === undefined ? null : toVideo(article.headerVideo, ''),
    tagIds: article.tags,
    regionIds: article.regions ?? [],
    publications: toPublications(article),
    owner: toOwner(article),
    isSoldContent: article.soldContent === true,
    urgency: isUrgent ? URGENCY.breaking : URGENCY.ordinary,
    correction: article.corrections?.[0]?.text ?? article.correction ?? '',
    ...toCorrections(article, toMoment),
    ...(article.basis === undefined && article.unclear === undefined
      ? {}
      : { provenance: { basis: [...(article.basis ?? [])], unclear: article.unclear ?? '' } }),
    aiUse: article.aiUse ?? 'none',
    relatedIds: REFERRERS.get(article.id) ?? [],
    views: toViews(article),
    body: toBody(article, edition),
  }
}

function toCorrections(
  { correction, corrections, updatedHoursAgo }: DemoArticle,
  toMoment: (hoursAgo: number) => Date,
): Pick<ArticleSeed, 'corrections'> {
  const all = corrections ?? (correction === undefined ? [] : [{ hoursAgo: updatedHoursAgo ?? null, text: correction }])
  const dated = all.flatMap(({ hoursAgo, text }) =>
    hoursAgo === null ? [] : [{ date: toMoment(hoursAgo).toISOString(), text }],
  )
  return dated.length === 0 ? {} : { corrections: dated }
}

function toTestReport(
  { product, rating, verdict, pros, cons, criteria, ...report }: DemoTestReport,
  edition: Edition,
): TestReportSeed {
  return {
    ...toArticle({ ...report, kind: 'service' }, edition),
    product,
    rating,
    verdict,
    pros: [...pros],
    cons: [...cons],
    criteria: criteria.map((criterion) => ({ ...criterion })),
  }
}

/** Articles that link an article in their text, which are related to it, too. */
const REFERRERS: ReadonlyMap<string, readonly string[]> = (() => {
  const referrers = new Map<string, string[]>()
  for (const { id, body } of ARTICLES) {
    for (const block of body)
      if (typeof block === 'object' && 'article' in block)
        referrers.set(block.article, [...(referrers.get(block.article) ?? []), id])
  }
  return referrers
})()

function toBody({ id, body }: Pick<DemoArticle, 'id' | 'body'>, edition: Edition): BodyItem[] {
  const live = body.filter((block) => typeof block === 'object' && 'live' in block)
  const hasMinutes = live.some(({ live: label }) => MINUTE.test(label))
  let galleries = 0
  let entries = live.length
  return body.map((block): BodyItem => {
    if (typeof block === 'string') return { type: 'paragraph', html: toHtml(block) }
    if ('h' in block) return { type: 'heading', level: 2, text: block.h }
    if ('quote' in block) return { type: 'quote', text: block.quote, attribution: block.by }
    if ('info' in block) return { type: 'infoBox', title: block.info, items: block.text.map(toInfoItem) }
    if ('picture' in block) return { type: 'image', picture: toPicture(block.picture, block.caption) }
    if ('gallery' in block) {
      return {
        type: 'gallery',
        id: `${id}-galerie-${++galleries}`,
        title: block.title,
        pictures: block.gallery.map(({ picture, caption }) => toPicture(picture, caption)),
      }
    }
    if ('table' in block)
      return {
        type: 'table',
        caption: block.caption,
        head: [...block.head],
        rows: block.table.map((row) => [...row]),
        chart: block.chart && { ...block.chart, columns: [...block.chart.columns] },
      }
    if ('points' in block)
      return {
        type: 'infoBox',
        role: 'keyPoints',
        title: 'Das Wichtigste in Kürze',
        items: [{ type: 'list', ordered: false, items: block.points.map(toHtml) }],
      }
    if ('timeline' in block)
      return {
        type: 'timeline',
        entries: block.timeline.map(({ on, text }) => ({
          date: typeof on === 'string' ? on : toBerlinIso(edition.toMoment(on)).slice(0, 10),
          text,
        })),
      }
    if ('match' in block)
      return {
        type: 'match',
        competition: block.competition,
        home: { name: block.match[0], goals: block.score[0] },
        away: { name: block.match[1], goals: block.score[1] },
        halfTime: block.halfTime && { home: block.halfTime[0], away: block.halfTime[1] },
        goals: block.goals.map(([side, scorer, minute, note]) => ({
          side,
          scorer,
          minute,
          note,
        })),
      }
    if ('people' in block) return { type: 'people', people: block.people.map((person) => ({ ...person })) }
    if ('video' in block) return toVideo(block.video, block.caption)
    if ('audio' in block) return toAudio(find(EPISODES, block.audio))
    if ('embed' in block) return { type: 'embed', vendor: block.embed, url: block.url, title: block.title }
    if ('article' in block) return { type: 'articleReference', articleId: block.article }
    if ('live' in block) return toLiveEntry(block, `eintrag-${entries--}`, hasMinutes, edition)
    if ('q' in block) return { type: 'question', question: block.q, answer: block.a.map(toHtml) }
    return { type: 'list', ordered: block.ordered === true, items: block.list.map(toHtml) }
  })
}

function toInfoItem(
  item: string | { list: readonly string[] },
): Extract<ContentItem, { type: 'infoBox' }>['items'][number] {
  return typeof item === 'string'
    ? { type: 'paragraph', html: toHtml(item) }
    : { type: 'list', ordered: false, items: item.list.map(toHtml) }
}

type LiveBlock = Extract<DemoBlock, { live: string }>

/** "67." and "90. + 3", the notation of reporters. */
const MINUTE = /^(\d+)\.(?: \+ (\d+))?(?: Minute)?$/

/** In a match entries are labelled by the minute; elsewhere by the time and the reporter's word. */
function toLiveEntry(block: LiveBlock, id: string, hasMinutes: boolean, edition: Edition): BodyItem {
  const time = edition.toMoment(block.hoursAgo)
  const minute = MINUTE.exec(block.live)
  const clock = `${formatTime(time)} Uhr`
  const isOwnLabel = hasMinutes || / Uhr$/.test(block.live)
  const label =
    minute !== null
      ? `${minute[1]}. Minute${minute[2] === undefined ? '' : ` + ${minute[2]}`}`
      : isOwnLabel
        ? block.live
        : `${clock} · ${block.live}`
  return {
    type: 'liveEntry',
    id,
    label,
    time: time.toISOString(),
    headline: block.headline ?? '',
    paragraphs: block.text.map(toHtml),
    isImportant: block.important === true,
  }
}

function toPicture(key: string, caption = ''): Picture {
  return toContentPicture(find(PICTURES, key), caption)
}

function toContentPicture({ path, credit, ...picture }: DemoPicture, caption = ''): Picture {
  const { altText, width, height, colour, focus } = picture
  return {
    baseUrl: `/${path}`,
    cropVal: '16:9',
    altText,
    width,
    height,
    credit,
    caption,
    colour,
    ...(focus && { focus }),
  }
}

function toVideo(key: string, caption: string): Video {
  const video = find(VIDEOS, key)
  return {
    type: 'video',
    src: MEDIA + video.file,
    mimeType: 'video/mp4',
    poster: toContentPicture(find(POSTERS, key)),
    caption: caption === '' ? video.title : caption,
    credit: video.credit,
    captions: [{ src: MEDIA + video.captions, language: 'de', label: '' }],
    duration: video.seconds,
  }
}

function find<T extends { key: string }>(list: readonly T[], key: string): T {
  const found = list.find((candidate) => candidate.key === key)
  if (found === undefined) throw new Error(`The demo has no "${key}"`)
  return found
}

function toAudio({ file, title, seconds, voice, chapters }: Episode): Audio {
  return {
    type: 'audio',
    src: MEDIA + file,
    mimeType: 'audio/mpeg',
    title,
    duration: seconds,
    voiceLabel: voice,
    chapters: [...chapters],
  }
}

function toAuthorId(key: string): string {
  return find(PEOPLE, key).id
}

/** The notation is HTML already, except for a single ampersand. */
function toHtml(text: string): string {
  return text.replace(/&(?!#?\w+;)/g, '&amp;')
}

/** Every text of an article at any depth; keys, ids and addresses contain no days. */
function rewrite<T>(value: T, toText: (text: string) => string): T {
  if (typeof value === 'string') return toText(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => rewrite(item, toText)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, toText)])) as T
}
