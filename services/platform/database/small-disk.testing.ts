/** A small disk that a test can fill; needs the right to mount one. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  resize: (megabytes: number) => void
  /** Fills it to the last byte, or until `megabytes` are left. */
  fill: (megabytes?: number) => void
  /** Deletes the files of `fill`. */
  makeRoom: () => void
  /** Only while no process has a file on it open for writing. */
  setReadOnly: (isReadOnly: boolean) => void
  unmount: () => void
}

const CHUNKS = [1_000_000, 4096]

/** Null, with the reason, if this machine does not allow it. */
export function mountSmallDisk(megabytes: number): { disk: SmallDisk; reason: '' } | { disk: null; reason: string } {
  if (process.platform !== 'linux') return { disk: null, reason: 'only Linux mounts a tmpfs' }
  if (process.getuid?.() !== 0) return { disk: null, reason: 'only root may mount a tmpfs' }
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-small-disk-'))
  const mount = (size: number, ...more: string[]) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', [`size=${size}m`, ...more].join(','), 'tmpfs', folder], {
      encoding: 'utf8',
    })
  const mounted = mount(megabytes)
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return { disk: null, reason: `mount says: ${(mounted.stderr ?? String(mounted.error)).trim()}` }
  }
  const remount = (size: number, ...more: string[]) => {
    const { status, stderr } = mount(size, 'remount', ...more)
    if (status !== 0) throw new Error(stderr)
    megabytes = size
  }
  const listFills = () => readdirSync(folder).filter((name) => name.startsWith('fill-'))
  return {
    reason: '',
    disk: {
      folder,
      resize: (size) => remount(size),
      setReadOnly: (isReadOnly) => remount(megabytes, isReadOnly ? 'ro' : 'rw'),
      fill(left = 0) {
        for (const bytes of CHUNKS) {
          try {
            for (let count = 0; ; count++) writeFileSync(join(folder, `fill-${bytes}-${count}`), Buffer.alloc(bytes))
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
        }
        for (const name of listFills().slice(0, left)) rmSync(join(folder, name))
      },
      makeRoom() {
        for (const name of listFills()) rmSync(join(folder, name))
      },
      unmount() {
        spawnSync('umount', ['-l', folder])
        rmSync(folder, { recursive: true, force: true })
      },
    },
  }
}
