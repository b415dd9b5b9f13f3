import { expect, it } from 'vitest'
import { page } from './ObituariesPage.tsx'

it.each([
  [{ prices: {} }, {}, true],
  [{ prices: {} }, { isClosed: true }, false],
  [{ prices: {} }, { isPaidLaterOnly: true }, false],
  [{}, {}, false],
])('R1-79 ordering a notice is offered if it can be paid at once: %j %j', async (settings, catalogue, canOrder) => {
  const loaded = await page.load({ name: 'trauer' }, {
    publication: { rooms: ['notices'] },
    offers: { listOffers: async () => ({ ok: true, data: catalogue }) },
    rooms: {
      getSettings: async () => ({ ok: true, data: settings }),
      ask: async (route: string) => ({
        ok: true,
        data: route.endsWith('/facets') ? { places: [], years: [] } : { notices: [], page: 1, pages: 1 },
      }),
    },
  } as never)
  expect(loaded).toMatchObject({ kind: 'ok', data: { canOrder } })
})
