/** The room of games for the core's server. A day outside the archive has no puzzle. */
import { isOpenDay, toLevel } from '@lokalteil/domain/games/games'
import { toDayKey } from '@lokalteil/domain/german'
import { answerCalls, defineRoom, toRead } from '../define-room.ts'
import { GAMES_CALLS } from './contract/calls.ts'
import { createGameSource } from './server/game-source.ts'

export const games = defineRoom({
  name: 'games',
  open({ context: { rooms, now } }) {
    const findPuzzle = createGameSource()
    return {
      calls: answerCalls(GAMES_CALLS, {
        async getPuzzle(code, { params: { game, day }, query }) {
          const level = toLevel(game, query.level ?? null)
          const isOpen = rooms.of(code, 'games') !== null && level !== null && isOpenDay(day, toDayKey(now()))
          return toRead(isOpen ? { ...findPuzzle(code, game, day, level) } : null)
        },
      }),
    }
  },
})
