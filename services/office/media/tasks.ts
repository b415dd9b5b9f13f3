/**
 * Changes of a picture in all its articles, a job each: its rights end, it gets another file or only a part of it, its texts
 * are carried over. An article that cannot be changed does not hold up the others; the job tries again until all of them are
 * done. Rights whose end passed while no process ran are dealt with at the next start.
 */
import type { Picture } from '@lokalteil/contracts/content'
import { formatShortMoment } from '@lokalteil/domain/german'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { backOff, createJobRunner, type JobContext, type JobOutcome } from '../../platform/jobs/job-runner.ts'
import { createTableQueue, type QueueTable } from '../../platform/jobs/table-queue.ts'
import { createSchedule } from '../../platform/schedule.ts'
import { changePictures } from '../articles/pictures.ts'
import { listPlanned } from '../articles/plans.ts'
import type { Trx } from '../articles/store/article-store.ts'
import type { Actor, OfficeContext } from '../context.ts'
import { oncePerOffice } from '../runner-of-office.ts'
import { emit } from '../events.ts'
import type { CarriedTexts, OfficeDb } from '../schema.ts'
import { changeInArticle, type PictureChange } from './change-in-article.ts'
import {
  getMedium,
  listEnded,
  listFiles,
  toPicture,
  type MediumKey,
  type MediumRow,
} from '../articles/store/media-store.ts'
import { dropEnded, nameOf } from '../articles/picture-rights.ts'
import { listUses } from './uses.ts'

export const MEDIA_TASKS: QueueTable = {
  name: 'office-media',
  table: 'office.media_tasks',
  key: ['id'],
  waits: "q.state = 'waiting'",
  columns: {
    dueAt: 'due_at',
    heldUntil: 'held_until',
    heldBy: 'held_by',
    attempts: 'attempts',
    error: 'error',
    changedAt: 'changed_at',
  },
  pause: 'dueAt',
  order: 'due_at',
}

type Kind = 'end' | 'replace' | 'texts'
type Task = { id: number; key: MediumKey; kind: Kind; texts: CarriedTexts; by: Actor | null }
type TaskRow = {
  id: number
  publication: PublicationCode
  media_id: number
  kind: Kind
  texts: CarriedTexts | null
  by_id: string | null
  by_name: string | null
  network: string
}

const LEASE_MS = 60_000
const IDLE_MS = 3_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** An article may get the picture while the others are changed. */
const MOST_PASSES = 5
const LOOK_MS = 60 * 60_000
const KEPT_MS = 30 * 24 * 60 * 60_000
const AT_ONCE = 100
const ACTS = { end: 'endRights', replace: 'replaceMedium', texts: 'saveMedium' } as const

export const mediaTasksOf = oncePerOffice((office) =>
  createJobRunner<Task>({
    queue: createTableQueue<TaskRow, Task>(office.db, MEDIA_TASKS, {
      toJob: (row) => ({
        id: row.id,
        key: { publication: row.publication, id: row.media_id },
        kind: row.kind,
        texts: row.texts ?? {},
        by: row.by_id === null ? null : { person: { id: row.by_id, name: row.by_name ?? '' }, network: row.network },
      }),
      done: () => ({ state: 'done' }),
    }),
    work: (task, context) => carryOut(office, task, context),
    retry: backOff(2000, LONGEST_PAUSE_MS),
    leaseMs: LEASE_MS,
    now: office.now,
    onError: office.onError,
    idleMs: IDLE_MS,
  }),
)

