/**
 * Edits of the office over the blocks of a front. A block is named by its id, else by kind, source and ordinal; an edit
 * whose block is gone does nothing. Pure.
 */
import type { Block, BlockName, EditState, FrontEdit, Teaser } from '@lokalteil/contracts/content'
import { idOf, type FrontBlock } from '@lokalteil/contracts/publication/front'
import { bindNumbers } from '@lokalteil/domain/reading/no-break'
import { toExact } from '../../platform/exact.ts'
import { isTeaserBlock } from './blocks.ts'

/** The edits of a block. `at`: its index in the front. `pins` and `off`: ids of articles. */
type Edited = { at: number; pins: readonly string[]; off: ReadonlySet<string> }
/** A block as it is composed. Absent: the composition added the block. */
export type Slot = FrontBlock & { edited?: Edited }

type TeaserEdit = Extract<FrontEdit, { kind: 'teaser' }>

export type PlacedEdits = {
  /** Without hidden blocks. */
  slots: Slot[]
  /** Articles kept off the whole front. */
  off: ReadonlySet<string>
  /** Indexes of hidden blocks. */
  hidden: ReadonlySet<number>
  pinned: readonly string[]
  texts: ReadonlyMap<string, TeaserEdit>
  /** `at`: index of the block; null: none. */
  states: readonly (Omit<EditState, 'isShown'> & { edit: FrontEdit; at: number | null })[]
}

export function listInForce(edits: readonly FrontEdit[], now: Date): FrontEdit[] {
  return edits.filter(({ until }) => until === null || now.getTime() < Date.parse(until))
}

/** The names of all blocks of a front, in their order. */
export function nameBlocks(blocks: readonly FrontBlock[]): BlockName[] {
  const counts = new Map<string, number>()
  return blocks.map((block) => {
    const source = toSourceName(block)
    const key = `${block.block} ${source}`
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return { id: idOf(block), block: block.block, source, ordinal, said: toSaid(block) }
  })
}

/** Whether the block shows articles. */
export function bearsArticles(block: FrontBlock): boolean {
  return block.block === 'lead' || block.block === 'articles' || isTeaserBlock(block)
}

/** An article pinned to a list of the newest or the most read would stand at a wrong place. */
export function canPin(block: FrontBlock): boolean {
  return bearsArticles(block) && block.block !== 'timeline' && block.block !== 'mostRead'
}

export function placeEdits(blocks: readonly FrontBlock[], edits: readonly FrontEdit[]): PlacedEdits {
  const names = edits.length === 0 ? [] : nameBlocks(blocks)
  const states = edits.map((edit) => {
    const { id } = edit
    if (edit.kind === 'teaser' || edit.block === null)
      return { id, edit, at: null, state: 'counts' as const, now: null }
    const at = findBlock(names, edit.block)
    if (at === null) return { id, edit, at, state: 'noPlace' as const, now: null }
    const now = names[at]!.said
    if (!fits(edit, blocks[at]!)) return { id, edit, at: null, state: 'noPlace' as const, now }
    const isUnchanged = toExact(edit.block.said) === toExact(now)
    return { id, edit, at, state: isUnchanged ? ('counts' as const) : ('changed' as const), now }
  })
  const listOf = (kind: 'pin' | 'off', index: number) =>
    states.flatMap(({ edit, at }) => (at === index && edit.kind === kind ? [edit.article] : []))
  const hidden = new Set(states.flatMap(({ edit, at }) => (edit.kind === 'hide' && at !== null ? [at] : [])))
  const slots = blocks.map((block, at): Slot => {
    const off = new Set(listOf('off', at))
    return { ...block, edited: { at, pins: listOf('pin', at).filter((id) => !off.has(id)), off } }
  })
  return {
    slots: slots.filter((_slot, at) => !hidden.has(at)),
    off: new Set(edits.flatMap((edit) => (edit.kind === 'off' && edit.block === null ? [edit.article] : []))),
    hidden,
    pinned: slots.flatMap(({ edited }) => edited!.pins),
    texts: new Map(edits.flatMap((edit) => (edit.kind === 'teaser' ? [[edit.article, edit] as const] : []))),
    states,
  }
}

/** The teaser with its texts and crop of this front. */
export function toShownTeaser(teaser: Teaser, texts: PlacedEdits['texts']): Teaser {
  const edit = texts.get(teaser.documentId)
  if (edit === undefined) return teaser
  const { title, titlePrefix, focus } = edit
  return {
    ...teaser,
    title: title === null ? teaser.title : bindNumbers(title),
    titlePrefix: titlePrefix === null ? teaser.titlePrefix : bindNumbers(titlePrefix),
    img: focus === null || teaser.img === null ? teaser.img : { ...teaser.img, focus },
  }
}

export function withTexts(blocks: Block[], texts: PlacedEdits['texts']): Block[] {
  if (texts.size === 0) return blocks
  const change = (teaser: Teaser) => toShownTeaser(teaser, texts)
  return blocks.map((block) => {
    if (block.kind === 'lead') return { ...block, teaser: change(block.teaser), related: block.related.map(change) }
    return 'teasers' in block ? { ...block, teasers: block.teasers.map(change) } : block
  })
}

function findBlock(names: readonly BlockName[], { id, block, source, ordinal }: BlockName): number | null {
  const at = names.findIndex((name) =>
    id === null ? name.block === block && name.source === source && name.ordinal === ordinal : name.id === id,
  )
  return at === -1 ? null : at
}

function fits(edit: FrontEdit, block: FrontBlock): boolean {
  return edit.kind === 'pin' ? canPin(block) : edit.kind !== 'off' || bearsArticles(block)
}

/** Hand-picked articles are no part of the name: when the folder picks others, the block is changed and not gone. */
function toSourceName(block: FrontBlock): string {
  switch (block.block) {
    case 'articles': {
      const [name = '', value] = Object.entries(block.source)[0] ?? []
      return name === 'articles' ? name : `${name}:${String(value)}`
    }
    case 'region':
      return `region:${block.region}`
    case 'newsletter':
      return block.newsletter === undefined ? '' : `newsletter:${block.newsletter}`
    case 'ad':
      return `slot:${block.slot}`
    case 'extension':
      return `name:${block.name}`
    default:
      return ''
  }
}

/** As JSON, without the id: giving a block one does not change it. */
function toSaid(block: FrontBlock): BlockName['said'] {
  const { id: _id, ...said } = JSON.parse(JSON.stringify(block)) as Record<string, unknown>
  return said
}
