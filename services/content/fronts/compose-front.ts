/**
 * A home page or the front of a section from the blocks that a publication's front names. Pure: the same lists give the
 * same page.
 */
import type { Block, Teaser } from '@lokalteil/contracts/content'
import type { Front, FrontBlock } from '@lokalteil/contracts/publication/front'
import { isTeaserBlock, placeOf, teaserBlockOf, toPlainBlock } from './blocks.ts'
import { listTeasersOf, type Material } from './material.ts'
import { add, createPage, finish, listFree, release, sizeOf, take, toFullRows, toGrid, type Page } from './page.ts'
import { toOrigin } from './sources.ts'
import { chooseLead } from './weight.ts'

/** What an editor says by hand, as it holds at one moment: numbers of articles. */
export type Curated = { leads: readonly string[]; tops: readonly string[]; hidden: ReadonlySet<string> }

export const NOTHING_BY_HAND: Curated = { leads: [], tops: [], hidden: new Set() }

type ArticlesBlock = Extract<FrontBlock, { block: 'articles' }>

export function toCurated({ pinned, excluded }: Pick<Front, 'pinned' | 'excluded'>, now: Date): Curated {
  const isInForce = ({ until }: { until: string }) => now.getTime() < Date.parse(until)
  const hidden = new Set(excluded.filter(isInForce).map(({ article }) => article))
  const listPinned = (wanted: 'lead' | 'top') =>
    pinned
      .filter((pin) => pin.place === wanted && isInForce(pin) && !hidden.has(pin.article))
      .map(({ article }) => article)
  return { leads: listPinned('lead'), tops: listPinned('top'), hidden }
}

export function composeFront(blocks: readonly FrontBlock[], material: Material, curated: Curated): Block[] {
  const find = (ids: readonly string[]) => ids.flatMap((id) => material.byId.get(id) ?? [])
  const hasLead = blocks.some(({ block }) => block === 'lead')
  const leads = find(curated.leads)
  const pinnedLead = hasLead ? leads[0] : undefined
  const tops = [...leads, ...find(curated.tops)].filter(({ documentId }) => documentId !== pinnedLead?.documentId)
  const slots = withPlaceForTops(blocks, tops.length)
    .map(withAllByHand)
    .filter(({ block }, index, all) => block !== 'lead' || all.findIndex((other) => other.block === 'lead') === index)
  const byHand = slots.flatMap((slot) =>
    slot.block === 'articles' && 'articles' in slot.source ? slot.source.articles : [],
  )
  const page = createPage({ hidden: curated.hidden, fixed: [...tops.map(({ documentId }) => documentId), ...byHand] })
  // Chosen first wherever they stand: a plain section block must not take the lead, or empty the lists that are short.
  const lead = hasLead
    ? (pinnedLead ??
      chooseLead(
        listFree(page, material.newest).filter(({ documentId }) => !page.fixed.has(documentId)),
        material.now,
        material.ground,
      ))
    : null
  if (lead !== null) take(page, 'lead', [lead], [1, 1])
  const chosen = chooseEarly(slots, material, page, tops)
  for (const [index, slot] of slots.entries()) {
    const early = chosen.get(index) ?? null
    if (slot.block === 'lead') add(page, lead === null ? null : toLead(lead, material.newest, page))
    else if (slot.block === 'articles') add(page, toArticles(slot, material, page, early))
    else if (isTeaserBlock(slot)) {
      const { kind, size, list, toBlock } = teaserBlockOf(slot)
      const teasers = early ?? take(page, kind, list(slot, material), size) ?? []
      add(page, teasers.length === 0 ? null : toBlock(slot, teasers, material))
    } else add(page, toPlainBlock(slot, material))
  }
  return finish(page)
}

/** A young paper has less than any block wants: it is shown all the same. */
export function composeHome(blocks: readonly FrontBlock[], material: Material, curated: Curated): Block[] {
  const composed = composeFront(blocks, material, curated)
  if (composed.some((block) => block.kind === 'lead' || 'teasers' in block)) return composed
  const teasers = take(createPage({ hidden: curated.hidden }), 'list', material.newest, [6, 1])
  return teasers === null ? composed : [{ kind: 'list', title: '', target: '', teasers }, ...composed]
}

/** Two more on the lead's subject, else none. */
export function toLead(teaser: Teaser, others: readonly Teaser[], page: Page): Block {
  const mainTag = teaser.tagIds[0]
  const related = mainTag === undefined ? [] : others.filter(({ tagIds }) => tagIds.includes(mainTag))
  return { kind: 'lead', teaser, related: take(page, 'lead', related, [2, 1]) ?? [] }
}

/** What is pinned to the top stands in the block of the heaviest; a front without one gets it below its lead. */
function withPlaceForTops(blocks: readonly FrontBlock[], tops: number): readonly FrontBlock[] {
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

/** Chosen by hand are all, unless a number says how many. */
function withAllByHand(block: FrontBlock): FrontBlock {
  return block.block === 'articles' && 'articles' in block.source
    ? { ...block, count: block.count ?? block.source.articles.length }
    : block
}

function isOfWeight(block: FrontBlock): boolean {
  return block.block === 'articles' && 'by' in block.source && block.source.by === 'weight'
}

/** By index of the slot. */
function chooseEarly(
  slots: readonly FrontBlock[],
  material: Material,
  page: Page,
  tops: readonly Teaser[],
): Map<number, Teaser[]> {
  const chosen = new Map<number, Teaser[]>()
  const ordered = [...slots.entries()]
    .map(([index, slot]) => ({ index, slot, place: placeOf(slot) }))
    .filter((entry) => entry.place !== null)
    .sort((a, b) => a.place! - b.place!)
  for (const { index, slot } of ordered) {
    if (isTeaserBlock(slot)) {
      const { kind, size, list } = teaserBlockOf(slot)
      chosen.set(index, take(page, kind, list(slot, material), size) ?? [])
    } else if (slot.block === 'articles') {
      const most = slot.count ?? sizeOf(slot.layout)[0]
      const isFirstOfWeight = isOfWeight(slot) && slots.findIndex(isOfWeight) === index
      const teasers = [...(isFirstOfWeight ? tops : []), ...listOf(slot, material)]
      // In their order; how few are enough depends on the form, which its neighbour decides.
      chosen.set(index, take(page, 'list', teasers, [most, 1]) ?? [])
    }
  }
  return chosen
}

function toArticles(slot: ArticlesBlock, material: Material, page: Page, early: Teaser[] | null): Block | null {
  const origin = toOrigin(slot.source, material.known)
  if (origin === null) return null
  if (early !== null) release(page, early)
  const { layout, count, heading } = slot
  return toGrid(
    page,
    { layout, count, title: heading ?? origin.title, target: origin.target },
    early ?? listNear(page, listOf(slot, material), count ?? sizeOf(layout)[0]),
  )
}

/** Pictures decide among the newest; what is older comes in where these are shown already. */
function listNear(page: Page, teasers: readonly Teaser[], wanted: number): readonly Teaser[] {
  const near = teasers.slice(0, Math.max(16, wanted))
  return listFree(page, near).length >= wanted ? near : teasers
}

function listOf({ source }: ArticlesBlock, material: Material): readonly Teaser[] {
  const origin = toOrigin(source, material.known)
  return origin === null ? [] : listTeasersOf(source, origin, material)
}
