import { expect, it } from 'vitest'
import { first } from './NoticesPage.tsx'

it.each([
  [{ prices: {} }, {}, true],
  [{ prices: {} }, { isClosed: true }, false],
  [{ prices: {} }, { isPaidLaterOnly: true }, false],
  [{}, {}, false],
])('R1-79 ordering a notice is offered if it can be paid at once: %j %j', async (settings, catalogue, canOrder) => {
  const loaded = await first.load(
    {} as never,
    {
      publication: { rooms: ['notices'] },
      offers: { listOffers: async () => ({ ok: true, data: catalogue }) },
      rooms: {
        getSettings: async () => ({ ok: true, data: settings }),
        notices: {
          listNotices: async () => ({ ok: true, data: { notices: [], page: 1, pages: 1 } }),
          getFacets: async () => ({ ok: true, data: { places: [], years: [] } }),
        },
      },
    } as never,
  )
  expect(loaded).toMatchObject({ kind: 'ok', data: { canOrder } })
})
