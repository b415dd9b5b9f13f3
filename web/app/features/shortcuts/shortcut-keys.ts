/**
 * Which key does what, and when none may: in fields, with modifiers, over an open dialog, on a game's own page, or when the
 * reader has switched single keys off (WCAG 2.1.4). `?` alone stays on a game's page, because no game uses it.
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
  /** In a field, a list to choose from, or something that is edited. */
  isWriting: boolean
  isDialogOpen: boolean
  isGame: boolean
  isOff: boolean
}

export function decideShortcut(press: KeyPress): ShortcutAction | null {
  const { key, hasModifier, isRepeat, isWriting, isDialogOpen, isGame, isOff } = press
  if (hasModifier || isWriting || isDialogOpen || isOff) return null
  const action = Object.hasOwn(ACTIONS, key) ? ACTIONS[key]! : null
  if (action === null || (isGame && action !== 'help')) return null
  return isRepeat && action !== 'next' && action !== 'previous' ? null : action
}
