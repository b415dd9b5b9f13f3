/** A kakuro of a day and level. */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { KakuroGame } from '../../features/games/KakuroGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function KakuroPage({ data }: PageProps<'spiele/kakuro', GamePageData<'kakuro'>>) {
  return (
    <>
      <GameHead data={data} />
      <KakuroGame data={data} />
    </>
  )
}

export const page = definePage('spiele/kakuro', { load: loadGame('kakuro'), Page: KakuroPage, title: toGameTitle })
