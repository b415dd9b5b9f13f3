// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EARLY_SCRIPT } from './early-script.ts'

const root = document.documentElement

beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
})

/** Runs the head's inline script as a browser does, in a document with these attributes. */
function load(attributes: Record<string, string> = {}, address = 'https://auenkurier.example/'): string | null {
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value)
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address)
  runInThisContext(EARLY_SCRIPT)
  return root.getAttribute('data-mode')
}

it.each([
  ['R3.15-02', 'light', 'light'],
  ['R3.15-02', 'dark', 'dark'],
  ['R4.12-01', 'system', null],
  ['S3.15-01', 'DARK', null],
  ['S3.15-01', null, null],
])(
  '%s with %j in local storage, the document begins in the mode %j; null leaves it to the system',
  (_id, stored, mode) => {
    if (stored !== null) localStorage.setItem('color-mode', stored)
    expect(load()).toBe(mode)
  },
)

const SPORT_WIDGET = { 'data-mode': 'light', 'data-forced': '' }

it.each([
  ['', 'light'],
  ['?mode=dark', 'dark'],
  ['?mode=system', null],
  ['?mode=bunt', 'light'],
])('R4.12-02 S4.12-01 a widget at %j ignores the reader’s colour mode: %j', (search, mode) => {
  localStorage.setItem('color-mode', 'dark')
  expect(load(SPORT_WIDGET, `https://auenkurier.example/sport-widget${search}`)).toBe(mode)
})
