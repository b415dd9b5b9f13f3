import { expect, it } from 'vitest'
import { withKnownIcons } from './known-icons.ts'

it('removes unknown icons at any depth', () => {
  const entry = { label: 'Wetter', target: '/wetter', children: [] }
  const site = {
    name: 'Auenkurier',
    menus: { main: [{ ...entry, icon: 'weather', children: [{ ...entry, icon: 'unicorn' }] }, entry] },
  }
  const known = withKnownIcons(site)
  expect(known).toEqual({ ...site, menus: { main: [{ ...entry, icon: 'weather', children: [entry] }, entry] } })
  expect(withKnownIcons(site).menus).toBe(known.menus)
})
