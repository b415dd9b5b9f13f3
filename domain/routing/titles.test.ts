import { describe, expect, it } from 'vitest'
import {
  ENTITY_PAGE_KINDS,
  toAnalyticsPageType,
  toEntityPageKind,
  toPaywallPageType,
  toPaywallRequestPageType,
} from './page-types.ts'
import { matchRoute } from './routes.ts'
import type { Route, RouteName } from './routes.ts'
import { toPageTitle } from './titles.ts'
import type { TitleData, TranslateTitle } from './titles.ts'

const texts = {
  meta_title: '{site} – Start',
  meta_title_template_addendum: '{title} | {site}',
  meta_title_with_heading: '{title} | {site} – Start',
  'topics.title': 'Themen',
  'headlines.title': 'Schlagzeilen',
  'topics.metaTitle': 'Alles zu {title} | {site}',
  title_of_page: '{title} – Seite {page}',
}
const translate: TranslateTitle = (key, { site, title, page }) =>
  texts[key].replace('{site}', site).replace('{title}', title).replace('{page}', String(page))

it.each<[string, RouteName, TitleData, string]>([
  ['R2.6-01', 'article', { titlePrefix: 'Auenburg', title: 'Rathaus brennt' }, 'Auenburg: Rathaus brennt'],
  ['R2.6-02', 'article', { titlePrefix: ' ', title: 'Rathaus brennt' }, 'Rathaus brennt'],
  ['R2.6-02', 'article', { title: 'Rathaus brennt' }, 'Rathaus brennt'],
  ['R2.6-03', 'testbericht', { titlePrefix: 'Test', title: 'Mühlen' }, 'Test: Mühlen'],
  ['R2.6-04', 'testberichte-feed', { title: 'Testberichte' }, 'Testberichte'],
  ['R2.6-05', 'author', { prename: 'Lena', surname: 'Vogt' }, 'Lena Vogt | Auenkurier'],
  ['R2.6-05', 'author', { prename: '', surname: 'Vogt' }, 'Vogt | Auenkurier'],
  ['R2.6-06', 'channel', { seoTitle: 'Sport aus Auenburg', displayName: 'Sport' }, 'Sport aus Auenburg'],
  ['R2.6-07', 'channel', { seoTitle: '', displayName: 'Sport' }, 'Sport'],
  ['S2.6-03', 'channel', {}, 'Auenkurier – Start'],
  ['R2.6-08', 'topics', {}, 'Themen | Auenkurier'],
  ['R2.6-09', 'headlines', {}, 'Schlagzeilen | Auenkurier'],
  ['R2.6-10', 'topic', { title: 'Hochwasser' }, 'Alles zu Hochwasser | Auenkurier'],
  ['R2.6-11', 'search', { title: 'Suche' }, 'Suche | Auenkurier – Start'],
  ['R2.6-11', 'tag', { displayName: 'x', title: ' y ' }, 'y | Auenkurier – Start'],
  ['R2.6-11', 'read-articles', { title: ' ' }, 'Auenkurier – Start'],
  ['R2.6-11', 'home', {}, 'Auenkurier – Start'],
  ['R2.6-04', 'testberichte-feed', { title: 'Tests', page: 2 }, 'Tests – Seite 2'],
  ['R2.6-05', 'author', { prename: 'Lena', surname: 'Vogt', page: 3 }, 'Lena Vogt – Seite 3 | Auenkurier'],
  ['R2.6-06', 'channel', { seoTitle: 'Sport aus Auenburg', page: 2 }, 'Sport aus Auenburg – Seite 2'],
  ['S2.6-03', 'channel', { page: 2 }, 'Auenkurier – Start'],
  ['R2.6-09', 'headlines', { page: 2 }, 'Schlagzeilen – Seite 2 | Auenkurier'],
  ['R2.6-10', 'topic', { title: 'Hochwasser', page: 2 }, 'Alles zu Hochwasser – Seite 2 | Auenkurier'],
  ['R2.6-11', 'search', { title: 'Suche: a', page: 2 }, 'Suche: a – Seite 2 | Auenkurier – Start'],
  ['R2.6-11', 'tag', { title: 'y', page: 1 }, 'y | Auenkurier – Start'],
])('%s titles %s with %o: %s', (_ids, name, data, title) => {
  expect(toPageTitle(name, data, 'Auenkurier', translate)).toBe(title)
})

function routeOf(path: string): Route {
  const match = matchRoute(path)
  if (match.kind !== 'route') throw new Error(`${path} is no page`)
  return match.route
}

describe('page types', () => {
  it.each([
    ['R2.7-01', '/', 'Homepage'],
    ['R2.7-02', '/rathaus-12', 'Artikelseiten'],
    ['R2.7-03', '/hochwasser/2', 'Themenseiten'],
    ['S2.7-03', '/sport', 'Themenseiten'],
    ['R2.7-04', '/autor/lena-vogt-11', 'Autorenprofile'],
    ['R2.7-05', '/suche', 'Suchergebnisseiten'],
    ['R2.7-06', '/themen', 'Topicspage'],
    ['R2.7-07', '/themen/7', 'Topicpage'],
    ['R2.7-08', '/gutscheine', 'CouponList'],
    ['R2.7-09', '/schlagzeilen', 'HeadlinesPage'],
    ['R2.7-10', '/autoren', 'Autorenubersichtsseite'],
    ['R2.7-11', '/testberichte', 'Testberichtubersichtsseite'],
    ['R2.7-12', '/testbericht/12', 'Testberichtsseite'],
    ['R2.7-13', '/agb', 'Legalseite'],
    ['R2.7-13', '/accessibility', 'Legalseite'],
    ['R2.1-42', '/nutzung-77', 'Legalseite'],
    ['S2.7-03', '/podcasts', ''],
    ['S2.7-03', '/account', ''],
  ])('%s gives %s the analytics type %j', (_ids, path, type) => {
    expect(toAnalyticsPageType(routeOf(path), ['77'])).toBe(type)
  })

  it.each([
    ['/autor/1', 'Autorenprofile'],
    ['/hochwasser/2', 'Tag'],
    ['/autoren', 'Autorenubersichtsseite'],
    ['/12', 'Artikelseiten'],
    ['/themen/7', 'Topicpage'],
    ['/hochwasser/1', 'SingleTag'],
    ['/themen', 'Topicspage'],
    ['/schlagzeilen', 'HeadlinesPage'],
    ['/', null],
  ])('S2.7-01 gives %s the entity kind %j', (path, kind) => {
    expect(toEntityPageKind(routeOf(path))).toBe(kind)
  })

  it('R2.7-14 S2.7-01 keeps the order and spelling of the second set', () => {
    expect(ENTITY_PAGE_KINDS.join(' ')).toBe(
      'Autorenprofile Tag Autorenubersichtsseite Artikelseiten Topicpage SingleTag Topicspage HeadlinesPage',
    )
  })

  it.each([
    ['/12', 'ARTICLE', 'Artikelseite'],
    ['/testbericht/12', 'ARTICLE', 'Artikelseite'],
    ['/', 'HOME', 'Kategorieseite'],
    ['/sport', 'TAG', 'Kategorieseite'],
    ['/sport/2', 'TAG', 'Kategorieseite'],
    ['/suche', null, 'Other'],
  ])('R2.7-15 S2.7-02 S2.7-03 S2.7-04 asks the paywall for %s as %s: %s', (path, type, sent) => {
    expect(toPaywallPageType(routeOf(path).name)).toBe(type)
    expect(toPaywallRequestPageType(toPaywallPageType(routeOf(path).name))).toBe(sent)
  })
})
