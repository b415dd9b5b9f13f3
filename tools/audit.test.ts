import { expect, it } from 'vitest'
import { toReport, type Audit } from './audit.ts'

const hole = (change: Partial<NonNullable<Audit['vulnerabilities']>[string]>) => ({
  name: 'parser',
  severity: 'high',
  via: [{ title: 'It hangs', url: 'https://advisories.example/1' }],
  nodes: ['node_modules/parser'],
  fixAvailable: true,
  ...change,
})
const SHIPPED = new Set(['node_modules/parser'])
const report = (...holes: ReturnType<typeof hole>[]) =>
  toReport({ vulnerabilities: Object.fromEntries(holes.map((one) => [one.name, one])) }, SHIPPED)

it.each<[string, ReturnType<typeof hole>, RegExp]>([
  [
    'a high one in production within two days',
    hole({}),
    /^high, in production: parser: It hangs \(https.*\. a newer version closes it\. Close it within two days\.$/,
  ],
  ['a critical one as well', hole({ severity: 'critical' }), /within two days/],
  ['a moderate one within a month', hole({ severity: 'moderate' }), /within a month/],
  [
    'one of development within a month',
    hole({ nodes: ['node_modules/vitest/node_modules/parser'] }),
    /^high, for development:.* within a month/,
  ],
  [
    'one by another package',
    hole({ via: ['lexer'], fixAvailable: { name: 'lexer', version: '2.0.0' } }),
    /by lexer\. lexer 2\.0\.0 closes it/,
  ],
  ['one without a fix', hole({ fixAvailable: false }), /replace the package/],
])('a hole has to be closed: %s', (_what, one, line) => {
  expect(report(one)).toEqual([expect.stringMatching(line)])
})

it('the worst hole comes first, and none is no report of holes', () => {
  const names = report(hole({ name: 'a', severity: 'low' }), hole({ name: 'b', severity: 'critical' }))!
  expect(names.map((line) => line.slice(0, 8))).toEqual(['critical', 'low, in '])
  expect(report()).toEqual([])
  // A registry that refuses the question answers with a message.
  expect(toReport({ message: '405 Method Not Allowed' } as Audit, SHIPPED)).toBeNull()
})
