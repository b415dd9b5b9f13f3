/**
 * Edits of a front as a list: each function answers a new one. Pins of a block stand in the order of the list. An article
 * has one pin on a front, because no page shows it twice.
 */
import type { BlockName, FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import { newId } from './new-id.ts'

export type Slot = OfficeFront['slots'][number]
export type PinEdit = Extract<FrontEdit, { kind: 'pin' }>
export type TeaserEdit = Extract<FrontEdit, { kind: 'teaser' }>
type Edits = readonly FrontEdit[]
type Until = string | null

/** A key of a block among those of its front. */
export function keyOf({ id, block, source, ordinal }: BlockName): string {
  return id ?? `${block} ${source} ${ordinal}`
}

/** Whether an edit with this name is about the block, as the content service decides it. */
export function isOf(name: BlockName | null, { name: slot }: Slot): boolean {
  if (name === null) return false
  return name.id === null
    ? name.block === slot.block && name.source === slot.source && name.ordinal === slot.ordinal
    : name.id === slot.id
}

export function pinsOf(edits: Edits, slot: Slot): PinEdit[] {
  return edits.filter((edit): edit is PinEdit => edit.kind === 'pin' && isOf(edit.block, slot))
}

export function findPin(edits: Edits, article: string): PinEdit | undefined {
  return edits.find((edit): edit is PinEdit => edit.kind === 'pin' && edit.article === article)
}

export function findTeaser(edits: Edits, article: string): TeaserEdit | undefined {
  return edits.find((edit): edit is TeaserEdit => edit.kind === 'teaser' && edit.article === article)
}

export function findHiding(edits: Edits, slot: Slot): FrontEdit | undefined {
  return edits.find((edit) => edit.kind === 'hide' && isOf(edit.block, slot))
}

/** Whether the edit keeps the article off this block. */
function isOff(edit: FrontEdit, article: string, slot: Slot): boolean {
  return edit.kind === 'off' && edit.article === article && (edit.block === null || isOf(edit.block, slot))
}

export type Row = { article: string; pin: PinEdit | null }

/** Optimistic update of a block: pins, then the articles that it showed, without those that stand elsewhere. */
export function rowsOf(edits: Edits, slot: Slot): Row[] {
  const pins = pinsOf(edits, slot)
  return [
    ...pins.map((pin) => ({ article: pin.article, pin })),
    ...slot.articles.flatMap(({ id }) =>
      findPin(edits, id) !== undefined || edits.some((edit) => isOff(edit, id, slot))
        ? []
        : [{ article: id, pin: null }],
    ),
  ]
}

/** Pins an article at a place among the pins of a block, and removes edits that keep it off. A pin elsewhere moves here. */
export function putPin(edits: Edits, slot: Slot, article: string, at: number, until: Until): FrontEdit[] {
  const pin: PinEdit = { kind: 'pin', id: findPin(edits, article)?.id ?? newId(), until, block: slot.name, article }
  const rest = edits.filter((edit) => !(edit.kind === 'pin' && edit.article === article) && !isOff(edit, article, slot))
  const next = pinsOf(rest, slot)[at]
  return rest.toSpliced(next === undefined ? rest.length : rest.indexOf(next), 0, pin)
}

/** Keeps an article off a block, or with null off the front. */
export function keepOff(edits: Edits, article: string, slot: Slot | null, until: Until): FrontEdit[] {
  const isReplaced = (edit: FrontEdit) =>
    (edit.kind === 'pin' || edit.kind === 'off') &&
    edit.article === article &&
    (slot === null || isOf(edit.block, slot))
  const off: FrontEdit = { kind: 'off', id: newId(), until, block: slot?.name ?? null, article }
  return [...edits.filter((edit) => !isReplaced(edit)), off]
}

export function hideBlock(edits: Edits, slot: Slot, until: Until): FrontEdit[] {
  return [
    ...edits.filter((edit) => !(edit.kind === 'hide' && isOf(edit.block, slot))),
    { kind: 'hide', id: newId(), until, block: slot.name },
  ]
}

/** Texts of an article on this front; without any they are the article's own again. */
export function setTexts(
  edits: Edits,
  article: string,
  texts: Pick<TeaserEdit, 'title' | 'titlePrefix'>,
  until: Until,
): FrontEdit[] {
  const before = findTeaser(edits, article)
  const focus = before?.focus ?? null
  const rest = edits.filter((edit) => !(edit.kind === 'teaser' && edit.article === article))
  if (texts.title === null && texts.titlePrefix === null && focus === null) return rest
  return [...rest, { kind: 'teaser', id: before?.id ?? newId(), until, article, ...texts, focus }]
}

export function setEnd(edits: Edits, id: string, until: Until): FrontEdit[] {
  return edits.map((edit) => (edit.id === id ? { ...edit, until } : edit))
}

export function removeEdit(edits: Edits, id: string): FrontEdit[] {
  return edits.filter((edit) => edit.id !== id)
}

/** Edits that are gone stand in the list again, unless it holds the article by now. */
export function bringBack(edits: Edits, gone: Edits): FrontEdit[] {
  const isFree = (edit: FrontEdit) => edit.kind !== 'pin' || findPin(edits, edit.article) === undefined
  const known = new Set(edits.map(({ id }) => id))
  return [...edits, ...gone.filter((edit) => !known.has(edit.id) && isFree(edit))]
}

/** The edit is about the block as the folder says it now. */
export function settleEdit(edits: Edits, id: string, { name }: Slot): FrontEdit[] {
  return edits.map((edit) => (edit.id === id && edit.kind !== 'teaser' ? { ...edit, block: name } : edit))
}

/**
 * The place one step up or down from where an article stands: among the pins of its block, else the next block that takes
 * pins. Null: there is none.
 */
export function nextPlace(
  edits: Edits,
  slots: readonly Slot[],
  slot: Slot,
  article: string,
  by: -1 | 1,
): { slot: Slot; at: number } | null {
  const pins = pinsOf(edits, slot)
  const at = pins.findIndex((pin) => pin.article === article)
  if (at === -1 && slot.canPin && by === -1) return { slot, at: pins.length }
  if (at !== -1 && at + by >= 0 && at + by < pins.length) return { slot, at: at + by }
  const takes = (one: Slot) => one.canPin && !one.isHidden
  const index = slots.indexOf(slot)
  const next = by === -1 ? slots.slice(0, index).findLast(takes) : slots.slice(index + 1).find(takes)
  return next === undefined ? null : { slot: next, at: by === -1 ? pinsOf(edits, next).length : 0 }
}

/** How the edits of one list differ from those of another. */
export function compareEdits(
  before: Edits,
  after: Edits,
): { removed: FrontEdit[]; added: FrontEdit[]; changed: FrontEdit[]; isReordered: boolean } {
  const old = new Map(before.map((edit) => [edit.id, edit]))
  const now = new Set(after.map(({ id }) => id))
  const kept = before.filter(({ id }) => now.has(id)).map(({ id }) => id)
  return {
    removed: before.filter(({ id }) => !now.has(id)),
    added: after.filter(({ id }) => !old.has(id)),
    changed: after.filter((edit) => old.has(edit.id) && JSON.stringify(edit) !== JSON.stringify(old.get(edit.id))),
    isReordered: after.filter(({ id }) => old.has(id)).some(({ id }, index) => id !== kept[index]),
  }
}
