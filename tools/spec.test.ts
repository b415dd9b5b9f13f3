import { describe, expect, it } from 'vitest'
import { listCitations, measureCoverage, parseRequirements } from './spec.ts'

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

  it('counts by area and names what is missing and what does not exist', () => {
    const cite = (id: string) => ({ id, file: 'x.test.ts', line: 1 })
    const { areas, unknown } = measureCoverage(requirements, [cite('R1-01'), cite('R1-01'), cite('R9-99')])
    expect(areas.map(({ area, total, proven, missing }) => [area, total, proven, missing.map(({ id }) => id)])).toEqual(
      [
        ['a', 1, 0, ['R1-02']],
        ['b', 2, 1, ['R1-03']],
      ],
    )
    expect(unknown).toEqual([cite('R9-99')])
  })

  it.each([
    ['no head', 'R1-01\t1\ta\tText\n', 'first line'],
    ['a broken line', 'id\tsection\tarea\nnothing\n', 'Line 2'],
  ])('refuses a list with %s', (_name, tsv, message) => {
    expect(() => parseRequirements(tsv)).toThrow(message)
  })
})
