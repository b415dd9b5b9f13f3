/** A sudoku to play: notes, conflicts shown at once, mistakes on request. */
import { listConflicts, PEERS, SIZE, toCells, type SudokuPuzzle } from '../domain/sudoku.ts'
import { gameTexts } from './games-texts.ts'
import { BoardGrid, type Cell } from './BoardGrid.tsx'
import { GameFrame, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
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
    <GameFrame
      data={data}
      controls={controls}
      message={numbers.message}
      tools={numbers.tools}
      pad={numbers.pad}
      board={
        <BoardGrid
          label={gameTexts.sudoku.label}
          rows={SIZE}
          columns={SIZE}
          current={current}
          cellAt={cellAt}
          onCurrent={numbers.setCurrent}
          onKey={numbers.onKey}
          className={css.sudoku}
        />
      }
      solution={<SolvedTable solution={puzzle.solution} columns={SIZE} className={css.sudoku!} />}
    />
  )
}

/** For printing only. */
export function SolvedTable({
  solution,
  columns,
  className,
}: {
  solution: string
  columns: number
  className: string
}) {
  return (
    <table className={`${css.board} ${css.small} ${className}`}>
      <tbody>
        {Array.from({ length: solution.length / columns }, (_, row) => (
          <tr key={row}>
            {Array.from(solution.slice(row * columns, (row + 1) * columns), (text, column) => (
              <td key={column} data-marks={text === '#' ? 'black' : ''}>
                {text === '#' ? '' : text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
