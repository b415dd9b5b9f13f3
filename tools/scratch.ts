/**
 * The folder for whatever tests throw away. Databases that write every commit through to the disk make it the slowest
 * part of a run, so it lies in memory where there is plenty, and otherwise with the system's temporary files. Programs
 * find it as TMPDIR.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Scratch = { folder: string; remove: () => void }

const PREFIX = 'lokalteil-tests-'
const MEMORY_FOLDER = '/dev/shm'
/** What a run holds at most, and what it must leave to browsers and servers. */
const NEEDED_BYTES = 3e9
const SPARE_BYTES = 5e9

/** Takes away what runs left behind that were killed. */
export function openScratch(parent: string = findParent()): Scratch {
  removeOrphans(parent)
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as somebody else when the tests run as root, and has to get to its own folder.
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
    // Only Linux has one.
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
      // Another account's folder: not ours to clean.
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
