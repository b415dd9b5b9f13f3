/**
 * Composes a home page or the front of a section from the blocks that a publication names. Pure: the same lists give
 * the same page.
 */
import type { Block, Teaser } from '@lokalteil/contracts/content'
import type { Front, FrontBlock } from '@lokalteil/contracts/publication/front'
import { isTeaserBlock, placeOf, teaserBlockOf, toPlainBlock } from './blocks.ts'
import type { Slot } from './front-edits.ts'
import { listTeasersOf, type Material } from './material.ts'
import {
  add,
  createPage,
  finish,
  listFree,
  release,
  sizeOf,
  take,
  toFullRows,
  toGrid,
  type Composed,
  type GridKind,
  type Page,
} from './page.ts'
import { toOrigin } from './sources.ts'
import { chooseLead } from './weight.ts'

/** Pins and exclusions by editors at one moment: ids of articles. */
export type Curated = { leads: readonly string[]; tops: readonly string[]; hidden: ReadonlySet<string> }

type ArticlesBlock = Extract<Slot, { block: 'articles' }>

export function toCurated({ pinned, excluded }: Pick<Front, 'pinned' | 'excluded'>, now: Date): Curated {
  const isInForce = ({ until }: { until: string }) => now.getTime() < Date.parse(until)
  const hidden = new Set(excluded.filter(isInForce).map(({ article }) => article))
  const listPinned = (wanted: 'lead' | 'top') =>
    pinned
      .filter((pin) => pin.place === wanted && isInForce(pin) && !hidden.has(pin.article))
      .map(({ article }) => article)
  return { leads: listPinned('lead'), tops: listPinned('top'), hidden }
}

export function composeFront(blocks: readonly Slot[], material: Material, curated: Curated): Composed {
  return finish(composePage(blocks, material, curated, false).page)
}

/** A paper with few articles loses none: blocks share them, and those too few for any block are listed together. */
export function composeHome(blocks: readonly Slot[], material: Material, curated: Curated): Composed {
  const isYoung = material.newest.length < YOUNG
  // With so few articles "most read" says nothing yet.
  const shown = isYoung ? blocks.filter(({ block }) => block !== 'mostRead') : blocks
  const { page, leftOut } = composePage(shown, material, curated, isYoung)
  if (!page.blocks.some(bearsArticles)) addRest(page, material.newest)
  else if (isYoung)
    addRest(
      page,
      material.newest.filter(({ documentId }) => leftOut.has(documentId)),
    )
  return finish(page)
}

/** A paper with fewer articles than this counts as young. */
const YOUNG = 24
const MOST_REST = 12

/** Articles that blocks may choose from, after pinned articles went to their blocks. */
type Offers = {
  /** The articles pinned to the block, which no other block shows. */
  pinnedTo: (slot: Slot) => Teaser[]
  /** The articles of `listed` that the block may show, its pinned ones first. */
  of: (slot: Slot, listed: readonly Teaser[]) => readonly Teaser[]
  /** All pinned articles. */
  pinned: ReadonlySet<string>
}

/** An article that is pinned to two blocks stands in the upper one. */
export function offerTo(slots: readonly Slot[], { byId }: Pick<Material, 'byId'>, hidden: ReadonlySet<string>): Offers {
  const places = new Map<string, number>()
  for (const { edited } of slots)
    for (const id of edited?.pins ?? [])
      if (byId.has(id) && !hidden.has(id) && !places.has(id)) places.set(id, edited!.at)
  const pinnedTo = ({ edited }: Slot) =>
    (edited?.pins ?? []).flatMap((id) => (places.get(id) === edited!.at ? byId.get(id)! : []))
  return {
    pinnedTo,
    of(slot, listed) {
      const { edited } = slot
      if (places.size === 0 && (edited === undefined || edited.off.size === 0)) return listed
      const isFree = ({ documentId: id }: Teaser) =>
        !(edited?.off.has(id) ?? false) && (!places.has(id) || places.get(id) === edited?.at)
      return [...pinnedTo(slot), ...listed.filter(isFree)]
    },
    pinned: new Set(places.keys()),
  }
}

