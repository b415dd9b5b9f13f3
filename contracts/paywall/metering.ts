/** Metering: the condition of a rule that gives a reader some free articles in a window of days, and how many were used. */
import { z } from 'zod'
import { LONGEST_WINDOW } from '@lokalteil/domain/access/metering'
import { SEGMENTS } from '@lokalteil/domain/access/paywall-rules'
import { AnonId, Sub } from './readers.ts'

export const Days = z.number().int().min(1).max(LONGEST_WINDOW)

export const MeterCondition = z
  .strictObject({ days: Days, articles: z.number().int().min(1).max(100) })
  .describe('While the article is among the first so many of these days; one counts once a day')

/** Used free articles of a window. */
export const Meter = z.object({ used: z.number().int(), articles: z.number().int(), days: z.number().int() })

export const METERING_ENDPOINTS = {
  getMeter: {
    method: 'POST',
    path: '/internal/meters',
    summary: 'How many free articles a reader has used; null where no rule gives any to readers like this',
    body: z.object({
      sub: Sub.nullable(),
      anonId: AnonId.nullable(),
      segments: z.array(z.enum(SEGMENTS)).max(SEGMENTS.length),
    }),
    answer: z.object({ meter: Meter.nullable() }),
  },
} as const
