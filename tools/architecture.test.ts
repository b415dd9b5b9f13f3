/**
 * The tables of docs/architecture.md name only existing folders and files; those of a room from the root. In the table of
 * guesses every cell that is no miss has the word in it, and nine of ten are none.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
