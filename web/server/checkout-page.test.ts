/** The checkout page as rendered on the server, before any script: the ordered offer and its terms. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toTestOffers } from '@lokalteil/services/commerce/offers/offers.testing'
import { TEST_CARDS, TEST_IBANS } from '@lokalteil/services/commerce/payments/payment-providers'
import { checkoutTexts } from '../app/messages/commerce/checkout.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED })
  await portal.runtime.commerce!.applyFolder('ak', {
    version: 2,
    catalogue: {
      offers: toTestOffers('ak'),
      readerService: { phone: '030 23125-412', hours: 'werktags', email: 'abo@example.org' },
    },
    seller: null,
  })
  await portal.runtime.commerce!.applyFolder('fb', {
    version: 2,
    catalogue: { offers: [], readerService: null },
    seller: null,
  })
})
afterAll(() => portal.close())

const mainOf = async (path: string) =>
  /<main[\s\S]*<\/main>/.exec(await portal.html(path))![0].replaceAll('<!-- -->', '')

describe('the button in the header', () => {
  const headerOf = (html: string) => /<header[\s\S]*?<\/header>/.exec(html)![0]

  it('leads to the offers, and is missing if nothing is sold', async () => {
    const [sells, sellsNothing] = [
      headerOf(await portal.html('/')),
      headerOf(await portal.html('/', { publication: 'fb' })),
    ]
    expect([sells.includes('href="/order/abo"'), sellsNothing.includes('href="/order/abo"')]).toEqual([true, false])
  })
})

describe('/order/checkout', () => {
  it('R2.3-05 R6-18 shows everybody the offer of its address with price, following charges, term, notice and tax; never stored', async () => {
    const response = await portal.get('/order/checkout?offer=plus-monat')
    expect([response.status, response.headers.get('cache-control'), response.headers.get('x-robots-tag')]).toEqual([
      200,
      'private, no-store',
      'noindex, follow',
    ])
    const html = await mainOf('/order/checkout?offer=plus-monat')
    for (const text of [
      'Plus Monat',
      '1,00\u00a0€',
      'für den ersten Monat',
      'danach im Monat',
      'ab 21. Dezember 2026',
      '9,90\u00a0€',
      'inkl. 7 % MwSt.',
      'danach auf unbestimmte Zeit',
      'Frist von einem Monat',
      'Frühestens endet der Vertrag am 20. Dezember 2026',
      '14 Tage Widerrufsrecht',
    ]) {
      expect(html, text).toContain(text)
    }
  })

  it('S2.3-05 has no form before its script is loaded, so that no input can be lost, and shows whom to call without scripts', async () => {
    const html = await mainOf('/order/checkout?offer=plus-jahr')
    expect(html).not.toContain('<form')
    expect(html).not.toContain('<input')
    expect(html).toMatch(/<noscript>.*JavaScript.*Leserservice.*<\/noscript>/)
    for (const text of [
      '99,00\u00a0€',
      'für das erste Jahr',
      'danach im Jahr',
      'tel:03023125412',
      'mailto:abo@example.org',
    ])
      expect(html, text).toContain(text)
  })

  it.each([
    '/order/checkout',
    '/order/checkout?offer=',
    '/order/checkout?offer=gibt-es-nicht',
    '/order/checkout?offer=%3Cscript%3E',
    '/order/checkout?order=A-2026-7Q4F-MX2D',
  ])('S2.3-05 asks to choose an offer at %s', async (path) => {
    const response = await portal.get(path)
    expect(response.status).toBe(200)
    const html = await mainOf(path)
    expect(html).toContain('Bitte wählen Sie ein Angebot.')
    expect(html).toContain('href="/order/abo"')
    expect(html).not.toContain('<script>')
  })

  it('waits for the order named in its address', async () => {
    const html = await mainOf('/order/checkout?order=A-2026-7Q4F-MX2D&token=abc-DEF_123')
    expect(html).toContain('Wir warten auf die Bestätigung der Zahlung')
    expect(html).not.toContain('Bitte wählen Sie ein Angebot.')
  })

  it('leads back to the previous page, also through the offers, and never to another site', async () => {
    const back = encodeURIComponent('/rathaus-130')
    expect(await mainOf(`/order/checkout?offer=plus-monat&return=${back}`)).toContain(
      `href="/order/abo?return=${back}"`,
    )
    expect(await mainOf(`/order/abo?return=${back}&einladung=AbCdEf-_12345678`)).toContain(
      `href="/order/checkout?offer=plus-monat&amp;return=${back}&amp;einladung=AbCdEf-_12345678"`,
    )
    for (const target of ['//evil.example', 'https://evil.example/', '/order/abo', '/api/mein/oauth2/logout']) {
      expect(await mainOf(`/order/abo?return=${encodeURIComponent(target)}`)).toContain(
        'href="/order/checkout?offer=plus-monat"',
      )
      expect(await mainOf(`/order/checkout?offer=plus-monat&return=${encodeURIComponent(target)}`)).not.toContain(
        'return=',
      )
    }
  })
})

it('advertisements and notices cannot be written if no payment takes money at once', async () => {
  for (const [room, path, text] of [
    ['homes', '/immobilien/inserieren', 'Zurzeit nehmen wir hier keine Anzeigen an.'],
    ['jobs', '/jobs/inserieren', 'Zurzeit nehmen wir hier keine Anzeigen an.'],
    ['notices', '/trauer/aufgeben', 'Traueranzeigen können Sie hier zurzeit nicht selbst aufgeben.'],
  ] as const) {
    if (!hasRoom(room)) continue
    const html = await mainOf(path)
    expect([path, html.includes(text), html.includes('<form')]).toEqual([path, true, false])
  }
})

it('names only the numbers that the test bank accepts', () => {
  const { sepa, card } = checkoutTexts.testNumbers
  const numbersOf = (list: readonly { number: string }[]) =>
    list.map(({ number }) => number.replaceAll(' ', '')).toSorted()
  expect(numbersOf(sepa)).toEqual(Object.values(TEST_IBANS).toSorted())
  expect(numbersOf(card)).toEqual(Object.values(TEST_CARDS).toSorted())
})
