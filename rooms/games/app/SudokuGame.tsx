/** A sudoku to play: notes, conflicts shown at once, mistakes on request. */
import { listConflicts, PEERS, SIZE, toCells, type SudokuPuzzle } from '../domain/sudoku.ts'
import { gameTexts } from './games-texts.ts'
import type { Cell } from './BoardGrid.tsx'
import type { GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import { NumberBoard } from './NumberBoard.tsx'
import { nameDigit, NumberContent, useNumberGame } from './use-number-game.tsx'

export function SudokuGame({ data }: { data: GameData<'sudoku', SudokuPuzzle> }) {
  const { game, day, level, puzzle } = data
  const givens = toCells(puzzle.givens)
  const solution = toCells(puzzle.solution)
  const numbers = useNumberGame({
    game,
    day,
    level,
    givens,
    solution,
    peersOf: (cell) => PEERS[cell]!,
    first: givens.indexOf(0),
  })
  const { controls, current, wrong } = numbers
  const { cells, notes } = controls.state
  const conflicts = listConflicts(cells)

  const cellAt = (cell: number): Cell => {
    const digit = cells[cell]!
    const isWrong = wrong.has(cell) || conflicts.has(cell)
    const place = gameTexts.place(Math.floor(cell / SIZE) + 1, (cell % SIZE) + 1)
    const facts = [
      place,
      nameDigit(digit, notes[cell]!),
      ...(givens[cell] === 0 ? [] : [gameTexts.given]),
      ...(isWrong ? [gameTexts.wrong] : []),
    ]
    return {
      label: facts.join(', '),
      content: <NumberContent digit={digit} note={notes[cell]!} />,
      marks: [
        givens[cell] === 0 ? '' : 'given',
        isWrong ? 'wrong' : '',
        cell !== current && digit !== 0 && digit === cells[current] ? 'same' : '',
        PEERS[current]!.includes(cell) ? 'peer' : '',
      ].join(' '),
    }
  }
  return (
    <NumberBoard
      data={data}
      numbers={numbers}
      label={gameTexts.sudoku.label}
      columns={SIZE}
      cellAt={cellAt}
      className={css.sudoku!}
    />
  )
}
