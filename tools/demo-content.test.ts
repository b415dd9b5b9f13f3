/**
 * The demo's content may be edited: journeys look up articles and products, and contain no headline or product name of
 * it.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** A shorter name, such as `Gutschein`, is also an ordinary word. */
const SHORTEST = 12

it.each([
  ['headline', 'demo/articles/*.ts', /^ {4}title: '((?:[^'\\]|\\.)+)',$/gm] as const,
  ...(existsSync(join(root, 'rooms/shop'))
    ? [['product', 'demo/publications/*/shop.yaml', /^ {4}name: '?(.+?)'?$/gm] as const]
    : []),
])('no journey names a %s of the demo', (_kind, pattern, line) => {
  const names = read(pattern).flatMap(({ text }) => [...text.matchAll(line)].map(([, name]) => name!))
  expect(names.length).toBeGreaterThan(8)
  const long = names.filter((name) => name.length >= SHORTEST)
  const journeys = read('{e2e/**/*,rooms/*/*.journey}.ts')
  expect(journeys.length).toBeGreaterThan(40)
  const found = journeys.flatMap(({ file, text }) =>
    long.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
