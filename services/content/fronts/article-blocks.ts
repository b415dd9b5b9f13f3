/** Blocks below an article, by its section or its tags: the first matching entry of `front.yaml`. */
import type { ExtensionBlock, TagRef } from '@lokalteil/contracts/content'
import type { Front } from '@lokalteil/contracts/publication/front'
import type { Taxonomy } from '../taxonomy.ts'
import { toRoomBlock } from './blocks.ts'

export function listArticleBlocks(
  { articles }: Pick<Front, 'articles'>,
  section: string,
  tags: readonly TagRef[],
  known: Pick<Taxonomy, 'getTag' | 'listTagAncestors'>,
): ExtensionBlock[] {
  if (articles.length === 0) return []
  const slugs = new Set(
    tags.flatMap(({ id }) => [known.getTag(id), ...known.listTagAncestors(id)].flatMap((tag) => tag?.slug ?? [])),
  )
  const fitting = articles.find((entry) =>
    entry.tag !== undefined ? slugs.has(entry.tag) : `${section}/`.startsWith(`${entry.section}/`),
  )
  return (fitting?.blocks ?? []).map(toRoomBlock)
}
