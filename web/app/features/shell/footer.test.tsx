import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { PortalProvider, type Surroundings } from '../../page/portal.ts'
import Footer from './Footer.later.tsx'

const NO_MENUS = { menuHandles: {}, menus: {} }

/** The addresses of the footer's links. */
function linksOf(given: { offers?: boolean; sales?: true; newsletters?: boolean }): string[] {
  const surroundings = {
    publication: publicationOf('ak'),
    site: { ...NO_MENUS, ...(given.newsletters === true ? {} : { hasNoNewsletters: true }) },
    app: { isNativeApp: false },
    canonicalOrigin: 'https://www.auenkurier.example',
    ...(given.offers === true ? {} : { hasNoOffers: true, hasSingleSales: given.sales }),
  } as unknown as Surroundings
  const html = renderToStaticMarkup(
    <PortalProvider surroundings={surroundings} moment={{ path: '/', now: '2026-11-28T12:00:00Z' }}>
      <Footer />
    </PortalProvider>,
  )
  return [...html.matchAll(/href="(\/[a-z-]+)"/g)].map(([, path]) => path!)
}

it.each<[string, Parameters<typeof linksOf>[0], string[]]>([
  ['nothing is sold and no newsletter is sent', {}, []],
  ['subscriptions are sold', { offers: true }, ['/kuendigen', '/widerrufen']],
  ['goods are sold once', { sales: true }, ['/widerrufen']],
  ['a newsletter is sent', { newsletters: true }, ['/newsletter-anmeldung']],
])('where %s the footer has the matching links', (_name, given, expected) => {
  expect(linksOf(given)).toEqual(expected)
})
