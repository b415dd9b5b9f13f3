import { describe, expect, it } from 'vitest'
import { readExtensionPage, toPathProblem } from './extension-pages.ts'

describe('the path of a page in its source', () => {
  it.each([
    ["export const page = definePage({ path: '/kalender', title: 'Kalender' })", '/kalender'],
    ['export const page = definePage({\n  path: "/kalender",\n', '/kalender'],
    ["export const page = definePage<Data>({ path: '/kalender' })", '/kalender'],
    ["// see https://kalender.example\nexport const page = definePage({ /* ours */ path: '/kalender' })", '/kalender'],
    ["export const page = definePage({ title: 'Kalender', path: '/kalender' })", null],
    ['export const page = definePage({ path: PATH })', null],
    ["export const page = other({ path: '/kalender' })", null],
  ])('%s', (source, path) => expect(readExtensionPage(source)?.path).toBe(path))

  it.each([
    "export default defineBlock({ name: 'kalender' })",
    "// export const page = definePage({ path: '/kalender' })",
    "/* export const page = definePage({ path: '/kalender' }) */",
  ])('has no path: %s', (source) => expect(readExtensionPage(source)).toBeNull())

  it('has the line on which its page begins', () =>
    expect(readExtensionPage("/*\n*/\n// one\nexport const page = definePage({ path: '/kalender' })")?.line).toBe(4))
})

it.each([
  ['/kalender', null],
  ['/verein/heimat-kalender', null],
  ['kalender', 'spelling'],
  ['/Kalender', 'spelling'],
  ['/kalender/', 'spelling'],
  ['/für-alle', 'spelling'],
  ['/a/b/c/d/e', 'spelling'],
  ['/kalender-2026', 'number'],
  ['/2026', 'number'],
  ['/kalender/2', 'number'],
  ['/suche', 'taken'],
  ['/suche/kalender', 'taken'],
  ['/autor/kalender/heute/morgen', 'taken'],
  ['/rss', 'taken'],
  ['/api/kalender', 'taken'],
  ['/account/kalender', 'taken'],
  ['/newsletter-anmeldung/kalender', 'taken'],
  ['/de/kalender', 'taken'],
  ['/radio', 'taken'],
])('%s: %s', (path, problem) => expect(toPathProblem(path)).toBe(problem))