export async function addTask(
  trx: Trx,
  { publication, id }: MediumKey,
  given: { kind: Kind; texts?: CarriedTexts; by: Actor | null; dueAt: Date },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('office.media_tasks')
    .values({
      publication,
      media_id: id,
      kind: given.kind,
      texts: given.texts === undefined ? null : JSON.stringify(given.texts),
      by_id: given.by?.person.id ?? null,
      by_name: given.by?.person.name ?? null,
      network: given.by?.network ?? '',
      state: 'waiting',
      due_at: given.dueAt,
      held_until: null,
      held_by: null,
      error: null,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The job that tells the content service when the rights end, and takes the picture out at that time. It replaces the one before,
 * also one that is under way.
 */
export async function planEnd(trx: Trx, key: MediumKey, now: Date): Promise<void> {
  await trx
    .deleteFrom('office.media_tasks')
    .where('media_id', '=', key.id)
    .where('kind', '=', 'end')
    .where('state', '=', 'waiting')
    .execute()
  await addTask(trx, key, { kind: 'end', by: null, dueAt: now }, now)
}

/** Work that is under way or will be tried again; null: none. An end that lies ahead is none. */
export async function getTask(
  db: OfficeDb,
  id: number,
  now: Date,
): Promise<{ kind: Kind; failure: string | null } | null> {
  const row = await db
    .selectFrom('office.media_tasks as t')
    .innerJoin('office.media_rights as r', 'r.media_id', 't.media_id')
    .select(['t.kind', 't.error'])
    .where('t.media_id', '=', id)
    .where('t.state', '=', 'waiting')
    .where((where) =>
      where.or([
        where('t.error', 'is not', null),
        where.and([
          where('t.due_at', '<=', now),
          where.or([where('t.kind', '!=', 'end'), where('r.until', '<=', now)]),
        ]),
      ]),
    )
    .orderBy('t.due_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { kind: row.kind, failure: row.error }
}

async function carryOut(office: OfficeContext, task: Task, job: JobContext): Promise<JobOutcome<Task>> {
  const { key, kind, by } = task
  const medium = await getMedium(office.db, key)
  if (medium === null) return
  const files = await listFiles(office.db, key.id)
  if (kind === 'end') {
    if (!(await tellEnds(office, key.publication, toEnds(medium, files)))) throw unreachable()
    if (medium.until === null) return
    if (medium.until > office.now()) return { againAt: medium.until }
  }
  const work: PictureChange = {
    change: toChange(office, task, medium, new Set(files.map(({ name }) => name))),
    by,
    act: ACTS[kind],
    note: kind === 'end' ? toNote(medium, office.now()) : null,
  }
  const changed = new Set<string>()
  let failure: string | null = null
  let isQuiet = false
  for (let pass = 0; pass < MOST_PASSES && !isQuiet; pass++) {
    const ids = await listArticles(office, task, files)
    failure = null
    isQuiet = true
    for (const id of ids) {
      if (job.isClosing() || !(await job.extend())) return { release: true }
      const outcome = await changeInArticle(office, { publication: key.publication, id }, work)
      if (outcome === 'same') continue
      if (outcome === 'changed') isQuiet = false
      else failure ??= outcome.failure
      if (outcome === 'changed') changed.add(id)
    }
  }
  if (changed.size > 0) await emit(office.db, { publication: key.publication, kind: 'media', id: String(key.id) })
  if (failure !== null || !isQuiet) return { retry: failure ?? 'STILL_USED' }
  await office.db.transaction().execute(async (trx) => {
    if (!(await job.complete({ within: trx }))) return
    if (kind === 'end')
      await office.log(
        null,
        {
          act: 'endRights',
          publication: key.publication,
          target: `Bild ${key.id}`,
          after: { until: medium.until?.toISOString(), articles: changed.size },
        },
        trx,
      )
    await emit(trx, { publication: key.publication, kind: 'media', id: String(key.id) })
  })
}

const unreachable = () =>
  Object.assign(new Error('The content service does not answer'), { code: 'CONTENT_UNREACHABLE' })

type End = { name: string; until: string | null }

/** A picture that articles from before may keep is shown on; the articles that may not lose it by being published anew. */
function toEnds({ until, stays_in_archive }: MediumRow, files: readonly { name: string }[]): End[] {
  const end = stays_in_archive ? null : (until?.toISOString() ?? null)
  return files.map(({ name }) => ({ name, until: end }))
}

/**
 * From then on the content service gives readers of the publication none of the files, also in articles that other publications
 * own or that cannot be published anew. False: it does not answer.
 */
async function tellEnds(office: OfficeContext, publication: PublicationCode, ends: readonly End[]): Promise<boolean> {
  for (let start = 0; start < ends.length; start += AT_ONCE) {
    const body = { ends: ends.slice(start, start + AT_ONCE) }
    if (!(await office.recordsOf(publication).setPictureEnds({ body })).ok) return false
  }
  return true
}

/**
 * An unpublished draft keeps a picture whose rights ended: the check reports it before publication. A planned revision loses
 * it, so that it appears at its time.
 */
async function listArticles(
  office: OfficeContext,
  { key, kind }: Task,
  files: Awaited<ReturnType<typeof listFiles>>,
): Promise<Set<string>> {
  const uses = await listUses(office, key.publication, files)
  if (uses === null) throw unreachable()
  const others = kind === 'end' ? await listPlanned(office.db, key.publication) : uses.drafts
  return new Set([...uses.online.keys(), ...others])
}

function toChange(
  office: OfficeContext,
  { kind, texts }: Task,
  medium: MediumRow,
  names: ReadonlySet<string>,
): PictureChange['change'] {
  if (kind === 'end') return (db, key, draft) => dropEnded(db, key, draft, office.now())
  const toNew = kind === 'replace' ? withFileOf(toPicture(medium)) : (picture: Picture) => withTexts(picture, texts)
  return async (_db, _key, draft) =>
    changePictures(draft, (picture) => (names.has(nameOf(picture)) ? toNew(picture) : picture))
}

/** The texts of the article stay. */
function withFileOf(file: Picture) {
  return (picture: Picture): Picture => {
    if (nameOf(picture) === nameOf(file)) return picture
    const { focus: _before, sources: _signed, ...rest } = picture
    const { baseUrl, width, height, colour, focus } = file
    return { ...rest, baseUrl, width, height, colour, ...(focus && { focus }) }
  }
}

function withTexts(picture: Picture, { focus, ...texts }: CarriedTexts): Picture {
  const { focus: before, ...rest } = picture
  const point = focus === undefined ? before : (focus ?? undefined)
  const next: Picture = { ...rest, ...texts, ...(point && { focus: point }) }
  const isSame =
    next.altText === picture.altText &&
    next.caption === picture.caption &&
    next.credit === picture.credit &&
    next.focus?.x === before?.x &&
    next.focus?.y === before?.y
  return isSame ? picture : next
}

const LONGEST_NAME = 80

function toNote({ caption, file_name, until }: MediumRow, now: Date): string {
  const name = caption === '' ? file_name : caption
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name
  return `Das Bild „${short}“ ist nicht mehr im Artikel: Seine Rechte sind ${formatShortMoment(until!, now)} abgelaufen.`
}

/** Starts the jobs. Each hour it looks whether an article has a picture again whose rights have ended, as after a command. */
export function startMediaJobs(
  office: OfficeContext,
  listPublications: () => readonly PublicationCode[] = listPublicationCodes,
): { close: () => Promise<void> } {
  const report = (error: unknown) => office.onError(error, 'office-media')
  const runner = mediaTasksOf(office)
  const looking = createSchedule(LOOK_MS, () => lookForEnded(office, listPublications()), report)
  runner.start()
  looking.start()
  return {
    async close() {
      await Promise.all([runner.close(), looking.close()])
    },
  }
}

export async function lookForEnded(office: OfficeContext, publications: readonly PublicationCode[]): Promise<void> {
  const now = office.now()
  await office.db
    .deleteFrom('office.media_tasks')
    .where('state', '=', 'done')
    .where('changed_at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  for (const publication of publications)
    for (let after = 0; ;) {
      const ended = await listEnded(office.db, publication, after, now, AT_ONCE)
      const last = ended.at(-1)
      if (last === undefined) break
      await planAgain(office, publication, ended, now)
      after = last.id
    }
}

async function planAgain(
  office: OfficeContext,
  publication: PublicationCode,
  ended: readonly MediumRow[],
  now: Date,
): Promise<void> {
  const files = await Promise.all(
    ended.map(async (row) => (await listFiles(office.db, row.id)).map((file) => ({ ...file, row }))),
  )
  // The next look tells it again.
  if (
    !(await tellEnds(
      office,
      publication,
      files.flat().flatMap((file) => toEnds(file.row, [file])),
    ))
  )
    return
  const byName = new Map(files.flat().map(({ name, row }) => [name, row.id]))
  const names = [...byName.keys()]
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const body = { names: names.slice(start, start + AT_ONCE), limit: 500 }
    const answer = await office.recordsOf(publication).listMediaUses({ body })
    // The next look asks again.
    if (!answer.ok) return
    const shown = new Set(answer.data.uses.map(({ name }) => byName.get(name)!))
    for (const id of shown)
      await office.db
        .transaction()
        .execute((trx) => addTask(trx, { publication, id }, { kind: 'end', by: null, dueAt: now }, now))
  }
}
