/** A shop for tests, called through its API. */
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
export { get, outcomeOf } from '@lokalteil/contracts/kernel/client.testing'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { SELLER } from '@lokalteil/contracts/commerce/sellers'
import { SHOP, SHOP_INTERNAL, type SavedShop } from '../contract/shop.ts'
import type { Database } from '@lokalteil/services/platform/database'
import { createShopService } from './app.ts'

const KEY = 'the-key-of-the-shop'

export async function openTestShop(database: Database, now: () => Date = () => new Date()) {
  const mails: MailMessageInput[] = []
  const sent: string[] = []
  const errors: unknown[] = []
  const service = await createShopService({
    database,
    serviceKey: KEY,
    secret: 'a-secret-of-the-shop-for-the-tests-only',
    isOn: () => true,
    queueMail: async (mail) => void mails.push(mail),
    markSent: async (_publication, number, on, isHandedOver) => {
      sent.push(`${number} ${on} ${isHandedOver}`)
      return true
    },
    now,
    checkAnswers: true,
    onError: (error) => errors.push(error),
  })
  const options = {
    base: 'http://shop.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
    timeout: 60_000,
    fetch: (request: Request) => Promise.resolve(service.app.fetch(request)),
  }
  return {
    service,
    mails,
    sent,
    errors,
    seller: createTestClient(SELLER, options),
    shop: createTestClient(SHOP, options),
    office: createTestClient(SHOP_INTERNAL, options),
  }
}

type Product = SavedShop['products'][number]
export const toTestProduct = (change: Partial<Product> & Pick<Product, 'id'>): Product => ({
  kind: 'goods',
  category: null,
  name: 'Tasse',
  teaser: '',
  description: '',
  vatPercent: 19,
  mostPerOrder: 10,
  details: [],
  event: null,
  picture: null,
  variants: [{ id: 'blau', name: 'Blau', cents: 1490, stock: 10 }],
  ...change,
})

export const toTestShop = (products: readonly Product[]): SavedShop => ({
  intro: '',
  categories: [],
  products: [...products],
  shipping: [{ id: 'paket', name: 'Versand als Paket', cents: 490, freeFromCents: 5000, countries: ['DE'] }],
  pickups: [{ id: 'abholung', name: 'Abholung', address: 'Markt 1, Auenburg', hours: 'Mo–Fr 9–17 Uhr' }],
  voucherYears: 3,
})
