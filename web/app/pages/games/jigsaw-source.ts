/** The picture of a puzzle: of the newest free article that was there when its day began. */
import type { Teaser } from '@lokalteil/contracts/content'
import { toDayKey } from '@lokalteil/domain/german'
import type { JigsawSource } from '../../features/games/JigsawGame.tsx'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { pictureSources } from '../../page/picture-sources.ts'

/** Of the newest articles; a month of a busy paper is more, its older days then share a picture. */
const MOST_PAGES = 4

/** `missing`: no article has one. */
export async function findSource({ content }: LoadContext, day: string): Promise<Loaded<JigsawSource>> {
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
  return oldest === null ? { kind: 'missing' } : { kind: 'ok', data: toSource(oldest) }
}

function isFitting({ contentRestriction, img }: Teaser): boolean {
  return contentRestriction === 'free' && img !== null && pictureSources(img, { ratio: '4:3', quality: 75 }) !== null
}

function toSource({ img, title, targetPathOrUrl }: Teaser): JigsawSource {
  return { picture: img!, title, target: targetPathOrUrl }
}
