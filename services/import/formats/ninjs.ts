/** IPTC ninjs 1.x, 2.x and 3.x, read in one shape (`ninjs-shape.ts`). `ednote` is for editors and never shown. */
import { createHash } from 'node:crypto'
import { afterEmbargo, readEmbargo } from '@lokalteil/domain/reading/embargo'
import { toBlocks, toTeaserHtml, toText, toTextBlocks } from '../body/body-html.ts'
import type { Body } from '../body/body-html.ts'
import { openBody } from '../body/lead.ts'
import { setLine, shorten, toAuthors, toLine } from '../body/house-style.ts'
import { toInstant } from '../body/dates.ts'
import { readNinjs, type Concept, type Item, type Ninjs } from './ninjs-shape.ts'
import { noClasses, toStatus, toUrgency, toVersion } from '../parsed-document.ts'
import type {
  Captions,
  Classes,
  Classification,
  ContentItem,
  FoundPicture,
  IncomingAudio,
  ParseContext,
  ParsedDocument,
} from '../parsed-document.ts'
import { toEditorialNotes, toKeyPoints, toStory } from '../body/editorial-notes.ts'
import { chooseMedia, toMediaAddress, toPicture, toReading, toSeconds } from '../body/renditions.ts'
import type { Rendition } from '../body/renditions.ts'

