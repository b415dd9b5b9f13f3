/** Home: the blocks composed by the content service, in their order (S2.1-26). */
import type { Block, HomePage as HomeData } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { loadExtensionBlocks } from '../../page/extensions.ts'
import { useSurroundings } from '../../page/portal.ts'
import { blockTexts } from '../../messages/reading/blocks.ts'
import { Blocks } from '../blocks/Blocks.tsx'
import { useAdBlocks } from '../blocks/use-ad-blocks.ts'
import { useSectionOrder } from './section-order.ts'
import css from './HomePage.module.css'

function HomePage({ data }: PageProps<'home', HomeData>) {
  const { publication, settings } = useSurroundings()
  const blocks = useSectionOrder(data.blocks)
  return (
    <>
      {blocks.some(hasArticles) ? <h1 className="visually-hidden">{publication.name}</h1> : <Beginning />}
      <Blocks blocks={useAdBlocks(blocks, 'home')} hasSectionLabels={settings.ressort_label_homemix_enabled === true} />
    </>
  )
}

function hasArticles(block: Block): boolean {
  return block.kind === 'lead' || block.kind === 'extension' || 'teasers' in block
}

/** Shown before the first article: a description of the paper and links to its sections. */
function Beginning() {
  const { publication, site } = useSurroundings()
  const sections = site.menus[site.menuHandles.mainMenuHandle] ?? []
  return (
    <section className={`page ${css.beginning}`}>
      <p className={css.soon}>{blockTexts.soon}</p>
      <h1 className={css.name}>{publication.name}</h1>
      <p className={css.about}>{publication.claim || publication.description.replace(`${publication.name}. `, '')}</p>
      <p>{blockTexts.nothing}</p>
      {sections.length > 0 && (
        <nav className={css.sections} aria-labelledby="ressorts">
          <h2 id="ressorts">{blockTexts.sections}</h2>
          <ul className={css.sectionList}>
            {sections.map(({ label, target }) => (
              <li key={target}>
                <a href={target}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className={css.ways}>
        <a href="/rss">{blockTexts.headlinesFeed}</a>
        <a href="/impressum">{blockTexts.imprint}</a>
      </p>
    </section>
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
