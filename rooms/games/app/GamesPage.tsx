/** The games of the day: new, begun and finished ones. */
import { useEffect } from 'react'
import { GAME_KEYS, toGamePath, type Game } from '@lokalteil/domain/games/games'
import { countStreak, NO_PROGRESS } from '@lokalteil/domain/games/progress'
import { formatDay, toDayKey } from '@lokalteil/domain/german'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom } from '@lokalteil/web/app/page/rooms/in-room'
import { GameArt } from './GameArt.tsx'
import { useTodaysState } from './GameFrame.tsx'
import { keepGames } from './keep-games.ts'
import { today as todayHere, useProgress } from './progress/progress-store.ts'
import { formatClock, gameTexts } from './games-texts.ts'
import { useAccountProgress } from './progress/use-account-progress.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import css from './GamesPage.module.css'

export type GamesData = { today: string }

function GamesPage({ data: { today } }: PageProps<'spiele', GamesData>) {
  const keeping = useAccountProgress()
  useEffect(() => keepGames(), [])
  return (
    <>
      <PageHead
        title={gameTexts.title}
        description={gameTexts.intro}
        meta={formatDay(new Date(`${today}T12:00:00Z`))}
      />
      <section className={`page ${css.games}`} aria-label={gameTexts.todaysGames}>
        <ul className={css.grid}>
          {GAME_KEYS.map((game) => (
            <Card key={game} game={game} today={today} />
          ))}
        </ul>
        <p className={css.keeping}>{gameTexts.keeping[keeping]}</p>
      </section>
    </>
  )
}

function Card({ game, today }: { game: Game; today: string }) {
  const { outcome, seconds } = useTodaysState(game, today)
  const progress = useProgress()
  const streak = countStreak(progress, game, progress === NO_PROGRESS ? today : todayHere())
  const { title, teaser } = gameTexts.games[game]
  const state = outcome === 'won' && seconds > 0 ? gameTexts.wonIn(formatClock(seconds)) : gameTexts.state[outcome]
  return (
    <li className={css.card}>
      <GameArt game={game} />
      <div className={css.text}>
        <h2 className={css.title}>
          <a href={toGamePath(game)}>{title}</a>
        </h2>
        <p className={css.teaser}>{teaser}</p>
        <p className={css.state}>
          <span data-outcome={outcome} className={css.badge}>
            {outcome === 'won' && <Icon name="check" size="1em" />} {state}
          </span>
          {streak > 0 && (
            <span className={css.streak}>
              <Icon name="star-filled" size="0.9em" /> {gameTexts.streak(streak)}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}

export const page = definePage('spiele', {
  load: inRoom('games', async (_route, { now }) => ({ kind: 'ok' as const, data: { today: toDayKey(now) } })),
  Page: GamesPage,
  title: () => ({ title: gameTexts.title }),
})
