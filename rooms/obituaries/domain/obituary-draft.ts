/**
 * A notice written by a reader before it is bought: its faults, field by field, and the form in which it is stored. A
 * line with contact data is a fault that the reader must correct; the place of the funeral may keep its street.
 */
import { checkUserText, NO_WORDS, type UserTextRefusal } from '@lokalteil/domain/community/user-text'
import { hasHomeAddress } from './condolences.ts'
import {
  findLifeFault,
  isLifeDate,
  MOST_NAME,
  MOST_PLACE,
  OBITUARY_PARTS,
  PART_NAMES,
  type Life,
  type ObituaryKind,
  type ObituaryPart,
  type ObituaryText,
} from './obituaries.ts'

/** Obituaries of clubs and companies are entered by the publisher's office. */
export const ORDER_KINDS = ['death', 'thanks', 'memorial'] as const satisfies readonly ObituaryKind[]

type DraftPerson = Life & { name: string; birthName: string; place: string }
export type ObituaryDraft = {
  kind: (typeof ORDER_KINDS)[number]
  person: DraftPerson
  set: ObituaryText
  size: string
  days: number
  /** The family wants no condolences. */
  isBookClosed: boolean
}

export type DraftField = 'name' | 'birthName' | 'place' | 'born' | 'died' | ObituaryPart
export type DraftFault = UserTextRefusal | 'address' | 'date'

const DRAFT_FIELDS = ['name', 'birthName', 'born', 'died', 'place', ...PART_NAMES] as const

/** `today`: the day in Berlin. */
export function checkDraft(
  draft: ObituaryDraft,
  today: string,
): { draft: ObituaryDraft; faults: Partial<Record<DraftField, DraftFault>> } {
  const faults: Partial<Record<DraftField, DraftFault>> = {}
  const { person, set } = draft
  const take = (field: DraftField, raw: string, lines: 'one' | 'many', max: number, isOptional: boolean): string => {
    if (isOptional && raw.trim() === '') return ''
    const verdict = checkUserText(raw, { lines, min: 1, max, links: 0, contacts: 'refuse', words: NO_WORDS })
    if (verdict.kind === 'refused') {
      faults[field] = verdict.code
      return raw
    }
    if (field !== 'ceremony' && hasHomeAddress(verdict.text)) faults[field] = 'address'
    return verdict.text
  }
  const name = take('name', person.name, 'one', MOST_NAME, false)
  const birthName = take('birthName', person.birthName, 'one', MOST_NAME, true)
  const place = take('place', person.place, 'one', MOST_PLACE, true)
  for (const field of ['born', 'died'] as const)
    if (person[field] !== null && !isLifeDate(person[field])) faults[field] = 'date'
  if (person.died === null) faults.died = 'empty'
  const wrong = faults.born === undefined && faults.died === undefined ? findLifeFault(person, today) : null
  if (wrong !== null) faults[wrong] = 'date'
  const parts = Object.fromEntries(
    PART_NAMES.map((part) => [part, take(part, set[part], 'many', OBITUARY_PARTS[part], true)]),
  ) as Record<ObituaryPart, string>
  return { draft: { ...draft, person: { ...person, name, birthName, place }, set: { ...set, ...parts } }, faults }
}

/** In the order of the form. */
export function listFaults(faults: Partial<Record<DraftField, DraftFault>>): [DraftField, DraftFault][] {
  return DRAFT_FIELDS.flatMap((field) => (faults[field] === undefined ? [] : [[field, faults[field]]]))
}
