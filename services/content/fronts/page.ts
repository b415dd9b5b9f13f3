/**
 * A page of blocks while it is composed. Every page keeps these rules: no article twice, no picture twice, no two
 * neighbours of one kind or one name, no block with too little to show.
 */
import type { Block, Teaser } from '@lokalteil/contracts/content'
import type { GRID_LAYOUTS } from '@lokalteil/contracts/publication/front'

export type GridKind = (typeof GRID_LAYOUTS)[number]

/** How many articles a block shows, and the fewest with which it may stand. */
export type Size = readonly [most: number, least: number]

export type Page = {
  blocks: Block[]
  /** Which block of the front each was made of: its index there. */
  origins: Map<Block, number>
  /** The articles shown, each with the file of its visible picture. */
  shown: Map<string, string | null>
  /** Ids of articles that an editor excluded from the page. */
  hidden: ReadonlySet<string>
  /** Ids of articles that an editor pinned: before others, in the given order, with or without a picture. */
  fixed: ReadonlySet<string>
}

/** `origins`: for each block the index in the front of the block it was made of; null: the composition added it. */
export type Composed = { blocks: Block[]; origins: (number | null)[] }

/** `columns`: with fewer articles than the size, full rows of so many are shown. */
const FORMS: Readonly<Record<GridKind, { size: Size; columns: number; other: GridKind }>> = {
  twoUp: { size: [2, 2], columns: 2, other: 'threeUp' },
  threeUp: { size: [3, 3], columns: 3, other: 'twoUp' },
  fourUp: { size: [4, 4], columns: 4, other: 'list' },
  list: { size: [6, 3], columns: 1, other: 'fourUp' },
  feature: { size: [4, 3], columns: 1, other: 'threeUp' },
}

/** How many articles of a block show their pictures; in other kinds all do. */
const PICTURES: Partial<Record<Block['kind'], number>> = { opinion: 0, timeline: 0, mostRead: 0, region: 2 }
/** Kinds in order of time, which pictures do not change. */
const BY_TIME: ReadonlySet<Block['kind']> = new Set(['list', 'opinion', 'timeline', 'mostRead', 'lead'])

export function createPage(curated: { hidden?: Iterable<string>; fixed?: Iterable<string> } = {}): Page {
  return {
    blocks: [],
    origins: new Map(),
    shown: new Map(),
    hidden: new Set(curated.hidden),
    fixed: new Set(curated.fixed),
  }
}

/** Teasers that are not on the page yet, each once. */
export function listFree(page: Page, teasers: readonly Teaser[]): Teaser[] {
  const seen = new Set<string>()
  return teasers.filter(({ documentId }) => {
    if (seen.has(documentId) || page.shown.has(documentId) || page.hidden.has(documentId)) return false
    seen.add(documentId)
    return true
  })
}

/** Takes free teasers for a block of this kind; null if there are too few. */
export function take(
  page: Page,
  kind: Block['kind'],
  teasers: readonly Teaser[],
  [most, least]: Size,
): Teaser[] | null {
  const chosen = choose(page, kind, listFree(page, teasers), most)
  if (chosen.length < least) return null
  for (const [index, teaser] of chosen.entries())
    page.shown.set(teaser.documentId, index < (PICTURES[kind] ?? Infinity) ? fileOf(teaser) : null)
  return chosen
}

/** Makes these teasers free again. */
export function release(page: Page, teasers: readonly Teaser[]): void {
  for (const { documentId } of teasers) page.shown.delete(documentId)
}

/**
 * Builds the requested grid, or another one if the neighbour has the same, if there are too few articles, or if most of
 * the pictures it needs are shown further up.
 */
export function toGrid(
  page: Page,
  { layout, count, title, target }: { layout: GridKind; count?: number | undefined; title: string; target: string },
  teasers: readonly Teaser[],
): Block | null {
  const before = page.blocks.at(-1)?.kind
  const free = rank(page, listFree(page, teasers))
  const own = free.filter(({ repeats, isFixed }) => isFixed || !repeats).length
  const fit = (kind: GridKind): { kind: GridKind; size: Size } | null => {
    const { size, columns } = FORMS[kind]
    const most = count ?? size[0]
    const least = kind === layout ? Math.min(size[1], most) : size[1]
    const shown = free.length >= most ? most : free.length - (free.length % columns)
    return kind === before || shown < least ? null : { kind, size: [shown, least] }
  }
  const forms: GridKind[] = [layout, FORMS[layout].other, 'threeUp', 'twoUp']
  const fitting = [...forms, 'list' as const].map(fit).filter((form) => form !== null)
  const form = fitting.find(({ kind, size: [shown] }) => kind === 'list' || own * 2 >= shown) ?? fitting[0]
  const chosen = form === undefined ? null : take(page, form.kind, teasers, form.size)
  return chosen === null ? null : { kind: form!.kind, title, target, teasers: chosen }
}

