import { afterEach, expect, it } from 'vitest'
import {
  findPublication,
  listPublicationCodes,
  oncePerState,
  publicationOf,
  publicationOfHost,
  setPublications,
  toPublicationCode,
} from './publications.ts'
import { TEST_PUBLICATIONS } from './publications.testing.ts'

afterEach(() => setPublications(TEST_PUBLICATIONS))

it.each(['xx', '', 'AK', 'ak ', 'toString', '__proto__'])('R1-05 refuses the code %j', (code) => {
  expect([toPublicationCode(code), findPublication(code)]).toEqual([null, null])
  expect(() => publicationOf(code)).toThrow('There is no publication')
})

it('knows any number of publications, in the order they were added', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({
    ...TEST_PUBLICATIONS[0]!,
    code: `paper${index}`,
    position: index,
  }))
  setPublications(many)
  expect(listPublicationCodes()).toEqual(many.map(({ code }) => code))
  expect([toPublicationCode('paper19'), toPublicationCode('ak')]).toEqual(['paper19', null])
})

it('memoises values that depend on all publications, once for each state of the list', () => {
  let count = 0
  const codes = oncePerState(() => [++count, ...listPublicationCodes()].join())
  expect([codes(), codes()]).toEqual(['1,ak,fb,ht,la', '1,ak,fb,ht,la'])
  setPublications([])
  expect([codes(), codes()]).toEqual(['2', '2'])
})

it.each([
  ['ht.localhost:3000', 'ht'],
  ['FB.localhost', 'fb'],
  ['localhost', 'ak'],
  ['la', 'ak'],
  ['www.flussbote.example', 'fb'],
  ['ht.flussbote.example', 'la'],
  ['www.tageblatt.example:443', 'ht'],
  ['xx.localhost', 'ak'],
  ['__proto__', 'ak'],
  ['constructor', 'ak'],
  ['', 'ak'],
])('R1-04 answers on %j as %s', (host, code) => {
  setPublications(
    TEST_PUBLICATIONS.map((one) => (one.code === 'ht' ? { ...one, hosts: ['www.tageblatt.example'] } : one)),
  )
  const hosts = { 'www.flussbote.example': 'fb', 'ht.flussbote.example': 'la' } as const
  expect(publicationOfHost(host, 'ak', hosts).code).toBe(code)
})
