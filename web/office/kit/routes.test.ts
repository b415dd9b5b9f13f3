import { describe, expect, it } from 'vitest'
import {
  articlesPath,
  breakingPath,
  mediaPath,
  pathOf,
  placeOf,
  readChosen,
  readFilters,
  readMediaFilters,
  type Place,
} from './routes.ts'

const PLACES: readonly (readonly [string, Place])[] = [
  ['/redaktion', { screen: 'start' }],
  ['/redaktion/einladung', { screen: 'invitation' }],
  ['/redaktion/anmeldung', { screen: 'provider' }],
  ['/redaktion/einsicht', { screen: 'outside' }],
  ['/redaktion/team', { screen: 'team' }],
  ['/redaktion/protokoll', { screen: 'audit' }],
  ['/redaktion/konto', { screen: 'account' }],
  ['/redaktion/ak', { screen: 'desk', code: 'ak' }],
  ['/redaktion/ak/artikel', { screen: 'articles', code: 'ak' }],
  ['/redaktion/ak/agenturen', { screen: 'arrivals', code: 'ak' }],
  ['/redaktion/ak/seiten/start', { screen: 'front', code: 'ak', path: '' }],
  ['/redaktion/ak/seiten/sport/fussball', { screen: 'front', code: 'ak', path: 'sport/fussball' }],
  ['/redaktion/ak/medien', { screen: 'media', code: 'ak' }],
  ['/redaktion/ak/medien/17', { screen: 'medium', code: 'ak', id: 17 }],
  ['/redaktion/ak/eil', { screen: 'breaking', code: 'ak' }],
  ['/redaktion/ak/artikel/4711', { screen: 'article', code: 'ak', id: '4711' }],
  ['/redaktion/ak/artikel/4711/stand/12', { screen: 'revision', code: 'ak', id: '4711', number: 12 }],
  ['/redaktion/ak/artikel/4711/vergleich/3..12', { screen: 'comparison', code: 'ak', id: '4711', from: 3, to: 12 }],
  ['/redaktion/ak/zahlen', { screen: 'figures', code: 'ak' }],
  ['/redaktion/ak/newsletter', { screen: 'newsletters', code: 'ak' }],
  [
    '/redaktion/ak/newsletter/das-wichtigste-am-morgen/20261124-0500',
    { screen: 'issue', code: 'ak', slug: 'das-wichtigste-am-morgen', issue: '20261124-0500' },
  ],
  [
    '/redaktion/ak/newsletter/hafenpost/sonder-abc123def4',
    { screen: 'issue', code: 'ak', slug: 'hafenpost', issue: 'sonder-abc123def4' },
  ],
  ['/redaktion/ak/quiz', { screen: 'quizzes', code: 'ak' }],
  ['/redaktion/ak/quiz/die-region-2', { screen: 'quiz', code: 'ak', slug: 'die-region-2' }],
]

describe('addresses of the office', () => {
  it.each(PLACES)('%s is read and written alike', (path, place) => {
    expect(placeOf(path)).toEqual(place)
    expect(pathOf(place)).toBe(path)
  })

  it('a slash at the end changes nothing', () => {
    expect(placeOf('/redaktion/ak/')).toEqual({ screen: 'desk', code: 'ak' })
  })

  it.each(['/', '/redaktionen', '/redaktion/api/me', '/redaktion/AK', '/redaktion/ak/artikel/x', '/redaktion/ak/b/c'])(
    '%s is no screen',
    (path) => {
      expect(placeOf(path)).toEqual({ screen: 'nowhere' })
    },
  )

  it('the filters of the list stand in its address', () => {
    const path = articlesPath('ak', { stand: 'review', q: 'Deich & Damm' })
    expect(path).toBe('/redaktion/ak/artikel?stand=review&q=Deich+%26+Damm')
    expect(readFilters(path.slice(path.indexOf('?')))).toEqual({ stand: 'review', q: 'Deich & Damm' })
    expect(articlesPath('ak', {})).toBe('/redaktion/ak/artikel')
    expect(readFilters('?stand=&fremd=1')).toEqual({})
  })

  it('the filters of the library stand in its address', () => {
    const path = mediaPath('ak', { auswahl: 'ohne-urheber', q: 'Möwe' })
    expect(path).toBe('/redaktion/ak/medien?auswahl=ohne-urheber&q=M%C3%B6we')
    expect(readMediaFilters(path.slice(path.indexOf('?')))).toEqual({ auswahl: 'ohne-urheber', q: 'Möwe' })
    expect(mediaPath('ak', {})).toBe('/redaktion/ak/medien')
    expect(readMediaFilters('?auswahl=fremd&q=')).toEqual({})
  })

  it('the article chosen for breaking news stands in the address', () => {
    const path = breakingPath('ak', '4711')
    expect([path, readChosen(path.slice(path.indexOf('?'))), readChosen('?artikel=x'), readChosen('')]).toEqual([
      '/redaktion/ak/eil?artikel=4711',
      '4711',
      null,
      null,
    ])
  })
})
