/**
 * Places for advertising as data: what sizes each may have by width of the window, and where places stand in a text, a list
 * and a front. A page reserves the height of the tallest size, so nothing moves when an ad arrives. Pure.
 */
/** Width and height in CSS pixels. */
export type AdSize = readonly [width: number, height: number]
/** `phone` below 40rem, `desk` from 62rem, `tablet` between; the breakpoints of `web/app/ui/kit.css`. */
export type AdSizes = Readonly<Record<'phone' | 'tablet' | 'desk', readonly AdSize[]>>

const BAND: AdSizes = {
  phone: [
    [300, 250],
    [320, 100],
  ],
  tablet: [
    [728, 90],
    [468, 60],
  ],
  desk: [
    [970, 250],
    [728, 90],
  ],
}
const IN_TEXT: AdSizes = {
  phone: [[300, 250]],
  tablet: [
    [300, 250],
    [468, 60],
  ],
  desk: [
    [300, 250],
    [468, 60],
  ],
}
const IN_ROWS: AdSizes = { ...BAND, desk: BAND.tablet }

/** Kinds of places, in the order of the documentation. A place of a front may have any other name: it is a band. */
export const AD_KINDS = ['home', 'channel', 'list', 'article', 'article-end', 'page-end', 'error'] as const
const SIZES: ReadonlyMap<string, AdSizes> = new Map([
  ['list', IN_ROWS],
  ['article', IN_TEXT],
])

/** `home-2` is the second place of the kind `home`. */
export function toAdKind(place: string): string {
  return place.replace(/-\d+$/, '')
}

/** A publication's own sizes by kind; false: it does not want the place. */
export type OwnSizes = Readonly<Record<string, AdSizes | false>>

/** Null: the publication does not want the place. */
export function toAdSizes(place: string, own: OwnSizes = {}): AdSizes | null {
  const kind = toAdKind(place)
  const sizes = (Object.hasOwn(own, kind) ? own[kind] : undefined) ?? SIZES.get(kind) ?? BAND
  return sizes === false ? null : sizes
}

/** Pixels that a page keeps free at each width. */
export function toReservedHeights(sizes: AdSizes): Readonly<Record<keyof AdSizes, number>> {
  const tallest = (list: readonly AdSize[]) => Math.max(...list.map(([, height]) => height))
  return { phone: tallest(sizes.phone), tablet: tallest(sizes.tablet), desk: tallest(sizes.desk) }
}

/** `first`: how much stands above the first place; `gap`: how much between two, and below the last; `most`: how many. */
export type AdRule = { first: number; gap: number; most: number }
export type AdRules = { articles: AdRule; lists: AdRule; fronts: AdRule }

/**
 * Texts are measured in characters, lists in rows, fronts in blocks. A phone shows less than a gap at a time, also with small
 * type. Where it shows more all the same, the browser leaves one of two places empty (`AdPlace.tsx`).
 */
export const AD_RULES: AdRules = {
  articles: { first: 900, gap: 1800, most: 3 },
  lists: { first: 6, gap: 12, most: 2 },
  fronts: { first: 3, gap: 4, most: 3 },
}

/** Indexes of the entries that a place follows. */
export function placeAfter(
  weights: readonly number[],
  { first, gap, most }: AdRule,
  mayFollow: (index: number) => boolean = () => true,
): number[] {
  const places: number[] = []
  let above = 0
  let below = weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    above += weight
    below -= weight
    const needed = places.length === 0 ? first : gap
    if (places.length === most || above < needed || below < gap || !mayFollow(index)) continue
    places.push(index)
    above = 0
  }
  return places
}

/** Only between two paragraphs: never beside a picture, a box, a film, a quotation or below a heading. */
export function placeInText(
  items: readonly { type: string; html?: string }[],
  rule: AdRule = AD_RULES.articles,
): number[] {
  return placeAfter(
    items.map(({ type, html = '' }) => (type === 'paragraph' ? html.replace(/<[^>]*>/g, '').length : 0)),
    rule,
    (index) => items[index]?.type === 'paragraph' && items[index + 1]?.type === 'paragraph',
  )
}

type FrontBlock = { kind: string } & { [Field in 'teasers' | 'related' | 'episodes' | 'topics']?: readonly unknown[] }

export const isAdBlock = ({ kind }: { kind: string }): boolean => kind === 'adSlot'

/**
 * The blocks of a front with its places: those that it names, else by the rule. A place moves down to the next gap
 * between two blocks where a phone shows no other place and that both blocks let it in; without one it is left out.
 */
export function withAdBlocks<Block extends FrontBlock>(
  blocks: readonly Block[],
  kind: (typeof AD_KINDS)[number],
  rule: AdRule = AD_RULES.fronts,
  mayStandBeside: (block: Block) => boolean = () => true,
): (Block | AdBlock)[] {
  const places = blocks.some(isAdBlock)
    ? []
    : placeAfter(
        blocks.map(() => 1),
        rule,
      )
  const spaced: (Block | AdBlock)[] = []
  const due: (Block | AdBlock)[] = []
  let above: Block | null = null
  let height = Infinity
  for (const [index, block] of blocks.entries()) {
    if (isAdBlock(block)) {
      due.push(block)
      continue
    }
    const isFree =
      due.length > 0 && height >= PHONE_HEIGHT && mayStandBeside(block) && (above === null || mayStandBeside(above))
    const place = isFree ? due.shift() : undefined
    if (place !== undefined) height = 0
    spaced.push(...(place === undefined ? [] : [place]), block)
    height += toPhoneHeight(block)
    above = block
    const at = places.indexOf(index)
    if (at !== -1) due.push({ kind: 'adSlot', slot: `${kind}-${at + 1}` })
  }
  return spaced
}

type AdBlock = { kind: 'adSlot'; slot: string }

/** Of the window of a large phone, which is 430 pixels wide. */
const PHONE_HEIGHT = 932

/**
 * The least height of a block on such a phone, with the smallest type and the densest lines: of the block itself, and of each
 * entry. A block of any other kind may be small, or show nothing. The journey of advertising measures them.
 */
const BLOCK_HEIGHTS: Readonly<Record<string, readonly [own: number, entry: number]>> = {
  lead: [150, 70],
  twoUp: [0, 60],
  threeUp: [0, 60],
  fourUp: [0, 60],
  feature: [100, 60],
  region: [100, 60],
  list: [0, 60],
  opinion: [30, 95],
  timeline: [0, 70],
  mostRead: [0, 58],
  video: [0, 60],
  testReports: [0, 70],
  podcasts: [0, 100],
  newsletter: [230, 0],
  topics: [0, 80],
}

function toPhoneHeight({ kind, ...block }: FrontBlock): number {
  const [own, entry] = BLOCK_HEIGHTS[kind] ?? [0, 0]
  const { teasers, related, episodes, topics } = block
  return own + (teasers ?? related ?? episodes ?? topics ?? []).length * entry
}
