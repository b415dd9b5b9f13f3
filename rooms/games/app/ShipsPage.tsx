/** The hidden fleet of a day. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { ShipsGame } from './ShipsGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function ShipsPage({ data }: PageProps<'spiele/schiffe-versenken', GamePageData<'schiffe-versenken'>>) {
  return (
    <>
      <GameHead data={data} />
      <ShipsGame data={data} />
    </>
  )
}

export const page = definePage('spiele/schiffe-versenken', {
  load: loadGame('schiffe-versenken'),
  Page: ShipsPage,
  title: toGameTitle,
})
