import { describe, expect, it } from 'vitest'
import { describeShape, measureShape } from './shape.ts'

const lines = (amount: number, line = (index: number) => `  const value${index} = ${index}`) =>
  Array.from({ length: amount }, (_, index) => line(index)).join('\n')

const measure = (planted: Record<string, string>) => measureShape(new Map(Object.entries(planted)))

describe('the shape of the house', () => {
  it('counts product files of a folder, without tests and their helpers', () => {
    const shape = measure({
      'domain/access/a.ts': 'export const a = 1',
      'domain/access/b.ts': 'export const b = 1',
      'domain/access/a.test.ts': '',
      'domain/access/b.testing.ts': '',
      'tools/spec.ts': '',
    })
    expect([shape.files, shape.lines, shape.siblings]).toEqual([2, 2, [{ name: 'domain/access', value: 2 }]])
  })

  it('counts the lines of the core, the office and each room apart, with style sheets', () => {
    const shape = measure({
      'domain/a.ts': lines(3),
      'web/app/a.module.css': '.a {\n  color: red;\n}\n',
      'rooms/server.ts': lines(1),
      'domain/office/acts.ts': lines(2),
      'contracts/office.ts': lines(1),
      'web/office/App.tsx': lines(2),
      'web/office/App.module.css': lines(1),
      'rooms/quiz/room.ts': lines(2),
      'rooms/quiz/app/a.ts': lines(7),
    })
    expect(shape.parts).toEqual([
      { name: 'rooms/quiz', value: 9 },
      { name: 'core', value: 7 },
      { name: 'office', value: 6 },
    ])
  })

  it('measures each function by itself', () => {
    const source = [
      'export function outer(a: number) {',
      '  const inner = (b: number) => (b > 1 ? 2 : 3)',
      '  if (a > 1 && a < 5) return inner(a)',
      '  switch (a) {',
      '    case 1:',
      '      return 1',
      '    default:',
      '      return 2',
      '  }',
      '}',
    ].join('\n')
    const shape = measure({ 'domain/x.ts': source })
    expect(shape.functionLines).toEqual([
      { name: 'domain/x.ts:1 outer', value: 10 },
      { name: 'domain/x.ts:2 inner', value: 1 },
    ])
    expect(shape.complexity).toEqual([
      { name: 'domain/x.ts:1 outer', value: 4 },
      { name: 'domain/x.ts:2 inner', value: 2 },
    ])
  })

  it('finds cycles, and says whether they consist of type imports only', () => {
    const shape = measure({
      'domain/a.ts': "import { b } from './b.ts'\nexport const a = b",
      'domain/b.ts': "import type { a } from './a.ts'\nexport const b: typeof a = 1",
      'domain/c.ts': "import { d } from './d.ts'\nexport const c = () => d",
      'domain/d.ts': "import { c } from './c.ts'\nexport const d = () => c",
    })
    expect(shape.cycles).toEqual([
      { path: ['domain/a.ts', 'domain/b.ts', 'domain/a.ts'], isTypeOnly: true },
      { path: ['domain/c.ts', 'domain/d.ts', 'domain/c.ts'], isTypeOnly: false },
    ])
  })

  it('finds duplicated lines, whatever surrounds them, and ignores imports', () => {
    const imports = lines(9, (index) => `import { x${index} } from './x.ts'`)
    const shape = measure({
      'domain/a.ts': `${imports}\nexport function a() {\n${lines(9)}\n}`,
      'domain/b.ts': `${imports}\nexport function other() {\n${lines(9)}\n}`,
      'domain/x.ts': '',
    })
    expect(shape.repeated).toEqual([{ lines: 9, at: ['domain/a.ts:11', 'domain/b.ts:11'] }])
  })

  it('counts importers of a file, and prints the outliers first', () => {
    const planted: Record<string, string> = { 'domain/german.ts': '', 'domain/long.ts': lines(401) }
    for (let index = 0; index < 41; index += 1) planted[`domain/f${index}.ts`] = "import './german.ts'"
    const shape = measure(planted)
    expect(shape.fanIn).toEqual([{ name: 'domain/german.ts', value: 41 }])
    expect(describeShape(shape).split('\n').slice(0, 7)).toEqual([
      '43 product files, 442 lines',
      '   442  core',
      '',
      '── product files in a folder: 1 over 20',
      '    43  domain',
      '',
      '── lines of a file: 1 over 400',
    ])
  })
})
