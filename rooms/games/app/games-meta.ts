/** Metadata of games: addresses without a date are indexed; days of the archive expire after a month. */
import type { Game } from '@lokalteil/domain/games/games'
import type { ToMeta } from '@lokalteil/web/app/page/page'
import { gameTexts } from './games-texts.ts'
import { toBreadcrumbList } from '@lokalteil/web/app/pages/structured-data'
import type { GamePageData, GameRoute } from './load-game.tsx'
import type { GamesData } from './GamesPage.tsx'

export const gamesMeta: ToMeta<GamesData, 'spiele'> = () => ({ description: gameTexts.intro })

export const gameMeta: ToMeta<GamePageData<Game>, GameRoute<Game>> = ({ game }, { day }, { origin }) => {
  const { title, teaser } = gameTexts.games[game]
  return {
    description: teaser,
    needsScripts: true,
    ...(day === null ? {} : { robots: 'noindex, follow' }),
    jsonLd: [
      toBreadcrumbList(
        [
          { label: gameTexts.title, path: '/spiele' },
          { label: title, path: `/spiele/${game}` },
        ],
        origin,
      ),
    ],
  }
}
