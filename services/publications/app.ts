/**
 * The publications of the portal as documents. Promises: a folder is put in force completely or not at all; applying an
 * unchanged folder changes nothing; edits made in the office are never overwritten unnoticed; every process sees a
 * change within two seconds.
 */
import { PUBLICATIONS_INFO, PUBLICATIONS_INTERNAL, type Plan } from '@lokalteil/contracts/publication/publication-api'
import type { PublicationDirectory } from '@lokalteil/contracts/publication/directory'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import { type BoundHandlers, problem } from '../platform/serve.ts'
import { partFor, serveService, type ServiceBase, type ServiceOptions } from '../platform/service.ts'
import { createDirectory, type LiveDirectory } from './directory.ts'
import { checkPublication, isSound, planApply } from './plan.ts'
import type { Prefer } from './merge.ts'
import type { PublicationsDb } from './schema.ts'
import * as store from './store.ts'

export type PublicationsService = {
  app: Hono
  directory: PublicationDirectory
  /** Reads a file of a folder by its SHA-256 digest. */
  getFile: (digest: string) => Promise<Uint8Array | null>
  /**
   * Applies a folder as the command line does, without HTTP: files first, then the folder. A folder that equals the
   * last applied one changes nothing and is not compared with all the others, which would slow down every start.
   */
  apply: (
    folder: PublicationFolder,
    /** Keyed by path in the folder. */
    files: ReadonlyMap<string, Uint8Array>,
    prefer?: Prefer,
  ) => Promise<{ outcome: 'applied' | 'unchanged' | 'refused'; plan: Pick<Plan, 'findings' | 'conflicts'> }>
  start: () => void
  close: () => Promise<void>
}

type Context = ServiceBase & { db: PublicationsDb; directory: LiveDirectory }
const DAY = 24 * 3_600_000

export async function createPublicationsService(options: ServiceOptions): Promise<PublicationsService> {
  const { app, context } = await serveService<Context>(options, {
    schema: 'publications',
    folder: import.meta.dirname,
    info: PUBLICATIONS_INFO,
    toContext: (base) => ({
      ...base,
      directory: createDirectory(base.db, (error) => base.onError(error, 'publications')),
    }),
    parts: [
      partFor(PUBLICATIONS_INTERNAL, HANDLERS, () => null, {
        base: '',
        bodyLimits: {
          saveFile: 14_100_000,
          planPublication: 10_000_000,
          applyPublication: 10_000_000,
          editPublication: 10_000_000,
        },
      }),
    ],
  })
  const { db, onError } = context
  await context.directory.refresh()
  const prune = createSchedule(
    DAY,
    () => store.pruneFiles(db, new Date(context.now().getTime() - DAY)),
    (error) => onError(error, 'prune'),
  )
  return {
    app,
    directory: context.directory,
    getFile: (digest) => store.getFile(db, digest),
    async apply(folder, files, prefer = 'neither') {
      const missing = new Set(await store.listMissingFiles(db, Object.values(folder.files)))
      for (const [path, bytes] of files)
        if (missing.has(folder.files[path] ?? '')) await store.saveFile(db, bytes, context.now())
      if (await store.isApplied(db, folder)) return { outcome: 'unchanged', plan: { findings: [], conflicts: [] } }
      const { plan, version, isRefused } = await apply(context, folder, prefer)
      return { outcome: isRefused ? 'refused' : version === null ? 'unchanged' : 'applied', plan }
    },
    start() {
      context.directory.start()
      prune.start()
    },
    async close() {
      await Promise.all([context.directory.close(), prune.close()])
    },
  }
}

/** `version`: the new version; null if nothing in force changed. */
async function apply(
  { db, directory, now }: Context,
  folder: PublicationFolder,
  prefer: Prefer,
): Promise<{ plan: Plan; version: number | null; isRefused: boolean }> {
  const result = await store.inTurn(db, async (trx) => {
    const { plan, value, stored } = await planApply(trx, folder, prefer)
    const isRefused = !isSound(plan) || plan.conflicts.length > 0 || plan.missingFiles.length > 0
    if (isRefused) return { plan, version: null, isRefused }
    if (stored !== null && plan.changes.length === 0) {
      await store.saveApplied(trx, folder)
      return { plan, version: null, isRefused }
    }
    return { plan, version: await store.savePublication(trx, value, folder, now()), isRefused }
  })
  await directory.refresh()
  return result
}

const HANDLERS: BoundHandlers<Context, typeof PUBLICATIONS_INTERNAL, null> = {
  async listPublications({ db }) {
    const all = await store.listPublications(db)
    return {
      publications: all.map(({ code, folder, version, changed_at }) => ({
        code,
        name: folder.identity.name,
        version,
        changedAt: changed_at.toISOString(),
      })),
    }
  },
  async getPublication({ db }, { params }) {
    const found = await store.getPublication(db, params.code)
    return found === null
      ? problem(404, 'NOT_FOUND', 'There is no such publication')
      : { folder: found.folder, version: found.version }
  },
  async planPublication({ db }, { params, body }) {
    if (body.folder.identity.code !== params.code) return otherCode(params.code)
    return (await planApply(db, body.folder, body.prefer)).plan
  },
  async saveFile({ db, now }, { body }) {
    return { digest: await store.saveFile(db, Buffer.from(body.base64, 'base64'), now()) }
  },
  async getFile({ db }, { params }) {
    const bytes = await store.getFile(db, params.digest)
    return bytes === null
      ? problem(404, 'NOT_FOUND', 'There is no such file')
      : { base64: Buffer.from(bytes).toString('base64') }
  },
  async applyPublication(context, { params, body }) {
    if (body.folder.identity.code !== params.code) return otherCode(params.code)
    const { plan, version } = await apply(context, body.folder, body.prefer)
    if (!isSound(plan)) return problem(422, 'UNFIT_PUBLICATION', toSentence(plan))
    if (plan.missingFiles.length > 0)
      return problem(422, 'MISSING_FILES', `Files that were not sent: ${plan.missingFiles.slice(0, 10).join(', ')}`)
    if (plan.conflicts.length > 0)
      return problem(
        409,
        'CONFLICTS',
        `Edited here since: ${plan.conflicts
          .slice(0, 20)
          .map(({ field }) => field)
          .join(', ')}`,
      )
    return { plan, version: version ?? context.directory.find(params.code)?.version ?? 1 }
  },
  async editPublication(context, { params, body }) {
    if (body.folder.identity.code !== params.code) return otherCode(params.code)
    const { db, now, directory } = context
    const answer = await store.inTurn(db, async (trx) => {
      const stored = await store.getPublication(trx, params.code)
      if (stored === null) return problem(404, 'NOT_FOUND', 'There is no such publication')
      if (stored.version !== body.version)
        return problem(409, 'CHANGED_MEANWHILE', `Version ${stored.version} is in force`)
      const findings = await checkPublication(trx, body.folder, await store.listPublications(trx))
      if (!isSound({ findings })) return problem(422, 'UNFIT_PUBLICATION', toSentence({ findings }))
      return { version: await store.savePublication(trx, body.folder, undefined, now()) }
    })
    await directory.refresh()
    return answer
  },
}

const otherCode = (code: string) => problem(422, 'UNFIT_PUBLICATION', `The folder is of another code than ${code}`)

function toSentence({ findings }: Pick<Plan, 'findings'>): string {
  return findings
    .filter(({ level }) => level === 'error')
    .slice(0, 10)
    .map(({ file, field, message, remedy }) => `${file} ${field}: ${message}. ${remedy}`)
    .join(' ')
}
