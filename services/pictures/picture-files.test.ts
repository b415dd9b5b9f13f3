import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Originals } from './originals.ts'
import { createPictureFiles, PictureStoreBusy, type PictureFilesOptions } from './picture-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lokalteil-pictures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Store = Originals & { kept: Map<string, Buffer>; opened: string[]; asked: string[][]; most: number }

/** In memory; every fetch waits for `hold`. */
function createStore(kept: Record<string, string> = {}, hold: Promise<void> = Promise.resolve()): Store {
  let now = 0
  const store: Store = {
    kept: new Map(Object.entries(kept).map(([path, text]) => [path, Buffer.from(text)])),
    opened: [],
    asked: [],
    most: 0,
    async listSizes(paths) {
      if (!paths.includes('import/00/probe.jpg')) store.asked.push([...paths])
      return new Map(
        paths.flatMap((path) => (store.kept.has(path) ? [[path, store.kept.get(path)!.length] as const] : [])),
      )
    },
    async remove(path: string) {
      this.kept.delete(path)
    },
    async put(path, bytes) {
      store.kept.set(path, Buffer.from(bytes))
    },
    async open(path) {
      store.opened.push(path)
      const found = store.kept.get(path)
      if (found === undefined) return null
      return (async function* () {
        store.most = Math.max(store.most, ++now)
        await hold
        yield found.subarray(0, 2)
        yield found.subarray(2)
        now--
      })()
    },
  }
  return store
}
const open = (originals: Originals | null, more: Partial<PictureFilesOptions> = {}) =>
  createPictureFiles({ folder, originals, ...more })
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const listAll = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const toText = async (found: Awaited<ReturnType<ReturnType<typeof open>['locate']>>) =>
  found === null ? null : 'file' in found ? readFileSync(found.file, 'utf8') : (await found.read()).toString()
const forever = new AbortController().signal

describe('the local pictures of a process', () => {
  it('are fetched from the store once for parallel requests, and are files afterwards', async () => {
    const store = createStore({ 'import/ab/x.jpg': 'picture' })
    const files = open(store)
    const found = await Promise.all([1, 2, 3, 4].map(() => files.locate('import/ab/x.jpg')))
    expect(await Promise.all(found.map(toText))).toEqual(['picture', 'picture', 'picture', 'picture'])
    expect(await toText(await files.locate('import/ab/x.jpg'))).toBe('picture')
    expect(store.opened).toEqual(['import/ab/x.jpg'])
    expect(listAll()).toEqual(['x.jpg'])
  })

  it('may be deleted at any time', async () => {
    const files = open(createStore({ 'import/ab/x.jpg': 'picture' }))
    await files.locate('import/ab/x.jpg')
    rmSync(join(folder, 'import'), { recursive: true })
    expect(await toText(await files.locate('import/ab/x.jpg'))).toBe('picture')
  })

  it('are fetched four at a time, with a bounded queue', async () => {
    const names = Array.from({ length: 80 }, (_unused, index) => `import/${index}.jpg`)
    let release = () => {}
    const hold = new Promise<void>((resolve) => (release = resolve))
    const store = createStore(Object.fromEntries(names.map((name) => [name, 'picture'])), hold)
    const files = open(store)
    let refusals = 0
    const asked = Promise.allSettled(
      names.map((name) =>
        files.locate(name).catch((error: unknown) => {
          refusals++
          throw error
        }),
      ),
    )
    await expect.poll(() => [store.most, refusals]).toEqual([4, 80 - 4 - 64])
    release()
    const ended = await asked
    expect(store.most).toBe(4)
    const refused = ended.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(80 - 4 - 64)
    expect((refused[0] as PromiseRejectedResult).reason).toBeInstanceOf(PictureStoreBusy)
  })

  it('leave no partial file after a broken answer', async () => {
    const store = createStore({ 'import/x.jpg': 'picture' })
    const files = open({
      ...store,
      open: async () =>
        (async function* () {
          yield Buffer.from('pi')
          throw new Error('cut')
        })(),
    })
    await expect(files.locate('import/x.jpg')).rejects.toThrow('cut')
    expect(listAll()).toEqual([])
  })

  it.runIf(process.platform === 'linux')(
    'are delivered even if the disk cannot be written',
    { meta: { skipReason: 'only Linux has a folder in which nobody can write' } },
    async () => {
      const store = createStore({ 'import/x.jpg': 'picture' })
      const files = open(store, { folder: '/sys/lokalteil' })
      const found = await files.locate('import/x.jpg')
      expect(found).toHaveProperty('read')
      expect(await toText(found)).toBe('picture')
      await files.put('import/y.jpg', Buffer.from('other'))
      expect(store.kept.get('import/y.jpg')!.toString()).toBe('other')
    },
  )

  it('shipped with the demo are read from the package, before any copy, without asking a store', async () => {
    const store = createStore({ 'demo/x.jpg': 'never' })
    const shipped = join(folder, '..', 'shipped.webp')
    writeFileSync(shipped, 'shipped')
    write('demo/x.jpg', 'drawn by a version before')
    const files = open(store, { findShipped: (path) => (path === 'demo/x.jpg' ? shipped : null) })
    expect([await toText(await files.locate('demo/x.jpg')), await files.locate('demo/none.jpg')]).toEqual([
      'shipped',
      null,
    ])
    expect(store.opened).toEqual([])
    rmSync(shipped)
  })

  it.each(['../keys/sso.key', '../../etc/passwd', '.', ''])('outside of the folder are refused: %j', async (path) => {
    writeFileSync(join(folder, '..', 'outside.jpg'), '')
    expect(await open(createStore()).locate(path)).toBeNull()
    rmSync(join(folder, '..', 'outside.jpg'))
  })

  it('are only in the folder if there is no store', async () => {
    const files = open(null)
    await files.put('import/x.jpg', Buffer.from('picture'))
    expect([await toText(await files.locate('import/x.jpg')), await files.locate('import/y.jpg')]).toEqual([
      'picture',
      null,
    ])
    expect(await files.storeFolder(forever)).toEqual({ stored: 0, known: 0 })
  })
})

