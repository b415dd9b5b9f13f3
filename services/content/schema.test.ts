import { afterEach, expect, it } from 'vitest'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { fromCarriers, toCarriers } from './schema.ts'

afterEach(() => setPublications(TEST_PUBLICATIONS))

it('gives each of the first publications a bit, and the later ones their position', () => {
  const codes = Array.from({ length: 70 }, (_, position) => `paper${position}`)
  setPublications(codes.map((code, position) => ({ ...TEST_PUBLICATIONS[0]!, code, position })))
  const carriers = codes.map((code) => toCarriers([code]))
  expect(new Set(carriers.slice(0, 31).map(({ publications }) => publications)).size).toBe(31)
  expect(carriers.slice(0, 31).every(({ publications, later }) => publications > 0 && later === null)).toBe(true)
  expect(carriers.slice(31)).toEqual(codes.slice(31).map((_code, index) => ({ publications: 0, later: [31 + index] })))
  expect(codes.map((code) => fromCarriers(toCarriers([code])))).toEqual(codes.map((code) => [code]))
  expect(toCarriers(['paper60', 'paper31', 'paper60', 'nobody']).later).toEqual([31, 60])
  expect(fromCarriers(toCarriers(['paper0', 'paper30', 'paper31', 'paper69', 'nobody']))).toEqual([
    'paper0',
    'paper30',
    'paper31',
    'paper69',
  ])
})
