/** The tables of docs/architecture.md name only existing folders and files; those of a room from the root. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isThere } from './places.testing.ts'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

it.each(['One noun, one folder on every floor', 'Ten words, one guess each'])('%s: each place exists', (title) => {
  const table = text
    .split(`## ${title}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
  const [heads, , ...rows] = table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
  expect(rows.length).toBeGreaterThan(9)
  const places = rows.flatMap((cells) =>
    cells
      .slice(1)
      .flatMap((cell, column) =>
        [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, path]) =>
          expand(path!).map((one) => (/^rooms\/[^/]+\/./.test(one) ? one : `${heads![column + 1]}/${one}`)),
        ),
      ),
  )
  expect(places.filter((place) => !isThere(place))).toEqual([])
})

function expand(path: string): string[] {
  const list = /\{([^}]+)\}/.exec(path)
  return list === null ? [path] : list[1]!.split(',').flatMap((name) => expand(path.replace(list[0], name)))
}
