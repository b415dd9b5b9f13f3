/** Battleships: shots, their results, and the numbers beside the sea. */
import { useState } from 'react'
import {
  countShips,
  FLEET,
  isFleetSunk,
  judgeShots,
  listKnownWater,
  listSunk,
  SEA,
  WATER,
  type ShipsPuzzle,
} from '../domain/ships.ts'
import { formatClock, gameTexts } from './games-texts.ts'
import { BoardGrid, type Cell } from './BoardGrid.tsx'
import { GameFrame, Tool, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { useGame } from './use-game.ts'

type ShipsState = { shots: readonly number[]; marked: readonly number[] }

const texts = gameTexts.ships
const COLUMNS = 'ABCDEFGHIJ'
/** The board has one more row and column, for the numbers. */
const EDGE = SEA + 1

/** Long, because board, counts and the meaning of a click are one state. */
export function ShipsGame({ data }: { data: GameData<'schiffe-versenken', ShipsPuzzle> }) {
  const { puzzle } = data
  const controls = useGame<ShipsState>({
    game: data.game,
    day: data.day,
    level: '',
    start: { shots: [], marked: [] },
    parse: parseShots,
    format: ({ shots, marked }) => `${shots.join('.')}|${marked.join('.')}`,
    judge: ({ shots }) => (isFleetSunk(puzzle, shots) ? 'won' : 'open'),
  })
  const { shots, marked } = controls.state
  const { outcome } = controls
  const [current, setCurrent] = useState(0)
  const [isMarking, setMarking] = useState(false)
  const [told, setTold] = useState('')
  const seen = judgeShots(puzzle, shots)
  const water = listKnownWater(puzzle, shots)
  const { rows, columns } = countShips(puzzle)
  const sunk = listSunk(puzzle, shots).map((ship) => ship.length)

  const mark = (cell: number) => {
    if (outcome !== 'open' || seen.has(cell) || water.has(cell)) return
    const isMarked = marked.includes(cell)
    controls.move({ shots, marked: isMarked ? marked.filter((other) => other !== cell) : [...marked, cell] })
  }
  const shoot = (cell: number) => {
    if (outcome !== 'open' || seen.has(cell)) return
    if (isMarking) return mark(cell)
    const next = { shots: [...shots, cell], marked: marked.filter((other) => other !== cell) }
    setTold(
      `${COLUMNS[cell % SEA]}${Math.floor(cell / SEA) + 1}: ${texts.outcome[judgeShots(puzzle, next.shots).get(cell)!]}`,
    )
    controls.move(next)
  }
  const toSea = (cell: number) => {
    const [row, column] = [Math.floor(cell / EDGE), cell % EDGE]
    return row < SEA && column < SEA ? row * SEA + column : null
  }
  const cellAt = (index: number): Cell => {
    const cell = toSea(index)
    const [row, column] = [Math.floor(index / EDGE), index % EDGE]
    if (cell === null) {
      if (row === SEA && column === SEA) return { label: texts.fleet, isInert: true, marks: 'edge' }
      const count = row === SEA ? columns[column]! : rows[row]!
      const found = [...seen].filter(
        ([shot, what]) => what !== 'miss' && (row === SEA ? shot % SEA === column : Math.floor(shot / SEA) === row),
      ).length
      const name = row === SEA ? COLUMNS[column]! : gameTexts.row(row + 1)
      return {
        label: `${name}: ${texts.inLine(count)}`,
        content: count,
        isInert: true,
        marks: found === count ? 'edge full' : 'edge',
      }
    }
    const state = seen.get(cell)
    const isWater = water.has(cell)
    const isMarked = marked.includes(cell)
    const what =
      state !== undefined ? texts.states[state] : isWater ? texts.water : isMarked ? texts.marked : texts.unknown
    return {
      label: `${COLUMNS[cell % SEA]}${Math.floor(cell / SEA) + 1}, ${what}`,
      content: <Peg state={state ?? (isWater ? 'water' : isMarked ? 'marked' : null)} />,
      marks: state ?? (isWater ? 'water' : isMarked ? 'marked' : ''),
    }
  }
  const toBoard = (cell: number) => Math.floor(cell / SEA) * EDGE + (cell % SEA)
  return (
    <GameFrame
      data={data}
      controls={{ ...controls, canUndo: false }}
      hasUndo={false}
      message={outcome === 'won' ? texts.won(shots.length, formatClock(controls.readSeconds())) : told}
      tools={<span className={css.count}>{texts.shots(shots.length)}</span>}
      board={
        <BoardGrid
          label={texts.label}
          rows={EDGE}
          columns={EDGE}
          current={toBoard(current)}
          cellAt={cellAt}
          onCurrent={(index) => setCurrent(toSea(index) ?? current)}
          onPress={(index) => shoot(toSea(index) ?? current)}
          onSecondary={(index) => {
            const cell = toSea(index)
            if (cell !== null) mark(cell)
          }}
          onKey={(event) => {
            if (event.key.toLowerCase() !== 'm' || event.ctrlKey || event.metaKey) return false
            mark(current)
            return true
          }}
          className={css.ships}
        />
      }
      pad={
        <Tool
          icon={isMarking ? 'pin' : 'close'}
          label={texts.marking}
          isOn={isMarking}
          onClick={() => setMarking(!isMarking)}
        />
      }
      aside={<Fleet sunk={sunk} />}
      solution={
        <table className={`${css.board} ${css.small} ${css.ships}`}>
          <tbody>
            {Array.from({ length: SEA }, (_, row) => (
              <tr key={row}>
                {Array.from(puzzle.fleet.slice(row * SEA, (row + 1) * SEA), (letter, column) => (
                  <td key={column} data-marks={letter === WATER ? 'water' : 'sunk'}>
                    {letter === WATER ? '·' : '■'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  )
}

function Peg({ state }: { state: 'miss' | 'hit' | 'sunk' | 'water' | 'marked' | null }) {
  if (state === null) return null
  return (
    <svg viewBox="0 0 10 10" aria-hidden="true" className={css.peg}>
      {state === 'hit' || state === 'sunk' ? (
        <path d="M2 2l6 6M8 2l-6 6" />
      ) : state === 'miss' ? (
        <circle cx="5" cy="5" r="1.6" />
      ) : (
        <path d="M2 5.4q1.5-1.6 3 0t3 0" />
      )}
    </svg>
  )
}

function Fleet({ sunk }: { sunk: readonly number[] }) {
  const left = [...sunk]
  return (
    <ul className={css.fleet} aria-label={texts.fleet}>
      {FLEET.map((length, index) => {
        const at = left.indexOf(length)
        if (at !== -1) left.splice(at, 1)
        return (
          <li key={index} data-sunk={at !== -1 || undefined}>
            <span className="visually-hidden">{texts.ship(length, at !== -1)}</span>
            {Array.from({ length }, (_, cell) => (
              <span key={cell} />
            ))}
          </li>
        )
      })}
    </ul>
  )
}

function parseShots(text: string): ShipsState | null {
  const [shots, marked, ...more] = text.split('|').map(readCells)
  if (shots === undefined || marked === undefined || more.length > 0) return null
  return shots === null || marked === null ? null : { shots, marked }
}

function readCells(text: string): number[] | null {
  const cells = text === '' ? [] : text.split('.').map(Number)
  const isFine = cells.every((cell) => Number.isInteger(cell) && cell >= 0 && cell < SEA * SEA)
  return isFine && new Set(cells).size === cells.length ? cells : null
}