/** For the calendar of an editor, not for readers. */
const MOST_CAPTIONS = 10
const PLANS = new Set(['event', 'planning'])
export function parseNinjs(
  value: unknown,
  context: ParseContext,
): ParsedDocument | { reason: string; outcome?: 'put-aside' } {
  const parsed = readNinjs(value)
  if (!parsed.success)
    return {
      reason: `ninjs: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    }
  const item = parsed.data
  const language = item.language || guessLanguage(item)
  const status = toStatus(item.pubstatus)
  if (status === null) return { reason: `ninjs: unknown pubstatus "${shorten(String(item.pubstatus), 40)}"` }
  if (PLANS.has(item.type) && status === 'usable')
    return { reason: `for editors: a planned event (type "${item.type}"), not an article`, outcome: 'put-aside' }
  const dates = readDates(item, context.fallbackDate)
  if ('reason' in dates) return dates
  const { changed, embargo, isDated } = dates
  const title = setLine(stripTags(main(item.headlines) || item.title || item.slugline), language)
  if (title === '' && status === 'usable') return { reason: 'ninjs: no headline' }

  const images = item.associations.filter(isImage).map((entry) => ({ entry, picture: toItemPicture(entry, language) }))
  const body = readBody(item, language, title, images)
  const own = isImage(item) ? toItemPicture(item, language) : null
  const lead = chooseLead(own, images, body)
  const kind = toKind(item, body, own)
  const { items, teaser } =
    kind === 'news' ? toNews(item, body, lead, language) : toMedium(item, body, lead, own, language)
  addFilm(items, item, lead)
  addSound(items, item, kind, title, language)
  const shown = new Set([lead?.baseUrl, ...body.pictures])
  for (const { picture } of images)
    if (!shown.has(picture.baseUrl) && picture.baseUrl !== '') items.push({ type: 'image', picture })

  const reading = findReading(item)
  const publishDate = afterEmbargo(toInstant(item.firstcreated) ?? changed, embargo)
  const updateDate = afterEmbargo(changed, embargo)
  const source = toSource(item)
  return {
    sourceId: toSourceId(item.uri),
    ...(item.evolvedfrom === '' ? {} : { replaces: toSourceId(item.evolvedfrom) }),
    ...(isDated
      ? // A replacement under a new id counts from 1 again, so its time is the version.
        { version: toVersion(item.evolvedfrom === '' ? item.version : '', changed) }
      : {
          version: toVersion(item.version, new Date(0).toISOString()),
          fingerprint: { digest: digestOf(parsed.data), takenAt: changed },
        }),
    status,
    embargo,
    publishDate,
    updateDate: updateDate > publishDate ? updateDate : null,
    language,
    urgency: toUrgency(item.urgency),
    kind,
    title: shorten(title || item.uri, 300),
    titlePrefix: shorten(setLine(body.kicker, language), 150),
    teaserTextHtml: teaser,
    authors: toAuthors(item.by || item.authors.map(({ name }) => name).join(', ')).filter(
      (name) => name.toLowerCase() !== source.toLowerCase(),
    ),
    source,
    correction: '',
    comments: item.comments,
    ...toEditorialNotes(item, language),
    picture: lead,
    contentItems: [...toKeyPoints(item, language), ...items, ...toStory(item, language)],
    ...(reading === null ? {} : { audio: reading }),
    classes: toClasses(item),
    notes: [...dates.notes, ...body.notes],
  }
}

const toSourceId = (uri: string): string => uri.replace(/([?&])(?:qt|et|ai|cid)=[^&]*/g, '$1').replace(/[?&]+$/, '')

type Image = { entry: Item; picture: FoundPicture }
type Dates = { changed: string; embargo: string | null; isDated: boolean; notes: string[] }

function readDates(item: Ninjs, fallback: Date): Dates | { reason: string; outcome?: 'put-aside' } {
  const dates = [item.versioncreated, item.firstcreated, item.contentcreated].filter(
    (date) => date !== undefined && date !== null && date !== '',
  )
  const unreadable = dates.filter((date) => toInstant(date) === null).map(toUnreadable)
  const dated = dates.map(toInstant).find((date) => date !== null)
  if (dated === undefined && dates.length > 0) return { reason: unreadable[0]!, outcome: 'put-aside' }
  const hasEmbargo = item.embargoed !== undefined && item.embargoed !== null
  const embargo = readEmbargo(hasEmbargo ? item.embargoed : item.publish_schedule || null, toInstant)
  if (embargo === undefined) return { reason: `ninjs: ${hasEmbargo ? 'embargoed' : 'publish_schedule'} is no date` }
  return dated === undefined
    ? // ninjs requires no date: then the time of its delivery counts.
      {
        changed: fallback.toISOString(),
        embargo,
        isDated: false,
        notes: ['it has no date and is dated by its delivery'],
      }
    : { changed: dated, embargo, isDated: true, notes: unreadable }
}

function readBody(item: Ninjs, language: string, title: string, images: readonly Image[]): Body {
  const body = chooseBody(item)
  const empty: Body = { items: [], kicker: '', pictures: [], notes: [] }
  if (body === null) return empty
  if (!body.isHtml) return { ...empty, items: withoutHeadline(toTextBlocks(body.value, language), title) }
  const shownIn = new Map<string, FoundPicture>()
  for (const { entry, picture } of images)
    for (const key of [entry.name, entry.uri, ...entry.renditions.map(({ href }) => href)])
      if (key !== '') shownIn.set(key, picture)
  return toBlocks(body.value, {
    language,
    title,
    findPicture: ({ 'data-assoc-ref': name = '', 'data-uri': uri = '', src = '' }) =>
      shownIn.get(name) ?? shownIn.get(uri) ?? shownIn.get(src) ?? null,
  })
}

function isImage({ type }: { type: string }): boolean {
  return type === 'picture' || type === 'graphic'
}

/** The lead picture; if the text shows it, with its caption from there. */
function chooseLead(own: FoundPicture | null, images: readonly Image[], body: Body): FoundPicture | null {
  const feature = images.find(({ entry }) => /^(?:main|feature|lead)/i.test(entry.name)) ?? images[0]
  const chosen = own ?? feature?.picture ?? null
  const inBody = body.items.find((block) => block.type === 'image' && block.picture.baseUrl === chosen?.baseUrl)
  return inBody?.type === 'image' ? inBody.picture : chosen
}

function hasText({ items }: Body): boolean {
  return items.some((block) => block.type !== 'image')
}

function toKind(item: Ninjs, body: Body, own: FoundPicture | null): 'news' | 'picture' | 'audio' | 'video' {
  if (hasText(body)) return 'news'
  if (own !== null) return 'picture'
  return item.type === 'audio' || item.type === 'video' ? item.type : 'news'
}

function withoutLead({ items }: Body, lead: FoundPicture | null): ContentItem[] {
  return items.filter((block) => block.type !== 'image' || block.picture.baseUrl !== lead?.baseUrl)
}

function toNews(item: Ninjs, body: Body, lead: FoundPicture | null, language: string) {
  const summary = item.descriptions.find(({ role }) => role === 'summary' || role === 'abstract' || role === 'teaser')
  const description = describe(item.descriptions)
  const hasOwn = hasText(body)
  const items = !hasOwn && description !== '' ? toTextBlocks(description, language) : withoutLead(body, lead)
  const teaser = summary && hasOwn ? toTeaserHtml(summary.value, language) : ''
  const opened = openBody(items, { teaser, dateline: '' })
  return { items: opened.items, teaser: opened.teaserTextHtml }
}

/** A picture, film or sound as a document of its own. */
function toMedium(item: Ninjs, body: Body, lead: FoundPicture | null, own: FoundPicture | null, language: string) {
  const text = own?.caption || describe(item.descriptions)
  return { items: withoutLead(body, lead), teaser: toTeaserHtml(escaped(text), language) }
}

function addFilm(items: ContentItem[], item: Ninjs, poster: FoundPicture | null): void {
  const film = item.type === 'video' ? item : item.associations.find((entry) => entry.type === 'video')
  const best = film === undefined ? null : chooseMedia(toRenditions(film), 'video')
  if (film === undefined || best === null) return
  const captions = listCaptions(film, item.language)
  items.unshift({
    type: 'video',
    src: toMediaAddress(best.href),
    mimeType: best.mimeType,
    poster,
    caption: film === item ? '' : describe(film.descriptions),
    credit: toLine(film.by),
    duration: toSeconds(best),
    ...(captions.length === 0 ? {} : { captions }),
  })
}

/** Name of an association whose sound is the spoken article, by a person or by a machine. */
const READ_ALOUD = /^read-?aloud(-synthetic)?$/i

function findReading(item: Ninjs): IncomingAudio | null {
  const sound = item.associations.find((entry) => entry.type === 'audio' && READ_ALOUD.test(entry.name))
  const best = sound === undefined ? null : chooseMedia(toRenditions(sound), 'audio')
  if (sound === undefined || best === null) return null
  return toReading(best.href, toSeconds(best), /synthetic$/i.test(sound.name) ? 'synthetic' : 'read')
}

function listCaptions(film: Pick<Ninjs, 'renditions'>, language: string): Captions[] {
  return film.renditions
    .filter(({ contenttype, href }) => /^text\/vtt\b/i.test(contenttype) && toMediaAddress(href) !== '')
    .slice(0, MOST_CAPTIONS)
    .map(({ href, name, title }) => ({
      src: toMediaAddress(href),
      language: /^[a-z]{2}$/i.test(name) ? name.toLowerCase() : language.slice(0, 2) || 'de',
      label: toLine(title).slice(0, 100),
    }))
}

function addSound(items: ContentItem[], item: Ninjs, kind: string, title: string, language: string): void {
  const sound =
    item.type === 'audio'
      ? item
      : item.associations.find((entry) => entry.type === 'audio' && !READ_ALOUD.test(entry.name))
  if (sound === undefined) return
  const best = chooseMedia(toRenditions(sound), 'audio')
  const block: ContentItem = {
    type: 'audio',
    src: best === null ? '' : toMediaAddress(best.href),
    mimeType: best?.mimeType.toLowerCase() ?? 'audio/mpeg',
    title: setLine(main(sound.headlines) || title, language),
    duration: best === null ? 0 : toSeconds(best),
    voiceLabel: '',
  }
  if (kind === 'audio') items.unshift(block)
  else items.push(block)
}

const toUnreadable = (date: unknown): string =>
  `its date "${shorten(typeof date === 'string' ? date : JSON.stringify(date), 60)}" cannot be read`
const digestOf = (item: unknown): string => createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 40)
const stripTags = (value: string): string => (/[<&]/.test(value) ? toText(value) : value)
const escaped = (value: string): string => `<p>${value.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`
const main = (texts: readonly { role: string; value: string }[]): string =>
  (texts.find((entry) => entry.role === 'main') ?? texts.find((entry) => entry.value.trim() !== ''))?.value ?? ''

function describe(descriptions: readonly { role: string; contenttype: string; value: string }[]): string {
  const usable = descriptions.filter((entry) => entry.role !== 'creditline' && entry.value.trim() !== '')
  const chosen =
    usable.find((entry) => entry.role === 'caption') ??
    usable.find((entry) => entry.contenttype !== 'text/html' && entry.role !== 'xhtml') ??
    usable[0]
  return toLine(stripTags(chosen?.value ?? ''))
}

/** The richest markup we can read; NITF and other XML inside JSON is not read here. */
function chooseBody(item: Ninjs): { value: string; isHtml: boolean } | null {
  const rank = (entry: { role: string; contenttype: string }): number =>
    /xml/i.test(entry.contenttype) && !/xhtml/i.test(entry.contenttype)
      ? 0
      : /html/i.test(entry.contenttype) || /html/i.test(entry.role)
        ? /^rich/i.test(entry.role)
          ? 3
          : 2
        : 1
  const best = item.bodies
    .filter((entry) => entry.value.trim() !== '' && rank(entry) > 0)
    .sort((a, b) => rank(b) - rank(a))[0]
  return best === undefined ? null : { value: best.value, isHtml: rank(best) > 1 }
}

/** Plain bodies of some agencies begin with the headline. */
function withoutHeadline(items: ContentItem[], title: string): ContentItem[] {
  const first = items[0]
  return first?.type === 'paragraph' && first.html === title ? items.slice(1) : items
}

function toRenditions(item: Item | Ninjs): Rendition[] {
  return item.renditions.map((file) => ({
    href: file.href,
    mimeType: file.contenttype,
    width: Math.max(0, Math.round(file.width)),
    height: Math.max(0, Math.round(file.height)),
    title: file.title,
    seconds: file.duration,
    bytes: file.sizeinbytes,
  }))
}

function toItemPicture(item: Item | Ninjs, language: string): FoundPicture {
  const credit = item.descriptions.find((entry) => entry.role === 'creditline')?.value ?? ''
  const picture = toPicture(
    {
      renditions: toRenditions(item),
      caption: describe(item.descriptions),
      credit: [
        item.by.replace(/^(?:von|by|foto:?)\s+/i, ''),
        credit || item.copyrightholder || item.infosources[0]?.name || '',
      ]
        .filter((part) => part !== '')
        .join('/')
        .replace(/^([^/]+\/([^/]+))\/\2$/, '$1'),
      altText: main(item.headlines) || item.title,
    },
    language,
  )
  const focus = item.focus ?? findPointOfInterest(item)
  return focus === undefined ? picture : { ...picture, focus }
}

function findPointOfInterest({ renditions }: Item | Ninjs): FoundPicture['focus'] {
  for (const { poi, width, height } of renditions) {
    if (poi === undefined || !(poi.x >= 0 && poi.x <= width && poi.y >= 0 && poi.y <= height)) continue
    if (width > 0 && height > 0) return { x: (poi.x / width) * 100, y: (poi.y / height) * 100 }
  }
  return undefined
}

function toSource(item: Ninjs): string {
  const credit = item.descriptions.find((entry) => entry.role === 'creditline')?.value
  const trailing = /,\s*(dpa|afp|ap|reuters|apa|epd|kna|sid)\s*$/i.exec(item.by)?.[1]
  const written = /\((dpa|afp|ap|reuters|apa|epd|kna|sid)\)\s*[-–—]/i.exec(
    item.bodies[0]?.value.slice(0, 200) ?? '',
  )?.[1]
  return toLine(credit || item.infosources[0]?.name || item.copyrightholder || trailing || written || '').slice(0, 100)
}

/** ninjs without `language` is rare; common words reveal German. */
function guessLanguage(item: Ninjs): string {
  const sample = `${main(item.headlines)} ${item.bodies[0]?.value.slice(0, 2000) ?? ''}`.toLowerCase()
  const german = sample.match(/\b(?:der|die|das|und|nicht|ist|mit|eine[rnms]?)\b/g)?.length ?? 0
  const english = sample.match(/\b(?:the|and|of|is|with|that|was)\b/g)?.length ?? 0
  return german >= english ? 'de' : 'en'
}

function toCodes(concepts: readonly Concept[]): Classification[] {
  return concepts.slice(0, 100).map((concept) => ({
    code: toCode(concept.uri, concept.literal),
    name: toLine(concept.name).slice(0, 100),
  }))
}

/** Media topics and older subject codes in any spelling, as `medtop:…`. */
export function toCode(uri: string, literal: string): string {
  const topic =
    /(?:mediatopic\/|medtop[:/]|subref\/[\d.]+\/|subjectcode\/|subj:|iptc\.org\/.*\/)(\d{8})$/i.exec(uri)?.[1] ??
    (/^(?:0[1-9]|1[0-7])\d{6}$|^200\d{5}$/.test(literal) ? literal : undefined)
  return topic ? `medtop:${topic}` : toLine(literal || uri).slice(0, 100)
}

function toClasses(item: Ninjs): Classes {
  return {
    ...noClasses(),
    ressorts: toCodes(item.services),
    subjects: toCodes(item.subjects),
    keywords: [...toCodes(item.people), ...toCodes(item.organisations)],
    places: toCodes([
      ...item.places,
      ...(item.located === '' ? [] : [{ name: item.located, uri: '', literal: '', rel: '' }]),
    ]),
    genres: toCodes(item.genres),
  }
}
