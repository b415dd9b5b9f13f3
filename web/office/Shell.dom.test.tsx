// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { App } from './App.tsx'
import { createAsking } from './kit/asking.ts'
import { switchSingleKeys } from './kit/keys.ts'
import { createTestOffice, leaveScreens, press, render, strg, TEST_ME, type, until } from './kit/office.testing.tsx'
import { COMMANDS, KEYS, SHELL } from './messages/shell.ts'

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
})
afterEach(async () => {
  await leaveScreens()
  switchSingleKeys(true)
  vi.unstubAllGlobals()
})

let written = 0
/** The address is none of the office's, so no screen registers keys. */
async function open(): Promise<HTMLElement> {
  written = 0
  const office = createTestOffice((call, query) => {
    if (call === 'GET /me') return TEST_ME
    if (call === 'GET /ak/desk') return { counts: { review: 0, ready: 0, arrivals: 0 } }
    if (call === 'GET /ak/suggestions')
      return {
        suggestions: query.get('q') === 'deich' ? [{ id: '4711', name: 'Der Deich hält', detail: 'Lokales' }] : [],
      }
    if (call === 'POST /ak/articles') written++
    return {}
  })
  const place = await render(<App office={office} asking={createAsking()} queries={new QueryClient()} />)
  await until(() => expect(place.textContent).toContain(SHELL.nowhereText))
  return place
}

const dialog = () => document.querySelector('[role="dialog"]')
const options = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]

it('? lists the keys with their acts', async () => {
  await open()
  await press('?', { code: 'Minus', shiftKey: true })
  expect(dialog()!.querySelector('h2')!.textContent).toBe(KEYS.title)
  const rows = [...dialog()!.querySelectorAll('dl > div')].map((row) => [...row.children].map((one) => one.textContent))
  expect(rows).toEqual(
    expect.arrayContaining([
      ['Strg+K', KEYS.commands],
      ['?', KEYS.help],
      ['g a', KEYS.goTo(SHELL.articles)],
      ['n', COMMANDS.write],
    ]),
  )
  expect(dialog()!.textContent).toContain(KEYS.intro)
})

it('of Strg+K the chosen command is carried out, after the dialog is closed', async () => {
  await open()
  await strg('k')
  await type(document.activeElement as HTMLInputElement, 'neuer')
  await until(() => expect(options().map(({ textContent }) => textContent)).toEqual([`${COMMANDS.write}n`]))
  await press('ArrowDown')
  await press('Enter')
  await until(() => expect(written).toBe(1))
  expect(dialog()).toBeNull()
})

it('of Strg+K a found article is opened', async () => {
  await open()
  await strg('k')
  await type(document.activeElement as HTMLInputElement, 'deich')
  await until(() => expect(options().map(({ textContent }) => textContent)).toEqual(['Der Deich hältLokales']))
  await press('ArrowDown')
  await press('Enter')
  await until(() => expect(location.pathname).toBe('/redaktion/ak/artikel/4711'))
  expect(dialog()).toBeNull()
})
