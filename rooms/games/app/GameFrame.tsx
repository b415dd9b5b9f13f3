/** The frame around every board: time, tools, messages, help, archive, and the solution for printing. */
import { useEffect, useState, type ReactNode } from 'react'
import { GAMES, listOpenDays, toGamePath, toDayNumber, type Game, type Level } from '@lokalteil/domain/games/games'
import {
  countStreak,
  findBestSeconds,
  parsePuzzleKey,
  toPuzzleKey,
  toShownOutcome,
  type Outcome,
} from '@lokalteil/domain/games/progress'
import { formatDate, formatDay } from '@lokalteil/domain/german'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'
import { formatClock, gameTexts } from './games-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import type { IconName } from '@lokalteil/web/app/ui/icon-names'
import type { GameControls } from './use-game.ts'
import { today as todayHere, useProgress } from './progress/progress-store.ts'
import { useAccountProgress } from './progress/use-account-progress.ts'
import css from './Games.module.css'

export type GameData<G extends Game, P> = {
  game: G
  day: string
  /** The day on which the page was rendered. */
  today: string
  level: Level<G> | ''
  puzzle: P
}

type GameFrameProps = {
  data: GameData<Game, unknown>
  controls: Omit<GameControls<unknown>, 'move' | 'state'>
  /** Shown, and announced to screen readers. */
  message: string
  board: ReactNode
  /** Keys and modes below the board. */
  pad?: ReactNode
  /** Additional tools. */
  tools?: ReactNode
  aside?: ReactNode
  /** Beside the board, also on paper. */
  below?: ReactNode
  /** Printed on a page of its own. */
  solution?: ReactNode
  /** False: no time is shown. */
  hasClock?: boolean
  hasUndo?: boolean
}

export function GameFrame(props: GameFrameProps) {
  const { data, controls, message, board, pad, tools, aside, below, solution, hasClock = true, hasUndo = true } = props
  const { game, day, level } = data
  useAccountProgress()
  const [hasContrast, setContrast] = useContrast()
  const { outcome, isPaused, isReady } = controls
  const texts = gameTexts.games[game]
  return (
    <div
      className={`page ${css.frame}`}
      data-contrast={hasContrast ? 'high' : undefined}
      data-ready={isReady || undefined}
      data-own-keys
    >
      <div className={css.play}>
        <NewDay data={data} />
        <p className={`${css.notice} no-js-only no-print`}>{gameTexts.noScript}</p>
        <div className={`${css.bar} js-only no-print`} role="group" aria-label={gameTexts.tools}>
          {hasClock && (
            <span className={css.clock}>
              <Icon name="clock" size="1.1em" />
              <span className="visually-hidden">{gameTexts.time}</span> <Clock readSeconds={controls.readSeconds} />
            </span>
          )}
          {hasClock && outcome === 'open' && (
            <Tool
              icon={isPaused ? 'play' : 'pause'}
              label={isPaused ? gameTexts.goOn : gameTexts.pause}
              isBrief
              onClick={() => controls.setPaused(!isPaused)}
            />
          )}
          {hasUndo && (
            <Tool icon="undo" label={gameTexts.undo} isOff={!controls.canUndo} isBrief onClick={controls.undo} />
          )}
          {tools}
        </div>
        <div className={css.stage}>
          {isPaused ? (
            <button type="button" className={css.paused} onClick={() => controls.setPaused(false)}>
              <Icon name="play" size="2rem" /> {gameTexts.paused} – {gameTexts.goOn}
            </button>
          ) : (
            board
          )}
        </div>
        <p className={`${css.message} no-print`} role="status" data-outcome={outcome}>
          {message}
        </p>
        {!isPaused && outcome === 'open' && pad !== undefined && (
          <div className={`${css.pad} js-only no-print`}>{pad}</div>
        )}
        {below}
      </div>
      <aside className={`${css.aside} no-print`}>
        {aside}
        <Records game={game} level={level} />
        <details className={css.fold} open>
          <summary>{gameTexts.help}</summary>
          <ul>
            {texts.help.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
        <details className={css.fold}>
          <summary>{gameTexts.archive}</summary>
          <Archive game={game} level={level} day={day} today={data.today} />
        </details>
        <p className={`${css.bottom} js-only`}>
          <button type="button" onClick={() => window.print()}>
            <Icon name="print" size="1.1em" /> {gameTexts.print}
          </button>
          <button type="button" aria-pressed={hasContrast} onClick={() => setContrast(!hasContrast)}>
            <Icon name="eye" size="1.1em" /> {gameTexts.contrast}
          </button>
          <button
            type="button"
            onClick={() => {
              if (window.confirm(gameTexts.restartSure)) controls.restart()
            }}
          >
            <Icon name="close" size="1.1em" /> {gameTexts.restart}
          </button>
        </p>
      </aside>
      {solution !== undefined && (
        <section className={css.solution} aria-hidden="true">
          <h2>{gameTexts.solutionOf(`${texts.title}, ${formatDate(new Date(`${day}T12:00:00Z`))}`)}</h2>
          {solution}
        </section>
      )}
    </div>
  )
}

export function Tool(props: {
  icon: IconName
  label: string
  isOn?: boolean
  isOff?: boolean
  /** On a phone only the icon is shown, so that all tools fit in one row. */
  isBrief?: boolean
  onClick: () => void
}) {
  const { icon, label, isOn, isOff, isBrief, onClick } = props
  return (
    <button
      type="button"
      className={css.tool}
      data-brief={isBrief ? '' : undefined}
      aria-pressed={isOn}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size="1.1em" /> <span>{label}</span>
    </button>
  )
}

/** Renders separately, so that a tick does not render the board. */
function Clock({ readSeconds }: { readSeconds: () => number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const read = () => setSeconds(readSeconds())
    read()
    const timer = setInterval(read, 500)
    return () => clearInterval(timer)
  }, [readSeconds])
  return <span role="timer">{formatClock(seconds)}</span>
}

