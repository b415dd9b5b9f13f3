/**
 * IPTC ninjs 1.x, 2.x and 3.x. The three differ in shape, not in meaning: 3.x is 2.x in camel case, 1.x has its
 * texts and renditions under suffixed names (`body_xhtml`, `associations.mainpic`). All are brought to one shape
 * first, then read once. `ednote` is for editors and is never shown.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toBlocks, toTeaserHtml, toText, toTextBlocks } from '../body/body-html.ts'
import { openBody } from '../body/lead.ts'
import { setLine, shorten, toAuthors, toLine } from '../body/house-style.ts'
import { toInstant } from '../body/dates.ts'
import { noClasses, toStatus, toUrgency, toVersion } from './parsed-document.ts'
import type {
  Classes,
  Classification,
  ContentItem,
  FoundPicture,
  ParseContext,
  ParsedDocument,
} from './parsed-document.ts'
import { chooseMedia, toMediaAddress, toPicture, toSeconds } from '../delivery/renditions.ts'
import type { Rendition } from '../delivery/renditions.ts'

const text = z.string().catch('')
const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item.nullable().catch(null))
    .catch([])
    .transform((items) => items.filter((entry) => entry !== null))
const number = z.coerce.number().catch(0)

const Text = z.object({ role: text, contenttype: text, value: z.string() })
const Concept = z.object({ name: text, uri: text, literal: text, rel: text })
const File = z.object({
  name: text,
  href: text,
  contenttype: text,
  title: text,
  width: number,
  height: number,
  duration: number,
  sizeinbytes: number,
})
const shape = {
  uri: z.string().min(1),
  type: text,
  version: z.union([z.string(), z.number()]).catch(''),
  firstcreated: z.unknown().optional(),
  versioncreated: z.unknown().optional(),
  contentcreated: z.unknown().optional(),
  embargoed: z.unknown().optional(),
  pubstatus: z.unknown().optional(),
  urgency: z.unknown().optional(),
  copyrightholder: text,
  language: text,
  headlines: list(Text),
  bodies: list(Text),
  descriptions: list(Text),
  by: text,
  located: text,
  title: text,
  slugline: text,
  subjects: list(Concept),
  places: list(Concept),
  people: list(Concept),
  organisations: list(Concept),
  genres: list(Concept),
  infosources: list(Concept),
  renditions: list(File),
}
const Item = z.object({ ...shape, uri: text, name: text })
const Ninjs = z.object({ ...shape, associations: list(Item) })
type Ninjs = z.infer<typeof Ninjs>
type Item = z.infer<typeof Item>

const TYPES = new Set(['text', 'audio', 'video', 'picture', 'graphic', 'composite', 'component', 'event', 'planning'])
/** For the calendar of an editor, not for readers. */
const PLANS = new Set(['event', 'planning'])
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** 1.x, 2.x or 3.x; null when it is no ninjs at all. */
export function recogniseNinjs(value: Readonly<Plain>): '1.x' | '2.x' | '3.x' | null {
  if (typeof value.uri !== 'string') return null
  const keys = Object.keys(value)
  const isNews =
    TYPES.has(String(value.type)) ||
    keys.some((key) =>
      /^(?:version_?created|pub_?status|headlines?|bodies|body_.+|descriptions?|description_.+)$/i.test(key),
    )
  if (!isNews) return null
  if (
    keys.some((key) =>
      /^(?:versionCreated|firstCreated|pubStatus|altIds|copyrightHolder|copyrightNotice|representationType|contentCreated)$/.test(
        key,
      ),
    )
  )
    return '3.x'
  if (
    keys.some((key) => /^(?:headlines|bodies|descriptions|people|places|subjects|by)$/.test(key)) ||
    Array.isArray(value.associations) ||
    Array.isArray(value.renditions)
  )
    return '2.x'
  return '1.x'
}

/** Lower-case keys make 3.x into 2.x; arrays and plain values pass. */
function lower(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > 12 ? [] : value.map((item) => lower(item, depth + 1))
  if (!isPlain(value)) return value
  const result: Plain = {}
  if (depth > 12) return result
  for (const key of Object.keys(value)) if (!UNSAFE.has(key)) result[key.toLowerCase()] = lower(value[key], depth + 1)
  return result
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain',
  xhtml: 'text/html',
  html: 'text/html',
  html5: 'text/html',
  richhtml5: 'text/html',
  plain: 'text/plain',
}
const PLURALS: readonly (readonly [string, string])[] = [
  ['subject', 'subjects'],
  ['place', 'places'],
  ['person', 'people'],
  ['organisation', 'organisations'],
  ['genre', 'genres'],
  ['infosource', 'infosources'],
]

