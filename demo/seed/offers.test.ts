import { createClient } from '@lokalteil/contracts/kernel/client'
import { SUBSCRIPTION, SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/commerce'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { ENGINES, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createSubscriptionService, type SubscriptionService } from '@lokalteil/services/commerce/app'
import { get } from '@lokalteil/services/commerce/coins/ledger.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedOffers } from './offers.ts'

const KEY = 'a-key-for-tests'

describe.each(ENGINES)('the offers of the demo on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let service: SubscriptionService
  const errors: unknown[] = []
  const at = (mandator: Mandator, headers: Record<string, string> = {}) => ({
    base: `http://subscription.local/${mandator}`,
    headers,
    timeout: 20_000,
    fetch: (request: Request) => service.app.fetch(request),
  })
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await createSubscriptionService({
      database: opened.database,
      serviceKey: KEY,
      queueMail: async () => {},
      checkAnswers: true,
      onError: (error) => errors.push(error),
    })
  })
  afterAll(() => opened.drop())

  it('are filled once, and never over what a publisher saved', async () => {
    const internal = createClient(SUBSCRIPTION_INTERNAL, at('ak', { authorization: `Bearer ${KEY}` }))
    await get(internal.saveCatalogue({ body: { offers: [], readerService: null } }))
    await seedOffers(service)
    expect((await get(createClient(SUBSCRIPTION, at('ak')).listOffers({}))).offers).toEqual([])
    const { offers, readerService } = await get(createClient(SUBSCRIPTION, at('ht')).listOffers({}))
    expect(offers.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'Plus Monat',
        'Plus Jahr',
        'Pur',
        'Plus + Pur',
        'Themen-Abo Wald',
        'Coins 5',
        'Coins 10',
        'Coins 20',
      ]),
    )
    expect(readerService).toMatchObject({ email: 'abo@huegelland-tageblatt.example' })
    expect(errors).toEqual([])
  })
})
