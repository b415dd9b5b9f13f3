/**
 * Typesets an issue of the demo: pages of four columns whose cells each take the best-fitting article, drawn as a PDF,
 * with a zone file (docs/epaper.md).
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { formatDay } from '@lokalteil/domain/german'
import { isAtOrBelow } from '@lokalteil/domain/section-path'
import Pdf from 'pdfkit'
import sharp from 'sharp'
// @ts-expect-error The package brings no types.
import subsetFontUntyped from 'subset-font'
import type { PrintedArticle, PrintedText } from './issue-articles.ts'

export type Paper = { name: string; claim: string; colour: string; price: string }
export type IssuePlan = { day: string; number: number; pages: PagePlan[] }
type PagePlan = { section: string; cells: PlacedCell[]; rules: number[] }
type PlacedCell = Cell & { content: Fitted | null }

// The page, in points

const MM = 72 / 25.4
const PAGE = { width: 315 * MM, height: 470 * MM }
const MARGIN = { side: 34, top: 26, bottom: 44 }
const COLUMNS = 4
const GUTTER = 18
const COLUMN = (PAGE.width - 2 * MARGIN.side - (COLUMNS - 1) * GUTTER) / COLUMNS
const MASTHEAD = 116
const FOLIO = 34
const ROW_GAP = 22
const LINE = 12.6
const TEXT_SIZE = 10
const INDENT = 9
const KICKER = { size: 9, line: 13.5 }
const CAPTION = { size: 7.6, line: 10 }
const INK = '#161616'
const RULE = '#8a8a8a'

/** Headline sizes by the number of columns of a cell. */
const HEADLINES: Readonly<Record<number, { size: number; most: number }>> = {
  1: { size: 17.5, most: 4 },
  2: { size: 25, most: 3 },
  3: { size: 36, most: 2 },
}
/** Height of a picture as a share of its width. */
const RATIOS: Readonly<Record<number, readonly [least: number, most: number]>> = {
  1: [0.5, 0.85],
  2: [0.34, 0.68],
  3: [0.36, 0.64],
}

type Shape = readonly { share: number; spans: readonly number[] }[]
const FRONT: Shape = [
  { share: 0.53, spans: [3, 1] },
  { share: 0.47, spans: [2, 2] },
]
const INNER: readonly Shape[] = [
  [
    { share: 0.52, spans: [3, 1] },
    { share: 0.48, spans: [2, 2] },
  ],
  [
    { share: 0.46, spans: [2, 2] },
    { share: 0.54, spans: [1, 3] },
  ],
]

type Cell = { x: number; y: number; width: number; height: number; span: number }

/** The cells of a page, and the top of its rows. */
function toCells(shape: Shape, top: number): { cells: Cell[]; rules: number[] } {
  const free = PAGE.height - MARGIN.bottom - top - (shape.length - 1) * ROW_GAP
  const rules: number[] = []
  let y = top
  const cells = shape.flatMap(({ share, spans }, row) => {
    if (row > 0) rules.push(y - ROW_GAP / 2)
    const height = free * share
    let column = 0
    const inRow = spans.map((span): Cell => {
      const x = MARGIN.side + column * (COLUMN + GUTTER)
      column += span
      return { x, y, width: span * COLUMN + (span - 1) * GUTTER, height, span }
    })
    y += height + ROW_GAP
    return inRow
  })
  return { cells, rules }
}

// Content of a cell

type FontName = 'text' | 'bold' | 'sans' | 'sansBold'
type Measure = (font: FontName, size: number, text: string) => number
type Line = { text: string; font: FontName; indent: number }
type Fitted = {
  article: PrintedArticle
  headline: { lines: string[]; size: number }
  /** 0: no picture. */
  pictureHeight: number
  caption: string[]
  /** Balanced over the columns of the cell. */
  lines: Line[]
  printed: PrintedText[]
  waste: number
}

