import { expect, it } from 'vitest'
import { toAnonId, toPaywallRequest, toReferrer } from './paywall-request.ts'
import type { PaywallQuestion } from './paywall-request.ts'

const question: PaywallQuestion = {
  path: '/der-umbau-130',
  routeName: 'article',
  contentRestriction: 'paid',
  contentId: '130',
  referrer: 'https://www.google.com/',
  device: 'mobile',
  anonId: '12345678901234567890',
  linkToken: { state: 'none', tokenType: '' },
  idToken: 'a.b.c',
}

it('R7.6-03 R7.6-07 R7.6-11 R7.6-12 R7.6-13 sends all fields of 7.6 and no others', () => {
  expect(toPaywallRequest(question)).toEqual({
    inputs: {
      _dm_ressort: 'der-umbau-130',
      _dm_contentRestriction: 'paid',
      _dm_referrer: 'https://www.google.com/',
      _dm_device: 'mobile',
      _dm_pageType: 'Artikelseite',
      _dm_contentid: '130',
      _anonId: '12345678901234567890',
      _dm_linkTokenState: 'none',
      _dm_linkTokenType: '',
    },
    path: '/der-umbau-130',
    session: '12345678901234567890',
    jwt: 'a.b.c',
  })
})

it.each<[string, Partial<PaywallQuestion>, object]>([
  ['R7.6-02', { path: '/sport/fussball' }, { _dm_ressort: 'sport' }],
  ['R7.6-02 S7.6-01', { path: '/' }, { _dm_ressort: '' }],
  ['R7.6-02 S7.6-01', { path: '/de/sport' }, { _dm_ressort: 'sport' }],
  ['R7.6-02 S7.6-01', { path: '/de' }, { _dm_ressort: '' }],
  ['R7.6-02 S7.6-01', { path: '/de/sport?x=/y' }, { _dm_ressort: 'sport' }],
  ['R7.6-02', { path: '/design/neu' }, { _dm_ressort: 'design' }],
  ['R7.6-03', { contentRestriction: undefined }, { _dm_contentRestriction: '' }],
  ['R7.6-04', { referrer: null }, { _dm_referrer: 'none' }],
  ['R7.6-05', { device: 'desktop' }, { _dm_device: 'desktop' }],
  ['R7.6-06 R2.7-15 R2.7-16', { routeName: 'article' }, { _dm_pageType: 'Artikelseite' }],
  ['S2.7-04', { routeName: 'testbericht' }, { _dm_pageType: 'Artikelseite' }],
  ['R7.6-06 R2.7-15 R2.7-17 S2.7-02', { routeName: 'home' }, { _dm_pageType: 'Kategorieseite' }],
  ['R7.6-06 R2.7-15 R2.7-18 S2.7-02', { routeName: 'tag' }, { _dm_pageType: 'Kategorieseite' }],
  ['R2.7-15 S2.7-03', { routeName: 'channel' }, { _dm_pageType: 'Kategorieseite' }],
  ['R7.6-06 R2.7-19', { routeName: 'search' }, { _dm_pageType: 'Other' }],
  ['R7.6-07', { contentId: '11' }, { _dm_contentid: '11' }],
  ['R7.6-07 S7.6-02', { contentId: null }, { _dm_contentid: '' }],
  ['R7.6-08', { anonId: null }, { _anonId: null }],
  [
    'R7.6-09 R7.6-10',
    { linkToken: { state: 'valid', tokenType: 'gift' } },
    { _dm_linkTokenState: 'valid', _dm_linkTokenType: 'gift' },
  ],
  [
    'R7.6-09 R7.6-10',
    { linkToken: { state: 'invalid', tokenType: 'link' } },
    { _dm_linkTokenState: 'invalid', _dm_linkTokenType: 'link' },
  ],
  [
    'R7.6-09 R7.6-10',
    { linkToken: { state: 'expired', tokenType: 'unknown' } },
    { _dm_linkTokenState: 'expired', _dm_linkTokenType: 'unknown' },
  ],
])('%s turns %j into the inputs %j', (_ids, change, inputs) => {
  expect(toPaywallRequest({ ...question, ...change }).inputs).toEqual({
    ...toPaywallRequest(question).inputs,
    ...inputs,
  })
})

it('S7.6-02 sends null for an unknown reader, and no token in a path', () => {
  expect(
    toPaywallRequest({ ...question, anonId: null, idToken: null, path: '/de/der-umbau-130?link-token=a.b.c#x' }),
  ).toMatchObject({ path: '/der-umbau-130', session: null, jwt: null, inputs: { _anonId: null } })
})

it.each([
  [null, null],
  ['', null],
  ['https://www.google.com/search?q=klinikum', 'https://www.google.com/search'],
  ['https://www.google.com', 'https://www.google.com/'],
  ['https://ak.example/lokales?link-token=a.b.c', '/lokales'],
  ['https://AK.example/de/lokales#kommentare', '/lokales'],
  ['https://ak.example.evil.test/lokales', 'https://ak.example.evil.test/lokales'],
  ['https://user:secret@ak.example/', null],
  ['javascript:alert(1)', null],
  ['/lokales', null],
])('R7.6-04 S7.6-02 reads the referrer %j as %j', (header, expected) => {
  expect(toReferrer(header, 'https://ak.example')).toBe(expected)
})

it.each([
  ['12345678901234567890', '12345678901234567890'],
  ['123456789012345678901', null],
  ['12a', null],
  ['', null],
  [null, null],
])('R7.6-08 reads the anonymous cookie %j as %j', (cookie, expected) => {
  expect(toAnonId(cookie)).toBe(expected)
})
