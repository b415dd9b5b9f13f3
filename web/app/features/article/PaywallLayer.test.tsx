import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { PaywallLayer } from './PaywallLayer.tsx'

let isSold: ((articleId: string, template: string | null) => boolean) | null = null
vi.mock(import('../../browser/session.ts'), async (original) => {
  const real = await original()
  const BuyLayer = ({ articleId }: { articleId: string }) => <p data-layer="buy">{articleId}</p>
  return { ...real, useSession: () => ({ ...real.getSession(), wallet: isSold === null ? null : ({ isSold, BuyLayer } as never) }) }
})
const layerOf = () => /data-layer="(\w+)"/.exec(renderToStaticMarkup(<PaywallLayer articleId="12" access={{ isLocked: true, rule: 'subscription', template: 'subscription-desktop' }} />))?.[1]

it.each([
  ['nobody', null, 'subscription'],
  ['a wallet user without coins', () => false, 'subscription'],
  ['a wallet user with coins', (articleId: string, template: string | null) => articleId === '12' && template === 'subscription-desktop', 'buy'],
] as const)('R4.5-25 shows %s the layer that is theirs', (_name, given, layer) => {
  isSold = given
  expect(layerOf()).toBe(layer)
})
