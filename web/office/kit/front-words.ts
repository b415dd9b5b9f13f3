/** Blocks and edits of a front in words. */
import type { BlockName, FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { BLOCK_NAMES, EDITS, SAID, SOURCES } from '../messages/fronts.ts'
import type { Slot } from './front-edits.ts'
import { untilWords } from './front-ends.ts'

/** "Ressort sport"; the kind of a block without a source. */
function kindOf({ block, source }: Pick<BlockName, 'block' | 'source'>): string {
  const colon = source.indexOf(':')
  const [name, value] = colon === -1 ? [source, ''] : [source.slice(0, colon), source.slice(colon + 1)]
  return SOURCES[name]?.(value) ?? BLOCK_NAMES[block] ?? block
}

export function blockTitle(name: BlockName): string {
  const { heading } = name.said
  const title = typeof heading === 'string' && heading !== '' ? heading : kindOf(name)
  return name.ordinal === 0 || title === heading ? title : `${title} (${name.ordinal + 1})`
}

export function slotTitle({ heading, name }: Slot): string {
  return heading === '' ? blockTitle(name) : heading
}

export function editWords(edit: FrontEdit, titleOf: (article: string) => string): string {
  const until = untilWords(edit.until)
  switch (edit.kind) {
    case 'pin':
      return EDITS.words.pin(titleOf(edit.article), blockTitle(edit.block), until)
    case 'off':
      return edit.block === null
        ? EDITS.words.off(titleOf(edit.article), until)
        : EDITS.words.offBlock(titleOf(edit.article), blockTitle(edit.block), until)
    case 'hide':
      return EDITS.words.hide(blockTitle(edit.block), until)
    case 'teaser':
      return edit.title === null
        ? EDITS.words.teaserPlain(titleOf(edit.article), until)
        : EDITS.words.teaser(titleOf(edit.article), edit.title, until)
  }
}

type Said = Readonly<Record<string, unknown>>

/** Differences between the folder's entry of a block before and now. */
export function compareSaid(before: Said, now: Said): { name: string; before: string; after: string }[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return keys.flatMap((key) => {
    const [one, other] = [wordsOf(before[key]), wordsOf(now[key])]
    return one === other ? [] : [{ name: SAID[key] ?? key, before: one, after: other }]
  })
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const entries = Object.entries(value)
  const [name, source] = entries[0] ?? []
  // A source of articles: one name with one value.
  if (entries.length === 1 && name !== undefined && SOURCES[name] !== undefined && typeof source === 'string')
    return SOURCES[name](source)
  return JSON.stringify(value)
}
