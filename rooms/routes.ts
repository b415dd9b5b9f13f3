/** Addresses of all rooms: rows of the table of routes, which browsers and the service worker have as well. */
import { weatherRoutes } from './weather/domain/routes.ts'

export const ROOM_ROUTES = { ...weatherRoutes }
