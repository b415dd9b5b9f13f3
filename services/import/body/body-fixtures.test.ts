/**
 * Feeds as real sites and agencies write them, made by hand in `fixtures/`. Beside each lies its outline: the result of
 * every document, block by block, with the notes. `UPDATE_FIXTURES=1` writes the outlines again; read them before you
 * commit. A second test checks that no word and no address of a body is lost.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { sanitiseItems } from '../../content/sanitise.ts'
import { describe, expect, it } from 'vitest'
import { toBlocks } from './body-html.ts'
import { parseText } from '../formats/parse.ts'
import type { ContentItem, ParsedDocument } from '../parsed-document.ts'

const FOLDER = new URL('../fixtures/', import.meta.url)
const now = new Date('2026-11-21T09:00:00Z')
const files = readdirSync(FOLDER).filter((name) => /\.(?:xml|jsonl)$/.test(name))
const load = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8')
const read = (name: string) => parseText(load(name), { now, fallbackDate: now })

/** Makes special spaces visible. */
const visible = (text: string) =>
  text
    .replace(/\u00a0/g, '␣')
    .replace(/\u202f/g, '⎵')
    .replace(/\u2009/g, '⍽')
    .replace(/\n/g, '⏎')

function toLines(item: ContentItem, indent = ''): string[] {
  const line = (text: string) => indent + visible(text)
  switch (item.type) {
    case 'paragraph':
      return [line(`p ${item.html}`)]
    case 'heading':
      return [line(`h${item.level} ${item.text}${item.url === undefined ? '' : ` → ${item.url}`}`)]
    case 'list':
      return [
        line(`${item.ordered ? 'ol' : 'ul'}${item.start === undefined ? '' : ` from ${item.start}`}`),
        ...item.items.map((entry) => line(`  - ${entry}`)),
      ]
    case 'quote':
      return [
        line(`quote „${item.text}“ (${item.attribution})${item.url === undefined ? '' : ` → ${item.url}`}`),
        ...(item.paragraphs ?? []).map((text) => line(`  | ${text}`)),
      ]
    case 'table':
      return [
        line(`table${item.cells === undefined ? '' : ' html'}: ${item.caption}`),
        ...[item.head, ...item.rows].map((row, index) => line(`  ${index === 0 ? '#' : '|'} ${row.join(' | ')}`)),
      ]
    case 'image':
      return [line(`image ${toPicture(item.picture)}`)]
    case 'gallery':
      return [line(`gallery ${item.id}: ${item.title}`), ...item.pictures.map((one) => line(`  - ${toPicture(one)}`))]
    case 'audio':
      return [line(`audio ${item.src} ${item.mimeType} „${item.title}“`)]
    case 'video':
      return [line(`video ${item.src} ${item.mimeType} „${item.caption}“ poster ${item.poster?.baseUrl ?? 'none'}`)]
    case 'embed':
      return [line(`embed ${item.provider ?? item.vendor} ${item.url} „${item.title}“`)]
    case 'infoBox':
      return [line(`box ${item.title}`), ...item.items.flatMap((inner) => toLines(inner, `${indent}  `))]
    default:
      return [line(JSON.stringify(item))]
  }
}

const toPicture = ({
  baseUrl,
  altText,
  caption,
  credit,
}: {
  baseUrl: string
  altText: string
  caption: string
  credit: string
}) => `${baseUrl} [${altText}] „${caption}“ (${credit})`

function toOutline(document: ParsedDocument): string {
  return [
    `# ${document.sourceId}`,
    visible(`title ${document.title}`),
    visible(`teaser ${document.teaserTextHtml}`),
    ...(document.picture === null ? [] : [visible(`lead ${toPicture(document.picture)}`)]),
    ...document.contentItems.flatMap((item) => toLines(item)),
    ...(document.notes ?? []).map((note) => visible(`! ${note}`)),
    '',
  ].join('\n')
}

