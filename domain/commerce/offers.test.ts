import { describe, expect, it } from 'vitest'
import { publicationOf } from '../publication/publications.ts'
import {
  listGrants,
  listMissingGrants,
  listOfferFaults,
  toFirstTotalCents,
  toMonthlyCents,
  toVatCents,
  type Offer,
} from './offers.ts'

const PLUS: Offer = {
  id: 'plus-monat',
  kind: 'plus',
  name: 'Plus Monat',
  description: '',
  priceCents: 990,
  vatPercent: 7,
  periodMonths: 1,
  trial: { months: 1, priceCents: 100 },
  termMonths: null,
  renewal: 'open-ended',
  noticeMonths: 1,
  benefits: [],
  roles: ['PLUS_USER'],
  coins: null,
  isRecommended: true,
}
const COINS: Offer = {
  ...PLUS,
  id: 'coins-5',
  kind: 'coins',
  priceCents: 395,
  periodMonths: null,
  trial: null,
  renewal: 'none',
  noticeMonths: null,
  roles: [],
  coins: 5,
}

describe('the legal limits of an offer', () => {
  it.each<[string, Offer, string[]]>([
    ['a month with a trial', PLUS, []],
    ['coins', COINS, []],
    ['two years', { ...PLUS, trial: null, termMonths: 24, periodMonths: 12 }, []],
    ['two years after a trial', { ...PLUS, termMonths: 24 }, ['TERM_TOO_LONG']],
    ['three months of notice', { ...PLUS, noticeMonths: 3 }, ['NOTICE_TOO_LONG']],
    ['no way out', { ...PLUS, noticeMonths: null }, ['NOTICE_MISSING']],
    ['notice of what ends by itself', { ...PLUS, renewal: 'none' }, ['NOTICE_MISSING']],
    ['half a cent', { ...PLUS, priceCents: 990.5 }, ['PRICE_NOT_WHOLE_CENTS']],
    ['less than nothing', { ...PLUS, trial: { months: 1, priceCents: -1 } }, ['PRICE_NOT_WHOLE_CENTS']],
    ['a trial dearer than the thing', { ...PLUS, trial: { months: 1, priceCents: 991 } }, ['TRIAL_DEARER']],
    [
      'a trial of an offer that is paid once',
      { ...COINS, trial: { months: 1, priceCents: 1 } },
      ['TRIAL_WITHOUT_TERM'],
    ],
    ['coins without coins', { ...COINS, coins: 0 }, ['COINS_MISSING']],
    ['coins every month', { ...COINS, periodMonths: 1 }, ['COINS_RENEW']],
    ['nothing for money', { ...PLUS, roles: [] }, ['NOTHING_GRANTED']],
  ])('%s', (_name, offer, faults) => {
    expect(listOfferFaults(offer)).toEqual(faults)
  })
})

it.each([
  [990, 7, 65],
  [990, 19, 158],
  [9900, 7, 648],
  [0, 19, 0],
  [107, 7, 7],
  [1, 19, 0],
])('of %i cents with %i %% the tax is %i', (gross, rate, tax) => {
  expect(toVatCents(gross, rate)).toBe(tax)
})

it('never rounds the price of a month down', () => {
  expect(toMonthlyCents({ priceCents: 9900, periodMonths: 12 })).toBe(825)
  expect(toMonthlyCents({ priceCents: 10_000, periodMonths: 12 })).toBe(834)
  expect(toMonthlyCents(PLUS)).toBeNull()
  expect(toMonthlyCents(COINS)).toBeNull()
})

it.each<[string, Offer, number]>([
  ['a trial that may be left', PLUS, 100],
  ['a trial and a bound year', { ...PLUS, termMonths: 12 }, 100 + 12 * 990],
  ['a year paid at once', { ...PLUS, trial: null, periodMonths: 12, termMonths: 12, priceCents: 9900 }, 9900],
  ['coins', COINS, 395],
])('adds up the least a reader pays: %s', (_name, offer, cents) => {
  expect(toFirstTotalCents(offer)).toBe(cents)
})

describe('the rights an offer grants', () => {
  it.each<[string, readonly string[], number | null, string[]]>([
    ['plus', ['PLUS_USER'], null, ['articles']],
    ['plus and pur', ['PLUS_USER', 'PUR_USER'], null, ['articles', 'no-advertising']],
    ['the e-paper with plus', ['EPAPER_USER', 'PLUS_USER'], null, ['epaper', 'articles']],
    ['topics', ['PLUS-TAG-12', 'PLUS-TAG-13'], null, ['topic']],
    ['coins', ['WALLET_USER'], 5, ['coins']],
    ['a role of the publisher', ['CLUB_MEMBER'], null, ['other']],
  ])('%s: %o', (_name, roles, coins, grants) => {
    expect(listGrants({ roles, coins })).toEqual(grants)
  })

  it.each<
    [string, readonly string[], { hasEpaper?: boolean; isLocalEdition?: boolean; hasTopics?: boolean }, string[]]
  >([
    ['an e-paper without issues', ['EPAPER_USER', 'PLUS_USER'], {}, ['epaper']],
    ['an e-paper with issues', ['EPAPER_USER', 'PLUS_USER'], { hasEpaper: true }, []],
    ['no advertising where there is some', ['PUR_USER'], {}, []],
    [
      'freedom from advertising where there is none',
      ['PLUS_USER', 'PUR_USER'],
      { isLocalEdition: true },
      ['no-advertising'],
    ],
    ['topics whose tags are not there', ['PLUS_USER', 'PLUS-TAG-1'], { hasTopics: false }, ['topic']],
    ['articles, topics, coins and roles of the publisher', ['PLUS_USER', 'PLUS-TAG-1', 'WALLET_USER', 'CLUB'], {}, []],
  ])('S2.3-02 is missing: %s', (_name, roles, publication, missing) => {
    const found = listMissingGrants(
      { roles, coins: null },
      {
        ...publicationOf('ak'),
        hasEpaper: false,
        hasTopics: true,
        ...publication,
      },
    )
    expect(found).toEqual(missing)
  })
})
