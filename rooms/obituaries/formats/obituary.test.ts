import { readFileSync } from 'node:fs'
import type { IncomingObituary } from '../contract/obituaries.ts'
import { describe, expect, it } from 'vitest'
import { parseText } from '@lokalteil/services/import/formats/parse'

const CONTEXT = { now: new Date('2026-11-29T20:00:00Z'), fallbackDate: new Date('2026-11-29T20:00:00Z') }
const docs = readFileSync(new URL('../../../docs/notices.md', import.meta.url), 'utf8')
const OBITUARY = JSON.parse(/```json\n([\s\S]*?)```/.exec(docs)![1]!) as { person: object }
const XML = /```xml\n([\s\S]*?)```/.exec(docs)![1]!
const parse = (value: unknown) => parseText(typeof value === 'string' ? value : JSON.stringify(value), CONTEXT)
const only = (value: unknown) => {
  const { documents, refusals, roomDocuments = [] } = parse(value)
  expect([documents, refusals, roomDocuments.length]).toEqual([[], [], 1])
  const [found] = roomDocuments
  expect(found?.room).toBe('notices')
  return { ...found!, notice: found!.delivery as IncomingObituary }
}

describe('the examples of the documentation (R1-79)', () => {
  it('are a notice', () => {
    const { notice, sourceId, notes } = only(OBITUARY)
    expect([sourceId, notes]).toEqual(['notice:anz-2026-004711', []])
    expect(notice).toMatchObject({
      updated: '2026-11-24T04:00:00.000Z',
      until: null,
      personKey: null,
      isBookClosed: false,
      person: { name: 'Karl-Heinz Auenwald', died: '2026-11-18' },
      picture: { baseUrl: 'anz-2026-004711.png' },
      set: { symbol: 'wheat', mourners: 'Hanna Auenwald\nJens und Marie' },
    })
  })

  it('are the same in XML', () =>
    expect(only(XML).notice).toMatchObject({
      id: 'anz-2026-004712',
      kind: 'thanks',
      isBookClosed: true,
      picture: null,
      person: { name: 'Lotte Auenwald', birthName: 'Berg', born: '1936' },
      set: { layout: 'column', intro: 'Danke', mourners: 'Familie Auenwald\nFamilie Berg' },
    }))
})

it('lines with contact data of mourners are left out', () => {
  const { notice, notes } = only({
    ...OBITUARY,
    mourners: ['Hanna Auenwald', 'Traueradresse: Lindenweg 4, 04109 Auenburg', 'Tel. 0341 1234567'],
    ceremony: '11 Uhr, Kapelle, Bergstraße 3\nhanna@auenwald.example',
  })
  expect(notice.set).toMatchObject({ mourners: 'Hanna Auenwald', ceremony: '11 Uhr, Kapelle, Bergstraße 3' })
  expect(notes).toEqual([
    'mourners: 2 lines with an address, number or link were left out',
    'ceremony: 1 lines with an address, number or link were left out',
  ])
})

it.each<[string, unknown, RegExp]>([
  ['an id that is no address', { ...OBITUARY, id: 'ANZ 1' }, /id must be words/],
  [
    'a day that is none',
    { ...OBITUARY, person: { ...OBITUARY.person, died: '18.11.2026' } },
    /person\.died must be a day/,
  ],
  ['nobody', { ...OBITUARY, person: { ...OBITUARY.person, name: ' ' } }, /person\.name is empty/],
  [
    'a time without its zone',
    { ...OBITUARY, published: '2026-11-24T05:00:00' },
    /published must be a time with its zone/,
  ],
  ['an unknown sign', { ...OBITUARY, symbol: 'skull' }, /symbol/],
  ['too much', { ...OBITUARY, quote: 'x'.repeat(601) }, /quote is longer than 600/],
  ['another version', { ...OBITUARY, format: 'notice@2' }, /format must be notice@1/],
  ['a list without notices', '<notices><other/></notices>', /no notice in it/],
  ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><notices><notice id="&b;"/></notices>', /DTD not allowed/],
])('%s is named', (_name, value, reason) => {
  const { refusals, roomDocuments = [] } = parse(value)
  expect(roomDocuments).toEqual([])
  expect(refusals[0]?.reason).toMatch(reason)
})

it('a withdrawal needs only its id', () =>
  expect(
    only({ format: 'notice@1', id: 'a', status: 'canceled', updated: '2026-11-30T10:00:00Z' }).notice,
  ).toMatchObject({ id: 'a', status: 'canceled' }))
