/** Blocks below an article, as on a front; in a chunk of its own, because few articles have one. */
import type { ExtensionBlock as Data } from '@lokalteil/contracts/content'
import { loadExtensionBlocks } from '../../page/extensions.ts'
import type { LoadContext } from '../../page/page.ts'
import { ExtensionBlock } from '../blocks/ExtensionBlock.tsx'

export function loadBlocks(blocks: readonly Data[], context: LoadContext): Promise<Data[]> {
  return loadExtensionBlocks(blocks, context) as Promise<Data[]>
}

export default function ArticleBlocks({ blocks }: { blocks: readonly Data[] }) {
  return blocks.map((block, index) => <ExtensionBlock key={index} block={block} />)
}
