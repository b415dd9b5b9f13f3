// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ArticleRow } from '@lokalteil/contracts/office/values'
import { switchSingleKeys } from '../../kit/keys.ts'
import { click, leaveScreens, press, renderScreen, TestRefusal, until } from '../../kit/office.testing.tsx'
import { LIST } from '../../messages/articles.ts'
import ArticleList from './ArticleList.tsx'

const row = (id: string, title: string): ArticleRow => ({
  id,
  title,
  sectionPath: 'lokales',
  desk: 'draft',
  shown: 'never',
  path: '',
  source: '',
  contentRestriction: 'free',
  changedAt: '2026-11-28T10:00:00.000Z',
  changedBy: null,
  scheduledFor: null,
  notes: 0,
  hasUpdate: false,
  isRecalled: false,
  present: [],
})
const ROWS = [row('1', 'Deich hält'), row('2', 'Markt zieht um'), row('3', 'Brücke gesperrt')]

let moved: string[] = []
let refused: ReadonlySet<string> = new Set()
beforeEach(() => {
  moved = []
  refused = new Set()
})
afterEach(async () => {
  await leaveScreens()
  switchSingleKeys(true)
})

async function open(): Promise<HTMLElement> {
  const place = await renderScreen(<ArticleList code="ak" />, (call, _query, body) => {
    if (call === 'GET /ak/articles') return { articles: ROWS, next: null }
    if (call === 'GET /ak/suggestions') return { suggestions: [] }
    const [, id = ''] = /^POST \/ak\/articles\/(\d+)\/state$/.exec(call) ?? []
    if (refused.has(id)) return new TestRefusal(409, 'NOT_NOW')
    moved.push(`${id} ${(body as { state: string }).state}`)
    return {}
  })
  await until(() => expect(place.querySelectorAll('[data-row]')).toHaveLength(3))
  return place
}

const focused = () => (document.activeElement as HTMLElement).dataset.row ?? null

it('j and k move between the articles, and Enter opens the one with the focus', async () => {
  await open()
  await press('j')
  await press('j')
  expect(focused()).toBe('2')
  await press('k')
  expect(focused()).toBe('1')
  await press('k')
  expect(focused()).toBe('1')
  // A link: the browser opens it by Enter, as long as nothing takes the key.
  expect(document.activeElement!.getAttribute('href')).toBe('/redaktion/ak/artikel/1')
  expect(await press('Enter')).toBe(true)
})

it('/ goes into the search, where letters are letters again', async () => {
  const place = await open()
  await press('j')
  expect(await press('/')).toBe(false)
  expect(document.activeElement).toBe(place.querySelector('input[type="search"]'))
  expect(await press('j')).toBe(true)
  expect(document.activeElement).toBe(place.querySelector('input[type="search"]'))
})

it('single letters that are switched off do nothing', async () => {
  const place = await open()
  switchSingleKeys(false)
  for (const key of ['j', 'x', '/']) expect(await press(key)).toBe(true)
  expect(focused()).toBeNull()
  expect(place.querySelectorAll('input:checked')).toHaveLength(0)
})

async function selectTwo(): Promise<HTMLElement> {
  const place = await open()
  await press('j')
  await press('x')
  await press('j')
  await press('x')
  await press('j')
  await press('x')
  // A second x takes it out again.
  await press('x')
  return place
}

async function moveTo(label: string, place: HTMLElement): Promise<void> {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === LIST.move)
  await act(async () => button!.focus())
  await press('Enter')
  await act(async () =>
    document.activeElement!.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true })),
  )
  const entries = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  await until(() => expect(entries().length).toBeGreaterThan(0))
  await click(entries().find(({ textContent }) => textContent === label))
}

it('x selects articles, and all selected ones are moved at once', async () => {
  const place = await selectTwo()
  expect(place.textContent).toContain(LIST.selected(2))
  expect([...place.querySelectorAll('input')].map(({ checked }) => checked).slice(-3)).toEqual([true, true, false])
  await moveTo(LIST.moveTo.review, place)
  await until(() => expect(place.textContent).toContain(LIST.moved(2)))
  expect(moved).toEqual(['1 review', '2 review'])
  expect(place.textContent).not.toContain(LIST.selected(2))
})

it('of many that are moved at once, one that may not move is named and the others move', async () => {
  refused = new Set(['1'])
  const place = await selectTwo()
  await moveTo(LIST.moveTo.ready, place)
  await until(() => expect(place.textContent).toContain(LIST.notMoved('Deich hält')))
  expect(moved).toEqual(['2 ready'])
  expect(place.textContent).toContain(LIST.moved(1))
  expect(place.textContent).toContain(LIST.selected(2))
})
