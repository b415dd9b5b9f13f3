// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { listenToLinks } from './link-clicks.ts'
import type { Chrome } from '../../page/page.ts'

const done: string[] = []
const app = { isApp: false, isNativeApp: false, isFlutterApp: false }

beforeAll(() => {
  const chrome = () => ({ app, canonicalOrigin: location.origin }) as unknown as Chrome
  listenToLinks(chrome, { onConsentReset: () => done.push('reset') })
})
beforeEach(() => {
  done.length = 0
  vi.stubGlobal('open', (url: string, target: string, features: string) =>
    done.push(`window ${url} ${target} ${features}`),
  )
  Object.assign(window, {
    navigation: { navigate: (path: string) => (done.push(`navigate ${path}`), {}) },
  })
})
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Returns whether the browser follows the link itself. */
function click(html: string, init: MouseEventInit = {}, isHandled = false): boolean {
  document.body.innerHTML = html
  const target = document.querySelector('b') ?? document.querySelector('a')!
  if (isHandled) target.addEventListener('click', (event) => event.preventDefault())
  // Keeps the test from leaving the page.
  let isLeft = false
  const last = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', last, { once: true })
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  return isLeft
}

it.each<[string, string, MouseEventInit, string[], boolean]>([
  ['R2.9-01 one of ours is a navigation', '<a href="/sport"><b>x</b></a>', {}, ['navigate /sport'], false],
  ['one that names this very window too', '<a href="/sport" target="_self">x</a>', {}, ['navigate /sport'], false],
  ['one with an empty target too', '<a href="/sport" target="">x</a>', {}, ['navigate /sport'], false],
  [
    'S2.9-05 one for a new tab opens there',
    '<a href="/sport" target="_blank">x</a>',
    {},
    ['window ORIGIN/sport _blank noopener'],
    false,
  ],
  [
    'another window’s name is one as well',
    '<a href="/sport" target="karte">x</a>',
    {},
    ['window ORIGIN/sport _blank noopener'],
    false,
  ],
  ['R2.9-04 one with a query is the browser’s', '<a href="/sport?a=1">x</a>', {}, [], true],
  ['another button is the browser’s', '<a href="/sport">x</a>', { button: 1 }, [], true],
  ...(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const).map(
    (key): [string, string, MouseEventInit, string[], boolean] => [
      `${key} is the browser’s`,
      '<a href="/sport">x</a>',
      { [key]: true },
      [],
      true,
    ],
  ),
  ['a download is the browser’s', '<a href="/sport" download>x</a>', {}, [], true],
  ['a link without an address is none', '<a>x</a>', {}, [], true],
  ['what is no link is left alone', '<p><b>x</b></p>', {}, [], true],
  ['R2.9-10 the way back to the consent question', '<a href="/x" data-consent-reset>x</a>', {}, ['reset'], false],
])('%s', (_case, html, init, expected, isLeft) => {
  expect([click(html, init), done]).toEqual([isLeft, expected.map((one) => one.replace('ORIGIN', location.origin))])
})

it('a click that another handler has handled is not handled again', () => {
  click('<a href="/sport">x</a>', {}, true)
  expect(done).toEqual([])
})
