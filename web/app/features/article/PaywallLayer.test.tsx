import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PaywallLayer } from './PaywallLayer.tsx'

let status: 'anonymous' | 'reader' = 'anonymous'
let isSold: ((articleId: string, template: string | null) => boolean) | null = null
vi.mock(import('../../browser/session/session.ts'), async (original) => {
  const real = await original()
  const BuyLayer = ({ articleId }: { articleId: string }) => <p data-layer="buy">{articleId}</p>
  return {
    ...real,
    useSession: () => ({
      ...real.getSession(),
      status,
      wallet: isSold === null ? null : ({ isSold, BuyLayer } as never),
    }),
  }
})
vi.mock(import('../../page/portal.ts'), async (original) => ({
  ...(await original()),
  usePortal: () => ({ path: '/brücke-12' }) as never,
}))
const render = (rule: string) =>
  renderToStaticMarkup(
    <PaywallLayer articleId="12" access={{ isLocked: true, rule, template: 'subscription-desktop' }} />,
  )
const layerOf = (rule = 'subscription') => /data-layer="(\w+)"/.exec(render(rule))?.[1]

it.each([
  ['nobody', null, 'subscription'],
  ['a wallet user without coins', () => false, 'subscription'],
  [
    'a wallet user with coins',
    (articleId: string, template: string | null) => articleId === '12' && template === 'subscription-desktop',
    'buy',
  ],
] as const)('R4.5-25 shows %s its layer', (_name, given, layer) => {
  isSold = given
  expect(layerOf()).toBe(layer)
})

it.each([
  ['S4.6-03', 'gift', 'Dieser Artikel wurde Ihnen geschenkt. Bitte melden Sie sich an, um ihn zu lesen.'],
  ['S4.5-02', 'registration', 'Jetzt kostenlos registrieren und weiterlesen'],
  ['S4.5-02', 'subscription', 'Weiterlesen mit Plus'],
  ['a word nobody knows', '<script>', 'Weiterlesen mit Plus'],
])('%s shows the layer %s', (_id, rule, text) => {
  isSold = null
  const html = render(rule)
  expect([html.includes(text), html.includes('#login'), html.includes('<script>')]).toEqual([true, true, false])
})

it('S2.3-05 links to the offers with the way back to the article', () => {
  isSold = null
  expect(render('subscription')).toContain('href="/order/abo?return=%2Fbr%C3%BCcke-12"')
})

it('offers a logged-in reader no login, and has the price in the box', () => {
  isSold = null
  const offer = {
    checkout: '/order/checkout?offer=plus',
    price: '1,00 €',
    terms: 'danach 9,90 €',
    button: 'Plus testen',
  }
  const draw = () =>
    renderToStaticMarkup(
      <PaywallLayer
        articleId="12"
        access={{ isLocked: true, rule: 'x', template: null }}
        offer={offer}
        behind={{ readingMinutes: 4, pictureCount: 6, recordingCount: 1 }}
      />,
    )
  expect(draw()).toContain('#login')
  status = 'reader'
  const html = draw()
  expect([
    html.includes('#login'),
    html.includes('4\u00a0Minuten Lesezeit, 6\u00a0Bilder, eine Aufnahme.'),
    html.includes('1,00 €'),
  ]).toEqual([false, true, true])
  expect(html).toMatch(/href="\/order\/checkout\?offer=plus"[^>]*>Plus testen/)
})

it.each([
  [{ readingMinutes: 1 }, null],
  [{ readingMinutes: 2 }, null],
  [{ readingMinutes: 2, pictureCount: 1 }, 'Der ganze Artikel: ein Bild.'],
  [{ readingMinutes: 3 }, 'Der ganze Artikel: 3\u00a0Minuten Lesezeit.'],
  [{ readingMinutes: 0 }, null],
])('names the reading time from three minutes on: %j', (behind, text) => {
  isSold = null
  const html = renderToStaticMarkup(
    <PaywallLayer articleId="12" access={{ isLocked: true, rule: 'x', template: null }} behind={behind} />,
  )
  expect(/Der ganze Artikel: [^<]*/.exec(html)?.[0] ?? null).toBe(text)
})
