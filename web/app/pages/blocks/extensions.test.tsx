import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Block } from '@lokalteil/contracts/content'
import type { OptionsSchema } from '../../page/define-block.ts'
import type { Chrome, LoadContext, PageState } from '../../page/page.ts'

const FAILS = { nested: false, load: false }

vi.mock('virtual:extensions', async () => {
  const { createElement } = await import('react')
  const { defineBlock } = await import('../../page/define-block.ts')
  const { defineExtensionPage } = await import('../../page/define-extension-page.ts')
  const options: OptionsSchema<{ text: string }> = {
    '~standard': {
      validate: (value: unknown) =>
        typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
          ? { value: { text: value.text.toUpperCase() } }
          : { issues: [{ message: 'text is missing' }] },
    },
  }
  const Inner = () => {
    if (FAILS.nested) throw new Error('inside')
    return null
  }
  const good = defineBlock({
    name: 'good',
    options,
    load: async ({ options: { text }, publication }) => `${text} in ${publication.name}`,
    Component: ({ heading, data }) => createElement('p', null, heading, ': ', data, createElement(Inner)),
  })
  const silent = defineBlock({ ...good, name: 'silent', load: () => Promise.reject(new Error('asleep')) })
  const endless = defineBlock({ ...good, name: 'endless', load: () => new Promise<string>(() => {}) })
  const own = defineExtensionPage({
    path: '/kalender',
    title: 'Der Kalender',
    description: 'Alle Tage',
    hasPages: true,
    load: async ({ page, publication }) => {
      if (FAILS.load) throw new Error('asleep')
      return page > 2 ? { kind: 'missing' } : { kind: 'ok', data: `${publication.name} ${page}` }
    },
    Component: ({ data }) => createElement('p', null, data, createElement(Inner)),
  })
  return {
    extensions: {
      'bote/good': async () => ({ default: good }),
      'bote/renamed': async () => ({ default: good }),
      'bote/endless': async () => ({ default: endless }),
      'bote/silent': async () => ({ default: silent }),
      'bote/page': async () => ({ page: own }),
      'bote/hidden': async () => ({ page: { ...own, path: '/still', isIndexed: false, hasPages: false } }),
      'bote/broken': async () => Promise.reject(new Error('no module')),
      'rooms/kino/KinoPage': async () => ({ page: { ...own, path: '/kino' } }),
      'rooms/kino/block': async () => ({ default: { ...good, name: 'kino' } }),
    },
  }
})

vi.mock('virtual:extension-pages', () => ({
  pages: {
    'bote/kalender': 'bote/page',
    'bote/still': 'bote/hidden',
    'bote/kaputt': 'bote/broken',
    'blatt/fremd': 'blatt/x',
    '/kino': 'rooms/kino/KinoPage',
  },
}))

const { loadExtensionBlocks } = await import('../../page/extensions.ts')
const { page: channel, pagedPage: tag } = await import('../channel/ChannelPage.tsx')
const { page: ownPage } = await import('../extension/ExtensionPage.tsx')
const { listIndexedPages } = await import('../extension/indexed-pages.ts')
const { dropFailingExtensions, listExtensionKeys } = await import('./failing-extensions.tsx')

const PUBLICATION = { code: 'bote', name: 'Der Bote' }
const SERVICES: Block = { kind: 'services', title: 'Service', links: [] }
const toBlock = (name: string, options: Record<string, unknown> = { text: 'hier' }): Block => ({
  kind: 'extension',
  name,
  title: 'Neu',
  options,
})

let errors: string[] = []
const note = (key: string, error: unknown) => void errors.push(`${key}: ${(error as Error).message}`)
const context = {
  publication: PUBLICATION,
  now: new Date(0),
  content: {},
  onExtensionError: note,
} as unknown as LoadContext

function toState(blocks: readonly Block[]): PageState {
  const chrome = { publication: PUBLICATION, now: new Date(0).toISOString() } as unknown as Chrome
  return { route: null, path: '/', query: '', title: '', chrome, content: { kind: 'page', data: { blocks } } }
}

afterEach(() => {
  errors = []
  FAILS.nested = false
  FAILS.load = false
})

