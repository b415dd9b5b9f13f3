import { expect, it } from 'vitest'
import { providerPath, readLuggage } from './provider-trip.ts'

const read = (path: string) => readLuggage(path.slice(path.indexOf('?')))

it('the way to the provider knows the screen to come back to, and its purpose', () => {
  const back = '/redaktion/ak/artikel?q=K%C3%A4se&stand=online'
  expect(read(providerPath('sign-in', back))).toEqual({ trip: 'sign-in', back })
  expect(read(providerPath('proof'))).toEqual({ trip: 'proof', back: '/redaktion' })
})

it.each([
  'https://evil.example/redaktion',
  '//evil.example/redaktion',
  '/\\evil.example/redaktion',
  'javascript:alert(1)',
  '/',
  '/sport',
  '/redaktion/anmeldung?weg=proof',
  '/redaktion/api/me',
])('%s is no way back', (back) => expect(read(providerPath('sign-in', back)).back).toBe('/redaktion'))

it('an address without a trip is a sign-in', () =>
  expect(readLuggage('?weg=sonstwohin')).toEqual({ trip: 'sign-in', back: '/redaktion' }))
