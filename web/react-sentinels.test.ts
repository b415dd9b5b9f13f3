import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { withoutStacks } from './react-sentinels.ts'

const file = join(
  dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs',
  'react-dom-client.production.js',
)
const installed = readFileSync(file, 'utf8')

/** How many errors are made while the file is read. */
function countErrors(code: string): number {
  const require = createRequire(file)
  let made = 0
  const Counted = new Proxy(Error, {
    apply: (target, self, input) => (made++, Reflect.apply(target, self, input)),
    construct: (target, input) => (made++, Reflect.construct(target, input)),
  })
  const exports: { hydrateRoot?: unknown } = {}
  runInNewContext(`(function (exports, require, Error) {${code}\n})`)(exports, require, Counted)
  expect(exports.hydrateRoot).toBeTypeOf('function')
  return made
}

describe('the errors React makes for itself', () => {
  it('are made while its file is read', () => expect(countErrors(installed)).toBe(5))

  it('are made without a stack in what we build', () => {
    expect(countErrors(withoutStacks(installed))).toBe(0)
  })

  it('stay errors with their message, each its own', () => {
    const lines = installed
      .match(/\w+Exception = Error\(formatProdErrorMessage\(\d+\)\)/g)!
      .map((line) => `var ${line};`)
      .join('')
    const program = `const formatProdErrorMessage = (code) => 'Fehler ' + code; ${withoutStacks(lines)} ({ SuspenseException, SuspenseActionException })`
    const { SuspenseException: one, SuspenseActionException: other } = runInNewContext(program, { Error }) as Record<
      string,
      Error
    >
    expect(one).toBeInstanceOf(Error)
    expect([one!.message, one!.stack, one === other]).toEqual(['Fehler 460', undefined, false])
  })

  it('stop the build when they are others', () => {
    expect(() =>
      withoutStacks(
        installed.replace('SelectiveHydrationException = Error(', 'SelectiveHydrationException = TypeError('),
      ),
    ).toThrow(/other errors/)
    expect(() => withoutStacks('')).toThrow(/none/)
  })
})
