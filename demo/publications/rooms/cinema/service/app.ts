/** The service of the cinema. Promises: a programme is replaced whole, and readers see the old one or the new one. */
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { BoundHandlers } from '@lokalteil/services/platform/serve'
import {
  part,
  serveService,
  subscribeTo,
  type ServiceBase,
  type ServiceOptions,
} from '@lokalteil/services/platform/service'
import { CINEMA, CINEMA_INFO, type Showing } from '../contract/cinema.ts'
import { addDays } from '../domain/days.ts'
import { listShowings, replaceShowings, type CinemaDb } from './store.ts'

type CinemaContext = ServiceBase & { db: CinemaDb; onChange: () => void }

const SAMPLE_DAYS = 14

const HANDLERS: BoundHandlers<CinemaContext, typeof CINEMA, PublicationCode> = {
  listShowings: ({ db }, { context, query: { from, days } }) =>
    listShowings(db, context, from, addDays(from, days - 1)),
  async replaceShowings({ db, onChange }, { context, body: { showings } }) {
    const [from, to] = toSpan(showings)
    await replaceShowings(db, context, from, to, showings)
    onChange()
    return { from, to, count: showings.length }
  },
}

export async function createCinemaService(options: ServiceOptions) {
  const listeners = new Set<() => void>()
  const { app, context } = await serveService<CinemaContext>(options, {
    schema: 'cinema',
    folder: import.meta.dirname,
    info: CINEMA_INFO,
    toContext: (base) => ({ ...base, onChange: () => listeners.forEach((listener) => listener()) }),
    parts: [part(CINEMA, HANDLERS)],
  })
  return {
    app,
    onChange: subscribeTo(listeners),
    /** Fills days without a programme, at every start of the demo. */
    async fillSample(publication: PublicationCode, toProgramme: (days: readonly string[]) => Showing[]) {
      const today = toDayKey(context.now())
      const days = Array.from({ length: SAMPLE_DAYS }, (_, index) => addDays(today, index))
      const filled = new Set((await listShowings(context.db, publication, today, days.at(-1)!)).map(({ day }) => day))
      for (const day of days.filter((one) => !filled.has(one)))
        await replaceShowings(
          context.db,
          publication,
          day,
          day,
          toProgramme(days).filter((showing) => showing.day === day),
        )
    },
  }
}

/** The first and the last day. */
function toSpan(showings: readonly Showing[]): [from: string, to: string] {
  const days = showings.map(({ day }) => day).toSorted()
  return [days[0]!, days.at(-1)!]
}
