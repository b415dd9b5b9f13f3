import { expect, it } from 'vitest'
import { MANDATORS, PUBLICATIONS, publicationOfHost, toMandator } from './publications.ts'

it('R1-05 R1-06 knows four codes, one of them the local edition', () => {
  expect(Object.keys(PUBLICATIONS)).toEqual([...MANDATORS])
  expect(MANDATORS).toHaveLength(4)
  expect(MANDATORS.filter((code) => PUBLICATIONS[code].isLocalEdition)).toEqual(['la'])
})

it.each(['xx', '', 'AK', 'ak ', 'toString', '__proto__'])('R1-05 refuses the code %j', (code) => {
  expect(toMandator(code)).toBeNull()
})

it('R1-09 S1-02 gives the first variant to ak and fb, the second to ht and la', () => {
  expect(MANDATORS.map((code) => PUBLICATIONS[code].variant)).toEqual(['first', 'first', 'second', 'second'])
})

it.each([
  ['ht.localhost:3000', 'ht'],
  ['FB.localhost', 'fb'],
  ['localhost', 'ak'],
  ['la', 'ak'],
  ['www.flussbote.example', 'fb'],
  ['ht.flussbote.example', 'la'],
  ['xx.localhost', 'ak'],
  ['__proto__', 'ak'],
  ['constructor', 'ak'],
  ['', 'ak'],
])('R1-04 answers on %j as %s', (host, code) => {
  const hosts = { 'www.flussbote.example': 'fb', 'ht.flussbote.example': 'la' } as const
  expect(publicationOfHost(host, 'ak', hosts).code).toBe(code)
})
