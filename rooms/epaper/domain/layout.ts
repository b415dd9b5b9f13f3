/**
 * Heuristic that finds the articles of a printed page: which lines are headlines (larger than the running text), which
 * columns of text stand below each, which pictures belong to it. Made for newspaper pages; a zone file is always
 * better. Deterministic: every run gives the same result.
 */
import type { PageRun } from './text-runs.ts'
import { sharedAreaOf, unite, type Box, type Zone } from './zones.ts'

export type PageContent = {
  runs: readonly PageRun[]
  pictures: readonly Box[]
}

export type FoundArticle = {
  kicker: string
  title: string
  author: string
  /** Paragraphs in reading order. Those that begin with `## ` are subheadings. */
  paragraphs: string[]
  headline: Box
  texts: Box[]
  pictures: Box[]
}

/** A headline is larger than the running text by this factor. */
const HEADLINE = 1.35
/** The next line of a block begins at most this many line heights below. */
const LEADING = 0.75
/** Top and bottom margins, which hold date lines and page numbers and are not read. */
const HEAD_MARGIN = 0.075
const FOOT_MARGIN = 0.965
const MOST_ARTICLES = 60

type Line = PageRun
type Block = Box & { lines: Line[]; size: number; isBold: boolean }

/** The size of most letters in points; 0: no text. */
export function bodySizeOf(pages: readonly PageContent[]): number {
  const letters = new Map<number, number>()
  for (const { runs } of pages)
    for (const { size, text } of runs) {
      const rounded = Math.round(size * 4) / 4
      letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
    }
  let best = 0
  for (const [size, count] of letters) if (count > (letters.get(best) ?? 0)) best = size
  return best
}

/** `page`: one page of an issue. `bodySize` must be that of the whole issue. */
export function findArticles(page: PageContent, bodySize: number): FoundArticle[] {
  if (bodySize === 0) return []
  const blocks = joinLines(page.runs.filter((run) => !isFurniture(run, bodySize)))
  const headlines = joinHeadlines(blocks.filter((block) => isHeadline(block, bodySize)))
  const others = blocks.filter((block) => !isHeadline(block, bodySize))
  const found = headlines.slice(0, MOST_ARTICLES).map((headline) => ({
    headline,
    reach: reachOf(headline, [...headlines, ...others, ...page.pictures]),
    kicker: [] as Block[],
    texts: [] as Block[],
    pictures: [] as Box[],
  }))
  for (const block of others) {
    const kickerOf = found.find((article) => isKicker(block, article.headline, bodySize))
    if (kickerOf !== undefined) kickerOf.kicker.push(block)
    else nearestAbove(block, found)?.texts.push(block)
  }
  for (const picture of page.pictures) {
    const below = found.find(({ headline }) => isJustBelow(headline, picture))
    ;(below ?? nearestAbove(picture, found))?.pictures.push(picture)
  }
  return found
    .filter(({ texts }) => texts.some((block) => lettersOf(block) >= 40))
    .map(({ headline, kicker, texts, pictures }) => toArticle(headline, kicker, texts, pictures, bodySize))
}

/** Zones of an article's parts, in reading order. */
export function toZones(article: FoundArticle, articleKey: string): Zone[] {
  const zone = (kind: Zone['kind'], box: Box): Zone => ({ kind, articleKey, box, polygon: null })
  return [
    zone('headline', article.headline),
    ...article.pictures.map((box) => zone('picture', box)),
    ...article.texts.map((box) => zone('text', box)),
  ]
}

function isFurniture({ y, height, size }: PageRun, bodySize: number): boolean {
  return size < bodySize * HEADLINE && (y + height < HEAD_MARGIN || y > FOOT_MARGIN)
}

const right = (box: Box) => box.x + box.width
const bottom = (box: Box) => box.y + box.height
const overlapX = (a: Box, b: Box) => Math.min(right(a), right(b)) - Math.max(a.x, b.x)
const lettersOf = ({ lines }: Block) => lines.reduce((sum, { text }) => sum + text.length, 0)

