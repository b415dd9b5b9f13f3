import { expect, it } from 'vitest'
import { listPageNames, listReached, toLoads } from './page-chunks.ts'

it('reads the route names for which a module defines pages', () => {
  const code = `
    import { definePage } from './define-page.ts'
    const inner = definePage('hidden', {})
    export const page = definePage('home', { load })
    export const other = definePage(['bookmarks', '__mein-portal/bookmarks'], toModule('x')), no = 1
    export function View() {}`
  expect(listPageNames(code)).toEqual(['home', 'bookmarks', '__mein-portal/bookmarks'])
})

it('finds none in a module without pages', () => expect(listPageNames('export const page = { load }')).toEqual([]))

it('refuses names that are not literals', () =>
  expect(() => listPageNames('export const page = definePage(NAME, {})')).toThrow('literals'))

it('lists files for the offline edition that are requested later, and not those of other pages', () => {
  const chunks: Record<string, { imports: string[]; styles: string[]; isOtherPage?: boolean }> = {
    entry: { imports: ['shell', 'article', 'shop'], styles: ['entry.css'] },
    shell: { imports: ['entry'], styles: [] },
    article: { imports: ['shell', 'story'], styles: ['article.css'] },
    story: { imports: ['player'], styles: ['story.css'] },
    player: { imports: [], styles: [] },
    shop: { imports: ['checkout'], styles: ['shop.css'], isOtherPage: true },
    checkout: { imports: [], styles: [] },
  }
  const read = (name: string) => (chunks[name]!.isOtherPage ? null : chunks[name]!)
  expect(listReached('entry', read).toSorted()).toEqual(
    ['article', 'article.css', 'entry', 'entry.css', 'player', 'shell', 'story', 'story.css'].map((name) => `/${name}`),
  )
})

it('says of each script when it loads, the first view first', () => {
  const files = (...modules: string[]) => ({ modules, styles: [], sheet: '' })
  const sizes = new Map(
    ['/late.js', '/dialog.js', '/entry.js', '/home.js', '/lists.js', '/block.js'].map((file) => [file, 1500]),
  )
  const lists = Object.fromEntries(['channel', 'tag', 'topic', 'author'].map((name) => [name, files('/lists.js')]))
  const pages = { home: files('/home.js', '/lists.js'), ...lists }
  const extensions = { 'ak/woche': { modules: ['/block.js'], styles: [] } }
  const chunks = { entry: files('/entry.js'), later: ['/late.js'], error: files('/entry.js'), pages, extensions }
  expect(toLoads(sizes, chunks).split('\n')).toEqual([
    'first view of every page\t1.5 kB\t/entry.js',
    'first view of 5 pages\t1.5 kB\t/lists.js',
    'first view: home\t1.5 kB\t/home.js',
    'with ak/woche\t1.5 kB\t/block.js',
    'after the first view of every page\t1.5 kB\t/late.js',
    'on demand\t1.5 kB\t/dialog.js',
    '',
  ])
})