describe('bodies of real sites', () => {
  it.each(files)('give the outline beside them: %s', (name) => {
    const { documents, refusals } = read(name)
    expect(refusals.map(({ reason }) => reason)).toEqual([])
    const outline = documents.map(toOutline).join('\n')
    const expected = new URL(name.replace(/\.\w+$/, '.expected.txt'), FOLDER)
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(expected, outline)
    expect(outline).toBe(readFileSync(expected, 'utf8'))
  })

  it('are at least forty', () => {
    expect(files.flatMap((name) => read(name).documents).length).toBeGreaterThanOrEqual(40)
  })

  it.each(files)('pass the sanitiser of the content service unchanged: %s', (name) => {
    for (const { contentItems } of read(name).documents) {
      // The sanitiser adds `rel` to outside links, a slash to breaks and a no-break space to units; everything else
      // stays.
      const cleaned = JSON.stringify(sanitiseItems(contentItems))
        .replaceAll(' rel=\\"noopener\\"', '')
        .replaceAll('<br />', '<br>')
        .replaceAll('\u00a0', ' ')
      expect(cleaned).toBe(JSON.stringify(contentItems).replaceAll('\u00a0', ' '))
    }
  })
})

/** The bodies of all fixtures, decoded from their feeds. */
const bodies = files.flatMap((name) => {
  const text = load(name)
  const decode = (escaped: string) =>
    escaped
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&')
  if (name.endsWith('.jsonl'))
    return [...text.matchAll(/"(?:body_xhtml|value)":("(?:[^"\\]|\\.)*")/g)].map(
      ([, value]) => JSON.parse(value!) as string,
    )
  const cdata = [...text.matchAll(/<(content:encoded|description)><!\[CDATA\[(.*?)\]\]><\/\1>/gs)].map(
    ([, , html]) => html!,
  )
  const escaped = [
    ...text.matchAll(/<(content type=["']html["']|description)>([^<]*&lt;.*?)<\/(?:content|description)>/gs),
  ]
  const markup = [...text.matchAll(/<(?:content type="xhtml"|inlineXML[^>]*)>(.*?)<\/(?:content|inlineXML)>/gs)]
  return [...cdata, ...escaped.map(([, , html]) => decode(html!)), ...markup.map(([, html]) => html!)].filter((html) =>
    html.includes('<'),
  )
})

const NAMED: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  thinsp: '\u2009',
  amp: '&',
  frac12: '½',
  frac14: '¼',
  mdash: '—',
}
const decodeEntities = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (all, name: string) => NAMED[name] ?? all)

/** Words of the sites' own machinery, not of authors. */
const MACHINERY =
  /^(?:Teilen|mit|Weiterlesen|Herunterladen|Der|Rat|streitet|Suchen|email|protected|Diese|Mail|Adresse|ist|vor|Spambots|geschützt|Foto|Credit|0|00|83|Sieh|dir|diesen|Beitrag|auf|Instagram|an|Mit|dem|Laden|des|Videos|akzeptieren|Sie|die|Datenschutzerklärung)$/

describe('every part of a body', () => {
  it('every word arrives, or is named in the notes', () => {
    expect(bodies.length).toBeGreaterThanOrEqual(40)
    for (const html of bodies) {
      const { items, notes, kicker } = toBlocks(html, {
        language: 'en',
        baseUrl: 'https://source.example/a',
        findPicture: ({ src = '' }) => ({
          baseUrl: src,
          cropVal: '16:9',
          altText: '',
          width: 0,
          height: 0,
          credit: '',
          caption: '',
          colour: null,
        }),
      })
      const arrived = JSON.stringify([items, notes, kicker]).replace(/<[^>]*>/g, ' ')
      const words = decodeEntities(
        html
          .replace(/<!--.*?-->|<(script|style|head|noscript|title|iframe)[ >].*?<\/\1>/gs, ' ')
          .replace(/<[^>]*>/g, ' '),
      ).match(/[\p{L}\p{N}]{2,}/gu)
      const missing = (words ?? []).filter((word) => !arrived.includes(word) && !MACHINERY.test(word))
      expect({ html: html.slice(0, 80), missing }).toEqual({ html: html.slice(0, 80), missing: [] })
    }
  })
})
