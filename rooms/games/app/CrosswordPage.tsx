/** The crossword of a day. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { CrosswordGame } from './CrosswordGame.tsx'
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
