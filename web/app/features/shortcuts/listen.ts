/** Listens to the keys of `shortcut-keys` on every page; the first `?` loads the sheet. */
import { areSingleKeysOff } from '../../browser/single-keys.ts'
import { decideShortcut, type ShortcutAction } from './shortcut-keys.ts'

const WRITING = 'input, textarea, select, [contenteditable], [role="grid"], [role="application"], [role="slider"]'

const MENU = 'button[aria-controls="sidebar"]'
const SEARCH_FIELD = 'main input[type="search"]'
const PATIENCE_MS = 5000

/** `early`: a key typed before this script was loaded. */
export function listenToShortcuts(early: KeyboardEvent | null): void {
  if (early !== null) hear(early)
  document.addEventListener('keydown', hear)
}

function hear(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const target = event.target instanceof Element ? event.target : null
  const action = decideShortcut({
    key: event.key,
    hasModifier: event.ctrlKey || event.metaKey || event.altKey,
    isRepeat: event.repeat,
    isWriting: target?.closest(WRITING) !== null && target !== null,
    isDialogOpen: document.querySelector('dialog[open]') !== null,
    hasOwnKeys: document.querySelector('[data-own-keys]') !== null,
    isOff: areSingleKeysOff(),
  })
  if (action === null) return
  if (act(action, target)) event.preventDefault()
}

/** False: the page has no such element. */
function act(action: ShortcutAction, target: Element | null): boolean {
  switch (action) {
    case 'help':
      void import('./ShortcutSheet.lazy.tsx').then(({ openShortcutSheet }) => openShortcutSheet()).catch(() => {})
      return true
    case 'menu':
      // Focus it first, because the sidebar returns the focus to it.
      focus(MENU)
      return press(MENU)
    case 'search':
      if (focus(SEARCH_FIELD)) return true
      onArrival(() => focus(SEARCH_FIELD))
      return press('header a[href="/suche"]') || open('/suche')
    case 'home':
      return press('header a[href="/"]') || open('/')
    case 'list':
      return open('/bookmarks')
    case 'keep':
      return press('[data-bookmark]', target?.closest('[data-document]') ?? document)
    case 'next':
    case 'previous':
      return step(action === 'next' ? 1 : -1)
    default:
      return press(`#player [data-shortcut="${action}"]`)
  }
}

/** Runs `work` once the next page has received the focus. */
function onArrival(work: () => void): void {
  const arrive = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.id !== 'content') return
    stop()
    work()
  }
  const stop = () => document.removeEventListener('focusin', arrive)
  document.addEventListener('focusin', arrive)
  setTimeout(stop, PATIENCE_MS)
}

function step(direction: 1 | -1): boolean {
  const headlines = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3) a[href]')].filter((link) =>
    link.checkVisibility(),
  )
  const current = headlines.findIndex((link) => link === document.activeElement)
  const next =
    current >= 0
      ? headlines[current + direction]
      : // From where the reader is: the first headline in sight, or the last above it.
        direction === 1
        ? headlines.find((link) => link.getBoundingClientRect().top >= 0)
        : headlines.findLast((link) => link.getBoundingClientRect().top < 0)
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

function press(selector: string, around: ParentNode = document): boolean {
  const element = around.querySelector<HTMLElement>(selector)
  element?.click()
  return element !== null
}

function focus(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector)
  element?.focus()
  return element !== null
}

/** Clicks a link, so that the navigation happens in place. */
function open(path: string): boolean {
  const link = document.createElement('a')
  link.href = path
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
  return true
}
