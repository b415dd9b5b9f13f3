/** Addresses of the pages that other sites may embed. They belong to rooms: without those there are none. */
import { isWidgetName } from './layouts.ts'
import { buildPath, ROUTE_META, type Route, type RouteName } from './routes.ts'

export const WIDGET_PATHS = (Object.keys(ROUTE_META) as RouteName[])
  .filter(isWidgetName)
  .map((name) => buildPath({ name } as Route))
