/** The word of a day. */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { WordsGame } from '../../features/games/WordsGame.tsx'
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
