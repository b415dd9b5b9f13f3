/**
 * Our format for death notices (docs/notices.md), JSON or XML: one notice, sent again with every change. Every wrong
 * field is named. Lines with contact data of mourners are left out with a note: they may be on paper, but not in search
 * engines.
 */
import { z } from 'zod'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { OBITUARIES_INTERNAL, type IncomingObituary } from '../contract/obituaries.ts'
import { withoutContacts } from '../domain/condolences.ts'
import {
  isLifeDate,
  LAYOUTS,
  MOST_ID,
  MOST_NAME,
  MOST_PLACE,
  OBITUARY_ID,
  OBITUARY_KINDS,
  OBITUARY_PARTS,
  PART_NAMES,
  SYMBOLS,
  type ObituaryPart,
} from '../domain/obituaries.ts'
import { toInstant } from '@lokalteil/services/import/body/dates'
import { setLine, toLine } from '@lokalteil/services/import/body/house-style'
import { describeIssues, GivenPicture, Line, toFoundPicture } from '@lokalteil/services/import/formats/own-format'
import { NO_PICTURES_SHOWN } from '@lokalteil/services/platform/reader-pictures'
import { toStatus, type Parsed, type RoomDocument } from '@lokalteil/services/import/parsed-document'
import { defineFormats } from '@lokalteil/services/import/room-formats'
import {
  getChild,
  listChildren,
  parseXml,
  toNodeText,
  attributeOf,
  type XmlNode,
} from '@lokalteil/services/import/formats/xml'

const FORMAT = /^notice@1(?:\.\d+)*$/
const OBITUARY_ROOTS = new Set(['notices', 'notice'])

const Moment = z.string().transform((text, context) => {
  const at = toInstant(text)
  if (at !== null && /[zZ]$|[+-]\d{2}:?\d{2}$/.test(text)) return at
  context.addIssue({ code: 'custom', message: 'must be a time with its zone, like 2026-11-28T06:00:00+01:00' })
  return z.NEVER
})
const LifeDate = z
  .string()
  .refine(isLifeDate, 'must be a day like 1941-03-12 or a year')
  .nullish()
  .transform((date) => date ?? null)
/** Names one below the other may be given as a list. */
const Part = (part: ObituaryPart) =>
  z
    .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
    .default('')
    .refine((text) => text.length <= OBITUARY_PARTS[part], `is longer than ${OBITUARY_PARTS[part]} letters`)

const Stamp = z.object({
  format: z.string().regex(FORMAT, 'must be notice@1'),
  id: z.string().max(MOST_ID).regex(OBITUARY_ID, 'must be words of a-z and 0-9 with hyphens'),
  status: z.string().max(30).default('usable'),
  updated: Moment,
})

const GivenObituary = Stamp.extend({
  kind: z.enum(OBITUARY_KINDS).default('death'),
  published: Moment,
  until: Moment.nullish(),
  person: z.object({
    key: z.string().min(1).max(200).nullish(),
    name: z.string().trim().min(1, 'is empty').max(MOST_NAME),
    birthName: Line(MOST_NAME),
    born: LifeDate,
    died: LifeDate,
    place: Line(MOST_PLACE),
  }),
  condolences: z.boolean().default(true),
  picture: GivenPicture.nullish(),
  layout: z.enum(LAYOUTS).default('classic'),
  symbol: z.enum(SYMBOLS).default('none'),
  quote: Part('quote'),
  intro: Part('intro'),
  text: Part('text'),
  mourners: Part('mourners'),
  ceremony: Part('ceremony'),
  remark: Part('remark'),
})
type GivenObituary = z.infer<typeof GivenObituary>

function isObituary(object: Readonly<Record<string, unknown>>): boolean {
  return typeof object.format === 'string' && object.format.startsWith('notice@')
}

function parseObituary(value: unknown): RoomDocument | { reason: string; sourceId?: string } {
  const stamp = Stamp.safeParse(value)
  const status = stamp.success ? toStatus(stamp.data.status) : null
  if (stamp.success && status === null)
    return { reason: `notice: status "${stamp.data.status}" is not known`, sourceId: `notice:${stamp.data.id}` }
  if (stamp.success && status !== null && status !== 'usable')
    return toDocument(toWithdrawn(stamp.data, status), value, [])
  const parsed = GivenObituary.safeParse(value)
  if (!parsed.success) return { reason: describeIssues('notice', parsed.error) }
  const notes: string[] = []
  return toDocument(toIncoming(parsed.data, notes), value, notes)
}

