/**
 * Stores deliveries. They are idempotent and may come in any order: for a competition and for each match the state with
 * the newest `updated` is kept; of two states of the same second the one received last. A match missing from a complete
 * delivery is removed, unless its own state is newer than that delivery.
 */
import { createHash } from 'node:crypto'
import type { IncomingCompetition, IncomingMatch, SPORT_INTERNAL, SportDelivery } from '../contract/sport.ts'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { toCompetitionPath, toMatchPath } from '../domain/sport-paths.ts'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import type { SportDb, Trx } from './schema.ts'
import * as store from './store.ts'
import type { MatchRow } from './store.ts'

export type SportOutcome = AnswerOf<(typeof SPORT_INTERNAL)['ingest']>

export function takeDelivery(
  db: SportDb,
  publication: string,
  delivery: SportDelivery,
): Promise<SportOutcome | Refusal> {
  return db
    .transaction()
    .execute((trx) =>
      delivery.kind === 'competition'
        ? takeCompetition(trx, publication, delivery.competition)
        : takeMatch(trx, publication, delivery.competition, delivery.match),
    )
}

async function takeCompetition(
  trx: Trx,
  publication: string,
  { matches, isWhole, ...competition }: IncomingCompetition,
): Promise<SportOutcome> {
  const { id, status } = competition
  const path = toCompetitionPath(id)
  const known = await store.lockCompetition(trx, publication, id)
  const updated = new Date(competition.updated)
  const digest = digestOf(competition)
  const isOlder = known !== null && known.updated > updated
  if (status !== 'usable') {
    if (isOlder || (known !== null && known.digest === digest)) return unchanged(path)
    await store.saveCompetition(trx, publication, { id, updated, digest, body: null })
    await store.raiseRevision(trx, publication, id)
    return { outcome: 'removed', path, reason: status }
  }
  const stored = new Map((await store.listMatches(trx, publication, id)).map((row) => [row.id, row]))
  const newer = matches.map(toRow).filter((row) => isNewState(row, stored.get(row.id)))
  const listed = new Set(matches.map((match) => match.id))
  const gone = [...stored.values()]
    .filter((row) => isWhole && !listed.has(row.id) && row.updated <= updated)
    .map((row) => row.id)
  const isHeadNew = known === null || (!isOlder && known.digest !== digest)
  if (isOlder) return unchanged(path)
  if (!isHeadNew && newer.length === 0 && gone.length === 0) return unchanged(path)
  await store.saveCompetition(trx, publication, { id, updated, digest, body: competition })
  await store.saveMatches(trx, publication, id, newer)
  await store.removeMatches(trx, publication, id, gone)
  await store.raiseRevision(trx, publication, id)
  return { outcome: known === null || known.body === null ? 'created' : 'updated', path, reason: '' }
}

async function takeMatch(
  trx: Trx,
  publication: string,
  competition: string,
  match: IncomingMatch,
): Promise<SportOutcome | Refusal> {
  const path = toMatchPath(competition, match.id)
  const known = await store.lockCompetition(trx, publication, competition)
  if (known === null || known.body === null)
    return problem(
      409,
      'UNKNOWN_COMPETITION',
      `There is no competition "${competition}"; send it whole before its matches`,
    )
  const teams = new Set(known.body.teams.map(({ id }) => id))
  const stranger = [match.home, match.away].find((id) => !teams.has(id))
  if (stranger !== undefined)
    return problem(422, 'UNKNOWN_TEAM', `The competition "${competition}" has no team "${stranger}"`)
  const row = toRow(match)
  const stored = (await store.listMatches(trx, publication, competition)).find(({ id }) => id === match.id)
  // The match was missing from a newer complete delivery and must not come back.
  const isGone = stored === undefined && row.updated < known.updated
  if (isGone || !isNewState(row, stored)) return unchanged(path)
  await store.saveMatches(trx, publication, competition, [row])
  await store.raiseRevision(trx, publication, competition)
  return { outcome: stored === undefined ? 'created' : 'updated', path, reason: '' }
}

function unchanged(path: string): SportOutcome {
  return { outcome: 'unchanged', path, reason: 'the same or a newer state is stored' }
}

function isNewState(row: MatchRow, stored: MatchRow | undefined): boolean {
  if (stored === undefined) return true
  return (
    row.updated > stored.updated || (row.updated.getTime() === stored.updated.getTime() && row.digest !== stored.digest)
  )
}

function toRow(match: IncomingMatch): MatchRow {
  return { id: match.id, updated: new Date(match.updated), digest: digestOf(match), body: match }
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