function wrap(measure: Measure, font: FontName, size: number, text: string, width: number, indent = 0): string[] {
  const lines: string[] = []
  let line = ''
  let used = indent
  // A word may break behind its own hyphens.
  for (const piece of text.split(/(?<=[^\s-]-)(?=\p{L}{3})|(?<= )/u)) {
    if (line !== '' && used + measure(font, size, piece.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
      used = 0
    }
    line += piece
    used += measure(font, size, piece)
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

/** As few lines as possible, of equal length; smaller type if a word is wider than the cell. */
function setHeadline(measure: Measure, title: string, { width, span }: Cell): Fitted['headline'] {
  const { size: full, most } = HEADLINES[span]!
  for (let size = full; ; size *= 0.94) {
    const lines = wrap(measure, 'bold', size, title, width)
    const isFit = lines.length <= most && lines.every((line) => measure('bold', size, line) <= width)
    if (!isFit && size > full * 0.6) continue
    let balanced = lines
    for (let narrower = width * 0.96; narrower > width * 0.5; narrower *= 0.96) {
      const next = wrap(measure, 'bold', size, title, narrower)
      if (next.length > lines.length || next.some((line) => measure('bold', size, line) > width)) break
      balanced = next
    }
    return { lines: balanced, size }
  }
}

/** An article's text as lines, computed once, because all columns have the same width. */
type SetText = { byline: Line[]; texts: { text: PrintedText; indent: number; lines: Line[] }[]; count: number }

function setTexts(measure: Measure, { author, texts }: PrintedArticle): SetText {
  const byline: Line[] = author === '' ? [] : [{ text: `Von ${author}`, font: 'sansBold', indent: 0 }]
  const set = texts.map((text, index) => {
    const indent = text.kind === 'heading' || index === 0 || texts[index - 1]!.kind === 'heading' ? 0 : INDENT
    return { text, indent, lines: setText(measure, text, indent) }
  })
  return { byline, texts: set, count: set.reduce((sum, { lines }) => sum + lines.length, byline.length) }
}

function setText(measure: Measure, { kind, text }: PrintedText, indent: number): Line[] {
  const font = kind === 'heading' ? 'bold' : 'text'
  return wrap(measure, font, TEXT_SIZE, text, COLUMN, indent).map((line, index) => ({
    text: line,
    font,
    indent: index === 0 ? indent : 0,
  }))
}

/** Cuts text that does not fit from the end, by whole sentences. */
function cutTexts(
  measure: Measure,
  { byline, texts }: SetText,
  most: number,
): { printed: PrintedText[]; lines: Line[] } {
  const printed: PrintedText[] = []
  const lines = [...byline]
  for (const { text, indent, lines: own } of texts) {
    if (lines.length + own.length <= most) {
      printed.push(text)
      lines.push(...own)
      continue
    }
    const sentences = text.kind === 'heading' ? [] : text.text.split(/(?<=[.!?…“]) (?=[A-ZÄÖÜ„0-9])/)
    for (let count = sentences.length - 1; count > 0; count--) {
      const shorter = { ...text, text: sentences.slice(0, count).join(' ') }
      const set = setText(measure, shorter, indent)
      if (lines.length + set.length > most) continue
      printed.push(shorter)
      lines.push(...set)
      break
    }
    break
  }
  while (printed.at(-1)?.kind === 'heading') {
    printed.pop()
    while (lines.at(-1)?.font === 'bold') lines.pop()
  }
  return { printed, lines }
}

/** Null: the article does not fit here. */
function fit({ measure, textOf, headlineOf }: Setting, article: PrintedArticle, cell: Cell): Fitted | null {
  const { width, height, span } = cell
  const headline = headlineOf(article, cell)
  const head = KICKER.line + headline.lines.length * headline.size * 1.08 + 8
  const below = height - head
  const all = textOf(article)
  const caption =
    article.picture === null
      ? []
      : wrap(
          measure,
          'sans',
          CAPTION.size,
          [article.picture.caption, article.picture.credit].filter((part) => part !== '').join(' '),
          width,
        ).slice(0, 2)
  const [least, most] = RATIOS[span]!
  const around = caption.length * CAPTION.line + 12
  const textHeight = Math.ceil(all.count / span) * LINE
  const left = below - textHeight - around
  const pictureHeight =
    article.picture === null || below - around - least * width < 6 * LINE
      ? 0
      : Math.min(most * width, Math.max(least * width, left))
  const room = Math.floor((below - (pictureHeight === 0 ? 0 : pictureHeight + around)) / LINE) * span
  const { printed, lines } = cutTexts(measure, all, room)
  if (lines.length < Math.min(6, all.count)) return null
  const free = below - (pictureHeight === 0 ? 0 : pictureHeight + around) - Math.ceil(lines.length / span) * LINE
  const waste = (3 * free) / height + (0.6 * (all.count - lines.length)) / all.count
  return {
    article,
    headline,
    pictureHeight,
    caption,
    lines,
    printed,
    waste: waste + (span > 1 && pictureHeight === 0 ? (span === 3 ? 5 : 0.25) : 0),
  }
}

export type Setting = {
  measure: Measure
  textOf: (article: PrintedArticle) => SetText
  headlineOf: (article: PrintedArticle, cell: Cell) => Fitted['headline']
}

/** Memoises the lines of articles, because each is tried in many cells. */
function openSetting(measure: Measure): Setting {
  const texts = new Map<PrintedArticle, SetText>()
  const headlines = new Map<string, Fitted['headline']>()
  return {
    measure,
    textOf: (article) => remember(texts, article, () => setTexts(measure, article)),
    headlineOf: (article, cell) =>
      remember(headlines, `${article.contentId} ${cell.span}`, () => setHeadline(measure, article.title, cell)),
  }
}

function remember<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** Number of a department's next articles that are tried, and the gain an older one must bring. */
const LOOKED_AT = 9
const AGE = 0.03

export type Department = { section: string; paths: readonly string[] }

/** Removes the printed articles from `left`, which is sorted by age. */
export function planPages(setting: Setting, departments: readonly Department[], left: PrintedArticle[]): PagePlan[] {
  return departments.map(({ section, paths }, index) => {
    const shape = index === 0 ? FRONT : INNER[index % INNER.length]!
    const { cells, rules } = toCells(shape, MARGIN.top + (index === 0 ? MASTHEAD : FOLIO))
    const isOwn = ({ section: at }: PrintedArticle) => paths.some((path) => isAtOrBelow(at, path))
    // The widest cells first, because they are the most visible.
    const order = cells.toSorted((a, b) => b.span - a.span || a.y - b.y)
    const contents = new Map<Cell, Fitted | null>()
    for (const cell of order) {
      const own = left.filter(isOwn)
      const candidates = (own.length > 0 ? own : left).slice(0, LOOKED_AT)
      const [best] = candidates
        .flatMap((article, rank) => {
          const fitted = fit(setting, article, cell)
          return fitted === null ? [] : [{ ...fitted, waste: fitted.waste + rank * AGE }]
        })
        .toSorted((a, b) => a.waste - b.waste)
      contents.set(cell, best ?? null)
      if (best !== undefined) left.splice(left.indexOf(best.article), 1)
    }
    return { section, rules, cells: cells.map((cell) => ({ ...cell, content: contents.get(cell) ?? null })) }
  })
}

// Fonts

const FACES: Readonly<Record<FontName, readonly [file: string, weight: number]>> = {
  text: ['@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2', 400],
  bold: ['@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2', 700],
  sans: ['@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2', 500],
  sansBold: ['@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2', 700],
}
const LETTERS = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0xa1 + index)),
  '„“”‚‘’–—…•−€',
].join('')
const subsetFont = subsetFontUntyped as (
  source: Uint8Array,
  text: string,
  options: { targetFormat: 'truetype'; variationAxes: { wght: number } },
) => Promise<Buffer>
const require = createRequire(import.meta.url)