describe('an existing folder', () => {
  it('is copied to the store: missing files and those of another size, nothing of the demo or of a kill', async () => {
    write('import/ab/x.jpg', 'picture')
    write('import/ab/y.jpg', 'known')
    write('eigene/haus.png', 'new size')
    write('demo/z.jpg', 'drawn')
    write('import/ab/x.jpg.1234.partial', 'half')
    write('import/ab/old.jpg.1234.partial', 'half')
    utimesSync(join(folder, 'import/ab/old.jpg.1234.partial'), new Date(), new Date(Date.now() - 7_200_000))
    const store = createStore({ 'import/ab/y.jpg': 'known', 'eigene/haus.png': 'old' })
    expect(await open(store).storeFolder(forever)).toEqual({ stored: 2, known: 1 })
    expect(Object.fromEntries([...store.kept].map(([path, bytes]) => [path, bytes.toString()]))).toEqual({
      'import/ab/x.jpg': 'picture',
      'import/ab/y.jpg': 'known',
      'eigene/haus.png': 'new size',
    })
    expect(existsSync(join(folder, 'import/ab/old.jpg.1234.partial'))).toBe(false)
    expect(existsSync(join(folder, 'import/ab/x.jpg.1234.partial'))).toBe(true)
    expect(await open(store).storeFolder(forever)).toEqual({ stored: 0, known: 3 })
  })

  it('continues where it was stopped, some hundred queries at a time', async () => {
    for (let index = 0; index < 450; index++) write(`import/${index % 7}/${index}.jpg`, `picture ${index}`)
    const store = createStore()
    const stopping = new AbortController()
    const stopped = open({
      ...store,
      put: async (path, bytes) => {
        await store.put(path, bytes)
        if (store.kept.size === 30) stopping.abort()
      },
    })
    expect((await stopped.storeFolder(stopping.signal)).stored).toBe(30)
    for (let index = 0; index < 450; index++)
      if (index % 40 !== 0) store.kept.set(`import/${index % 7}/${index}.jpg`, Buffer.from(`picture ${index}`))
    await open(store).storeFolder(forever)
    expect(store.kept.size).toBe(450)
    expect(Math.max(...store.asked.map((paths) => paths.length))).toBeLessThanOrEqual(200)
  })

  it('is not compared again with a remote store, except for new files', async () => {
    const mark = { file: join(folder, '.stored.json'), store: 'bucket' }
    write('import/old.jpg', 'picture')
    utimesSync(join(folder, 'import/old.jpg'), new Date(), new Date(Date.now() - 7_200_000))
    const store = createStore()
    await open(store, { mark }).storeFolder(forever)
    write('import/new.jpg', 'picture')
    store.asked.length = 0
    await open(store, { mark }).storeFolder(forever)
    expect(store.asked.flat()).toEqual(['import/new.jpg'])
    expect(store.kept.size).toBe(2)
    store.asked.length = 0
    await open(store, { mark: { ...mark, store: 'another bucket' } }).storeFolder(forever)
    expect(store.asked.flat().toSorted()).toEqual(['import/new.jpg', 'import/old.jpg'])
  })

  it('may be missing', async () => {
    expect(await open(createStore(), { folder: join(folder, 'none') }).storeFolder(forever)).toEqual({
      stored: 0,
      known: 0,
    })
  })
})