/** `leftOut`: ids of articles that were too few for their block. */
function composePage(
  blocks: readonly Slot[],
  material: Material,
  curated: Curated,
  isYoung: boolean,
): { page: Page; leftOut: ReadonlySet<string> } {
  const offers = offerTo(blocks, material, curated.hidden)
  const find = (ids: readonly string[]) =>
    ids.flatMap((id) => (offers.pinned.has(id) ? [] : (material.byId.get(id) ?? [])))
  const leadSlot = blocks.find(({ block }) => block === 'lead')
  const leads = find(curated.leads)
  const pinnedLead = leadSlot === undefined ? undefined : offers.of(leadSlot, leads)[0]
  const tops = [...leads, ...find(curated.tops)].filter(({ documentId }) => documentId !== pinnedLead?.documentId)
  const named = withPlaceForTops(blocks, tops.length)
    .map(withAllByHand)
    .filter(({ block }, index, all) => block !== 'lead' || all.findIndex((other) => other.block === 'lead') === index)
  const byHand = named.flatMap((slot) =>
    slot.block === 'articles' && 'articles' in slot.source ? slot.source.articles : [],
  )
  const page = createPage({
    hidden: curated.hidden,
    fixed: [...tops.map(({ documentId }) => documentId), ...byHand, ...offers.pinned],
  })
  // Chosen before all others: a section block must not take the lead's article, nor empty the short lists.
  const lead =
    leadSlot === undefined
      ? null
      : (pinnedLead ??
        chooseLead(
          listFree(page, offers.of(leadSlot, material.newest)).filter(({ documentId }) => !page.fixed.has(documentId)),
          material.now,
          material.ground,
        ))
  if (lead !== null) take(page, 'lead', [lead], [1, 1])
  const slots = isYoung ? toFewSlots(named, listFree(page, material.newest).length) : named
  const chosen = chooseEarly(slots, material, page, tops, offers)
  const leftOut = new Set<string>()
  const addOr = (slot: Slot, listed: readonly Teaser[], block: Block | null) => {
    add(page, block, slot.edited?.at)
    if (block === null) for (const { documentId } of listed) leftOut.add(documentId)
  }
  for (const [index, slot] of slots.entries()) {
    const early = chosen.get(index) ?? null
    if (slot.block === 'lead')
      add(
        page,
        lead === null ? null : toLead(lead, offers.of(slot, material.newest), page, offers.pinnedTo(slot)),
        slot.edited?.at,
      )
    else if (slot.block === 'articles') {
      const listed = offers.of(slot, listOf(slot, material))
      addOr(slot, listed, toArticles(slot, listed, material, page, early))
    } else if (isTeaserBlock(slot)) {
      const { kind, size, list, toBlock } = teaserBlockOf(slot)
      const listed = offers.of(slot, list(slot, material))
      const most = isYoung && kind === 'timeline' ? toShare(listFree(page, listed).length, size[0]) : size[0]
      const teasers = early ?? take(page, kind, listed, [most, size[1]]) ?? []
      addOr(slot, listed, teasers.length === 0 ? null : toBlock(slot, teasers, material))
    } else add(page, toPlainBlock(slot, material), slot.edited?.at)
  }
  return { page, leftOut }
}

function bearsArticles(block: Block): boolean {
  return block.kind === 'lead' || 'teasers' in block
}

const ROWS: Readonly<Record<number, GridKind>> = { 2: 'twoUp', 3: 'threeUp', 4: 'fourUp' }

/** The articles left beside the lead fill one row of the weightiest block. */
function toFewSlots(slots: readonly Slot[], left: number): readonly Slot[] {
  const at = slots.findIndex(isOfWeight)
  const layout = ROWS[left]
  return at === -1 || layout === undefined
    ? slots
    : slots.with(at, { ...(slots[at] as ArticlesBlock), layout, count: left })
}

/** Half of the free articles, so that sections below get some; all of them if the rest would fill no row. */
function toShare(free: number, most: number): number {
  return free <= 6 ? most : Math.min(most, Math.max(4, Math.floor(free / 2)))
}

/** Adds the rest below the last block with articles; in full rows if a list stands above. */
function addRest(page: Page, teasers: readonly Teaser[]): void {
  const rest = listFree(page, teasers).slice(0, MOST_REST)
  if (rest.length === 0) return
  const below = page.blocks.splice(page.blocks.findLastIndex(bearsArticles) + 1)
  const isBelowList = page.blocks.at(-1)?.kind === 'list'
  const layout = isBelowList ? (rest.length < 3 ? 'twoUp' : 'threeUp') : (ROWS[rest.length] ?? 'list')
  const count = isBelowList && rest.length > 3 ? rest.length - (rest.length % 3) : rest.length
  const title = page.blocks.length === 0 ? '' : 'Weitere Nachrichten'
  add(page, toGrid(page, { layout, count, title, target: '/neueste-artikel' }, rest))
  for (const block of below) add(page, block)
}

