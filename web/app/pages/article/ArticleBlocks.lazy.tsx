/** Blocks below an article, as on a front; few articles have one, so what draws them is a script of its own. */
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
