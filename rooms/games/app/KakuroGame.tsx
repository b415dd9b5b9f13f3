/** A kakuro to play: sums in the black cells, conflicts shown at once, mistakes on request. */
import { BLACK, listConflicts, listRuns, toCells, type KakuroPuzzle, type Run } from '../domain/kakuro.ts'
import { gameTexts } from './games-texts.ts'
import type { Cell } from './BoardGrid.tsx'
import type { GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { NumberBoard } from './NumberBoard.tsx'
import { nameDigit, NumberContent, useNumberGame } from './use-number-game.tsx'

export function KakuroGame({ data }: { data: GameData<'kakuro', KakuroPuzzle> }) {
  const { game, day, level, puzzle } = data
  const { size } = puzzle
  const givens = toCells(puzzle.givens)
  const runs = listRuns(puzzle)
  const runsOf = (cell: number) => runs.filter((run) => run.cells.includes(cell))
  const numbers = useNumberGame({
    game,
    day,
    level,
    givens,
    solution: toCells(puzzle.solution),
    peersOf: (cell) => runsOf(cell).flatMap((run) => run.cells.filter((other) => other !== cell)),
    first: puzzle.givens.indexOf('0'),
  })
  const { controls, current, wrong } = numbers
  const { cells, notes } = controls.state
  const conflicts = listConflicts(runs, cells)
  const inView = new Set(runsOf(current).flatMap((run) => run.cells))

  const cellAt = (cell: number): Cell => {
    if (puzzle.solution[cell] === BLACK) {
      const sums = runs.filter((run) => run.head === cell)
      return {
        label: sums.length === 0 ? gameTexts.kakuro.blank : `${gameTexts.kakuro.sums} ${nameSums(sums)}`,
        content: <Sums sums={sums} />,
        marks: 'black',
        isInert: true,
      }
    }
    const digit = cells[cell]!
    const isWrong = wrong.has(cell) || conflicts.has(cell)
    const facts = [
      gameTexts.place(Math.floor(cell / size) + 1, (cell % size) + 1),
      nameSums(runsOf(cell)),
      nameDigit(digit, notes[cell]!),
      ...(givens[cell] === 0 ? [] : [gameTexts.given]),
      ...(isWrong ? [gameTexts.wrong] : []),
    ]
    return {
      label: facts.join(', '),
      content: <NumberContent digit={digit} note={notes[cell]!} />,
      marks: [givens[cell] === 0 ? '' : 'given', isWrong ? 'wrong' : '', inView.has(cell) ? 'peer' : ''].join(' '),
    }
  }
  return (
    <NumberBoard
      data={data}
      numbers={numbers}
      label={gameTexts.kakuro.label(size)}
      columns={size}
      cellAt={cellAt}
      className={css.kakuro!}
    />
  )
}

function Sums({ sums }: { sums: readonly Run[] }) {
  if (sums.length === 0) return null
  return (
    <span className={css.sums}>
      {sums.map(({ direction, sum }) => (
        <span key={direction} data-direction={direction} data-text={sum} />
      ))}
    </span>
  )
}

function nameSums(runs: readonly Run[]): string {
  return runs.map(({ direction, sum }) => gameTexts.kakuro[direction](sum)).join(', ')
}
