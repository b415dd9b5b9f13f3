import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { PROOFS, readMachine, readResults, toDocument, toTitlePattern } from './proofs.ts'
import { listTitles } from './titles.testing.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the figures of reliability', () => {
  it('are D1 to D34, in this order', () => {
    expect(PROOFS.map(({ id }) => id)).toEqual(Array.from({ length: 34 }, (_unused, index) => `D${index + 1}`))
  })

  it.each(PROOFS)('$id names tests and rows of benchmarks that exist', (proof) => {
    const pattern = new RegExp(toTitlePattern(proof))
    for (const [file, ...titles] of proof.tests) {
      const all = existsSync(join(root, file)) ? listTitles(file) : []
      expect(titles.filter((part) => !all.some((title) => title.includes(part) && pattern.test(title)), file)).toEqual(
        [],
      )
      expect(titles.length, file).toBeGreaterThan(0)
    }
    const benchmarks = read('docs/benchmarks.md')
    expect(proof.tests.length > 0 || proof.bench !== undefined).toBe(true)
    for (const row of proof.bench?.rows ?? []) expect(benchmarks).toContain(`\n| ${row}`)
    if (proof.bench !== undefined)
      expect(read('bench/main.ts')).toMatch(new RegExp(`^ {2}'?${proof.bench.name}'?:`, 'm'))
  })

  it('stand in docs/reliability.md as in the table (npm run prove -- --write)', () => {
    const document = read('docs/reliability.md')
    expect(document).toBe(toDocument(readResults(document), readMachine(document)))
    expect(read('README.md')).toContain('docs/reliability.md')
  })

  it('keep the results of others when one is written', () => {
    const results = new Map([
      ['D2', { date: '2026-11-30', total: '3 passed, 0 failed', measured: ['a | b: 4 ms', 'c: 5'] }],
      ['D4', { date: '2026-11-29', total: '1 passed, 1 failed, 2 skipped', measured: [] }],
    ])
    const document = toDocument(results, '2 × a processor')
    expect(readResults(document)).toEqual(
      new Map([...results, ['D2', { ...results.get('D2')!, measured: ['a / b: 4 ms', 'c: 5'] }]]),
    )
    expect(readMachine(document)).toBe('2 × a processor')
  })
})
