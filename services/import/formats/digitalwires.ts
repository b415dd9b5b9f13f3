/**
 * dpa digitalwires (`digitalwires@0.9`): text, picture and audio documents. Notes for editors (notepad, ednotes) are
 * not published, except for the correction written for readers. A document with an unreadable embargo is refused, never
 * shown early.
 */
import { afterEmbargo, readEmbargo } from '@lokalteil/domain/reading/embargo'
import { z } from 'zod'
import type { Body } from '../body/body-html.ts'
import { toBlocks, toTeaserHtml } from '../body/body-html.ts'
import { openBody } from '../body/lead.ts'
import {
  CORRECTED_PICTURE,
  CORRECTED_TEXT,
  cleanCaption,
  setLine,
  shorten,
  toAuthors,
  toLine,
} from '../body/house-style.ts'
import { toInstant } from '../body/dates.ts'
import { noClasses, toStatus, toUrgency, toVersion } from '../parsed-document.ts'
import type { Classes, Classification, ContentItem, FoundPicture, ParsedDocument } from '../parsed-document.ts'
import { chooseMedia, toMediaAddress, toPicture, toSeconds } from '../body/renditions.ts'
import type { Rendition } from '../body/renditions.ts'

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
const list = <T extends z.ZodType>(item: T) => z.array(item.nullable().catch(null)).nullish().catch(null)

const Digitalwires = z.object({
  urn: z.string().min(1),
  format: text,
  updated: text,
  version_created: text,
  version: z.union([z.number(), z.string()]).nullish().catch(null),
  pubstatus: text,
  signal: text,
  embargoed: z.unknown().optional(),
  language: text,
  urgency: number,
  kicker: text,
  headline: text,
  subhead: text,
  teaser: text,
  byline: text,
  dateline: text,
  article_html: text,
  infobox_html: text,
  linkbox_html: text,
  creditline: text,
  ednotes: list(z.object({ role: text, ednote: text, is_publishable: z.boolean().nullish().catch(false) })),
  descriptions: list(z.object({ role: text, description: text })),
  associations: list(
    z.object({
      type: text,
      urn: text,
      rank: number,
      headline: text,
      is_featureimage: z.boolean().nullish().catch(null),
      caption: text,
      creditline: text,
      renditions: list(
        z.object({
          role: text,
          width: number,
          height: number,
          size: number,
          duration: number,
          sizeinbytes: number,
          mimetype: text,
          url: text,
        }),
      ),
    }),
  ),
  categories: list(z.object({ type: text, name: text, qcode: text, rank: number })),
})
type Digitalwires = z.infer<typeof Digitalwires>
type Association = NonNullable<NonNullable<Digitalwires['associations']>[number]>

export function isDigitalwires(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value.format === 'string'
    ? value.format.startsWith('digitalwires')
    : typeof value.urn === 'string' && ('article_html' in value || 'version_created' in value)
}

