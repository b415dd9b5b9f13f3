/** Shared by the pages of games: loads the puzzle for an address, draws the head. */
import { GAMES, isOpenDay, toGamePath, toLevel, type Game, type Level } from '@lokalteil/domain/games/games'
import type { PuzzleOf } from '../domain/puzzles.ts'
import { formatDay, toDayKey } from '@lokalteil/domain/german'
import type { RouteName, RouteOf } from '@lokalteil/domain/routing/routes'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import type { GameData } from './GameFrame.tsx'
import { gameTexts } from './games-texts.ts'
import { Chips, PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'

export type GameRoute<G extends Game> = Extract<RouteName, `spiele/${G}`>
export type GamePageData<G extends Game> = GameData<G, PuzzleOf<G>>

type Asked = { day: string | null; level?: string | null }

export function loadGame<G extends Game>(
  game: G,
): (route: RouteOf<GameRoute<G>>, context: LoadContext) => Promise<Loaded<GamePageData<G>>> {
  return inRoom('games', async (route, context) => {
    const asked = route as unknown as Asked
    const today = toDayKey(context.now)
    const day = asked.day ?? today
    const level = toLevel(game, asked.level ?? null) as Level<G> | '' | null
    if (level === null || !isOpenDay(day, today)) return { kind: 'missing' }
    const query = level === '' ? {} : { level }
    const read = await toRoomApi(context).ask('GET /api/games/{game}/{day}', { params: { game, day }, query })
    return toLoaded(read, (puzzle) => ({ game, day, today, level, puzzle: puzzle as PuzzleOf<G> }))
  })
}

export function GameHead({ data: { game, day, level } }: { data: GamePageData<Game> }) {
  const levels: readonly Level[] = GAMES[game]
  const day12 = new Date(`${day}T12:00:00Z`)
  return (
    <PageHead
      title={gameTexts.games[game].title}
      breadcrumb={[{ label: gameTexts.title, target: '/spiele' }]}
      meta={[formatDay(day12), ...(level === '' ? [] : [gameTexts.levels[level]])].join(' · ')}
    >
      {levels.length > 0 && (
        <Chips
          label={gameTexts.levelNav}
          isWrapped
          entries={levels.map((other) => ({
            label: gameTexts.levels[other],
            target: toGamePath(game, day, other),
            ...(other === level ? { icon: 'check' as const } : {}),
          }))}
        />
      )}
    </PageHead>
  )
}

export function toGameTitle({ game, day, level }: GamePageData<Game>): { title: string } {
  const name = gameTexts.games[game].title
  return {
    title: [name, ...(level === '' ? [] : [gameTexts.levels[level]]), formatDay(new Date(`${day}T12:00:00Z`))].join(
      ', ',
    ),
  }
}