export type Press = { setting: Setting; measure: Measure; faces: ReadonlyMap<FontName, Buffer> }

export async function openPress(): Promise<Press> {
  const faces = new Map<FontName, Buffer>()
  for (const [name, [file, wght]] of Object.entries(FACES) as [FontName, (typeof FACES)[FontName]][]) {
    const source = await readFile(require.resolve(file))
    faces.set(name, await subsetFont(source, LETTERS, { targetFormat: 'truetype', variationAxes: { wght } }))
  }
  const ruler = openDocument(faces)
  // Letter by letter without kerning: laying out every word would take most of the time.
  const widths = new Map<string, number>()
  const widthOf = (font: FontName, letter: string): number =>
    remember(widths, `${font} ${letter}`, () => ruler.font(font).fontSize(100).widthOfString(toKnown(letter)) / 100)
  const measure: Measure = (font, size, text) => {
    let width = 0
    for (const letter of text) width += widthOf(font, letter)
    return size * width
  }
  return { setting: openSetting(measure), measure, faces }
}

/** Letters missing in every font lose their diacritics. */
function toKnown(text: string): string {
  return Array.from(text, (letter) => {
    if (LETTERS.includes(letter)) return letter
    const [plain = ''] = letter.normalize('NFD')
    return LETTERS.includes(plain) ? plain : ''
  }).join('')
}

