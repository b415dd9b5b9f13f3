import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDemoLooks } from './looks.testing.ts'
import { openBuiltRenderer } from './renderer.ts'
import { fileURLToPath } from 'node:url'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const files = (name: string) => ({ modules: [`/assets/${name}.js`], styles: [`/assets/${name}.css`] })
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'renderer-'))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const chunks = {
    entry: files('entry-abcdefgh'),
    later: [],
    error: { ...files('error'), sheet: '/assets/page-error.css' },
    pages: { home: { ...files('home'), sheet: '/assets/page-home.css' } },
    extensions: { 'ak/pegel': files('pegel') },
  }
  put('client/.vite/chunks.json', JSON.stringify(chunks))
  put('client/.vite/fonts.json', JSON.stringify({ newsreader: ['/assets/fonts/n.woff2'] }))
  put('server/render.js', '')
  put('package.json', '{"type":"module"}')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('pages of a build have the look in force, also after a change', async () => {
  const looks = await openDemoLooks(root)
  const renderer = await openBuiltRenderer(folder, looks)
  const before = renderer.assetsOf('ak', 'home')
  expect(renderer.assetsOf('ak', 'home')).toBe(before)
  expect(before).toMatchObject({
    entry: '/assets/entry-abcdefgh.js',
    modules: ['/assets/home.js'],
    sheets: ['/assets/page-home.css'],
    styles: ['/assets/entry-abcdefgh.css', '/assets/home.css'],
  })
  const read = await readFolder(join(root, 'demo/publications/ak'))
  await looks.set({ ...read.folder!, look: { ...read.folder!.look, accent: '#123456', masthead: 'band' } }, read.files)
  expect(renderer.assetsOf('ak', 'home').look).toBe(looks.of('ak').document)
  expect(renderer.assetsOf('ak', 'home').look.marks['data-masthead']).toBe('band')
  expect(before.look.marks['data-masthead']).not.toBe('band')
})

it('files of extensions are found by their key, and an unknown key has none', async () => {
  const renderer = await openBuiltRenderer(folder, await openDemoLooks(root))
  expect(renderer.filesOfExtension('ak/pegel')).toEqual(files('pegel'))
  expect(renderer.filesOfExtension('fb/pegel')).toEqual({ modules: [], styles: [] })
  expect(renderer.styles).toEqual(['/assets/entry-abcdefgh.css'])
  expect(renderer.assetsOf('ak', null)).toMatchObject({ sheets: ['/assets/entry-abcdefgh.css'], styles: [] })
})
