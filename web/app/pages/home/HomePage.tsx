/** Home: the blocks the content service composed, in their order (S2.1-26). */
import type { HomePage as HomeData } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { loadExtensionBlocks } from '../../page/extensions.ts'
import { useSurroundings } from '../../page/portal.ts'
import { blockTexts } from '../../messages/reading/blocks.ts'
import { Blocks } from '../blocks/Blocks.tsx'
import { useSectionOrder } from './section-order.ts'

function HomePage({ data }: PageProps<'home', HomeData>) {
  const { publication, settings } = useSurroundings()
  const blocks = useSectionOrder(data.blocks)
  return (
    <>
      <h1 className="visually-hidden">{publication.name}</h1>
      {blocks.length === 0 && <p className="page">{blockTexts.nothing}</p>}
      <Blocks blocks={blocks} hasSectionLabels={settings.ressort_label_homemix_enabled === true} />
    </>
  )
}

export const page = definePage('home', {
  async load(_route, context) {
    const home = await context.content.getHome()
    if (!home.ok) return { kind: 'unavailable', status: home.status }
    return { kind: 'ok', data: { ...home.data, blocks: await loadExtensionBlocks(home.data.blocks, context) } }
  },
  Page: HomePage,
})
