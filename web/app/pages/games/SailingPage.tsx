/** The river of a day. */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { SailingGame } from '../../features/games/SailingGame.tsx'
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