/** 1.x into the shape of 2.x. */
function modernise(old: Plain): Plain {
  const item: Plain = { ...old }
  const collect = (prefix: string, plural: string) => {
    const found = Array.isArray(old[plural]) ? [...(old[plural] as unknown[])] : []
    for (const key of Object.keys(old)) {
      if ((key === prefix || key.startsWith(`${prefix}_`)) && typeof old[key] === 'string') {
        const role = key === prefix ? 'main' : key.slice(prefix.length + 1)
        found.push({ role, contenttype: CONTENT_TYPES[role] ?? '', value: old[key] })
      }
    }
    item[plural] = found
  }
  collect('headline', 'headlines')
  collect('body', 'bodies')
  collect('description', 'descriptions')
  for (const [one, many] of PLURALS) {
    if (!Array.isArray(old[one])) continue
    item[many] = (old[one] as unknown[]).map((entry) =>
      isPlain(entry)
        ? {
            ...entry,
            literal: entry.code,
            uri:
              typeof entry.scheme === 'string' && typeof entry.code === 'string' ? `${entry.scheme}${entry.code}` : '',
          }
        : entry,
    )
  }
  if (typeof old.byline === 'string') item.by = old.byline
  if (isPlain(old.renditions))
    item.renditions = Object.entries(old.renditions).map(([name, file]) =>
      isPlain(file) ? { name, ...file, contenttype: file.mimetype } : null,
    )
  if (isPlain(old.associations))
    item.associations = Object.entries(old.associations).map(([name, entry]) =>
      isPlain(entry) ? { name, ...modernise(entry) } : null,
    )
  else if (Array.isArray(old.associations))
    item.associations = old.associations.map((entry: unknown) => (isPlain(entry) ? modernise(entry) : entry))
  return item
}

export function parseNinjs(
  value: unknown,
  context: ParseContext,
): ParsedDocument | { reason: string; outcome?: 'put-aside' } {
  const parsed = Ninjs.safeParse(isPlain(value) ? modernise(lower(value) as Plain) : value)
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
  const dates = [item.versioncreated, item.firstcreated, item.contentcreated].filter(
    (date) => date !== undefined && date !== null && date !== '',
  )
  const unreadable = dates.filter((date) => toInstant(date) === null).map(toUnreadable)
  const dated = dates.map(toInstant).find((date) => date !== null)
  if (dated === undefined && dates.length > 0) return { reason: unreadable[0]!, outcome: 'put-aside' }
  // ninjs asks for no date at all; then it is as old as its delivery.
  const changed = dated ?? context.fallbackDate.toISOString()
  const embargo = item.embargoed ? toInstant(item.embargoed) : null
  if (embargo === null && item.embargoed) return { reason: 'ninjs: embargoed is no date' }

  const headline = main(item.headlines) || item.title || item.slugline
  const title = setLine(stripTags(headline), language)
  if (title === '' && status === 'usable') return { reason: 'ninjs: no headline' }

  const images = item.associations
    .filter((entry) => entry.type === 'picture' || entry.type === 'graphic')
    .map((entry) => ({ entry, picture: toItemPicture(entry, language) }))
  const shownIn = new Map<string, FoundPicture>()
  for (const { entry, picture } of images)
    for (const key of [entry.name, entry.uri]) if (key !== '') shownIn.set(key, picture)

  const body = chooseBody(item)
  const blocks =
    body === null
      ? { items: [], kicker: '', pictures: [], notes: [] }
      : body.isHtml
        ? toBlocks(body.value, {
            language,
            title,
            findPicture: (image) =>
              shownIn.get(image['data-assoc-ref'] ?? '') ?? shownIn.get(image['data-uri'] ?? '') ?? null,
          })
        : { items: withoutHeadline(toTextBlocks(body.value, language), title), kicker: '', pictures: [], notes: [] }
  const hasText = blocks.items.some((block) => block.type !== 'image')
  const own = item.type === 'picture' || item.type === 'graphic' ? toItemPicture(item, language) : null
  const sound = item.type === 'audio' ? item : item.associations.find((entry) => entry.type === 'audio')
  const film = item.type === 'video' ? item : item.associations.find((entry) => entry.type === 'video')
  const chosen =
    own ?? (images.find(({ entry }) => /^(?:main|feature|lead)/i.test(entry.name)) ?? images[0])?.picture ?? null
  const inBody = blocks.items.find((block) => block.type === 'image' && block.picture.baseUrl === chosen?.baseUrl)
  const lead = inBody?.type === 'image' ? inBody.picture : chosen

  const kind = hasText
    ? 'news'
    : own !== null
      ? 'picture'
      : item.type === 'audio'
        ? 'audio'
        : item.type === 'video'
          ? 'video'
          : 'news'
  const description = describe(item.descriptions)
  let items: ContentItem[] = blocks.items.filter(
    (block) => block.type !== 'image' || block.picture.baseUrl !== lead?.baseUrl,
  )
  let teaser = ''
  if (kind === 'news') {
    const summary = item.descriptions.find(
      (entry) => entry.role === 'summary' || entry.role === 'abstract' || entry.role === 'teaser',
    )
    teaser = summary && hasText ? toTeaserHtml(summary.value, language) : ''
    if (!hasText && description !== '') items = toTextBlocks(description, language)
    const opened = openBody(items, { teaser, dateline: '' })
    items = opened.items
    teaser = opened.teaserTextHtml
  } else {
    teaser =
      kind === 'picture'
        ? toTeaserHtml(escaped(own!.caption || description), language)
        : toTeaserHtml(escaped(description), language)
  }
  if (film) {
    const best = chooseMedia(toRenditions(film), 'video')
    if (best)
      items.unshift({
        type: 'video',
        src: toMediaAddress(best.href),
        mimeType: best.mimeType,
        poster: lead,
        caption: film === item ? '' : describe(film.descriptions),
        credit: toLine(film.by),
        duration: toSeconds(best),
      })
  }
  if (sound) {
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
  const shown = new Set([lead?.baseUrl, ...blocks.pictures])
  for (const { picture } of images)
    if (!shown.has(picture.baseUrl) && picture.baseUrl !== '') items.push({ type: 'image', picture })

  const publishDate = later(toInstant(item.firstcreated) ?? changed, embargo)
  const source = toSource(item)
  return {
    sourceId: item.uri.replace(/([?&])(?:qt|et|ai|cid)=[^&]*/g, '$1').replace(/[?&]+$/, ''),
    ...(dated === undefined
      ? {
          version: toVersion(item.version, new Date(0).toISOString()),
          fingerprint: { digest: digestOf(parsed.data), takenAt: changed },
        }
      : { version: toVersion(item.version, changed) }),
    status,
    embargo,
    publishDate,
    updateDate: later(changed, embargo) > publishDate ? later(changed, embargo) : null,
    language,
    urgency: toUrgency(item.urgency),
    kind,
    title: shorten(title || item.uri, 300),
    titlePrefix: shorten(setLine(blocks.kicker, language), 150),
    teaserTextHtml: teaser,
    authors: toAuthors(item.by).filter((name) => name.toLowerCase() !== source.toLowerCase()),
    source,
    correction: '',
    picture: lead,
    contentItems: items,
    classes: toClasses(item),
    notes: [...(dated === undefined ? ['it has no date and is dated by its delivery'] : unreadable), ...blocks.notes],
  }
}

const toUnreadable = (date: unknown): string =>
  `its date "${shorten(typeof date === 'string' ? date : JSON.stringify(date), 60)}" cannot be read`
const digestOf = (item: unknown): string => createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 40)
const later = (instant: string, embargo: string | null): string =>
  embargo !== null && embargo > instant ? embargo : instant
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

