/**
 * Keys of the office. Screens register theirs while they are shown; the latest registration of a key counts. Single
 * letters never act in fields, menus and dialogs, and can be switched off (WCAG 2.1.4).
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'

export type Key = {
  /** "j", "g a", "?", "Strg+K", "Strg+Umschalt+V", "Alt+↑". */
  keys: string
  label: string
  run: () => void
}

const OFF_KEY = 'redaktion-einzeltasten'
/** Milliseconds within which the second letter follows. */
const SEQUENCE_MS = 1200

const registered: { current: readonly Key[] }[] = []
const listeners = new Set<() => void>()
let first: { letter: string; at: number } | null = null

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

/** The name of a key with its modifiers, as it is printed on German keyboards. */
export function nameOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string {
  if (!ctrlKey && !metaKey && !altKey) return key
  const name = /^Key[A-Z]$/.test(code) ? code.slice(3) : /^Digit\d$/.test(code) ? code.slice(5) : (ARROWS[key] ?? key)
  return [ctrlKey || metaKey ? 'Strg' : '', altKey ? 'Alt' : '', shiftKey ? 'Umschalt' : '', name]
    .filter((part) => part !== '')
    .join('+')
}

export function areSingleKeysOff(): boolean {
  try {
    return localStorage.getItem(OFF_KEY) === 'aus'
  } catch {
    return false
  }
}

export function switchSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF_KEY)
    else localStorage.setItem(OFF_KEY, 'aus')
  } catch {
    // Storage is blocked: they stay as they are.
  }
}

function isBusyPlace(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') !== null ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  )
}

function find(keys: string): Key | undefined {
  return registered.flatMap(({ current }) => current).findLast((one) => one.keys === keys)
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing || event.getModifierState('AltGraph')) return
  const name = nameOf(event)
  // ProseMirror takes every Enter, with Strg too, and does nothing with it.
  if (event.defaultPrevented && name !== 'Strg+Enter') return
  const isSingle = !name.startsWith('Strg+') && !name.startsWith('Alt+')
  if (isSingle && (name.length > 1 || isBusyPlace(event.target) || areSingleKeysOff())) return
  const before = first !== null && event.timeStamp - first.at < SEQUENCE_MS ? first.letter : null
  first = null
  const key = before === null ? find(name) : (find(`${before} ${name}`) ?? find(name))
  if (key !== undefined) {
    event.preventDefault()
    key.run()
  } else if (isSingle && registered.some(({ current }) => current.some((one) => one.keys.startsWith(`${name} `)))) {
    first = { letter: name, at: event.timeStamp }
  }
}

/** Registers keys while the component is mounted. */
export function useKeys(keys: readonly Key[]): void {
  const entry = useRef(keys)
  useEffect(() => {
    entry.current = keys
  })
  useEffect(() => {
    if (registered.length === 0) document.addEventListener('keydown', onKeyDown)
    registered.push(entry)
    for (const listener of listeners) listener()
    return () => {
      registered.splice(registered.indexOf(entry), 1)
      if (registered.length === 0) document.removeEventListener('keydown', onKeyDown)
      for (const listener of listeners) listener()
    }
  }, [])
}

/** All keys that act now, the shell's first. */
export function useKeyList(): Key[] {
  const count = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registered.length,
  )
  return registered.slice(0, count).flatMap(({ current }) => current)
}
