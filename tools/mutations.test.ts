import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MUTATIONS } from './mutation-list.ts'
import { mutate, readResults, toDocument } from './mutations.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

describe('mutations', () => {
  it('each fault still applies: its text occurs exactly once in its file', () => {
    const stale = MUTATIONS.filter((mutation) => mutate(read(mutation.file), mutation) === null)
    expect(stale.map(({ file, text }) => `${file}: ${text}`)).toEqual([])
  })

  it('there are at least 60, 12 or more of each area, and no two are the same', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(60)
    for (const all of Map.groupBy(MUTATIONS, ({ area }) => area).values()) expect(all.length).toBeGreaterThanOrEqual(12)
    expect(new Set(MUTATIONS.map(({ file, text }) => `${file} ${text}`)).size).toBe(MUTATIONS.length)
  })

  it('the tests to run first exist', () => {
    const tests = [...new Set(MUTATIONS.flatMap(({ near }) => near))].filter((path) => path.includes('.test.'))
    for (const test of tests) expect(read(test), test).toContain('expect(')
  })

  it('docs/mutations.md lists these faults with their results', () => {
    const written = read('docs/mutations.md')
    expect(toDocument(MUTATIONS, readResults(written))).toBe(written)
  })

  it('a text that occurs twice or never cannot be a fault', () => {
    const fault = { text: 'a > b', replacement: 'a >= b' }
    expect(mutate('if (a > b) return', fault)).toBe('if (a >= b) return')
    expect(mutate('if (a > b || a > b) return', fault)).toBeNull()
    expect(mutate('if (a < b) return', fault)).toBeNull()
  })
})
