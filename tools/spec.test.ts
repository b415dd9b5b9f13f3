import { describe, expect, it } from 'vitest'
import { readImportGraph } from './import-graph.ts'
import { listCitations, listProving, measureCoverage, parseRequirements } from './spec.ts'

const citedIn = (source: string) => listCitations('a.test.ts', source).map(({ id, line }) => `${id}:${line}`)

describe('listCitations', () => {
  it.each([
    ['a name', "it('R2.9-04 leaves links to the browser', () => {})", ['R2.9-04:1']],
    ['several ids', "test('R1-01, R10.2-03 speaks German', () => {})", ['R1-01:1', 'R10.2-03:1']],
    ['a describe', "\ndescribe('R1-02 dates', () => {})", ['R1-02:2']],
    ['a template', 'for (const x of [1]) it(`R1-03 week ${x}`, () => {})', ['R1-03:1']],
    ['a table', "it.each([\n  ['R1-04 first', 1],\n  ['R1-05 second', 2],\n])('%s', () => {})", ['R1-04:2', 'R1-05:3']],
    ['a table of objects', "it.for([{ name: 'R1-06 x' }])('$name', () => {})", ['R1-06:1']],
    ['a condition', "it.runIf(true)('R1-07 x', () => {})", ['R1-07:1']],
  ])('reads %s', (_name, source, expected) => {
    expect(citedIn(source)).toEqual(expected)
  })

  it.each([
    ['a skipped test', "it.skip('R1-01 x', () => {})"],
    ['a test to be written', "it.todo('R1-01 x')"],
    ['a comment', "// it('R1-01 x')\nit('x', () => {})"],
    ['the inside of a test', "it('x', () => { expect('R1-01').toBe('R1-01') })"],
    ['a call of something else', "describeTo('R1-01')"],
    ['a word that only looks like one', "it('XR1-01 R1-x', () => {})"],
  ])('does not count %s', (_name, source) => {
    expect(citedIn(source)).toEqual([])
  })
})

describe('measureCoverage', () => {
  const requirements = parseRequirements(
    'id\tsection\tarea\trequirement\thow\nR1-01\t1\tb\tText\tTest\nR1-02\t1\ta\tMore\tTest\nR1-03\t1\tb\tLast\tTest\n',
  )

  it('counts by area and names missing and unknown requirements', () => {
    const cite = (id: string, run: 'gate' | 'release' = 'gate') => ({ id, file: 'x.test.ts', line: 1, run })
    const { areas, unknown } = measureCoverage(requirements, [
      cite('R1-01'),
      cite('R1-01', 'release'),
      cite('R1-02', 'release'),
      cite('R9-99'),
    ])
    expect(
      areas.map(({ area, total, gate, release, missing }) => [area, total, gate, release, missing.map(({ id }) => id)]),
    ).toEqual([
      ['a', 1, 0, 1, []],
      ['b', 2, 1, 0, ['R1-03']],
    ])
    expect(unknown).toEqual([cite('R9-99')])
  })

  it.each([
    ['no head', 'R1-01\t1\ta\tText\n', 'first line'],
    ['a broken line', 'id\tsection\tarea\nnothing\n', 'Line 2'],
  ])('refuses a list with %s', (_name, tsv, message) => {
    expect(() => parseRequirements(tsv)).toThrow(message)
  })
})

describe('the run of a citation', () => {
  const rules = [
    { files: ['a.test.ts'], cases: ['on a desk', 'R1-02'], why: '' },
    { files: ['b.test.ts'], except: ['R1-01', 'on a phone'], why: '' },
    { files: ['c.test.ts'], why: '' },
  ]
  const runsOf = (file: string, source: string) =>
    listCitations(file, source, rules).map(({ id, run }) => `${id} ${run}`)

  it.each([
    ['a case that no rule names', 'a.test.ts', "it('R1-01 x', () => {})", ['R1-01 gate']],
    ['a case by its title', 'a.test.ts', "it('R1-02 x', () => {})", ['R1-02 release']],
    [
      'a case by the describe around it',
      'a.test.ts',
      "describe('on a desk', () => { it('R1-01 x') })",
      ['R1-01 release'],
    ],
    [
      'one width of two',
      'a.test.ts',
      "describe.each(['phone', 'desk'])('on a %s', () => { it('R1-01 x') })",
      ['R1-01 gate'],
    ],
    [
      'a row of a table',
      'a.test.ts',
      "it.each([['R1-02 a'], ['R1-03 b']])('%s', () => {})",
      ['R1-02 release', 'R1-03 gate'],
    ],
    [
      'a describe by the first of its tests',
      'a.test.ts',
      "describe('R1-05', () => { it('on a desk'); it('x') })",
      ['R1-05 gate'],
    ],
    ['an exception', 'b.test.ts', "it('R1-01 x', () => {})\nit('R1-03 x', () => {})", ['R1-01 gate', 'R1-03 release']],
    ['an exception of a table', 'b.test.ts', "it.each(['phone', 'desk'])('R1-04 on a %s')", ['R1-04 gate']],
    ['a whole file', 'c.test.ts', "it('R1-01 x', () => {})", ['R1-01 release']],
  ])('of %s is known', (_name, file, source, expected) => {
    expect(runsOf(file, source)).toEqual(expected)
  })
})

describe('listProving', () => {
  const sources = new Map([
    ['web/server/main.ts', "import '../../domain/live.ts'"],
    ['domain/live.ts', 'export const live = 1'],
    ['domain/twin.ts', "import { live } from './live.ts'\nexport const twin = live"],
    ['domain/only-types.test.ts', "import type { Live } from './live.ts'"],
    ['domain/live.test.ts', "import { help } from './help.testing.ts'"],
    ['domain/help.testing.ts', "import { live } from './live.ts'\nexport const help = live"],
    ['tools/own.test.ts', ''],
    ['e2e/x.journey.ts', ''],
  ])

  it('accepts journeys, and tests that run a module of the product, also through helpers', () => {
    const graph = readImportGraph(sources, { hasTypes: false })
    const tests = [...sources.keys()].filter((path) => /\.(test|journey)\.ts$/.test(path))
    const product = new Set(['web/server/main.ts', 'domain/live.ts'])
    expect([...listProving(tests, graph, product)]).toEqual(['domain/live.test.ts', 'e2e/x.journey.ts'])
  })
})
