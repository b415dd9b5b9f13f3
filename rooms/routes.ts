/** Addresses of all rooms: rows of the table of routes, which browsers and the service worker have as well. */
import { horoscopeRoutes } from './horoscope/domain/routes.ts'
import { weatherRoutes } from './weather/domain/routes.ts'

export const ROOM_ROUTES = { ...horoscopeRoutes, ...weatherRoutes }
