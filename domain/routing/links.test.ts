import { expect, it } from 'vitest'
import { decideLinkClick, toLinkTarget } from './links.ts'
import type { LinkAction, LinkClick, LinkContext } from './links.ts'

const web: LinkContext = {
  currentUrl: 'https://ak.localhost:3000/sport/fussball',
  canonicalOrigin: 'https://www.auenkurier.example',
  isNativeApp: false,
  legalSiteIds: ['77'],
}
const app: LinkContext = { ...web, isNativeApp: true }

function click(href: string, other: Partial<LinkClick> = {}): LinkClick {
  return { href, isNewTab: false, isHandled: false, isPlain: true, isDownload: false, isConsentReset: false, ...other }
}

const browser: LinkAction = { kind: 'browser' }
const cancel: LinkAction = { kind: 'cancel' }
const own = 'https://ak.localhost:3000'

it.each<[string, LinkClick, LinkContext, LinkAction]>([
  ['R2.9-02 R2.9-07', click('/sport'), web, { kind: 'navigate', path: '/sport' }],
  ['R2.9-02', click(`${own}/sport`), web, { kind: 'navigate', path: '/sport' }],
  ['R2.9-02', click('/sport/'), web, { kind: 'navigate', path: '/sport' }],
  ['R2.9-02', click('../autoren'), web, { kind: 'navigate', path: '/autoren' }],
  ['R2.9-03', click('https://www.auenkurier.example/sport'), web, { kind: 'navigate', path: '/sport' }],
  ['R2.9-03', click('http://auenkurier.example/sport'), web, { kind: 'navigate', path: '/sport' }],
  ['R2.9-04', click('/suche?q=x'), web, browser],
  ['R2.9-04', click('/sport?'), web, browser],
  ['R2.9-04', click('https://auenkurier.example/sport?x=1'), web, browser],
  ['R2.9-05', click('/sport#x'), web, browser],
  ['R2.9-05', click('#login'), web, browser],
  ['R2.9-05', click('#'), web, browser],
  ['R2.9-06', click('/api/unknown'), web, cancel],
  ['R2.9-06', click('/order/unknown'), web, cancel],
  ['R2.9-06', click('/seite.html'), web, cancel],
  ['R2.9-06', click('/autor/niemand', { isNewTab: true }), web, cancel],
  ['R2.9-12', click('/sport', { isNewTab: true }), web, { kind: 'new-window', url: `${own}/sport` }],
  ['R2.9-08', click('/sport', { isNewTab: true }), app, { kind: 'navigate', path: '/sport' }],
  ['R2.9-09', click('/impressum'), web, { kind: 'load', url: `${own}/impressum` }],
  ['R2.9-09', click('/agb?x#y'), web, { kind: 'load', url: `${own}/agb?x#y` }],
  ['R2.9-09', click('/accessibility'), app, { kind: 'load', url: `${own}/accessibility` }],
  ['R2.9-09', click('/nutzung-77'), web, { kind: 'load', url: `${own}/nutzung-77` }],
  ['R2.9-09', click('https://auenkurier.example/agb'), web, { kind: 'load', url: 'https://auenkurier.example/agb' }],
  ['R2.9-10', click('/datenschutz/consent-reset'), web, { kind: 'reset-consent' }],
  ['R2.9-10', click('/datenschutz/consent-reset?x', { isNewTab: true }), app, { kind: 'reset-consent' }],
  ['R2.9-10', click('https://consent.example/', { isConsentReset: true }), web, { kind: 'reset-consent' }],
  ['S2.9-04', click('https://other.example/datenschutz/consent-reset'), web, browser],
  ['S2.9-01', click('https://other.example/'), web, browser],
  [
    'R2.9-12',
    click('https://other.example/', { isNewTab: true }),
    web,
    { kind: 'new-window', url: 'https://other.example/' },
  ],
  [
    'R2.9-13',
    click('https://other.example/', { isNewTab: true }),
    app,
    { kind: 'system-browser', url: 'https://other.example/' },
  ],
  ['R2.9-14', click('https://other.example/'), app, { kind: 'system-browser', url: 'https://other.example/' }],
  ['R2.9-15', click('/api/unknown'), app, { kind: 'system-browser', url: `${own}/api/unknown` }],
  ['S2.9-01', click('javascript:alert(1)'), web, cancel],
  ['S2.9-01', click(' JaVaScRiPt:alert(1)', { isPlain: false }), web, cancel],
  ['S2.9-01', click('data:text/html,x'), app, cancel],
  ['S2.9-01', click('mailto:a@b.example'), web, browser],
  ['S2.9-01', click('mailto:a@b.example'), app, { kind: 'system-browser', url: 'mailto:a@b.example' }],
  ['S2.9-01', click('/sport', { isPlain: false }), web, browser],
  ['S2.9-01', click('/sport', { isHandled: true }), web, browser],
  ['S2.9-01', click('/agb', { isDownload: true }), web, browser],
  ['S2.9-02', click('/_ipx/w_320/bild.jpg'), web, browser],
  ['S2.9-02', click('/_media/import/ab/ab/plan.pdf'), web, browser],
  ['S2.9-02', click('/_media/import/ab/ab/plan.pdf?e=1&s=2'), app, browser],
  ['S2.9-02', click('/rss'), web, browser],
  ['S2.9-01', click('https://'), web, browser],
])('%s decides on %o', (_ids, link, context, action) => {
  expect(decideLinkClick(link, context)).toEqual(action)
})

it.each([
  ['https://other.example/a?link-token=x&b=1#c', 'https://other.example/a?b=1'],
  ['/rathaus-12?gaa_sig=x', '/rathaus-12'],
  ['mailto:leser@example.org', 'mailto:'],
])('S2.9-06 R2.9-16 tracks %s as %s', (url, target) => {
  expect(toLinkTarget(url)).toBe(target)
})
