import { describe, expect, it } from 'vitest'
import { chooseHouseAd, isBooked, type HouseAdRules } from './house-ads.ts'

const ad = (id: string, change: Partial<HouseAdRules> = {}): HouseAdRules => ({
  id,
  places: [],
  sections: [],
  weight: 1,
  ...change,
})
const ADS = [
  ad('anywhere'),
  ad('heavy', { weight: 3 }),
  ad('sport', { sections: ['sport'] }),
  ad('lists', { places: ['list'], sections: ['kultur'] }),
]
const choose = (place: string, section: string, chance = 0, shown: string[] = [], ads = ADS) =>
  chooseHouseAd(ads, { place, section, shown }, chance)?.id ?? null

describe('the advertisement for a place', () => {
  it.each<[string, string, number, string[], string | null]>([
    ['home-1', '', 0, [], 'anywhere'],
    ['home-1', '', 0.24, [], 'anywhere'],
    ['home-1', '', 0.26, [], 'heavy'],
    ['home-1', '', 0.999, [], 'heavy'],
    ['article-2', 'sport/fussball', 0.9, [], 'sport'],
    ['article-2', 'sportlich', 0, [], 'anywhere'],
    ['list-2', 'kultur/kino', 0, [], 'lists'],
    ['article-1', 'kultur/kino', 0, [], 'anywhere'],
    ['article-2', 'sport', 0, ['sport'], 'anywhere'],
    ['home-2', '', 0, ['anywhere'], 'heavy'],
    ['home-3', '', 0, ['anywhere', 'heavy'], 'anywhere'],
  ])('at %s in "%s", with the chance %s and %j on the page: %s', (place, section, chance, shown, expected) => {
    expect(choose(place, section, chance, shown)).toBe(expected)
  })
  it('is none where none fits', () => {
    expect(choose('home-1', '', 0.5, [], [ad('lists', { places: ['list'] })])).toBe(null)
    expect(choose('home-1', '', 0.5, [], [])).toBe(null)
  })
  it.each([
    [{}, true],
    [{ from: '2026-11-30' }, true],
    [{ from: '2026-12-01' }, false],
    [{ until: '2026-11-30' }, true],
    [{ until: '2026-11-29' }, false],
  ])('booked as %j is shown on 30 November: %s', (booking, expected) => {
    expect(isBooked(booking, '2026-11-30')).toBe(expected)
  })
})
