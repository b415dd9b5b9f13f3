/**
 * Brings the versions of ninjs to one shape and checks it: 3.x is 2.x in camel case, 1.x has texts and renditions under
 * suffixed names (`body_xhtml`, `associations.mainpic`).
 */
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { FocalPoint } from '@lokalteil/contracts/content'
import { z } from 'zod'
import { editorialNotes } from '../body/editorial-notes.ts'

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
  /** Pixels of this file, as Superdesk writes it. */
  poi: z.object({ x: z.number(), y: z.number() }).optional().catch(undefined),
})
const shape = {
  uri: z.string().min(1),
  type: text,
  version: z.union([z.string(), z.number()]).catch(''),
  firstcreated: z.unknown().optional(),
  versioncreated: z.unknown().optional(),
  contentcreated: z.unknown().optional(),
  embargoed: z.unknown().optional(),
  /** When Superdesk publishes it. */
  publish_schedule: z.unknown().optional(),
  pubstatus: z.unknown().optional(),
  urgency: z.unknown().optional(),
  /** An extension of ours: whether readers may comment. */
  comments: z.enum(DISCUSSION_MODES).optional().catch(undefined),
  /** Focal point of a picture: percent of width and height, from the top left. */
  focus: FocalPoint.optional().catch(undefined),
  /** Extensions of ours as well. */
  ...editorialNotes,
  copyrightholder: text,
  language: text,
  headlines: list(Text),
  bodies: list(Text),
  descriptions: list(Text),
  by: text,
  located: text,
  /** The document that this one replaces (Superdesk). */
  evolvedfrom: text,
  title: text,
  slugline: text,
  subjects: list(Concept),
  places: list(Concept),
  people: list(Concept),
  organisations: list(Concept),
  genres: list(Concept),
  infosources: list(Concept),
  /** Superdesk's sections and authors. */
  services: list(Concept),
  authors: list(Concept),
  renditions: list(File),
}
const Item = z.object({ ...shape, uri: text, name: text })
const Ninjs = z.object({ ...shape, associations: list(Item) })
export type Ninjs = z.infer<typeof Ninjs>
export type Item = z.infer<typeof Item>
export type Concept = z.infer<typeof Concept>

const TYPES = new Set(['text', 'audio', 'video', 'picture', 'graphic', 'composite', 'component', 'event', 'planning'])
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `uri`; Superdesk calls it `guid`. */
const idOf = ({ uri, guid }: Readonly<Plain>): string =>
  typeof uri === 'string' ? uri : typeof guid === 'string' ? guid : ''

/** 1.x, 2.x or 3.x; null if it is no ninjs. */
export function recogniseNinjs(value: Readonly<Plain>): '1.x' | '2.x' | '3.x' | null {
  if (idOf(value) === '') return null
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

/** Lower-case keys turn 3.x into 2.x; arrays and scalars pass. */
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
  ['service', 'services'],
]

/** Converts 1.x to the shape of 2.x. */
function modernise(old: Plain): Plain {
  const item: Plain = { ...old, uri: idOf(old) }
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

/** Reads any version into one shape. */
export function readNinjs(value: unknown) {
  return Ninjs.safeParse(isPlain(value) ? modernise(lower(value) as Plain) : value)
}
