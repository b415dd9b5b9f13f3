import { expect, it } from 'vitest'
import { findRegionPlace, parseOwnPlace } from './own-place.ts'

it.each([
  [null, null],
  ['', null],
  ['{', null],
  ['"talheim"', null],
  ['{"place":7}', null],
  ['{"place":"../x"}', null],
  ['{"place":"talheim"}', { place: 'talheim', isChosen: false }],
  ['{"place":"talheim","isChosen":true}', { place: 'talheim', isChosen: true }],
])('reads %s', (text, own) => expect(parseOwnPlace(text)).toEqual(own))

it.each([
  [[], null],
  [['moorbeck'], null],
  [['moorbeck', 'talheim', 'tannau'], 'talheim'],
])('of the followed regions %j it is %s', (regions, place) => {
  expect(findRegionPlace(regions, [{ id: 'tannau' }, { id: 'talheim' }])).toBe(place)
})
