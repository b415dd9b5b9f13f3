/** Places for advertising in a front that names none itself. */
import { useMemo } from 'react'
import type { Block } from '@lokalteil/contracts/content'
import { withAdBlocks } from '@lokalteil/domain/advertising/places'
import { useSurroundings } from '../../page/portal.ts'

export function useAdBlocks(blocks: readonly Block[], kind: 'home' | 'channel'): readonly Block[] {
  const { advertising } = useSurroundings()
  return useMemo(
    () => (advertising === undefined ? blocks : withAdBlocks(blocks, kind, advertising.rules?.fronts)),
    [blocks, kind, advertising],
  )
}
