/**
 * Vite plugin: the five errors React makes once, while its script is read, to throw them later as signals to itself, are
 * made without a stack. Nobody sees a stack of theirs; but where an inspector is attached (Lighthouse, laboratories of
 * search providers, this project's measurements), V8 notes one for every error that is made, and for the lines in it reads
 * all of React and all of the shell a second time: most of the shell's long task on a phone.
 */
import type { Plugin } from 'vite'

const FILE = /react-dom-client\.production\.js$/
const SENTINEL = /\b(\w+Exception) = Error\((formatProdErrorMessage\(\d+\))\)/g
const NAMES = [
  'HydrationMismatchException',
  'SelectiveHydrationException',
  'SuspenseActionException',
  'SuspenseException',
  'SuspenseyCommitException',
]

export function reactSentinels(): Plugin {
  return {
    name: 'react-sentinels',
    apply: 'build',
    transform: {
      filter: { id: FILE },
      handler: (code) => ({ code: withoutStacks(code), map: null }),
    },
  }
}

/** Throws when React makes others than the known ones: somebody has to look whether they are still only signals. */
export function withoutStacks(code: string): string {
  const found: string[] = []
  const changed = code.replace(SENTINEL, (_all, name: string, message: string) => {
    found.push(name)
    return `${name} = Object.create(Error.prototype, { message: { value: ${message} } })`
  })
  if (found.toSorted().join() !== NAMES.join())
    throw new Error(
      `React makes other errors for itself than it used to: ${found.join(', ') || 'none'}. See web/react-sentinels.ts`,
    )
  return changed
}
