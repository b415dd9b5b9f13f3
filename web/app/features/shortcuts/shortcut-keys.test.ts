import { expect, it } from 'vitest'
import { decideShortcut, type KeyPress } from './shortcut-keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasModifier: false,
  isRepeat: false,
  isWriting: false,
  isDialogOpen: false,
  hasOwnKeys: false,
  isOff: false,
  ...more,
})

it.each<[string, KeyPress, ReturnType<typeof decideShortcut>]>([
  ['the sheet', press('?'), 'help'],
  ['the menu', press('m'), 'menu'],
  ['a key that is none', press('x'), null],
  ['a name that objects have', press('constructor'), null],
  ['what the browser uses', press('p', { hasModifier: true }), null],
  ['what is written', press('m', { isWriting: true }), null],
  ['over a dialog', press('m', { isDialogOpen: true }), null],
  ['when switched off', press('?', { isOff: true }), null],
  ['on a page with its own keys', press('s', { hasOwnKeys: true }), null],
  ['the sheet on a page with its own keys', press('?', { hasOwnKeys: true }), 'help'],
  ['a key that is held', press('s', { isRepeat: true }), null],
  ['a key that is held to go through a list', press('j', { isRepeat: true }), 'next'],
])('%s', (_name, asked, action) => {
  expect(decideShortcut(asked)).toBe(action)
})
