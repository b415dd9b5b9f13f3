import { expect, it } from 'vitest'
import { parseLineSpacing } from './line-spacing.ts'

it.each([
  ['tight', 'tight'],
  ['wide', 'wide'],
  ['normal', 'normal'],
  ['1.9', 'normal'],
  ['wide;evil', 'normal'],
  [undefined, 'normal'],
])('a line spacing stored as %s is %s', (cookie, spacing) => expect(parseLineSpacing(cookie)).toBe(spacing))
