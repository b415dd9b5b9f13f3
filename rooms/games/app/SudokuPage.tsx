/** A sudoku of a day and level. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { SudokuGame } from './SudokuGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function SudokuPage({ data }: PageProps<'spiele/sudoku', GamePageData<'sudoku'>>) {
  return (
    <>
      <GameHead data={data} />
      <SudokuGame data={data} />
    </>
  )
}

export const page = definePage('spiele/sudoku', { load: loadGame('sudoku'), Page: SudokuPage, title: toGameTitle })
