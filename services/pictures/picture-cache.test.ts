import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { trimPictureCache } from './picture-cache.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lokalteil-picture-cache-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, bytes: number, hoursAgo: number): void {
  const file = join(root, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, Buffer.alloc(bytes))
  const at = Date.now() / 1000 - hoursAgo * 3600
  utimesSync(file, at, at - 7 * 86_400)
}

const list = () =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

/** `stored`: bytes by path. */
const trim = (maxBytes: number, stored: Record<string, number> | null = {}) =>
  trimPictureCache({
    folder: join(root, 'pictures'),
    made: join(root, 'pictures-made'),
    originals:
      stored === null
        ? null
        : {
            listSizes: async (paths) =>
              new Map(paths.flatMap((path) => (path in stored ? [[path, stored[path]!]] : []))),
          },
    maxBytes,
  })

describe('the pictures on a disk', () => {
  it('stay while there is room', async () => {
    write('pictures-made/a/1.avif', 500, 90)
    expect([await trim(500), list()]).toEqual([{ removed: 0, bytes: 500 }, ['1.avif']])
  })

  it('are evicted by last use, from all folders, until a tenth is free', async () => {
    write('pictures-made/a/1.avif', 100, 5)
    write('pictures/import/aa/2.jpg', 100, 9)
    write('pictures-made/b/3.avif', 100, 7)
    write('pictures-made/b/4.avif', 100, 1)
    expect(await trim(250, { 'import/aa/2.jpg': 100 })).toEqual({ removed: 2, bytes: 200 })
    expect(list()).toEqual(['1.avif', '4.avif'])
  })

  it('stay if no store has them, or has a different picture of that name', async () => {
    write('pictures/import/aa/here.jpg', 100, 9)
    write('pictures/import/aa/cut.jpg', 100, 9)
    write('pictures/demo/drawn.jpg', 100, 9)
    write('pictures/import/aa/stored.jpg', 100, 9)
    const stored = { 'import/aa/cut.jpg': 60, 'import/aa/stored.jpg': 100, 'demo/drawn.jpg': 100 }
    expect(await trim(0, stored)).toEqual({ removed: 1, bytes: 300 })
    expect(list()).toEqual(['cut.jpg', 'drawn.jpg', 'here.jpg'])
  })

  it('stay if the folder is the only store; pictures made from them do not', async () => {
    write('pictures/import/aa/1.jpg', 100, 9)
    write('pictures-made/a/1.avif', 100, 9)
    await trim(0, null)
    expect(list()).toEqual(['1.jpg'])
  })

  it('stay while they may be in use', async () => {
    write('pictures-made/a/now.avif', 100, 0.1)
    write('pictures-made/a/before.avif', 100, 0.3)
    await trim(0)
    expect(list()).toEqual(['now.avif'])
  })

  it('stay if the store does not answer', async () => {
    write('pictures/import/aa/1.jpg', 100, 9)
    const originals = { listSizes: () => Promise.reject(new Error('away')) }
    const options = { folder: join(root, 'pictures'), made: join(root, 'pictures-made'), originals, maxBytes: 0 }
    await expect(trimPictureCache(options)).rejects.toThrow('away')
    expect(list()).toEqual(['1.jpg'])
  })
})
