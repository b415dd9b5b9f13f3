/** The word of a day. */
import type { PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { WordsGame } from './WordsGame.tsx'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

function WordsPage({ data }: PageProps<'spiele/wortraten', GamePageData<'wortraten'>>) {
  return (
    <>
      <GameHead data={data} />
      <WordsGame data={data} />
    </>
  )
}

export const page = definePage('spiele/wortraten', { load: loadGame('wortraten'), Page: WordsPage, title: toGameTitle })
