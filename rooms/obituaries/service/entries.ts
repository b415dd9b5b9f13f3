/**
 * Actions of readers: condolences and candles, which need approval; withdrawing them; and a family's requests. The
 * author is the session's reader, never a value of the body.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { foldGerman } from '@lokalteil/domain/german-text'
import {
  checkCondolence,
  checkLine,
  checkSignature,
  MOST_OF_A_READER,
  type CheckedText,
} from '../domain/condolences.ts'
import { normaliseUserText } from '@lokalteil/domain/community/user-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { refuseUntil, type Attempt } from '@lokalteil/services/platform/limits/limiter'
import { created, isRefusal, problem, type Refusal } from '@lokalteil/services/platform/serve'
import { DAY, HOUR, missing, refuseFields, tell, type ObituariesContext, type InternalHandlers } from './context.ts'
import { findSeen } from './reading.ts'
import * as entryStore from './store/entries.ts'
import type { EntryRow } from './store/entries.ts'
import { addRequest } from './store/office.ts'
import { getPerson } from './store/obituaries.ts'
import { hasReminder } from './store/reminders.ts'
import { toOwnEntry } from './views.ts'

const LIMITS = {
  entry: { most: 10, windowMs: HOUR },
  entries: { most: 30, windowMs: DAY },
  request: { most: 5, windowMs: DAY },
} as const

export async function takeTurn(
  { limiter, now }: ObituariesContext,
  attempts: readonly Attempt[],
  code: string,
): Promise<Refusal | null> {
  const until = await limiter.take(attempts)
  return until === null ? null : refuseUntil(until, now(), code, 'Too many in a short time')
}

export async function toOwnState(
  { db }: Pick<ObituariesContext, 'db'>,
  publication: PublicationCode,
  reader: string,
  person: string,
) {
  const [entries, isReminded] = await Promise.all([
    entryStore.listOfReader(db, publication, reader, person),
    hasReminder(db, publication, reader, person),
  ])
  return { entries: entries.map(toOwnEntry), hasReminder: isReminded }
}

export const getOwnState: InternalHandlers['getOwnState'] = async (context, { context: publication, params }) => {
  if ((await getPerson(context.db, publication, params.person)) === null) return missing('No such person')
  return toOwnState(context, publication, params.reader, params.person)
}

export const addEntry: InternalHandlers['addEntry'] = async (context, { context: publication, params, body }) => {
  const { reader, person } = params
  const { kind, address } = body
  const name = checkSignature(body.name)
  const text: CheckedText = kind === 'candle' ? { text: '', fault: null } : checkCondolence(body.text)
  const wrong = refuseFields({ name: name.fault, text: text.fault })
  if (wrong !== null) return wrong
  const found = await findSeen(context, publication, person)
  if (isRefusal(found)) return missing('No such person')
  if (found.person.is_closed) return problem(409, 'BOOK_CLOSED', 'The family wants no more entries')
  const full = await takeTurn(
    context,
    [
      { key: `entry ${publication} ${reader}`, budget: LIMITS.entry },
      { key: `entries ${publication} ${reader}`, budget: LIMITS.entries },
    ],
    'TOO_MANY_ENTRIES',
  )
  if (full !== null) return full
  const at = context.now()
  const row: EntryRow = {
    id: randomUUID(),
    publication,
    person,
    reader,
    address,
    kind,
    name: name.text,
    text: text.text,
    search: ` ${foldGerman(`${name.text} ${text.text}`)} `,
    state: 'pending',
    ground: null,
    facts: '',
    decided_by: '',
    created_at: at,
    decided_at: null,
  }
  return context.db.transaction().execute(async (trx) => {
    await entryStore.lockReader(trx, publication, reader)
    const own = (await entryStore.listOfReader(trx, publication, reader, person)).filter(
      (entry) => entry.state !== 'removed' && entry.kind === kind,
    )
    // A repeated request, or a second candle.
    const same = own.find((entry) => kind === 'candle' || entry.text === row.text)
    if (same !== undefined) return toOwnEntry(same)
    if (own.length >= MOST_OF_A_READER) return problem(429, 'TOO_MANY_ENTRIES', 'No more of one reader in one book')
    await entryStore.addEntry(trx, row)
    return created(toOwnEntry(row))
  })
}

export const removeOwnEntry: InternalHandlers['removeOwnEntry'] = async (context, { context: publication, params }) => {
  if (await entryStore.removeOfReader(context.db, publication, params.reader, params.entry)) tell(context)
  return undefined
}

export const addClosingRequest: InternalHandlers['addClosingRequest'] = async (
  context,
  { context: publication, params, body },
) => {
  const relation = checkLine(body.relation, 300)
  const name = normaliseUserText(body.name, 'one')
  const contact = normaliseUserText(body.contact, 'one')
  const bound = (text: string, most: number) => (text === '' ? 'empty' : text.length > most ? 'too_long' : null)
  const wrong = refuseFields({ name: bound(name, 120), contact: bound(contact, 200), relation: relation.fault })
  if (wrong !== null) return wrong
  const found = await findSeen(context, publication, params.person)
  if (isRefusal(found)) return missing('No such person')
  const full = await takeTurn(
    context,
    [{ key: `request ${publication} ${body.requester}`, budget: LIMITS.request }],
    'TOO_MANY_REQUESTS',
  )
  if (full !== null) return full
  const receipt = toReceipt()
  await addRequest(context.db, {
    id: receipt,
    publication,
    person: params.person,
    wish: body.wish,
    name,
    contact,
    relation: relation.text,
    created_at: context.now(),
    outcome: null,
    decided_at: null,
  })
  return { receipt }
}

/** A receipt for the telephone: `K7QF-3MZD`, without letters that look alike. */
function toReceipt(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
  const text = [...randomBytes(10)].map((byte) => letters[byte % letters.length]).join('')
  return `${text.slice(0, 5)}-${text.slice(5)}`
}
