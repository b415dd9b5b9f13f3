/** Drafts as values: one spelling for comparing, the words of a text. */
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { createHash } from 'node:crypto'
import type { ArticleDraft } from '@lokalteil/contracts/content'
import { countItemWords } from '@lokalteil/contracts/content/block-texts'
import { toExact } from '../../platform/exact.ts'

/**
 * One spelling of a value for comparing. The content service sets anchors, `rel`, no-break spaces, pages of persons and
 * addresses of pictures, so they do not count; neither does the order of keys.
 */
export function toCanonical(value: unknown): string {
  return JSON.stringify(settle(value)) ?? ''
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || toCanonical(a) === toCanonical(b)
}

const SET_BY_CONTENT: ReadonlySet<string> = new Set(['anchor', 'sources'])
const REL = / rel="[^"]*"(?=[^<>]*>)/g
const NO_BREAK = /\u00a0|&nbsp;/g

function settle(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(REL, '').replace(NO_BREAK, ' ')
  if (Array.isArray(value)) return value.map(settle)
  if (typeof value !== 'object' || value === null) return value
  const given = value as Record<string, unknown>
  const isPerson = 'name' in given && 'role' in given
  return Object.fromEntries(
    Object.keys(given)
      .filter((key) => given[key] !== undefined && !SET_BY_CONTENT.has(key) && !(isPerson && key === 'path'))
      .toSorted()
      .map((key) => [key, settle(given[key])]),
  )
}

/** Names one save: the same draft on the same revision by the same person. */
export function toSaveDigest(person: string, base: number, draft: ArticleDraft): string {
  return createHash('sha256')
    .update(`${person}\n${base}\n${toExact(draft)}`)
    .digest('base64url')
}

const WRITTEN: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'list',
  'quote',
  'table',
  'infoBox',
  'question',
  'liveEntry',
  'timeline',
  'people',
])

/** Words of the text; a block that shows something else counts as one. */
export function countBodyWords(body: readonly BodyItem[]): number {
  return body.reduce((sum, item) => sum + (WRITTEN.has(item.type) ? countItemWords(item) : 1), 0)
}