/** The lead with two more articles: those that are pinned to it, then those of its main tag. */
export function toLead(teaser: Teaser, others: readonly Teaser[], page: Page, pinned: readonly Teaser[] = []): Block {
  const mainTag = teaser.tagIds[0]
  const related = mainTag === undefined ? [] : others.filter(({ tagIds }) => tagIds.includes(mainTag))
  return { kind: 'lead', teaser, related: take(page, 'lead', [...pinned, ...related], [2, 1]) ?? [] }
}

/** Pinned articles go to the block of the weightiest; a front without one gets it below its lead. */
function withPlaceForTops(blocks: readonly Slot[], tops: number): readonly Slot[] {
  if (tops === 0) return blocks
  const grow = (block: ArticlesBlock): ArticlesBlock => ({
    ...block,
    count: Math.max(block.count ?? 0, toFullRows(block.layout, tops)),
  })
  const at = blocks.findIndex(isOfWeight)
  if (at !== -1) return blocks.with(at, grow(blocks[at] as ArticlesBlock))
  const added = grow({ block: 'articles', source: { by: 'weight' }, layout: 'threeUp' })
  return blocks.toSpliced(blocks.findIndex(({ block }) => block === 'lead') + 1, 0, added)
}

/** Articles chosen by hand are all shown, unless a number says how many. */
function withAllByHand(block: Slot): Slot {
  return block.block === 'articles' && 'articles' in block.source
    ? { ...block, count: block.count ?? block.source.articles.length }
    : block
}

function isOfWeight(block: FrontBlock): boolean {
  return block.block === 'articles' && 'by' in block.source && block.source.by === 'weight'
}

/** Teasers by index of the slot. */
function chooseEarly(
  slots: readonly Slot[],
  material: Material,
  page: Page,
  tops: readonly Teaser[],
  offers: Offers,
): Map<number, Teaser[]> {
  const chosen = new Map<number, Teaser[]>()
  const ordered = [...slots.entries()]
    .map(([index, slot]) => ({ index, slot, place: placeOf(slot) }))
    .filter((entry) => entry.place !== null)
    .sort((a, b) => a.place! - b.place!)
  for (const { index, slot } of ordered) {
    if (isTeaserBlock(slot)) {
      const { kind, size, list } = teaserBlockOf(slot)
      chosen.set(index, take(page, kind, offers.of(slot, list(slot, material)), size) ?? [])
    } else if (slot.block === 'articles') {
      const most = slot.count ?? sizeOf(slot.layout)[0]
      const isFirstOfWeight = isOfWeight(slot) && slots.findIndex(isOfWeight) === index
      const listed = offers.of(slot, listOf(slot, material))
      const teasers = isFirstOfWeight ? [...offers.of(slot, tops), ...listed] : listed
      // In the order of the slots. A single article is enough here; the form, which depends on the neighbour, decides
      // later.
      chosen.set(index, take(page, 'list', teasers, [most, 1]) ?? [])
    }
  }
  return chosen
}

function toArticles(
  slot: ArticlesBlock,
  listed: readonly Teaser[],
  material: Material,
  page: Page,
  early: Teaser[] | null,
): Block | null {
  const origin = toOrigin(slot.source, material.known)
  if (origin === null) return null
  if (early !== null) release(page, early)
  const { layout, count, heading } = slot
  return toGrid(
    page,
    { layout, count, title: heading ?? origin.title, target: origin.target },
    early ?? listNear(page, listed, count ?? sizeOf(layout)[0]),
  )
}

/** Pictures decide only among the newest; older articles come in if the newest are shown already. */
function listNear(page: Page, teasers: readonly Teaser[], wanted: number): readonly Teaser[] {
  const near = teasers.slice(0, Math.max(16, wanted))
  return listFree(page, near).length >= wanted ? near : teasers
}

function listOf({ source }: ArticlesBlock, material: Material): readonly Teaser[] {
  const origin = toOrigin(source, material.known)
  return origin === null ? [] : listTeasersOf(source, origin, material)
}
