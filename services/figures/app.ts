/**
 * Figures: sums of a day about what is read. Promises: nothing is kept that says something of a reader; a visitor can be recognised
 * on one day only, because the salt of the day is destroyed after it; the number of rows of a day is limited, whatever pages tell;
 * several processes add up. What a reader read on a day is in memory only; of pairs of articles the number of readers is kept.
 */
import { FIGURES, FIGURES_INFO } from '@lokalteil/contracts/figures'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import { part, serveService, type ServiceOptions } from '../platform/service.ts'
import type { FiguresContext } from './context.ts'
import { closeDays, prune } from './open-days.ts'
import { getSummary, listAds, listFigures, listReadWith } from './reading.ts'
import { addSeen } from './seen.ts'

export type FiguresServiceOptions = ServiceOptions & {
  /** Months for which sums are kept. */
  months: number
}

export type FiguresService = {
  app: Hono
  /** Closes days that are over, and removes sums that are too old. */
  tidy: () => Promise<void>
  start: () => void
  close: () => Promise<void>
}

const EVERY_MS = 5 * 60_000

export async function createFiguresService(options: FiguresServiceOptions): Promise<FiguresService> {
  const { app, context: figures } = await serveService<FiguresContext>(options, {
    schema: 'figures',
    folder: import.meta.dirname,
    info: FIGURES_INFO,
    toContext: ({ db, now }) => ({ db, now, months: options.months, values: new Map(), readers: new Map() }),
    parts: [part(FIGURES, { addSeen, getSummary, listFigures, listAds, listReadWith })],
  })
  const tidy = async () => {
    await closeDays(figures)
    await prune(figures)
  }
  const schedule = createSchedule(EVERY_MS, tidy, (error) => options.onError?.(error, 'tidy'))
  return { app, tidy, start: () => schedule.start(), close: () => schedule.close() }
}
