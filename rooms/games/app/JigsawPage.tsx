/**
 * The jigsaw of a day. Its picture is from the newest free article at the start of that day, so it stays the same all
 * day.
 */
import type { Teaser } from '@lokalteil/contracts/content'
import { toDayKey } from '@lokalteil/domain/german'
import type { LoadContext, Loaded, PageProps } from '@lokalteil/web/app/page/page'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { JigsawGame, type JigsawSource } from './JigsawGame.tsx'
import { gameTexts } from './games-texts.ts'
import { GameHead, loadGame, toGameTitle, type GamePageData } from './load-game.tsx'
import css from './GamesPage.module.css'

/** `source` null: no free article has a picture yet. */
export type JigsawData = GamePageData<'puzzle'> & { source: JigsawSource | null }

/** Pages of the newest articles to search; with more articles a month, older days share a picture. */
const MOST_PAGES = 4
const loadPuzzle = loadGame('puzzle')

function JigsawPage({ data }: PageProps<'spiele/puzzle', JigsawData>) {
  return (
    <>
      <GameHead data={data} />
      {data.source === null ? (
        <p className={`page ${css.nothing}`}>{gameTexts.noPicture}</p>
      ) : (
        <JigsawGame data={data} source={data.source} />
      )}
    </>
  )
}

async function findSource({ content }: LoadContext, day: string): Promise<Loaded<JigsawSource | null>> {
  let oldest: Teaser | null = null
  for (let page = 1; page <= MOST_PAGES; page++) {
    const read = await content.listNewestArticles({}, { page })
    if (!read.ok) {
      if (oldest !== null && read.status === 404) break
      return { kind: 'unavailable', status: read.status }
    }
    const fitting = read.data.teasers.filter(isFitting)
    const found = fitting.find(({ publishDate }) => toDayKey(new Date(publishDate)) < day)
    if (found !== undefined) return { kind: 'ok', data: toSource(found) }
    oldest = fitting.at(-1) ?? oldest
    if (page >= read.data.pages) break
  }
  return { kind: 'ok', data: oldest === null ? null : toSource(oldest) }
}

function isFitting({ contentRestriction, img }: Teaser): boolean {
  return contentRestriction === 'free' && img !== null && pictureSources(img, { ratio: '4:3', quality: 75 }) !== null
}

function toSource({ img, title, targetPathOrUrl }: Teaser): JigsawSource {
  return { picture: img!, title, target: targetPathOrUrl }
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
