/**
 * The sport service: competitions, matches and tables from a feed. Promises: deliveries give the same final state in
 * any order; tables are computed from results unless the feed delivers one; after a change by any process a competition
 * is read from the database again.
 */
import { SPORT, SPORT_INFO, SPORT_INTERNAL, type SportDelivery } from '../contract/sport.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { isRefusal, problem, type BoundHandlers, type Refusal } from '@lokalteil/services/platform/serve'
import {
  part,
  serveService,
  subscribeTo,
  type ServiceBase,
  type ServiceOptions,
} from '@lokalteil/services/platform/service'
import { takeDelivery } from './ingest.ts'
import type { SportDb } from './schema.ts'
import * as store from './store.ts'
import { toCompetition, toLoaded, toMatch, toMatchday, toOverview, toTeam, type LoadedCompetition } from './views.ts'

export type SportService = {
  app: Hono
  /** Takes a delivery directly, for programs that fill the service; throws where the HTTP route would refuse. */
  take: (publication: PublicationCode, delivery: SportDelivery) => Promise<void>
  /** Called after every delivery that changed something; returns a function that ends the subscription. */
  onChange: (listener: () => void) => () => void
}

type SportContext = ServiceBase & {
  db: SportDb
  /** Cache of competitions, keyed by publication and competition. */
  loaded: Map<string, { revision: number; competition: LoadedCompetition }>
  listeners: Set<() => void>
}

const PUBLIC: BoundHandlers<SportContext, typeof SPORT, PublicationCode> = {
  async listCompetitions(sport, { context: publication }) {
    const rows = await store.listCompetitions(sport.db, publication)
    const found = await Promise.all(rows.map((row) => load(sport, publication, row)))
    const competitions = found.flatMap((one) => (one === null ? [] : [toCompetition(one, sport.now())]))
    return { competitions: competitions.toSorted((a, b) => a.name.localeCompare(b.name, 'de')) }
  },
  getOverview: (sport, { context, params }) =>
    withCompetition(sport, context, params.competition, (loaded) => toOverview(loaded, sport.now())),
  getMatchday: (sport, { context, params, query }) =>
    withCompetition(
      sport,
      context,
      params.competition,
      (loaded) => toMatchday(loaded, query.matchday, sport.now()) ?? missing('No such matchday'),
    ),
  getTeam: (sport, { context, params }) =>
    withCompetition(
      sport,
      context,
      params.competition,
      (loaded) => toTeam(loaded, params.team, sport.now()) ?? missing('No such team'),
    ),
  getMatch: (sport, { context, params }) =>
    withCompetition(sport, context, params.competition, (loaded) => {
      const match = toMatch(loaded, params.match)
      return match === null ? missing('No such match') : { competition: toCompetition(loaded, sport.now()), match }
    }),
}

const INTERNAL: BoundHandlers<SportContext, typeof SPORT_INTERNAL, PublicationCode> = {
  ingest: (sport, { context, body }) => take(sport, context, body.delivery),
}

async function take(sport: SportContext, publication: PublicationCode, delivery: SportDelivery) {
  const outcome = await takeDelivery(sport.db, publication, delivery)
  if (!isRefusal(outcome) && outcome.outcome !== 'unchanged') for (const listener of sport.listeners) listener()
  return outcome
}

export async function createSportService(options: ServiceOptions): Promise<SportService> {
  const { app, context: sport } = await serveService<SportContext>(options, {
    schema: 'sport',
    folder: import.meta.dirname,
    info: SPORT_INFO,
    toContext: (base) => ({ ...base, loaded: new Map(), listeners: new Set() }),
    parts: [
      part(SPORT_INTERNAL, INTERNAL, { bodyLimits: { ingest: 8_000_000 } }),
      part(SPORT, PUBLIC, { cacheControl: 'public, max-age=5' }),
    ],
  })
  return {
    app,
    async take(publication, delivery) {
      const outcome = await take(sport, publication, delivery)
      if (isRefusal(outcome)) throw new Error(outcome.title)
    },
    onChange: subscribeTo(sport.listeners),
  }
}

async function withCompetition<T>(
  sport: SportContext,
  publication: PublicationCode,
  id: string,
  toAnswer: (loaded: LoadedCompetition) => T | Refusal,
): Promise<T | Refusal> {
  const row = (await store.listCompetitions(sport.db, publication)).find((one) => one.id === id)
  if (row === undefined) return missing('No such competition')
  const loaded = await load(sport, publication, row)
  return loaded === null ? problem(410, 'GONE', 'The competition was withdrawn') : toAnswer(loaded)
}

const MOST_LOADED = 200

/** Null: the competition was withdrawn. */
async function load(
  { db, loaded }: SportContext,
  publication: PublicationCode,
  row: store.CompetitionRow,
): Promise<LoadedCompetition | null> {
  const { body, revision } = row
  if (body === null) return null
  const key = `${publication} ${row.id}`
  const known = loaded.get(key)
  if (known?.revision === revision) return known.competition
  const competition = toLoaded({ ...row, body }, await store.listMatches(db, publication, row.id))
  if (loaded.size > MOST_LOADED) loaded.clear()
  loaded.set(key, { revision, competition })
  return competition
}

function missing(title: string): Refusal {
  return problem(404, 'NOT_FOUND', title)
}
