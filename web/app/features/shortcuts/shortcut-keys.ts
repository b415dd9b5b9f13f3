/**
 * Maps keys to actions, except in fields, with modifiers, over an open dialog, on the page of a game, or when the
 * reader has switched shortcuts off (WCAG 2.1.4). Only `?` works on a game's page, because no game uses it.
 */
export type ShortcutAction =
  | 'help'
  | 'menu'
  | 'search'
  | 'home'
  | 'list'
  | 'next'
  | 'previous'
  | 'keep'
  | 'play'
  | 'back'
  | 'forward'

const ACTIONS: Readonly<Record<string, ShortcutAction>> = {
  '?': 'help',
  '/': 'search',
  m: 'menu',
  h: 'home',
  l: 'list',
  j: 'next',
  k: 'previous',
  s: 'keep',
  p: 'play',
  ',': 'back',
  '.': 'forward',
}

export type KeyPress = {
  key: string
  hasModifier: boolean
  isRepeat: boolean
  /** In a text field, a list box or editable content. */
  isWriting: boolean
  isDialogOpen: boolean
  /** The page handles single keys itself, such as the board of a game (`data-own-keys`). */
  hasOwnKeys: boolean
  isOff: boolean
}

export function decideShortcut(press: KeyPress): ShortcutAction | null {
  const { key, hasModifier, isRepeat, isWriting, isDialogOpen, hasOwnKeys, isOff } = press
  if (hasModifier || isWriting || isDialogOpen || isOff) return null
  const action = Object.hasOwn(ACTIONS, key) ? ACTIONS[key]! : null
  if (action === null || (hasOwnKeys && action !== 'help')) return null
  return isRepeat && action !== 'next' && action !== 'previous' ? null : action
}
