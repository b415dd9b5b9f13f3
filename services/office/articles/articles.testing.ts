/** The calls on articles, fronts, pictures and quizzes for tests: people are names, the content service is a double, the clock stands still. */
import { createTestClient, get, outcomeOf as refusalOf } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_DESK, type PushOrders } from '@lokalteil/contracts/office'
import type { Grant } from '@lokalteil/domain/office/acts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { join } from 'node:path'
import type { Database } from '../../platform/database.ts'
import { migrate, migrationsIn } from '../../platform/database/migrations.ts'
import { bindHandlers, problem, serveContract, type BoundHandlers } from '../../platform/serve.ts'
import { subscribeTo } from '../../platform/service.ts'
import type { AuditInput, DeskCaller, OfficeContext } from '../context.ts'
import { FRONT_HANDLERS } from '../fronts/handlers.ts'
import type { OfficeDb } from '../schema.ts'
import { BREAKING_HANDLERS } from '../breaking/breaking.ts'
import { createMediaHandlers } from '../media/handlers.ts'
import { QUIZ_HANDLERS } from '../quizzes/handlers.ts'
import { ARTICLE_HANDLERS } from './handlers.ts'
import { createRecordsDouble } from './records.testing.ts'

const NOW = new Date('2026-11-28T10:00:00.000Z')
export const PUBLICATION = 'ak' as PublicationCode

const grant = (change: Partial<Grant>): Grant => ({
  publication: PUBLICATION,
  role: 'editor',
  mayPublish: false,
  sections: [],
  ...change,
})

const PEOPLE = {
  mara: { name: 'Mara Voss', grants: [grant({})] },
  jonas: { name: 'Jonas Kern', grants: [grant({ mayPublish: true })] },
  tim: { name: 'Tim Reder', grants: [grant({ mayPublish: true, sections: ['sport'] })] },
  /** Publishes, but in another publication. */
  ute: { name: 'Ute Lang', grants: [grant({}), grant({ publication: 'fb', mayPublish: true })] },
  nele: { name: 'Nele Brandt', grants: [grant({ role: 'chief' })] },
} satisfies Record<string, { name: string; grants: Grant[] }>
export type PersonName = keyof typeof PEOPLE

const SERVED = OFFICE_DESK

export async function openTestArticles(database: Database) {
  let clock = NOW
  const errors: unknown[] = []
  const audit: (AuditInput & { by: string })[] = []
  const listeners = new Set<() => void>()
  const now = () => clock
  await migrate(database, 'office', await migrationsIn(join(import.meta.dirname, '..')))
  await sql`
    create table if not exists office.events (
      id bigint generated always as identity primary key, at timestamptz not null default now(), kind text not null,
      target text not null, publication text
    )`.execute(database.db)
  let content = createRecordsDouble(now)
  let pushes: PushOrders | null = null

  /** A process of its own on the same database. */
  const createOffice = (): OfficeContext => ({
    db: database.db as OfficeDb,
    now,
    onError: (error) => errors.push(error),
    recordsOf: () => content.records,
    internalOf: () => content.internal,
    onContentChange: subscribeTo(listeners),
    pushOf: () => pushes,
    listColleagues: async () => Object.entries(PEOPLE).map(([id, { name }]) => ({ id, name })),
    log: async (by, entry) =>
      void audit.push({ ...entry, by: by === null ? '' : 'source' in by ? by.source : by.person.id }),
  })

  const office = createOffice()
  const files = new Map<string, Uint8Array>()
  const handlers: BoundHandlers<OfficeContext, typeof OFFICE_DESK, DeskCaller> = {
    ...ARTICLE_HANDLERS,
    ...FRONT_HANDLERS,
    ...BREAKING_HANDLERS,
    ...QUIZ_HANDLERS,
    ...createMediaHandlers({
      put: async (path, bytes) => void files.set(path, bytes),
      locate: async (path) => (files.has(path) ? { read: async () => Buffer.from(files.get(path)!) } : null),
    }),
  }
  const app = serveContract(SERVED, bindHandlers(office, handlers), {
    base: '/:publication',
    toContext: ({ publication = '' }, request): DeskCaller | ReturnType<typeof problem> => {
      const id = (request.headers.get('x-person') ?? '') as PersonName
      const person = PEOPLE[id]
      if (person === undefined) return problem(401, 'NOT_SIGNED_IN', 'Nobody')
      return {
        person: { id, name: person.name, email: `${id}@example.org` },
        grants: person.grants,
        sessionId: id,
        minutesSinceProof: 0,
        network: '',
        publication: publication as PublicationCode,
      }
    },
    bodyLimits: { saveDraft: 2_000_000 },
    checkAnswers: true,
    onError: (error) => errors.push(error),
  })

  return {
    office,
    createOffice,
    get content() {
      return content
    },
    audit,
    /** The content service tells its listeners that something changed. */
    announce: () => listeners.forEach((listener) => listener()),
    /** Null: the publication has no push messages. */
    usePushes: (given: PushOrders | null) => (pushes = given),
    as: (person: PersonName) =>
      createTestClient(SERVED, {
        fetch: (request) => app.fetch(request),
        base: `http://office.local/${PUBLICATION}`,
        headers: { 'x-person': person },
      }),
    /** Originals in the picture store. */
    files,
    /** Sends a file; `at`: the address of the call. */
    async upload(person: PersonName, bytes: Uint8Array, { name = 'bild.jpg', at = '/media' } = {}) {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), name)
      const headers = { 'x-person': person }
      const response = await app.request(`/${PUBLICATION}${at}`, { method: 'POST', body, headers })
      return { status: response.status, body: (await response.json()) as unknown }
    },
    later: (milliseconds: number) => (clock = new Date(clock.getTime() + milliseconds)),
    listEvents: async () => {
      const { rows } = await sql<{ kind: string; target: string }>`
        select kind, target from office.events order by id`.execute(database.db)
      return rows.map(({ kind, target }) => `${kind} ${target}`.trim())
    },
    takeErrors: () => errors.splice(0),
    throwErrors() {
      if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The office reported bugs')
    },
    async reset() {
      clock = NOW
      content = createRecordsDouble(now)
      pushes = null
      errors.length = 0
      audit.length = 0
      files.clear()
      for (const table of [
        'media',
        'article_lists',
        'arrivals',
        'presence',
        'index_marks',
        'events',
        'articles',
        'front_drafts',
      ])
        await sql.raw(`delete from office.${table}`).execute(database.db)
    },
  }
}

export { get, refusalOf }
