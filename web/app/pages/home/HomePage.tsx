/** Home: the blocks the content service composed, in their order (S2.1-26). */
import type { HomePage as HomeData } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { useSurroundings } from '../../page/portal.ts'
import { Blocks } from '../blocks/Blocks.tsx'
import { useSectionOrder } from './section-order.ts'

function HomePage({ data }: PageProps<'home', HomeData>) {
  const { publication, settings } = useSurroundings()
  const blocks = useSectionOrder(data.blocks)
  return (
    <>
      <h1 className="visually-hidden">{publication.name}</h1>
      <Blocks blocks={blocks} hasSectionLabels={settings.ressort_label_homemix_enabled === true} />
    </>
  )
}

export const page = definePage('home', {
  async load(_route, { content }) {
    const home = await content.getHome()
    return home.ok ? { kind: 'ok', data: home.data } : { kind: 'unavailable', status: home.status }
  },
  Page: HomePage,
})
