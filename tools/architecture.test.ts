/**
 * The tables of docs/architecture.md name only existing folders and files; those of a room from the root. In the table of
 * guesses every hit has the word in its name, nine of ten guesses are hits, and a floor with a dash exports nothing of that name.
 */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources } from './import-rules.ts'
import { isThere } from './places.testing.ts'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')

const GUESSES = 'Twenty words, one guess each'

function readTable(title: string): { heads: string[]; rows: string[][] } {
  const [heads, , ...rows] = text
    .split(`## ${title}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return { heads: heads!, rows }
}

it.each(['One noun, one folder on every floor', GUESSES])('%s: each place exists', (title) => {
  const { heads, rows } = readTable(title)
  expect(rows.length).toBeGreaterThan(9)
  const places = rows.flatMap((cells) =>
    cells
      .slice(1)
      .flatMap((cell, column) =>
        [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, path]) =>
          expand(path!).map((one) => (/^rooms\/[^/]+\/./.test(one) ? one : `${heads[column + 1]}/${one}`)),
        ),
      ),
  )
  expect(places.filter((place) => !isThere(place))).toEqual([])
})

it('nine of ten guesses hit: the word stands in the name', () => {
  const { rows } = readTable(GUESSES)
  expect(rows).toHaveLength(20)
  const guesses = rows.flatMap(([word = '', ...cells]) =>
    cells.filter((cell) => !cell.startsWith('–')).map((cell) => ({ word, cell, isMiss: cell.startsWith('*') })),
  )
  const hits = guesses.filter(({ isMiss }) => !isMiss)
  expect(hits.filter(({ word, cell }) => !isNamed(word, cell))).toEqual([])
  expect(hits.length / guesses.length).toBeGreaterThanOrEqual(0.9)
  expect(text).toContain(`${hits.length} of ${guesses.length} guesses hit`)
})

it('a floor with a dash has no file and no export that is named after the word', () => {
  const { heads, rows } = readTable(GUESSES)
  const names = [...readSources(root)].flatMap(([path, source]) => {
    const isProduct = /\.tsx?$/.test(path) && !/\.(?:test|testing|journey)\.|\/migrations\//.test(path)
    const floor = isProduct ? toFloor(path) : undefined
    if (floor === undefined) return []
    const exported = [...source.matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)/gm)]
    return [basename(path), ...exported.map(([, name]) => name!)].map((name) => ({ floor, path, name }))
  })
  expect(names.length).toBeGreaterThan(5000)
  const found = rows.flatMap(([word = '', ...cells]) =>
    cells.flatMap((cell, column) => {
      if (cell !== '–') return []
      const stems = word.split(/[ -]/).map((one) => one.toLowerCase().slice(0, 6))
      const pattern = new RegExp(`(?:^| )${stems.join(' ?')}`)
      return names.filter(({ floor, name }) => floor === heads[column + 1] && pattern.test(toWords(name)))
    }),
  )
  expect(found).toEqual([])
})

const FLOORS = ['domain', 'contracts', 'services', 'web/server', 'web/app']

/** The floor of a file of the core or of a room. */
function toFloor(path: string): string | undefined {
  const core = path.replace(/^rooms\/\w+\/(domain|contract|service|server|app)\//, (_, floor: string) =>
    floor === 'server' || floor === 'app' ? `web/${floor}/` : `${floor.replace(/^(contract|service)$/, '$1s')}/`,
  )
  return FLOORS.find((floor) => core.startsWith(`${floor}/`))
}

/** `toEInvoice`: "to e invoice". */
const toWords = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .toLowerCase()

/** Whether every place of the cell has a word of the row in it, up to its ending. */
function isNamed(word: string, cell: string): boolean {
  const stems = word.split(' ').map((one) => toLetters(one).slice(0, 6))
  return [...cell.matchAll(/`([^`]+)`/g)].every(([, path]) => stems.some((stem) => toLetters(path!).includes(stem)))
}

const toLetters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z/]/g, '')

function expand(path: string): string[] {
  const list = /\{([^}]+)\}/.exec(path)
  return list === null ? [path] : list[1]!.split(',').flatMap((name) => expand(path.replace(list[0], name)))
}
