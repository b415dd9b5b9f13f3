/** A square board of digits: to play, and solved for printing. */
import type { Game } from '@lokalteil/domain/games/games'
import { BoardGrid, type Cell } from './BoardGrid.tsx'
import { GameFrame, type GameData } from './GameFrame.tsx'
import css from './Games.module.css'
import type { NumberGame } from './use-number-game.tsx'

export function NumberBoard({
  data,
  numbers,
  label,
  columns,
  cellAt,
  className,
}: {
  data: GameData<Game, { solution: string }>
  numbers: NumberGame
  label: string
  columns: number
  cellAt: (cell: number) => Cell
  className: string
}) {
  const { controls, message, tools, pad } = numbers
  return (
    <GameFrame
      data={data}
      controls={controls}
      message={message}
      tools={tools}
      pad={pad}
      board={
        <BoardGrid
          label={label}
          rows={columns}
          columns={columns}
          current={numbers.current}
          cellAt={cellAt}
          onCurrent={numbers.setCurrent}
          onKey={numbers.onKey}
          className={className}
        />
      }
      solution={<SolvedTable solution={data.puzzle.solution} columns={columns} className={className} />}
    />
  )
}

/** For printing only. */
function SolvedTable({ solution, columns, className }: { solution: string; columns: number; className: string }) {
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
