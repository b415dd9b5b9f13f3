/**
 * The picture puzzle of one day. Its picture is that of the newest free article that was there when the day began: the
 * same all day, whatever the front page does.
 */
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { JigsawGame, type JigsawSource } from '../../features/games/JigsawGame.tsx'
import { findSource } from './jigsaw-source.ts'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'

export type JigsawData = GamePageData<'puzzle'> & { source: JigsawSource }

const loadPuzzle = loadGame('puzzle')

function JigsawPage({ data }: PageProps<'spiele/puzzle', JigsawData>) {
  return (
    <>
      <GameHead data={data} />
      <JigsawGame data={data} source={data.source} />
    </>
  )
}

export const page = definePage('spiele/puzzle', {
  async load(route, context) {
    const loaded = await loadPuzzle(route, context)
    if (loaded.kind !== 'ok') return loaded
    const source = await findSource(context, loaded.data.day)
    return source.kind === 'ok' ? { kind: 'ok', data: { ...loaded.data, source: source.data } } : source
  },
  Page: JigsawPage,
  title: toGameTitle,
})