export function parseDigitalwires(value: unknown): ParsedDocument | { reason: string } {
  const parsed = Digitalwires.safeParse(value)
  if (!parsed.success)
    return {
      reason: `digitalwires: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
    }
  const wire = parsed.data
  const language = wire.language ?? 'de'
  const status = toStatus(wire.pubstatus)
  if (status === null) return { reason: `digitalwires: unknown pubstatus "${shorten(String(wire.pubstatus), 40)}"` }
  const created = toInstant(wire.version_created) ?? toInstant(wire.updated)
  if (created === null) return { reason: 'digitalwires: version_created is missing or no date' }
  const embargo = readEmbargo(wire.embargoed, toInstant)
  if (embargo === undefined) return { reason: 'digitalwires: embargoed is no date' }

  const media = readMedia(wire, language)
  const blocks = toBlocks(wire.article_html ?? '', { language, title: setLine(wire.headline ?? '', language) })
  const kind = toKind(media, blocks)
  const title = toTitle(wire, kind, language)
  if (title === '' && status === 'usable') return { reason: 'digitalwires: no headline' }

  const { items, teaser } = toText(wire, kind, title, media, blocks, language)
  const others = media.images.filter((picture) => picture !== media.lead)
  if (others.length === 1) items.push({ type: 'image', picture: others[0]! })
  else if (others.length > 1)
    items.push({ type: 'gallery', id: wire.urn.slice(-60), title: 'Bilder', pictures: others.slice(0, 60) })
  const info = toBlocks(wire.infobox_html ?? '', { language })
  const links = toBlocks(wire.linkbox_html ?? '', { language })
  items.push(...toInfoBox(info), ...toLinks(links))

  const publishDate = afterEmbargo(created, embargo)
  const version = toVersion(wire.version, created)
  return {
    sourceId: wire.urn,
    version,
    status,
    embargo,
    publishDate,
    updateDate: version > 1 ? publishDate : null,
    language,
    urgency: toUrgency(wire.urgency),
    kind,
    title: shorten(title || wire.urn, 300),
    titlePrefix: shorten(setLine(wire.kicker ?? '', language) || blocks.kicker, 150),
    teaserTextHtml: teaser,
    authors: toAuthors(wire.byline ?? ''),
    source: toSource(wire, kind),
    correction: isCorrection(wire) ? toCorrection(wire, kind, language) : '',
    picture: media.lead,
    contentItems: items,
    classes: toClasses(wire),
    notes: [...blocks.notes, ...info.notes, ...links.notes],
  }
}

type Media = {
  images: FoundPicture[]
  lead: FoundPicture | null
  sound: Association | undefined
  film: Association | undefined
}
type Text = { items: ContentItem[]; teaser: string }

function readMedia(wire: Digitalwires, language: string): Media {
  const associations = present(wire.associations).sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99))
  const found = associations.filter(({ type }) => type === 'image')
  const images = found.map((association) => toFoundPicture(association, language))
  const feature = found.findIndex((association) => association.is_featureimage)
  return {
    images,
    lead: images[Math.max(feature, 0)] ?? null,
    sound: associations.find(({ type }) => type === 'audio'),
    film: associations.find(({ type }) => type === 'video'),
  }
}

function toKind({ lead, sound, film }: Media, blocks: Body): ParsedDocument['kind'] {
  if (blocks.items.length > 0) return 'news'
  if (film !== undefined) return 'video'
  if (sound !== undefined) return 'audio'
  return lead === null ? 'news' : 'picture'
}

function toTitle(wire: Digitalwires, kind: string, language: string): string {
  const headline = wire.headline ?? ''
  if (kind === 'audio') return toAudioTitle(headline, language)
  return setLine(headline, language) || setLine(wire.kicker ?? '', language)
}

function toText(
  wire: Digitalwires,
  kind: string,
  title: string,
  { lead, sound, film }: Media,
  blocks: Body,
  language: string,
): Text {
  const teaser = wire.teaser ? toTeaserHtml(wire.teaser, language) : ''
  const descriptions = present(wire.descriptions)
  const described = descriptions.find(({ role }) => role === 'drol:caption')?.description
  const description = described ?? descriptions[0]?.description ?? ''
  if (kind === 'audio' && sound !== undefined) {
    const paragraphs = toAudioText(description || (sound.caption ?? ''), title, language)
    return {
      items: [toAudioBlock(sound, title), ...paragraphs.map((html): ContentItem => ({ type: 'paragraph', html }))],
      teaser,
    }
  }
  if (kind === 'picture')
    return {
      items: blocks.items,
      teaser: teaser || escapeCaption(lead?.caption || cleanCaption(description), language),
    }
  const opened = openBody(blocks.items, {
    teaser: sameWords(teaser, title) ? '' : teaser,
    dateline: wire.dateline ?? '',
  })
  const { items } = opened
  if (wire.subhead) items.unshift({ type: 'heading', level: 2, text: setLine(wire.subhead, language) })
  if (film !== undefined) items.unshift(...toVideoBlock(film, lead))
  if (sound !== undefined) items.push(toAudioBlock(sound, setLine(sound.headline ?? title, language)))
  return { items, teaser: opened.teaserTextHtml }
}

const present = <T>(items: readonly (T | null)[] | null | undefined): T[] =>
  (items ?? []).filter((item) => item !== null)

const sameWords = (html: string, title: string): boolean =>
  html.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() === title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

function escapeCaption(caption: string, language: string): string {
  return toTeaserHtml(`<p>${caption.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</p>`, language)
}

function toRenditions(association: Association): Rendition[] {
  return present(association.renditions).map((rendition) => ({
    href: rendition.url ?? '',
    mimeType: rendition.mimetype ?? '',
    width: Math.max(0, Math.round(rendition.width ?? rendition.size ?? 0)),
    height: Math.max(0, Math.round(rendition.height ?? 0)),
    title: rendition.role ?? '',
    seconds: rendition.duration ?? 0,
    bytes: rendition.sizeinbytes ?? 0,
  }))
}

function toFoundPicture(association: Association, language: string): FoundPicture {
  const picture = toPicture(
    {
      renditions: toRenditions(association),
      caption: association.caption ?? '',
      credit: association.creditline ?? '',
      altText: association.headline ?? '',
    },
    language,
  )
  // `size` is the longer side, so a width alone does not give the ratio.
  return picture.height === 0 ? { ...picture, width: 0 } : picture
}

/**
 * "1583/KI-Schock aus China: Kursbeben in den USA / 7.30 N" contains the number of the piece and its programme slot.
 */
function toAudioTitle(headline: string, language: string): string {
  return setLine(
    headline.replace(/^\s*\d{1,6}\s*\/\s*/, '').replace(/\s*\/\s*\d{1,2}\.\d{2}\s+\p{Lu}{1,3}\s*$/u, ''),
    language,
  )
}

function toAudioText(description: string, title: string, language: string): string[] {
  return description
    .split('\n')
    .map(toLine)
    .filter((line) => line !== '' && !/^-\s*\d{1,2}\.\d{2}\s+\p{Lu}{1,3}$/u.test(line) && !sameWords(line, title))
    .map((line) => escapeCaption(line, language))
}

function toAudioBlock(sound: Association, title: string): Extract<ContentItem, { type: 'audio' }> {
  const best = chooseMedia(toRenditions(sound), 'audio')
  return {
    type: 'audio',
    src: best === null ? '' : toMediaAddress(best.href),
    mimeType: best === null ? 'audio/mpeg' : best.mimeType.toLowerCase().replace('audio/mp3', 'audio/mpeg'),
    title,
    duration: best === null ? 0 : toSeconds(best),
    voiceLabel: '',
  }
}

function toVideoBlock(film: Association, poster: FoundPicture | null): ContentItem[] {
  const best = chooseMedia(toRenditions(film), 'video')
  if (best === null) return []
  return [
    {
      type: 'video',
      src: toMediaAddress(best.href),
      mimeType: best.mimeType,
      poster,
      caption: toLine(film.caption ?? ''),
      credit: toLine(film.creditline ?? ''),
      duration: toSeconds(best),
    },
  ]
}

function toInfoBox({ items }: Body): ContentItem[] {
  // The markup may already be a box.
  if (items.some((item) => item.type === 'infoBox')) return [...items]
  const first = items[0]
  const title = first?.type === 'heading' ? first.text : 'Hintergrund'
  const kept = items.flatMap((item) =>
    item.type === 'paragraph' || item.type === 'list' || (item.type === 'heading' && item !== first) ? [item] : [],
  )
  return kept.length === 0 ? [] : [{ type: 'infoBox', title, items: kept }]
}

function toLinks({ items }: Body): ContentItem[] {
  const lists = items.filter((item) => item.type === 'list')
  return lists.length === 0 ? [] : [{ type: 'heading', level: 3, text: 'Links zum Thema' }, ...lists]
}

function toSource(wire: Digitalwires, kind: string): string {
  const provider = present(wire.categories).find((category) => category.type === 'dnltype:provider')?.name ?? ''
  const credit = wire.creditline ?? ''
  return toLine(
    shorten(
      kind === 'picture' && provider !== '' ? (credit.split('/').at(-1) ?? '') || provider : credit || provider,
      100,
    ),
  )
}

function isCorrection(wire: Digitalwires): boolean {
  return (
    wire.signal === 'sig:correction' || present(wire.categories).some((category) => category.qcode === 'sig:correction')
  )
}

/** Only the short form is for readers; the long one addresses editors and names urns. */
function toCorrection(wire: Digitalwires, kind: string, language: string): string {
  const short = present(wire.ednotes).find(
    (note) => note.role === 'dpaednoterole:correctionshort' && note.is_publishable,
  )?.ednote
  return short ? setLine(short, language) : kind === 'picture' ? CORRECTED_PICTURE : CORRECTED_TEXT
}

const CLASSES: Readonly<Record<string, keyof Classes>> = {
  'dnltype:rubric': 'ressorts',
  'dnltype:ressort': 'ressorts',
  'dnltype:desk': 'desks',
  'dnltype:dpasubject': 'subjects',
  'dnltype:subject': 'subjects',
  'dnltype:keyword': 'keywords',
  'dnltype:geosubject': 'places',
  'dnltype:locationcreated': 'places',
  'dnltype:genre': 'genres',
}

function toClasses(wire: Digitalwires): Classes {
  const classes = noClasses()
  for (const category of present(wire.categories)
    .sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99))
    .slice(0, 200)) {
    const key = Object.hasOwn(CLASSES, category.type ?? '') ? CLASSES[category.type ?? ''] : undefined
    const entry: Classification = {
      code: toLine(category.qcode ?? '').slice(0, 100),
      name: toLine(category.name ?? '').slice(0, 100),
    }
    if (key && (entry.code !== '' || entry.name !== '')) classes[key].push(entry)
  }
  return classes
}
