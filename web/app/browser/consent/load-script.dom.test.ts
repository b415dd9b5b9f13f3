// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadScript } from './load-script.ts'

const ADDRESS = 'https://ads.example/a.js'

/** What the element has when its request begins. */
let appended: Record<string, string>[]
let answer: 'load' | 'error'
beforeEach(() => {
  appended = []
  answer = 'load'
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes as HTMLScriptElement[]) {
      appended.push(Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])))
      queueMicrotask(() => node.dispatchEvent(new Event(answer)))
    }
  })
})
afterEach(() => vi.restoreAllMocks())

const OWN = { src: ADDRESS, async: '', 'data-third-party': 'ads' }

it.each<[string, Record<string, string> | undefined, Record<string, string>]>([
  ['none', undefined, OWN],
  [
    'integrity, which browsers check only of what other hosts let pages read',
    { integrity: 'sha384-abc' },
    { ...OWN, integrity: 'sha384-abc', crossorigin: 'anonymous' },
  ],
  [
    'integrity with credentials',
    { integrity: 'sha384-abc', crossorigin: 'use-credentials' },
    { ...OWN, integrity: 'sha384-abc', crossorigin: 'use-credentials' },
  ],
  ['of the publisher', { id: 'ad-tag', 'data-account': '12' }, { ...OWN, id: 'ad-tag', 'data-account': '12' }],
  ['that would lead elsewhere', { src: 'https://evil.example/x.js', 'data-third-party': 'analytics' }, OWN],
])('S7.7-04 a script with attributes %s', async (_which, attributes, expected) => {
  await loadScript(ADDRESS, 'ads', attributes)
  expect(appended).toEqual([expected])
})

it('rejects, with its name, when the script does not come', async () => {
  answer = 'error'
  await expect(loadScript(ADDRESS, 'ads')).rejects.toThrow('The script for ads could not be loaded')
})
