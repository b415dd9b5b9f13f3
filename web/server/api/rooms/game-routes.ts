/** What the pages of games ask on the way from page to page. The same for all; a day that is not open has no puzzle. */
import { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import { isOpenDay, toLevel } from '@lokalteil/domain/games/games'
import { toDayKey } from '@lokalteil/domain/german'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { GameSource } from '../../rendering/rooms/game-source.ts'
import { refusal, reply, type PortalApi } from '../portal-api.ts'

export type GameRoutesOptions = { portalApi: PortalApi; games: GameSource; now: () => Date }

export function createGameRoutes({ portalApi, games, now }: GameRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  const missing = refusal(404, 'NOT_FOUND', 'There is no such puzzle: another game, level or day')
  portalApi.serve(app, PORTAL.getPuzzle, { as: 'anyone' }, async ({ context, params: { game, day }, query }) => {
    const level = toLevel(game, query.level ?? null)
    if (!publicationOf(context.mandator).rooms.includes('games')) return missing
    if (level === null || !isOpenDay(day, toDayKey(now()))) return missing
    const found = await games.of(context.mandator).getPuzzle(game, day, level)
    return found.ok ? reply({ ...found.data }) : missing
  })
  return app
}
