/** The blocks of a front with its places for advertising. */
import { useMemo } from 'react'
import type { Block } from '@lokalteil/contracts/content'
import { isAdBlock, withAdBlocks } from '@lokalteil/domain/advertising/places'
import { isSensitiveTeaser, type SensitiveTopics, type Topics } from '@lokalteil/domain/advertising/sensitive'
import { useAds } from '../../features/advertising/use-ads.ts'

/** `page`: the subject of the front. No place stands beside a block with a sensitive article. */
export function useAdBlocks(
  blocks: readonly Block[],
  kind: 'home' | 'channel',
  page: Topics = FRONT_OF_ALL,
): readonly Block[] {
  const ads = useAds(page)
  return useMemo(
    () =>
      ads === null
        ? blocks.filter((block) => !isAdBlock(block))
        : withAdBlocks(blocks, kind, ads.rules?.fronts, (block) => !isSensitiveBlock(block, ads.sensitive)),
    [blocks, kind, ads],
  )
}

const FRONT_OF_ALL: Topics = { words: [] }

function isSensitiveBlock(block: Block, own: SensitiveTopics | undefined): boolean {
  const teasers = block.kind === 'lead' ? [block.teaser, ...block.related] : 'teasers' in block ? block.teasers : []
  return teasers.some((teaser) => isSensitiveTeaser(teaser, own))
}