export function sizeOf(layout: GridKind): Size {
  return FORMS[layout].size
}

/** The number of places in full rows of a layout that holds `count`. */
export function toFullRows(layout: GridKind, count: number): number {
  const { size, columns } = FORMS[layout]
  return Math.max(size[0], Math.ceil(count / columns) * columns)
}

/** `origin`: index of the block's entry in the front. */
export function add(page: Page, block: Block | null, origin?: number): void {
  if (block === null) return
  if (page.blocks.at(-1)?.kind !== block.kind && !hasNameOfLast(page, block)) {
    page.blocks.push(block)
    if (origin !== undefined) page.origins.set(block, origin)
  }
  // It may not stand beside a block of its kind: free its articles.
  else if ('teasers' in block) release(page, block.teasers)
}

export function finish(page: Page): Composed {
  const blocks = page.blocks.at(-1)?.kind === 'adSlot' ? page.blocks.slice(0, -1) : page.blocks
  const seen = new Set<string>()
  return {
    blocks: blocks.map((block) => withoutRepeats(block, seen)),
    origins: blocks.map((block) => page.origins.get(block) ?? null),
  }
}

/** Ignores advertising, which may stay empty: the blocks around it would then be neighbours. */
function hasNameOfLast(page: Page, block: Block): boolean {
  const last = page.blocks.findLast(({ kind }) => kind !== 'adSlot')
  const name = nameOf(block)
  return name !== '' && last !== undefined && nameOf(last) === name
}

function nameOf(block: Block): string {
  return 'title' in block ? block.title.trim().toLowerCase() : ''
}

/** If two articles share a picture, the lower one gives way to others, and as a last resort shows none. */
function choose(page: Page, kind: Block['kind'], free: readonly Teaser[], most: number): Teaser[] {
  const pictures = PICTURES[kind] ?? Infinity
  if (pictures === 0) return free.slice(0, most)
  const ranked = rank(page, free)
  const isOrderedByPicture = pictures === Infinity && !BY_TIME.has(kind)
  const chosen = ranked
    .toSorted(isOrderedByPicture ? compareByPicture : compareByRepeat)
    .slice(0, most)
    .toSorted((a, b) => (isOrderedByPicture ? 0 : a.index - b.index))
  // In a region's block only the first articles show their pictures; the rest are lines of text.
  return (pictures === Infinity ? chosen : chosen.toSorted(compareByPicture)).map(({ teaser }) => teaser)
}

type Ranked = { teaser: Teaser; index: number; isFixed: boolean; hasPicture: boolean; repeats: boolean }

function rank(page: Page, free: readonly Teaser[]): Ranked[] {
  const seen = new Set(page.shown.values())
  return free.map((teaser, index) => {
    const file = fileOf(teaser)
    const repeats = file !== null && seen.has(file)
    seen.add(file)
    const isFixed = page.fixed.has(teaser.documentId)
    return { teaser, index, isFixed, hasPicture: file !== null && !repeats, repeats }
  })
}

function compareByPicture(a: Ranked, b: Ranked): number {
  if (a.isFixed !== b.isFixed) return a.isFixed ? -1 : 1
  return a.isFixed ? a.index - b.index : Number(b.hasPicture) - Number(a.hasPicture)
}

function compareByRepeat(a: Ranked, b: Ranked): number {
  return Number(b.isFixed) - Number(a.isFixed) || Number(a.repeats) - Number(b.repeats)
}

/** '': the agency's picture was not fetched. */
function fileOf({ img }: Teaser): string | null {
  return img === null || img.baseUrl === '' ? null : img.baseUrl
}

function withoutRepeats(block: Block, seen: Set<string>): Block {
  const withoutRepeat = (teaser: Teaser): Teaser => {
    const file = fileOf(teaser)
    if (file === null) return teaser
    if (seen.has(file)) return { ...teaser, img: null }
    seen.add(file)
    return teaser
  }
  if (block.kind === 'lead')
    return { ...block, teaser: withoutRepeat(block.teaser), related: block.related.map(withoutRepeat) }
  if (!('teasers' in block)) return block
  const pictures = PICTURES[block.kind] ?? Infinity
  const teasers = block.teasers.map((teaser, index) => (index < pictures ? withoutRepeat(teaser) : teaser))
  return { ...block, teasers }
}
