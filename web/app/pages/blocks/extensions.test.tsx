import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Block } from '@lokalteil/contracts/content'
import type { OptionsSchema } from '../../page/define-block.ts'
import type { Chrome, LoadContext, PageState } from '../../page/page.ts'

const FAILS = { nested: false }

vi.mock('virtual:extensions', async () => {
  const { createElement } = await import('react')
  const { defineBlock } = await import('../../page/define-block.ts')
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
  return {
    extensions: {
      'bote/good': async () => ({ default: good }),
      'bote/renamed': async () => ({ default: good }),
      'bote/endless': async () => ({ default: endless }),
      'bote/silent': async () => ({ default: silent }),
      'bote/broken': async () => Promise.reject(new Error('no module')),
    },
  }
})

const { loadExtensionBlocks } = await import('../../page/extensions.ts')
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
})

describe('blocks that a publication brings', () => {
  it('get their options parsed and what they load', async () => {
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
  ])('are left out when something is wrong: %s', async (name, options, said) => {
    expect(await loadExtensionBlocks([toBlock(name, options), SERVICES], context)).toEqual([SERVICES])
    expect(errors).toEqual([said])
  })

  it('are taken out of a page that they would break, wherever in them it breaks', async () => {
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