/** The page is from yesterday: cached, or left open over midnight. */
function NewDay({ data: { game, day, today } }: { data: GameData<Game, unknown> }) {
  const [now, setNow] = useState(today)
  useEffect(() => setNow(todayHere()), [])
  if (day !== today || toDayNumber(now) <= toDayNumber(today)) return null
  return (
    <p className={css.notice}>
      {gameTexts.newDay} <a href={toGamePath(game, now)}>{gameTexts.newDayLink}</a>
    </p>
  )
}

function Records({ game, level }: { game: Game; level: Level | '' }) {
  const progress = useProgress()
  const streak = countStreak(progress, game, todayHere())
  const best = findBestSeconds(progress, game, level)
  if (streak === 0 && best === null) return null
  return (
    <p className={css.records}>
      {streak > 0 && (
        <span>
          <Icon name="star-filled" size="1em" /> {gameTexts.streak(streak)}
        </span>
      )}
      {best !== null && <span>{gameTexts.best(formatClock(best))}</span>}
    </p>
  )
}

function Archive({ game, level, day, today }: { game: Game; level: Level | ''; day: string; today: string }) {
  const progress = useProgress()
  return (
    <>
      <p>{gameTexts.archiveIntro}</p>
      <ol className={css.days}>
        {listOpenDays(today).map((open) => {
          const outcome = toShownOutcome(progress.puzzles[toPuzzleKey(game, open, level)])
          const name = formatDay(new Date(`${open}T12:00:00Z`))
          return (
            <li key={open}>
              <a
                href={
                  open === today && level === (GAMES[game][0] ?? '') ? toGamePath(game) : toGamePath(game, open, level)
                }
                aria-current={open === day ? 'page' : undefined}
                data-outcome={outcome}
                aria-label={outcome === undefined ? name : `${name}, ${gameTexts.state[outcome]}`}
              >
                {open.slice(8)}.{open.slice(5, 7)}.
              </a>
            </li>
          )
        })}
      </ol>
    </>
  )
}

const CONTRAST_KEY = 'gameContrast'

function useContrast(): [boolean, (isHigh: boolean) => void] {
  const [isHigh, setHigh] = useState(false)
  useEffect(() => setHigh(readStored(CONTRAST_KEY) === '1'), [])
  return [
    isHigh,
    (next) => {
      setHigh(next)
      // Where storage is blocked, the choice lasts for this page.
      keepStored(CONTRAST_KEY, next ? '1' : null)
    },
  ]
}

/** Today's result of the reader, for the overview. */
export function useTodaysState(game: Game, today: string): { outcome: 'new' | Outcome; seconds: number } {
  const progress = useProgress()
  const found = Object.entries(progress.puzzles).flatMap(([key, one]) => {
    const puzzle = parsePuzzleKey(key)
    return puzzle?.game === game && puzzle.day === today ? [one] : []
  })
  const first = found.find(({ wonIn }) => wonIn !== null) ?? found[0]
  return { outcome: toShownOutcome(first) ?? 'new', seconds: first?.wonIn ?? 0 }
}
