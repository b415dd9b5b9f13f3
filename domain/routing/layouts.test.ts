import { expect, it } from 'vitest'
import { isLegalName, layoutOf } from './layouts.ts'
import { ROUTE_META, type RouteName } from './route-table.ts'

it.each(Object.entries(ROUTE_META))('the name of %s tells its layout', (name, { layout, isLegal }) => {
  expect([layoutOf(name as RouteName), isLegalName(name as RouteName)]).toEqual([layout, isLegal])
})
