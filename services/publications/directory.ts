/** The publications in force, kept in memory, at most a second behind the database. */
import type { PublicationDirectory, PublicationInForce } from '@lokalteil/contracts/publication/directory'
import { createSchedule } from '../platform/schedule.ts'
import type { PublicationsDb } from './schema.ts'
import { listPublications, listVersions } from './store.ts'

const LOOK_MS = 1000

export type LiveDirectory = PublicationDirectory & {
  /** Reads changes that another process has made. */
  refresh: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

export function createDirectory(db: PublicationsDb, onError: (error: unknown) => void): LiveDirectory {
  let inForce: readonly PublicationInForce[] = []
  let byCode: ReadonlyMap<string, PublicationInForce> = new Map()
  const listeners = new Set<(codes: readonly string[]) => void>()

  async function refresh(): Promise<void> {
    const versions = await listVersions(db)
    const changed = versions.filter(({ code, version }) => byCode.get(code)?.version !== version)
    if (changed.length === 0) return
    const rows = await listPublications(db)
    inForce = rows.map(({ folder, position, version }) => ({ folder, position, version }))
    byCode = new Map(inForce.map((one) => [one.folder.identity.code, one]))
    for (const listener of listeners) listener(changed.map(({ code }) => code))
  }

  const schedule = createSchedule(LOOK_MS, refresh, onError)
  return {
    list: () => inForce,
    find: (code) => byCode.get(code) ?? null,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    refresh,
    start: () => schedule.start(false),
    close: () => schedule.close(),
  }
}
