// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import type { FigureRow, Summary } from '@lokalteil/contracts/figures'
import { createOffice } from '../../kit/client.ts'
import { OfficeContext } from '../../kit/office.tsx'
import { FIGURES } from '../../messages/figures.ts'
import Figures from './Figures.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const SUMMARY: Summary = {
  from: '2026-11-24',
  to: '2026-11-30',
  views: 1200,
  visitors: 400,
  seconds: 60_000,
  quarters: [900, 600, 300, 150],
  steps: {
    'paywall-seen': 90,
    'offer-clicked': 12,
    'checkout-begun': 8,
    bought: 3,
    'sign-up-begun': 5,
    'sign-up-done': 4,
  },
  consent: { given: 300, refused: 100, unasked: 800 },
  searches: { found: 40, empty: 7 },
  vitals: {
    lcp: { measured: 500, p75: 1850, good: 0.91 },
    cls: { measured: 500, p75: 48, good: 1 },
    inp: { measured: 0, p75: null, good: null },
  },
  dropped: 0,
}
const ROWS: FigureRow[] = [
  { value: '4711', views: 1000, visitors: 390, seconds: 50_000, quarters: [800, 500, 300, 150] },
  { value: '*', views: 200, visitors: 60, seconds: 10_000, quarters: [100, 100, 0, 0] },
]

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

async function open(rows: FigureRow[]): Promise<HTMLElement> {
  const office = createOffice({
    fetch: async (address) => Response.json(address.includes('/summary') ? SUMMARY : { by: 'article', rows }),
    askPerson: async () => {},
  })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () =>
    root!.render(
      <QueryClientProvider client={new QueryClient()}>
        <OfficeContext value={office}>
          <Figures code="ak" />
        </OfficeContext>
      </QueryClientProvider>,
    ),
  )
  await act(async () => expect.poll(() => place.querySelector('[role="status"]')).toBeNull())
  return place
}

it('shows the sums and a row for each article, which leads to it', async () => {
  const place = await open(ROWS)
  const rows = [...place.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['4711', '1.000', '390', '0:50', '50\u00a0%', '15\u00a0%'],
    [FIGURES.others, '200', '60', '0:50', '50\u00a0%', '0\u00a0%'],
  ])
  expect(place.querySelector('tbody a')?.getAttribute('href')).toBe('/redaktion/ak/artikel/4711')
  const facts = Object.fromEntries(
    [...place.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({
    [FIGURES.columns.views]: '1.200',
    [FIGURES.columns.time]: '0:50',
    [FIGURES.emptySearches]: '7',
    [FIGURES.steps.bought]: '3',
    [FIGURES.answers.given]: '25\u00a0%',
    [FIGURES.vitals.lcp]: '1.850 ms (91\u00a0% gut)',
    [FIGURES.vitals.cls]: '0,048 (100\u00a0% gut)',
    [FIGURES.vitals.inp]: '–',
  })
})

it('says that nothing was counted', async () => {
  expect((await open([])).textContent).toContain(FIGURES.none)
})
