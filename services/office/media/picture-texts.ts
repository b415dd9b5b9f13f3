/**
 * Texts inside a picture file by agencies and photographers: caption, credit, alternative text, copyright and instructions, in
 * IPTC-IIM (records of the Photoshop block) and XMP. Foreign bytes: everything is bounded, anything unexpected is ignored.
 */
import { XMLParser } from 'fast-xml-parser'

export type PictureTexts = {
  caption: string
  credit: string
  altText: string
  copyright: string
  /** Special instructions: terms of use, mostly. */
  instructions: string
}
export const NO_TEXTS: PictureTexts = { caption: '', credit: '', altText: '', copyright: '', instructions: '' }

const MOST_XMP = 512 * 1024
const MOST_IPTC = 1024 * 1024
const MOST_LEVELS = 30
const LONGEST = 2000

export function readPictureTexts(iptc: Uint8Array | undefined, xmp: string | undefined): PictureTexts {
  const written = iptc === undefined || iptc.length > MOST_IPTC ? new Map<number, string[]>() : readIptc(iptc)
  const nodes = xmp === undefined || xmp.length > MOST_XMP ? [] : readXmp(xmp)
  const first = (tag: number) => written.get(tag)?.[0] ?? ''
  return {
    caption: first(120) || textOf(nodes, 'dc:description'),
    credit: joinCredit(written.get(80) ?? listOf(nodes, 'dc:creator'), first(110) || textOf(nodes, 'photoshop:Credit')),
    altText: textOf(nodes, 'Iptc4xmpCore:AltTextAccessibility'),
    copyright: (first(116) || textOf(nodes, 'dc:rights')).slice(0, 300),
    instructions: first(40) || textOf(nodes, 'photoshop:Instructions'),
  }
}

/** "Lena Vogt/dpa", as agencies ask for it. */
function joinCredit(people: readonly string[], provider: string): string {
  const parts = [...people, provider].filter((part) => part !== '')
  return [...new Set(parts)]
    .filter((part) => !parts.some((other) => other !== part && other.includes(part)))
    .join('/')
    .slice(0, 300)
}

// ── IPTC-IIM

const PHOTOSHOP = 'Photoshop 3.0\0'
const IPTC_BLOCK = 0x0404
const UTF8 = '\u001b%G'

/** Data sets of record 2 by number. */
function readIptc(bytes: Uint8Array): Map<number, string[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const records = findRecords(buffer)
  const found = new Map<number, Buffer[]>()
  let isUtf8 = false
  for (let at = 0; at + 5 <= records.length && records[at] === 0x1c;) {
    const [record, tag] = [records[at + 1]!, records[at + 2]!]
    const length = records.readUInt16BE(at + 3)
    // Extended sizes are for pictures inside of pictures.
    if (length > 0x7fff || at + 5 + length > records.length) break
    const value = records.subarray(at + 5, at + 5 + length)
    if (record === 1 && tag === 90) isUtf8 = value.toString('latin1') === UTF8
    if (record === 2) found.set(tag, [...(found.get(tag) ?? []), value])
    at += 5 + length
  }
  return new Map([...found].map(([tag, values]) => [tag, values.map((value) => clean(decode(value, isUtf8)))]))
}

/** The block 0x0404 among those of Photoshop; TIFF files have the records alone. */
function findRecords(buffer: Buffer): Buffer {
  let at = buffer.subarray(0, PHOTOSHOP.length).toString('latin1') === PHOTOSHOP ? PHOTOSHOP.length : 0
  while (at + 12 <= buffer.length && buffer.toString('latin1', at, at + 4) === '8BIM') {
    const id = buffer.readUInt16BE(at + 4)
    // A name with its length in front; both it and the data fill whole words.
    const nameLength = 1 + buffer[at + 6]!
    const sizeAt = at + 6 + nameLength + (nameLength % 2)
    if (sizeAt + 4 > buffer.length) return Buffer.alloc(0)
    const size = buffer.readUInt32BE(sizeAt)
    if (id === IPTC_BLOCK) return buffer.subarray(sizeAt + 4, sizeAt + 4 + size)
    at = sizeAt + 4 + size + (size % 2)
  }
  return at === 0 ? buffer : Buffer.alloc(0)
}

/** Many programs write UTF-8 without saying so; bytes that are not UTF-8 are Latin-1. */
function decode(value: Buffer, isUtf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !isUtf8 }).decode(value)
  } catch {
    return new TextDecoder('windows-1252').decode(value)
  }
}

// ── XMP

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

function readXmp(xmp: string): Node[] {
  const options = { ignoreAttributes: false, attributeNamePrefix: '', processEntities: false, parseTagValue: false }
  try {
    return listNodes(new XMLParser(options).parse(xmp), MOST_LEVELS)
  } catch {
    return []
  }
}

function listNodes(value: unknown, levels: number): Node[] {
  if (!isNode(value) || levels === 0) return []
  return [value, ...Object.values(value).flatMap((inner) => listNodes(inner, levels - 1))]
}

const textOf = (nodes: readonly Node[], name: string) => listOf(nodes, name)[0] ?? ''

/** Texts of an element or attribute, also in `rdf:Alt`, `rdf:Seq` and `rdf:Bag`. */
function listOf(nodes: readonly Node[], name: string): string[] {
  const given = nodes.find((node) => node[name] !== undefined)?.[name]
  return toTexts(given, 6).map((text) => clean(decodeEntities(text)))
}

function toTexts(value: unknown, levels: number): string[] {
  if (typeof value === 'string') return [value]
  if (levels === 0) return []
  if (Array.isArray(value)) return value.flatMap((one) => toTexts(one, levels - 1))
  if (!isNode(value)) return []
  for (const name of ['rdf:Alt', 'rdf:Seq', 'rdf:Bag', 'rdf:li', '#text'])
    if (value[name] !== undefined) return toTexts(value[name], levels - 1)
  return []
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (_all, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[(name as string).toLowerCase()]!
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST)
}