/** Joins lines of one size below each other to a block: a column of text, or a headline of several lines. */
function joinLines(lines: readonly Line[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const above = blocks
      .filter((block) => {
        const last = block.lines.at(-1)!
        const gap = line.y - bottom(last)
        return (
          Math.abs(last.size - line.size) <= 0.14 * last.size &&
          gap <= LEADING * Math.max(line.height, last.height) &&
          gap > -0.6 * line.height &&
          overlapX(block, line) >= 0.6 * Math.min(block.width, line.width) &&
          // A short line is left-aligned or centred in its column.
          right(line) <= right(block) + 0.35 * Math.max(block.width, line.width)
        )
      })
      .toSorted((a, b) => bottom(b) - bottom(a))[0]
    if (above === undefined) {
      blocks.push({ ...boxOf(line), lines: [line], size: line.size, isBold: line.isBold })
      continue
    }
    const letters = lettersOf(above)
    above.size = (above.size * letters + line.size * line.text.length) / (letters + line.text.length)
    above.lines.push(line)
    Object.assign(above, unite([above, line]))
  }
  return blocks
}

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height })

function isHeadline(block: Block, bodySize: number): boolean {
  return (
    block.size >= bodySize * HEADLINE &&
    lettersOf(block) >= 4 &&
    lettersOf(block) <= 240 &&
    /\p{L}{2}/u.test(textOf(block))
  )
}

/** Joins pieces of one headline that the page stores separately: the same size, close together. */
function joinHeadlines(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const last = joined.find(
      (other) =>
        Math.abs(other.size - block.size) <= 0.06 * block.size &&
        overlapX(other, block) >= 0.5 * Math.min(other.width, block.width) &&
        block.y - bottom(other) < 0.5 * block.lines[0]!.height,
    )
    if (last === undefined) joined.push({ ...block, lines: [...block.lines] })
    else {
      last.lines.push(...block.lines)
      Object.assign(last, unite([last, block]))
    }
  }
  return joined
}

/** The horizontal range below a headline in which its text may stand; it ends where the next headline begins. */
function reachOf(headline: Block, all: readonly Box[]): { from: number; to: number } {
  const beside = all.filter(
    (box) =>
      box !== headline && box.y < bottom(headline) && bottom(box) > headline.y && box.x >= right(headline) - 0.005,
  )
  return { from: headline.x - 0.02, to: Math.min(1, ...beside.map(({ x }) => x)) - 0.001 }
}

function isKicker(block: Block, headline: Block, bodySize: number): boolean {
  return (
    block.lines.length === 1 &&
    lettersOf(block) <= 60 &&
    headline.y - bottom(block) >= -0.002 &&
    headline.y - bottom(block) < 1.6 * block.height &&
    block.size <= bodySize * HEADLINE &&
    Math.abs(block.x - headline.x) < 0.02
  )
}

function nearestAbove<A extends { headline: Block; reach: { from: number; to: number } }>(
  box: Box,
  articles: readonly A[],
): A | null {
  let nearest: A | null = null
  for (const article of articles) {
    const { headline, reach } = article
    const middle = box.x + Math.min(box.width, 0.1) / 2
    if (box.y < headline.y + 0.4 * headline.height || middle < reach.from || middle > reach.to) continue
    if (nearest === null || bottom(headline) > bottom(nearest.headline)) nearest = article
  }
  return nearest
}

function isJustBelow(headline: Box, picture: Box): boolean {
  const gap = headline.y - bottom(picture)
  return gap > -0.01 && gap < 0.06 && overlapX(headline, picture) >= 0.6 * Math.min(headline.width, picture.width)
}

// --- Texts

