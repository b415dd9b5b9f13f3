/** A kakuro of a day and level. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { KakuroGame } from './KakuroGame.tsx'
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
