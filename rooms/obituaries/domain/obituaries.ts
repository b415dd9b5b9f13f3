/**
 * Death notices: their parts, their layouts, and which notices are about the same person. Nothing is guessed: if a
 * notice names no day, it has none.
 */
import { MONTHS } from '@lokalteil/domain/german'
import { foldGerman, slugOf } from '@lokalteil/domain/german-text'

/** A death notice of the family, an obituary of a club or company, thanks after the funeral, a memorial years later. */
export const OBITUARY_KINDS = ['death', 'obituary', 'thanks', 'memorial'] as const
export type ObituaryKind = (typeof OBITUARY_KINDS)[number]

/** Layouts of notices that we typeset. */
export const LAYOUTS = ['classic', 'plain', 'column', 'scenic'] as const
export type ObituaryLayout = (typeof LAYOUTS)[number]

/** Drawn above the name; `scenic` shows the landscape of the same name instead. */
export const SYMBOLS = [
  'none',
  'cross',
  'wheat',
  'rose',
  'tree',
  'candle',
  'dove',
  'anchor',
  'leaf',
  'sea',
  'hills',
] as const
export type ObituarySymbol = (typeof SYMBOLS)[number]
/** The symbols that are landscapes across the whole notice. */
const SCENES = ['sea', 'hills'] as const satisfies readonly ObituarySymbol[]

export const isScene = (symbol: ObituarySymbol): boolean => (SCENES as readonly string[]).includes(symbol)

/** The parts of a notice in reading order, with their greatest lengths. */
export const OBITUARY_PARTS = {
  quote: 600,
  intro: 300,
  text: 3000,
  mourners: 2000,
  ceremony: 800,
  remark: 600,
} as const
export type ObituaryPart = keyof typeof OBITUARY_PARTS
export const PART_NAMES = Object.keys(OBITUARY_PARTS) as ObituaryPart[]

export type ObituaryText = { readonly [Part in ObituaryPart]: string } & {
  readonly layout: ObituaryLayout
  readonly symbol: ObituarySymbol
}

export const MOST_NAME = 120
export const MOST_PLACE = 80
export const MOST_ID = 100
export const OBITUARIES_A_PAGE = 24
export const ENTRIES_A_PAGE = 30
export const MOST_PAGES = 10_000

/** Ids of persons and notices in addresses. */
export const OBITUARY_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const isObituaryId = (text: string): boolean => text.length <= MOST_ID && OBITUARY_ID.test(text)

/** Date of a birth or a death: a year (`1941`) or a day. */
const LIFE_DATE = /^\d{4}(?:-\d{2}-\d{2})?$/

export function isLifeDate(text: string): boolean {
  if (!LIFE_DATE.test(text)) return false
  if (text.length === 4) return true
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}

/** `born` and `died` as ISO days or years; null: unknown. */
export type Life = { born: string | null; died: string | null }

/** Null: no fault. */
export function findLifeFault({ born, died }: Life, today: string): 'born' | 'died' | null {
  if (died !== null && died > today.slice(0, died.length)) return 'died'
  if (born === null) return null
  if (born > today.slice(0, born.length)) return 'born'
  return died !== null && born.slice(0, 4) > died.slice(0, 4) ? 'born' : null
}

/** `12. März 1941`, or the year alone. */
export function formatLifeDate(date: string): string {
  const [year = '', month, day] = date.split('-')
  return month === undefined ? year : `${Number(day)}. ${MONTHS[Number(month) - 1]} ${year}`
}

/** `1941–2026` for lists; '' if both years are unknown. */
export function toYears({ born, died }: Life): string {
  const [from, to] = [born?.slice(0, 4) ?? '', died?.slice(0, 4) ?? '']
  if (from === '' && to === '') return ''
  return from === '' ? `† ${to}` : to === '' ? `* ${from}` : `${from}–${to}`
}

/**
 * Notices with the same key are about the same person: same name and same day of death, or without one the same birth.
 * If both are unknown, the notice has a key of its own.
 */
export function toPersonKey({ name, born, died }: Life & { name: string }, notice: string): string {
  const folded = foldGerman(name)
    .replace(/\b(?:dr|prof|dipl|ing|med|phil|jur|h\s*c)\b\.?/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return `${folded}|${died ?? (born === null ? `notice ${notice}` : `* ${born}`)}`
}

/** `hedwig-brinkmann-3f9k2a`: `mark` distinguishes persons of the same name. */
export function toPersonId(name: string, mark: string): string {
  const slug = slugOf(name, MOST_ID - mark.length - 1)
  return slug === '' ? mark : `${slug}-${mark}`
}

/** The words that a search by name or place compares: any order, any spelling. */
export function toSearchWords(text: string): string[] {
  return foldGerman(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 6)
}

// ── Date of publication

export const SPANS = { '7': 7, '30': 30, '365': 365 } as const
/** Number of days back, or a year; null: any time. */
export type Period = keyof typeof SPANS | `${number}` | null

export function readPeriod(text: string | null): Period {
  if (text === null || text === '') return null
  return Object.hasOwn(SPANS, text) || /^(?:19|20)\d{2}$/.test(text) ? (text as Period) : null
}

/** Days of publication, both included; null: no bound. `today`: the day in Berlin. */
export function toDays(period: Period, today: string): { from: string | null; until: string | null } {
  if (period === null) return { from: null, until: null }
  const days = (SPANS as Readonly<Record<string, number>>)[period]
  if (days === undefined) return { from: `${period}-01-01`, until: `${period}-12-31` }
  return { from: new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10), until: null }
}