function toArticle(
  headline: Block,
  kicker: readonly Block[],
  texts: readonly Block[],
  pictures: Box[],
  bodySize: number,
): FoundArticle {
  const captions = texts.filter((block) => block.size < 0.93 * bodySize)
  const read = inReadingOrder(texts.filter((block) => !captions.includes(block)))
  const { author, blocks } = takeAuthor(read)
  return {
    kicker: kicker.map(textOf).join(' ').slice(0, 300),
    title: textOf(headline).slice(0, 500),
    author,
    paragraphs: toParagraphs(blocks, bodySize),
    headline: boxOf(headline),
    texts: read.map(boxOf),
    pictures: pictures.map((picture) => unite([picture, ...captions.filter((block) => isCaption(block, picture))])!),
  }
}

function isCaption(block: Block, picture: Box): boolean {
  return block.y - bottom(picture) < 0.03 && block.y > picture.y && overlapX(block, picture) > 0.7 * block.width
}

/** Column by column from the left; within one from the top. */
export function inReadingOrder<B extends Box>(blocks: readonly B[]): B[] {
  const columns: { x: number; blocks: B[] }[] = []
  for (const block of blocks.toSorted((a, b) => a.x - b.x)) {
    const column = columns.find(({ x }) => Math.abs(block.x - x) < 0.03)
    if (column === undefined) columns.push({ x: block.x, blocks: [block] })
    else column.blocks.push(block)
  }
  return columns.flatMap((column) => column.blocks.toSorted((a, b) => a.y - b.y))
}

const BYLINE = /^(?:Von|von|VON) ((?:(?:[A-ZÄÖÜ][\p{L}.-]*|und|von|de|van|der|zu)[ ,]*){1,8})$/u

function takeAuthor(blocks: readonly Block[]): { author: string; blocks: readonly Block[] } {
  for (const [index, block] of blocks.slice(0, 3).entries()) {
    const line = block.lines.findIndex(({ text }) => BYLINE.test(text.trim()))
    if (line === -1 || line > 1) continue
    const author = BYLINE.exec(block.lines[line]!.text.trim())![1]!.trim()
    const lines = block.lines.filter((_one, at) => at !== line)
    return {
      author,
      blocks: blocks.flatMap((one, at) => (at !== index ? [one] : lines.length === 0 ? [] : [{ ...one, lines }])),
    }
  }
  return { author: '', blocks }
}

function toParagraphs(blocks: readonly Block[], bodySize: number): string[] {
  const paragraphs: string[] = []
  let current = ''
  const end = () => {
    if (current !== '') paragraphs.push(current)
    current = ''
  }
  for (const block of blocks) {
    const left = Math.min(...block.lines.map(({ x }) => x))
    for (const line of block.lines) {
      const isHeading = line.isBold && line.text.length < 70 && block.lines.length <= 2 && line.size >= bodySize * 0.98
      const isIndented = line.x - left > 0.006 && /[.!?:…“"»)]$/.test(current)
      if (isHeading || isIndented) end()
      if (isHeading) paragraphs.push(`## ${line.text}`)
      else current = appendLine(current, line.text)
    }
    // A sentence may continue in the next column.
    if (/[.!?…“"»]$/.test(current)) end()
  }
  end()
  return paragraphs.slice(0, 400)
}

/** Joins a word divided at the end of a line. "Nord-" and "Süd-Bahn" stay as they are. */
export function appendLine(text: string, line: string): string {
  if (text === '') return line
  const divided = /(\p{L}{2,})[-‐]$/u.exec(text)
  if (divided !== null && /^\p{Ll}/u.test(line) && !/^(?:und|oder|bzw\.|sowie|bis)\b/.test(line))
    return text.slice(0, -1) + line
  return /[-‐]$/.test(text) && /^\p{Lu}/u.test(line) ? text + line : `${text} ${line}`
}

function textOf({ lines }: Block): string {
  return lines
    .reduce((text, line) => appendLine(text, line.text), '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The runs inside these boxes, as paragraphs in reading order. Used for boxes that a zone file marks as text. */
export function readBoxes(page: PageContent, boxes: readonly Box[], bodySize: number): string[] {
  const inside = boxes.flatMap((box) =>
    joinLines(page.runs.filter((run) => sharedAreaOf(run, box) >= 0.6 * run.width * run.height)),
  )
  return toParagraphs(inside, bodySize)
}
