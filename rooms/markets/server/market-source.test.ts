import { expect, it } from 'vitest'
import { createMarketSource } from './market-source.ts'

it.each([true, false])(
  'R1-81 advertisements can be ordered if a payment takes the money at once: %s',
  async (canPay) => {
    const source = createMarketSource({
      rooms: { of: () => ({ places: [], ads: { vatPercent: 19, packages: [] } }), placeName: () => '' } as never,
      marketsOf: () => ({ search: async () => ({ ok: true, data: { total: 0 } }) }) as never,
      internalOf: null,
      canPay: true,
      canPayAtOnce: async () => canPay,
      addAddresses: null,
    })
    expect(await source.search('ak', 'job', '', 1)).toMatchObject({ ok: true, data: { canAdvertise: canPay } })
  },
)
