/** Settings of the room in `rooms.yaml`, calls of its service, calls of its page. */
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { z } from 'zod'

export const CinemaSettings = z.strictObject({
  /** The name of the cinema. */
  house: z.string().min(1).max(80),
  /** How many days the page shows, from today. */
  days: z.number().int().min(1).max(14).default(7),
})

export const Showing = z.strictObject({
  day: z.iso.date('must be a day like 2026-12-31'),
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 20:15'),
  film: z.string().trim().min(1).max(120),
  hall: z.string().trim().max(60).default(''),
  note: z.string().trim().max(120).default(''),
})
export type Showing = z.infer<typeof Showing>

/** The content of the file that `npx lokalteil cinema fill` reads. */
export const Showings = z.array(Showing).min(1, 'must have a showing').max(500)

const Programme = z.object({ house: z.string(), showings: z.array(Showing) })
export type Programme = z.infer<typeof Programme>

/** Base path: `/__services/cinema/{publication}`. */
export const CINEMA = contract({
  listShowings: {
    method: 'GET',
    path: '/showings',
    summary: 'Showings from a day on, in order',
    query: z.object({ from: z.iso.date(), days: z.coerce.number().int().min(1).max(31) }),
    answer: z.array(Showing),
  },
  replaceShowings: {
    method: 'PUT',
    path: '/showings',
    summary: 'Replaces the showings of all days from the first to the last of these',
    security: 'service-key',
    body: z.object({ showings: Showings }),
    answer: z.object({ from: z.iso.date(), to: z.iso.date(), count: z.number().int() }),
  },
})

export const CINEMA_INFO = {
  title: 'Cinema',
  description: 'The programme of a cinema.',
  version: '1',
  base: '/cinema/{publication}',
} as const

/** Same-origin calls of the page; addresses of a room begin with its own. */
export const CINEMA_CALLS = contract({
  getProgramme: {
    method: 'GET',
    path: '/api/rooms/cinema/programme',
    summary: 'The programme of the next days; the same for all',
    answer: Programme,
    problems: { 404: 'NOT_FOUND' },
  },
})
