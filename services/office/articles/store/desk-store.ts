/** Who has an article open, and notes. */
import type { Note, Person, Present } from '@lokalteil/contracts/office'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { ArticleRecord, OfficeDb } from '../../schema.ts'
import { changeArticle, type Key, type Trx } from './article-store.ts'

/** Milliseconds after which somebody who was not heard of is gone. */
const PRESENCE_MS = 60_000
/** A poll within this time writes nothing. */
const REFRESH_MS = 15_000

/** True: the person was not there before. */
export async function markPresent(db: OfficeDb, key: Key, person: Person, now: Date): Promise<boolean> {
  const alive = new Date(now.getTime() - PRESENCE_MS)
  const { rows: known } = await sql<{ seen_at: Date }>`
    select seen_at from office.presence
    where publication = ${key.publication} and article_id = ${key.id} and person_id = ${person.id}`.execute(db)
  const seen = known[0]?.seen_at
  if (seen !== undefined && Math.abs(now.getTime() - seen.getTime()) < REFRESH_MS) return false
  await sql`
    insert into office.presence (publication, article_id, person_id, person_name, since, seen_at, has_pen)
    values (${key.publication}, ${key.id}, ${person.id}, ${person.name}, ${now}, ${now}, false)
    on conflict (publication, article_id, person_id) do update set seen_at = excluded.seen_at, person_name = excluded.person_name,
      since = case when presence.seen_at < ${alive} then excluded.since else presence.since end,
      has_pen = presence.has_pen and presence.seen_at >= ${alive}`.execute(db)
  return seen === undefined || seen < alive
}

export async function listPresent(
  db: OfficeDb,
  publication: PublicationCode,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Present[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('office.presence')
    .select(['article_id', 'person_id', 'person_name', 'since', 'has_pen'])
    .where('publication', '=', publication)
    .where('article_id', 'in', [...ids])
    .where('seen_at', '>', new Date(now.getTime() - PRESENCE_MS))
    .orderBy('since')
    .execute()
  const found = new Map<string, Present[]>()
  for (const row of rows)
    found.set(row.article_id, [
      ...(found.get(row.article_id) ?? []),
      {
        person: { id: row.person_id, name: row.person_name },
        hasPen: row.has_pen,
        since: row.since.toISOString(),
      },
    ])
  return found
}

/** `isTaken`: also from another person. Otherwise only a free pen. True: the person has it now. */
export async function givePen(trx: Trx, key: Key, person: Person, now: Date, isTaken: boolean): Promise<boolean> {
  await markPresent(trx, key, person, now)
  const alive = new Date(now.getTime() - PRESENCE_MS)
  const { rows } = await sql<{ person_id: string }>`
    select person_id from office.presence
    where publication = ${key.publication} and article_id = ${key.id} and has_pen and seen_at > ${alive}`.execute(trx)
  if (rows.some(({ person_id }) => person_id === person.id)) return false
  if (rows.length > 0 && !isTaken) return false
  await sql`
    update office.presence set has_pen = (person_id = ${person.id})
    where publication = ${key.publication} and article_id = ${key.id} and has_pen <> (person_id = ${person.id})`.execute(
    trx,
  )
  return true
}

export async function sweepPresence(db: OfficeDb, before: Date): Promise<void> {
  await db.deleteFrom('office.presence').where('seen_at', '<', before).execute()
}

const MOST_NOTES = 200

type NoteRow = {
  id: number
  by_id: string
  by_name: string
  at: Date
  text: string
  block: number | null
  answers: Note['answers']
  is_done: boolean
}
const NOTE = ['id', 'by_id', 'by_name', 'at', 'text', 'block', 'answers', 'is_done'] as const

function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    by: { id: row.by_id, name: row.by_name },
    at: row.at.toISOString(),
    text: row.text,
    block: row.block,
    answers: row.answers,
    isDone: row.is_done,
  }
}

export async function listOpenNotes(db: OfficeDb, { publication, id }: Key): Promise<Note[]> {
  const rows = await db
    .selectFrom('office.notes')
    .select(NOTE)
    .where('publication', '=', publication)
    .where('article_id', '=', id)
    .where('is_done', '=', false)
    .orderBy('at')
    .orderBy('id')
    .limit(MOST_NOTES)
    .execute()
  return rows.map(toNote)
}

/** Notes on which it is the person's turn, newest first. */
export async function listNotesFor(
  db: OfficeDb,
  publication: PublicationCode,
  person: string,
  limit: number,
): Promise<{ articleId: string; note: Note }[]> {
  const rows = await db
    .selectFrom('office.notes')
    .select([...NOTE, 'article_id'])
    .where('publication', '=', publication)
    .where('for_id', '=', person)
    .where('is_done', '=', false)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ articleId: row.article_id, note: toNote(row) }))
}

/** To the author of the article, or else to the person who changed it last. */
export async function addNote(
  trx: Trx,
  row: ArticleRecord,
  { by, at, text, block }: { by: Person; at: Date; text: string; block: number | null },
): Promise<{ note: Note; row: ArticleRecord }> {
  const to = [row.created_by, row.changed_by].find((id) => id !== null && id !== by.id) ?? null
  const added = await trx
    .insertInto('office.notes')
    .values({
      publication: row.publication,
      article_id: row.id,
      by_id: by.id,
      by_name: by.name,
      at,
      text,
      block,
      answers: '[]',
      is_done: false,
      to_id: to,
      for_id: to,
    })
    .returning(NOTE)
    .executeTakeFirstOrThrow()
  return { note: toNote(added), row: await changeArticle(trx, row, { open_notes: row.open_notes + 1 }) }
}

/** Null: the article has no such note. */
export async function answerNote(
  trx: Trx,
  row: ArticleRecord,
  id: number,
  { by, at, text, isDone }: { by: Person; at: Date; text: string; isDone: boolean },
): Promise<Note | null> {
  const note = await trx
    .selectFrom('office.notes')
    .select([...NOTE, 'to_id'])
    .where('id', '=', id)
    .where('publication', '=', row.publication)
    .where('article_id', '=', row.id)
    .forUpdate()
    .executeTakeFirst()
  if (note === undefined) return null
  const last = note.answers.at(-1)
  // A repeated answer is one answer.
  const isRepeated = last !== undefined && last.by.id === by.id && last.text === text
  const answers = text === '' || isRepeated ? note.answers : [...note.answers, { by, at: at.toISOString(), text }]
  if (answers.length > 100) answers.splice(0, answers.length - 100)
  await trx
    .updateTable('office.notes')
    .set({
      answers: JSON.stringify(answers),
      is_done: isDone,
      ...(text === '' ? {} : { for_id: by.id === note.by_id ? note.to_id : note.by_id }),
    })
    .where('id', '=', id)
    .execute()
  if (isDone !== note.is_done)
    await changeArticle(trx, row, { open_notes: Math.max(row.open_notes + (isDone ? -1 : 1), 0) })
  return toNote({ ...note, answers, is_done: isDone })
}
