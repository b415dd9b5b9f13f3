import { expect, it } from 'vitest'
import type { Block } from '@lokalteil/contracts/content'
import { orderSections } from './section-order.ts'

const block = (kind: string, target = '') => ({ kind, title: target, target, teasers: [] }) as unknown as Block
const BLOCKS = [
  block('lead'),
  block('threeUp', '/sport'),
  block('newsletter', '/newsletter-anmeldung'),
  block('list', '/kultur'),
  block('threeUp', '/lokales'),
  block('adSlot'),
  block('list', '/kultur/theater'),
  block('opinion', '/meinung'),
  block('feature', '/sport/fussball'),
  block('twoUp', ''),
]
const names = (visits: Record<string, number>) =>
  orderSections(BLOCKS, visits).map((one) => `${one.kind} ${(one as { target?: string }).target ?? ''}`.trim())

it('S4.7-03 puts the most visited sections first, in the places of sections; other blocks stay', () => {
  expect(names({ sport: 5, kultur: 2 })).toEqual([
    'lead',
    'threeUp /sport',
    'newsletter /newsletter-anmeldung',
    'list /kultur',
    'feature /sport/fussball',
    'adSlot',
    'list /kultur/theater',
    'opinion /meinung',
    'threeUp /lokales',
    'twoUp',
  ])
})

it('S4.7-03 keeps the editors’ order without visits and between equals', () => {
  const before = BLOCKS.map((one) => `${one.kind} ${(one as { target?: string }).target ?? ''}`.trim())
  expect([names({}), names({ wirtschaft: 9 })]).toEqual([before, before])
})

it('never puts two sections of one name next to each other', () => {
  const named = (title: string, target: string) => ({ ...block('list', target), title }) as Block
  const first = [block('lead'), block('adSlot'), block('adSlot'), block('adSlot')]
  const titles = (blocks: readonly Block[], visits: Record<string, number>) =>
    orderSections([...first, ...blocks], visits)
      .slice(first.length)
      .map((one) => ('title' in one ? one.title : ''))
  const sections = [
    named('Sport', '/sport'),
    named('Kultur', '/kultur'),
    named('Sport', '/sport/fussball'),
    named('Lokales', '/lokales'),
  ]
  expect(titles(sections, { sport: 5 })).toEqual(['Sport', 'Kultur', 'Sport', 'Lokales'])
  expect(titles(sections, { lokales: 9, sport: 5 })).toEqual(['Lokales', 'Sport', 'Kultur', 'Sport'])
  const between = [named('Kultur', '/kultur'), named('Sport', '/sport'), named('Kultur', '/kultur/theater')]
  expect(titles(between, { kultur: 5 })).toEqual(['Kultur', 'Sport', 'Kultur'])
})