function openDocument(faces: ReadonlyMap<FontName, Buffer>): PDFKit.PDFDocument {
  const document = new Pdf({ autoFirstPage: false, size: [PAGE.width, PAGE.height], margin: 0 })
  for (const [name, bytes] of faces) document.registerFont(name, bytes)
  return document
}

// Drawing

type Zone = { kind: 'headline' | 'text' | 'picture'; article: string; box: ReturnType<typeof toBox> }

const round = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 10_000) / 10_000
const toBox = (x: number, y: number, width: number, height: number) => ({
  x: round(x / PAGE.width),
  y: round(y / PAGE.height),
  width: round(width / PAGE.width),
  height: round(height / PAGE.height),
})

export async function drawIssue(
  { faces, measure }: Press,
  paper: Paper,
  { day, number, pages }: IssuePlan,
): Promise<{ pdf: Buffer; zones: Buffer }> {
  const date = formatDay(new Date(`${day}T12:00:00Z`))
  const document = openDocument(faces)
  document.info.Title = `${paper.name}, ${date}`
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on('end', resolve))
  const write = (font: FontName, size: number, text: string, x: number, y: number, colour = INK) =>
    document.font(font).fontSize(size).fillColor(colour).text(toKnown(text), x, y, { lineBreak: false })
  const rule = (x1: number, y1: number, x2: number, y2: number, width: number, colour: string) =>
    document.moveTo(x1, y1).lineTo(x2, y2).lineWidth(width).strokeColor(colour).stroke()
  const right = PAGE.width - MARGIN.side
  const writeRight = (font: FontName, size: number, text: string, y: number) =>
    write(font, size, text, right - measure(font, size, text), y)
  const writeCentred = (font: FontName, size: number, text: string, y: number, colour = INK) =>
    write(font, size, text, (PAGE.width - measure(font, size, text)) / 2, y, colour)

  const articles: object[] = []
  const zonesOf: { number: number; label: string; section: string; zones: Zone[] }[] = []
  for (const [index, { section, cells, rules }] of pages.entries()) {
    const page = index + 1
    document.addPage()
    if (page === 1) {
      writeCentred('bold', 64, paper.name, MARGIN.top - 6, paper.colour)
      writeCentred('sans', 9.5, paper.claim, MARGIN.top + 60)
      rule(MARGIN.side, MARGIN.top + 80, right, MARGIN.top + 80, 2.2, paper.colour)
      const y = MARGIN.top + 86
      write('sans', 9, date, MARGIN.side, y)
      writeCentred('sans', 9, `Nr. ${number} · 81. Jahrgang`, y)
      writeRight('sans', 9, paper.price, y)
      rule(MARGIN.side, y + 16, right, y + 16, 0.7, INK)
    } else {
      const outer = String(page)
      const inner = `${paper.name} · ${date}`
      if (page % 2 === 0) {
        write('sansBold', 12, outer, MARGIN.side, MARGIN.top)
        writeRight('sans', 9, inner, MARGIN.top + 3)
      } else {
        write('sans', 9, inner, MARGIN.side, MARGIN.top + 3)
        writeRight('sansBold', 12, outer, MARGIN.top)
      }
      writeCentred('sansBold', 13.5, section, MARGIN.top - 1)
      rule(MARGIN.side, MARGIN.top + 20, right, MARGIN.top + 20, 0.9, INK)
      const foot = PAGE.height - MARGIN.bottom + 18
      rule(MARGIN.side, foot - 6, right, foot - 6, 0.7, INK)
      write('sans', 7, `${paper.name} · Demonstrationsausgabe, alle Orte und Personen sind erfunden`, MARGIN.side, foot)
      writeRight('sans', 7, day.split('-').toReversed().join('.'), foot)
    }
    for (const y of rules) rule(MARGIN.side, y, right, y, 0.7, INK)
    const zones: Zone[] = []
    for (const [place, cell] of cells.entries()) {
      const { x, y, width, height, span, content } = cell
      if (x > MARGIN.side) rule(x - GUTTER / 2, y, x - GUTTER / 2, y + height, 0.45, RULE)
      if (content === null) {
        drawOwnAdvertisement(cell)
        continue
      }
      const key = `${page}-${place + 1}`
      const { article, headline, pictureHeight, caption, lines, printed } = content
      let at = y
      if (article.kicker !== '') write('sansBold', KICKER.size, article.kicker, x, at, paper.colour)
      at += KICKER.line
      const headTop = at
      const headLine = headline.size * 1.08
      for (const line of headline.lines) {
        write('bold', headline.size, line, x, at + headline.size * 0.04)
        at += headLine
      }
      zones.push({ kind: 'headline', article: key, box: toBox(x, headTop, width, at + 4 - headTop) })
      at += 8
      if (pictureHeight > 0) {
        document.image(await toJpeg(article.picture!.file, width, pictureHeight), x, at, {
          width,
          height: pictureHeight,
        })
        const captionTop = at + pictureHeight + 4
        for (const [row, line] of caption.entries())
          write('sans', CAPTION.size, line, x, captionTop + row * CAPTION.line, '#444444')
        const end = captionTop + caption.length * CAPTION.line
        zones.push({ kind: 'picture', article: key, box: toBox(x, at, width, end - at) })
        at = end + 8
      }
      const perColumn = Math.ceil(lines.length / span)
      for (let column = 0; column < span; column++) {
        const own = lines.slice(column * perColumn, (column + 1) * perColumn)
        if (own.length === 0) break
        const left = x + column * (COLUMN + GUTTER)
        for (const [row, { text, font, indent }] of own.entries())
          write(font, font === 'sansBold' ? 8.6 : TEXT_SIZE, text, left + indent, at + row * LINE)
        zones.push({ kind: 'text', article: key, box: toBox(left, at, COLUMN, own.length * LINE) })
      }
      articles.push({
        key,
        kicker: article.kicker,
        title: article.title,
        author: article.author,
        contentId: article.contentId,
        html: toHtml(printed),
      })
    }
    zonesOf.push({ number: page, label: String(page), section, zones })
  }
  document.end()
  await ended
  return {
    pdf: Buffer.concat(chunks),
    zones: Buffer.from(JSON.stringify({ format: 'lokalteil-zones/1', articles, pages: zonesOf })),
  }

  /** Where no article is left: the paper's own word, as papers do. */
  function drawOwnAdvertisement({ x, y, width, height }: Cell): void {
    document.rect(x, y, width, height).fillOpacity(0.08).fill(paper.colour).fillOpacity(1)
    const middle = y + height / 2
    const lines = wrap(measure, 'bold', 19, `Jeden Tag neu im Netz: das Rätsel des Tages`, width - 24)
    for (const [row, line] of lines.entries())
      write('bold', 19, line, x + 12, middle - lines.length * 11 + row * 22, paper.colour)
    write('sans', 8.6, `${paper.name} · Anzeige in eigener Sache`, x + 12, middle + lines.length * 11 + 8)
  }
}

async function toJpeg(file: string, width: number, height: number): Promise<Buffer> {
  const scale = width > 500 ? 1.6 : 1.9
  return sharp(file)
    .resize({ width: Math.round(width * scale), height: Math.round(height * scale), fit: 'cover' })
    .jpeg({ quality: 62 })
    .toBuffer()
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function toHtml(printed: readonly PrintedText[]): string {
  return printed
    .map(({ kind, text }) => {
      const tag = kind === 'heading' ? 'h2' : 'p'
      return `<${tag}>${text.replace(/[&<>]/g, (sign) => SIGNS[sign]!)}</${tag}>`
    })
    .join('')
}