function toIncoming(given: GivenObituary, notes: string[]): IncomingObituary {
  const { id, updated, kind, published, until, person, condolences, picture, layout, symbol } = given
  const parts = Object.fromEntries(
    PART_NAMES.map((part) => {
      const { text, removed } = withoutContacts(given[part], part === 'ceremony')
      if (removed > 0) notes.push(`${part}: ${removed} lines with an address, number or link were left out`)
      return [part, text]
    }),
  ) as Record<ObituaryPart, string>
  return {
    id,
    updated,
    status: 'usable',
    kind,
    published,
    until: until ?? null,
    personKey: person.key ?? null,
    person: {
      name: setLine(toLine(person.name), 'de'),
      birthName: toLine(person.birthName).replace(/^geb(?:\.|orene?)\s+/i, ''),
      born: person.born,
      died: person.died,
      place: setLine(toLine(person.place), 'de'),
    },
    isBookClosed: !condolences,
    picture: picture ? toFoundPicture(picture) : null,
    set: { layout, symbol, ...parts },
  }
}

function toWithdrawn({ id, updated }: z.infer<typeof Stamp>, status: 'canceled' | 'withheld'): IncomingObituary {
  return {
    id,
    updated,
    status,
    kind: 'death',
    published: updated,
    until: null,
    personKey: null,
    person: { name: '–', birthName: '', born: null, died: null, place: '' },
    isBookClosed: false,
    picture: null,
    set: { layout: 'classic', symbol: 'none', quote: '', intro: '', text: '', mourners: '', ceremony: '', remark: '' },
  }
}

function toDocument(notice: IncomingObituary, value: unknown, notes: readonly string[]): RoomDocument {
  return { room: obituaryFormats.name, sourceId: `notice:${notice.id}`, delivery: notice, value, notes }
}

// ── XML

/** `<notices>` with any number of `<notice>`, or a single one; the same fields, as attributes and elements. */
function parseObituariesXml(xml: string): Parsed {
  const parsed = parseXml(xml, [], { removePrefixes: true })
  if (parsed.kind === 'refused')
    return { documents: [], refusals: [{ sourceId: '', reason: parsed.reason, raw: xml, extension: 'xml' }] }
  const { name, root } = parsed
  const nodes = name === 'notice' ? [root] : listChildren(root, 'notice')
  const result: Parsed = { documents: [], refusals: [] }
  if (nodes.length === 0)
    result.refusals.push({ sourceId: '', reason: 'notices: no notice in it', raw: xml, extension: 'xml' })
  for (const node of nodes) {
    const value = toValue(node)
    const document = parseObituary(value)
    if ('reason' in document)
      result.refusals.push({
        sourceId: document.sourceId ?? (typeof value.id === 'string' ? `notice:${value.id}` : ''),
        reason: document.reason,
        raw: JSON.stringify(value, null, 2),
        extension: 'json',
      })
    else (result.roomDocuments ??= []).push(document)
  }
  return result
}

/** The value as in JSON; missing fields are left out. */
function toValue(node: XmlNode): Record<string, unknown> {
  const attributes = (from: XmlNode | undefined, names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((one) => {
        const text = from === undefined ? '' : attributeOf(from, one)
        return text === '' ? [] : [[one, text]]
      }),
    )
  const person = getChild(node, 'person')
  const picture = getChild(node, 'picture')
  const parts = PART_NAMES.flatMap((part) => {
    const found = getChild(node, part)
    if (found === undefined) return []
    const lines = listChildren(found, 'line').map(toNodeText)
    return [[part, lines.length > 0 ? lines : toNodeText(found)]]
  })
  const condolences = attributeOf(node, 'condolences')
  return {
    format: 'notice@1',
    ...attributes(node, ['id', 'updated', 'status', 'kind', 'published', 'until', 'layout', 'symbol']),
    ...(condolences === '' ? {} : { condolences: condolences !== 'no' }),
    person: {
      ...attributes(person, ['key', 'birthName', 'born', 'died', 'place']),
      name: person === undefined ? '' : toNodeText(person),
    },
    ...(picture === undefined ? {} : { picture: attributes(picture, ['url', 'alt', 'credit']) }),
    ...(Object.fromEntries(parts) as object),
  }
}

export const obituaryFormats = defineFormats<IncomingObituary>({
  name: 'notices',
  service: 'notices',
  json: [{ name: 'notice', words: 'a notice', isOf: isObituary, parse: parseObituary }],
  xml: [{ name: 'notices', words: 'notices', isOf: (root) => OBITUARY_ROOTS.has(root), parse: parseObituariesXml }],
  settlePictures: async (notice, settle) => ({ ...notice, picture: await settle(notice.picture) }),
  deliver: (service, notice) => createClient(OBITUARIES_INTERNAL, service).ingest({ body: { notice } }),
  // An import of notices sells nothing and sends no mail.
  open: async ({ database, serviceKey }) =>
    (await import('../service/app.ts')).createObituariesService({
      database,
      serviceKey,
      secret: serviceKey,
      queueMail: async () => {},
      pricesOf: () => null,
      giveUp: async () => false,
      pictures: NO_PICTURES_SHOWN,
      checkAnswers: false,
    }),
})
