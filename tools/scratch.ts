/**
 * The temporary folder of tests. Databases that sync every commit to the disk are the slowest part of a run, so the
 * folder is in memory if there is plenty, otherwise with the system's temporary files. Programs find it as TMPDIR.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Scratch = { folder: string; remove: () => void }

const PREFIX = 'lokalteil-tests-'
const MEMORY_FOLDER = '/dev/shm'
/** The largest size of a run's files, and the memory to leave for browsers and servers. */
const NEEDED_BYTES = 3e9
const SPARE_BYTES = 5e9

/** Removes folders of killed runs. */
export function openScratch(parent: string = findParent()): Scratch {
  removeOrphans(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // As root, PostgreSQL runs as another user and must reach its own folder.
  chmodSync(folder, 0o711)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  return {
    folder,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

function findParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= NEEDED_BYTES + SPARE_BYTES) return MEMORY_FOLDER
  } catch {
    // Only Linux has it.
  }
  return tmpdir()
}

function removeOrphans(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || isAlive(Number(owner))) continue
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch {
      // A folder of another account, which we must not remove.
    }
  }
}

export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
