/** The crossword of a day. */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { CrosswordGame } from '../../features/games/CrosswordGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function CrosswordPage({ data }: PageProps<'spiele/kreuzwortraetsel', GamePageData<'kreuzwortraetsel'>>) {
  return (
    <>
      <GameHead data={data} />
      <CrosswordGame data={data} />
    </>
  )
}

export const page = definePage('spiele/kreuzwortraetsel', {
  load: loadGame('kreuzwortraetsel'),
  Page: CrosswordPage,
  title: toGameTitle,
})
