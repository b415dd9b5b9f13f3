/** The river of a day. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { SailingGame } from './SailingGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function SailingPage({ data }: PageProps<'spiele/segelboot', GamePageData<'segelboot'>>) {
  return (
    <>
      <GameHead data={data} />
      <SailingGame data={data} />
    </>
  )
}

export const page = definePage('spiele/segelboot', {
  load: loadGame('segelboot'),
  Page: SailingPage,
  title: toGameTitle,
})