/** The richest markup we read; NITF and other XML inside JSON are left to their own parsers. */
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
  return toPicture(
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
}

function toSource(item: Ninjs): string {
  const credit = item.descriptions.find((entry) => entry.role === 'creditline')?.value
  const trailing = /,\s*(dpa|afp|ap|reuters|apa|epd|kna|sid)\s*$/i.exec(item.by)?.[1]
  const written = /\((dpa|afp|ap|reuters|apa|epd|kna|sid)\)\s*[-–—]/i.exec(
    item.bodies[0]?.value.slice(0, 200) ?? '',
  )?.[1]
  return toLine(credit || item.infosources[0]?.name || item.copyrightholder || trailing || written || '').slice(0, 100)
}

/** ninjs without `language` is rare; German texts give themselves away. */
function guessLanguage(item: Ninjs): string {
  const sample = `${main(item.headlines)} ${item.bodies[0]?.value.slice(0, 2000) ?? ''}`.toLowerCase()
  const german = sample.match(/\b(?:der|die|das|und|nicht|ist|mit|eine[rnms]?)\b/g)?.length ?? 0
  const english = sample.match(/\b(?:the|and|of|is|with|that|was)\b/g)?.length ?? 0
  return german >= english ? 'de' : 'en'
}

function toCodes(concepts: readonly z.infer<typeof Concept>[]): Classification[] {
  return concepts.slice(0, 100).map((concept) => ({
    code: toCode(concept.uri, concept.literal),
    name: toLine(concept.name).slice(0, 100),
  }))
}

/** Media topics and the older subject codes, in whichever spelling, as `medtop:…`. */
export function toCode(uri: string, literal: string): string {
  const topic =
    /(?:mediatopic\/|medtop[:/]|subref\/[\d.]+\/|subjectcode\/|subj:|iptc\.org\/.*\/)(\d{8})$/i.exec(uri)?.[1] ??
    (/^(?:0[1-9]|1[0-7])\d{6}$|^200\d{5}$/.test(literal) ? literal : undefined)
  return topic ? `medtop:${topic}` : toLine(literal || uri).slice(0, 100)
}

function toClasses(item: Ninjs): Classes {
  return {
    ...noClasses(),
    subjects: toCodes(item.subjects),
    keywords: [...toCodes(item.people), ...toCodes(item.organisations)],
    places: toCodes([
      ...item.places,
      ...(item.located === '' ? [] : [{ name: item.located, uri: '', literal: '', rel: '' }]),
    ]),
    genres: toCodes(item.genres),
  }
}
