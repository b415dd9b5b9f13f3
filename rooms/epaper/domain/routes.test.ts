import { expect, it } from 'vitest'
import { matchRoute } from '@lokalteil/domain/routing/routes'

it('S1-08 /epaper is the page of the issues', () =>
  expect(matchRoute('/epaper')).toMatchObject({ kind: 'route', route: { name: 'epaper' } }))