describe('blocks of a publication', () => {
  it('get their parsed options and loaded data', async () => {
    expect(await loadExtensionBlocks([SERVICES, toBlock('good')], context)).toEqual([
      SERVICES,
      { ...toBlock('good', { text: 'HIER' }), data: 'HIER in Der Bote' },
    ])
    expect(errors).toEqual([])
  })

  it.each([
    ['nobody', { text: 'x' }, 'bote/nobody: There is no such extension in this build'],
    ['toString', { text: 'x' }, 'bote/toString: There is no such extension in this build'],
    ['good', {}, 'bote/good: Its options: text is missing'],
    ['renamed', { text: 'x' }, 'bote/renamed: Its file has another name than it: "good"'],
    ['endless', { text: 'x' }, 'bote/endless: It did not load in time'],
    ['silent', { text: 'x' }, 'bote/silent: asleep'],
    ['broken', { text: 'x' }, 'bote/broken: no module'],
  ])('are left out when they fail: %s', async (name, options, said) => {
    expect(await loadExtensionBlocks([toBlock(name, options), SERVICES], context)).toEqual([SERVICES])
    expect(errors).toEqual([said])
  })

  it('of an own room have its name, where it is switched on', async () => {
    const open = { ...context, publication: { ...PUBLICATION, ownRooms: ['kino'] } } as unknown as LoadContext
    expect(await loadExtensionBlocks([toBlock('kino')], open)).toHaveLength(1)
    expect([await loadExtensionBlocks([toBlock('kino')], context), errors]).toEqual([
      [],
      ['bote/kino: There is no such extension in this build'],
    ])
  })

  it('are removed from a page that they would break, wherever they throw', async () => {
    const state = toState(await loadExtensionBlocks([toBlock('good'), SERVICES], context))
    expect(dropFailingExtensions(state, note)).toBe(state)
    expect(listExtensionKeys(state)).toEqual(['bote/good'])
    FAILS.nested = true
    const rest = dropFailingExtensions(state, note)
    expect(rest.content).toEqual({ kind: 'page', data: { blocks: [SERVICES] } })
    expect(listExtensionKeys(rest)).toEqual([])
    expect(errors).toEqual(['bote/good: inside'])
  })
})

describe('pages of a publication', () => {
  const load = (path: string) => ownPage.load({ name: 'extension-page', path }, context)
  const toPage = (data: unknown): PageState => ({
    ...toState([]),
    route: { name: 'extension-page', path: 'kalender' },
    content: { kind: 'page', data },
  })

  it('have their address before sections and tags, with and without a number', async () => {
    const at = (path: string) => ({ kind: 'elsewhere', route: { name: 'extension-page', path } })
    expect(await channel.load({ name: 'channel', path: 'kalender' }, context)).toEqual(at('kalender'))
    expect(await tag.load({ name: 'tag', slug: 'kalender', page: 2 }, context)).toEqual(at('kalender/2'))
  })

  it('show their data below their title, page by page', async () => {
    const about = {
      key: 'bote/page',
      path: '/kalender',
      title: 'Der Kalender',
      description: 'Alle Tage',
      isIndexed: true,
    }
    expect(await load('kalender')).toEqual({ kind: 'ok', data: { ...about, page: 1, data: 'Der Bote 1' } })
    expect(await load('kalender/2')).toEqual({ kind: 'ok', data: { ...about, page: 2, data: 'Der Bote 2' } })
  })

  it.each(['kalender/3', 'fremd', 'still/2', 'kalender/2/2', 'nirgends'])('%s is missing', async (path) =>
    expect(await load(path)).toEqual({ kind: 'missing' }),
  )

  it.each([
    ['that fails', 'kalender', 'Extension bote/page: asleep'],
    ['that is no module', 'kaputt', 'Extension bote/broken: no module'],
  ])('one %s is an error page, as everywhere', async (_case, path, said) => {
    FAILS.load = true
    await expect(load(path)).rejects.toThrow(said)
  })

  it('one that throws while drawing is an error before any part of it is sent', async () => {
    const loaded = await load('kalender')
    if (loaded.kind !== 'ok') throw new Error(loaded.kind)
    const state = toPage(loaded.data)
    expect(dropFailingExtensions(state, note)).toBe(state)
    expect(listExtensionKeys(state)).toEqual(['bote/page'])
    FAILS.nested = true
    expect(() => dropFailingExtensions(state, note)).toThrow('Extension bote/page: inside')
  })

  it('of an own room are there where the room is switched on, and nowhere else', async () => {
    const open = { ...context, publication: { ...PUBLICATION, ownRooms: ['kino'] } } as unknown as LoadContext
    const route = { name: 'extension-page', path: 'kino' } as const
    expect(await ownPage.load(route, open)).toMatchObject({
      kind: 'ok',
      data: { key: 'rooms/kino/KinoPage', path: '/kino' },
    })
    expect(await ownPage.load(route, context)).toEqual({ kind: 'missing' })
    expect(await listIndexedPages({ code: 'blatt', ownRooms: ['kino'] })).toEqual(['/kino'])
  })

  it('are listed for search engines unless they opt out', async () => {
    expect([await listIndexedPages({ code: 'bote' }), await listIndexedPages({ code: 'blatt' })]).toEqual([
      ['/kalender'],
      [],
    ])
  })
})
