/**
 * A game of sailing up a river: in real time, or turn by turn (calm mode), for players who want to think or cannot be
 * quick.
 */
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import {
  banksAt,
  centreAt,
  driveAt,
  hasArrived,
  sail,
  startBoat,
  tack,
  toResult,
  windAt,
  type Boat,
  type Helm,
  type SailingPuzzle,
} from '../domain/sailing.ts'
import { gameTexts } from './games-texts.ts'
import { GameFrame, Tool, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { useGame } from './use-game.ts'

const texts = gameTexts.sailing
const STEP = 1 / 30
/** Metres of the river in view; `behind`: below the boat. */
const VIEW = { width: 110, height: 130, behind: 34 }
/** Seconds of a turn in calm mode. */
const CHOICE_SECONDS = 1
const CHOICE_TURN_SECONDS = 0.25

type Phase = 'ready' | 'sailing' | 'arrived'

/** Long, because wind, boat, keys and drawing are one state. */
export function SailingGame({ data }: { data: GameData<'segelboot', SailingPuzzle> }) {
  const { puzzle } = data
  /** The best result in tenths of a second; 0: none. */
  const controls = useGame<number>({
    game: data.game,
    day: data.day,
    level: '',
    start: 0,
    parse: (text) => (/^\d{1,7}$/.test(text) ? Number(text) : null),
    format: String,
    judge: (best) => (best > 0 ? 'won' : 'open'),
    toWonIn: (best) => Math.ceil(best / 10),
  })
  const [boat, setBoat] = useState(() => startBoat(puzzle))
  const [phase, setPhase] = useState<Phase>('ready')
  const [isCalm, setCalm] = useState(false)
  const helm = useRef<Helm>(0)
  const latest = useRef(boat)
  const best = controls.state

  useEffect(() => setCalm(matchMedia('(prefers-reduced-motion: reduce)').matches), [])

  const show = (next: Boat) => {
    latest.current = next
    setBoat(next)
    if (!hasArrived(puzzle, next)) return
    const result = Math.max(1, Math.round(toResult(next) * 10))
    setPhase('arrived')
    if (best === 0 || result < best) controls.move(result)
  }
  const step = useRef(show)
  useEffect(() => {
    step.current = show
  })

  useEffect(() => {
    if (phase !== 'sailing' || isCalm) return
    let last = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      // Limits the step after the tab was in the background.
      let left = Math.min(0.2, (now - last) / 1000)
      last = now
      let next = latest.current
      for (; left > 0 && !hasArrived(puzzle, next); left -= STEP)
        next = sail(puzzle, next, helm.current, Math.min(STEP, left))
      step.current(next)
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [phase, isCalm, puzzle])

  const begin = () => {
    helm.current = 0
    latest.current = startBoat(puzzle)
    setBoat(latest.current)
    setPhase('sailing')
  }
  const choose = (wanted: Helm | 'tack') => {
    if (phase !== 'sailing') return
    let next = wanted === 'tack' ? tack(puzzle, latest.current) : latest.current
    for (let seconds = 0; seconds < CHOICE_SECONDS && !hasArrived(puzzle, next); seconds += STEP)
      next = sail(puzzle, next, wanted !== 'tack' && seconds < CHOICE_TURN_SECONDS ? wanted : 0, STEP)
    show(next)
  }
  const steer = useCallback((wanted: Helm) => {
    helm.current = wanted
  }, [])
  const goAbout = () => {
    if (isCalm) choose('tack')
    else if (phase === 'sailing') latest.current = tack(puzzle, latest.current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const side = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    if (side !== 0) {
      if (isCalm) choose(side)
      else steer(side)
    } else if (event.key === 'ArrowUp' && isCalm) choose(0)
    else if (event.key === ' ') {
      if (phase === 'sailing') goAbout()
      else begin()
    } else return
    event.preventDefault()
  }
  const hold = (side: Helm) =>
    isCalm
      ? { onClick: () => choose(side) }
      : {
          onPointerDown: () => steer(side),
          onPointerUp: () => steer(0),
          onPointerLeave: () => steer(0),
          onPointerCancel: () => steer(0),
          // A click by keyboard or screen reader (no pointer): a short turn.
          onClick: (event: { detail: number }) => {
            if (event.detail !== 0) return
            steer(side)
            setTimeout(() => steer(0), 250)
          },
        }

  const told =
    phase === 'arrived'
      ? texts.arrived(formatTenths(Math.round(toResult(boat) * 10)))
      : isCalm && phase === 'sailing'
        ? describe(puzzle, boat)
        : best > 0 && phase === 'ready'
          ? texts.best(formatTenths(best))
          : ''
  return (
    <GameFrame
      data={data}
      controls={{ ...controls, canUndo: false }}
      hasClock={false}
      hasUndo={false}
      message={told}
      tools={
        <>
          <Tool
            icon={phase === 'ready' ? 'play' : 'undo'}
            label={phase === 'ready' ? texts.start : texts.again}
            onClick={begin}
          />
          <Tool icon="clock" label={texts.calm} isOn={isCalm} onClick={() => setCalm(!isCalm)} />
        </>
      }
      board={<River puzzle={puzzle} boat={boat} onKeyDown={onKeyDown} onKeyUp={() => steer(0)} />}
      below={
        <div className={`${css.helm} js-only no-print`} role="group" aria-label={gameTexts.tools}>
          <button type="button" {...hold(-1)}>
            ◀ {texts.port}
          </button>
          {isCalm && (
            <button type="button" onClick={() => choose(0)}>
              ▲ {texts.ahead}
            </button>
          )}
          <button type="button" onClick={goAbout}>
            {texts.tack}
          </button>
          <button type="button" {...hold(1)}>
            {texts.starboard} ▶
          </button>
        </div>
      }
    />
  )
}

function River({
  puzzle,
  boat,
  onKeyDown,
  onKeyUp,
}: {
  puzzle: SailingPuzzle
  boat: Boat
  onKeyDown: (event: KeyboardEvent) => void
  onKeyUp: () => void
}) {
  const bottom = Math.max(0, boat.y) - VIEW.behind
  const toTop = (y: number) => VIEW.height - (y - bottom)
  const ys = Array.from({ length: 28 }, (_, index) => Math.floor(bottom / 5) * 5 + index * 5)
  const side = (which: 0 | 1) => ys.map((y) => `${(banksAt(puzzle, y)[which] + 5).toFixed(1)} ${toTop(y).toFixed(1)}`)
  const water = `M${[...side(0), ...side(1).toReversed()].join('L')}Z`
  const wind = windAt(puzzle, boat.y)
  const drive = driveAt(boat.heading - wind)
  /** The sail is on the lee side. */
  const boom = (boat.heading - wind > 0 ? 1 : -1) * (drive === 0 ? 4 : 22)
  const goal = toTop(puzzle.length)
  return (
    // A steered picture is an application: it handles its keys itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.river}
      role="application"
      aria-label={`${texts.label}. ${gameTexts.games.segelboot.help.at(-1)}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
    >
      <svg viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} aria-hidden="true" focusable="false">
        <clipPath id="river">
          <path d={water} />
        </clipPath>
        <path d={water} className={css.water} />
        {ys.map((y) => (
          <path
            key={y}
            d={`M${centreAt(puzzle, y) + ((y * 7) % 23)} ${toTop(y)}q2 1.4 4 0t4 0M${centreAt(puzzle, y) - 18 + ((y * 13) % 19)} ${toTop(y + 2)}q2 1.4 4 0`}
            className={css.ripple}
            clipPath="url(#river)"
          />
        ))}
        {goal > -5 && <path d={`M0 ${goal}h${VIEW.width}`} className={css.goal} />}
        <g transform={`translate(${boat.x + 5} ${toTop(boat.y)}) rotate(${boat.heading})`}>
          <path d="M0 -6.5C3 -3 3 3 2 5.5h-4C-3 3 -3 -3 0 -6.5z" className={css.hull} />
          <g transform={`translate(0 -2.5) rotate(${boom})`}>
            <path d={`M0 0q${drive === 0 ? 0 : -Math.sign(boom) * 2.2} 4 0 8.5`} className={css.sail} />
          </g>
        </g>
        <g transform={`translate(12 14) rotate(${wind})`} className={css.windArrow}>
          <path d="M0 -8V7M-4 2.5L0 7.5L4 2.5" />
        </g>
        <text x="12" y="29" className={css.windName}>
          {texts.wind}
        </text>
      </svg>
      <p className={css.riverState}>
        <span>{texts.left(Math.max(0, Math.ceil(puzzle.length - boat.y)))}</span>
        <span>{formatTenths(Math.round(toResult(boat) * 10))} s</span>
        <span>{boat.seconds > 0 && drive === 0 ? texts.luffing : ''}</span>
      </p>
    </div>
  )
}

/** The situation in words, announced after every turn in calm mode. */
function describe(puzzle: SailingPuzzle, boat: Boat): string {
  const [left, right] = banksAt(puzzle, boat.y)
  const bank = boat.x - left < 14 ? texts.bankPort : right - boat.x < 14 ? texts.bankStarboard : texts.free
  const isLuffing = driveAt(boat.heading - windAt(puzzle, boat.y)) === 0
  const told = texts.told(Math.max(0, Math.ceil(puzzle.length - boat.y)), Math.round(boat.speed), bank)
  return isLuffing ? `${told}. ${texts.luffing}.` : `${told}.`
}

function formatTenths(tenths: number): string {
  return `${Math.floor(tenths / 10)},${tenths % 10}`
}
