/** A section front, or a tag under the same address (S2.1-07); later pages of both are lists. */
import type { ChannelPage as Channel, Teaser } from '@lokalteil/contracts/content'
import { findExtensionPage } from '../../page/extension-pages.ts'
import { loadExtensionBlocks } from '../../page/extensions.ts'
import type { Loaded, LoadContext } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { useAds } from '../../features/advertising/use-ads.ts'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { listTexts } from '../../messages/reading/lists.ts'
import { Blocks } from '../blocks/Blocks.tsx'
import { useAdBlocks } from '../blocks/use-ad-blocks.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { EmptyState, ListLayout, MostRead, OpeningList, TeaserRows } from '../lists/TeaserList.tsx'
import css from './ChannelPage.module.css'

/** `mostRead` stands beside the list of a tag; a section has its own blocks. */
export type ChannelData = Channel & { mostRead: readonly Teaser[] }

function ChannelPage({ data }: { data: ChannelData }) {
  return data.kind === 'channel' ? <SectionFront data={data} /> : <TagList data={data} />
}

function SectionFront({ data }: { data: Extract<ChannelData, { kind: 'channel' }> }) {
  const ancestors = data.breadcrumb.filter((section) => section.path !== data.path)
  const isFirst = data.page <= 1
  const hasBlocks = data.blocks.length > 0
  const about = { section: data.path, words: [data.displayName] }
  const blocks = useAdBlocks(data.blocks, 'channel', about)
  const hasAds = useAds(about) !== null
  return (
    <div className={css.section}>
      <PageHead
        title={data.displayName}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        breadcrumb={ancestors.map((section) => ({ label: section.displayName, target: `/${section.path}` }))}
        description={isFirst ? data.description : undefined}
      >
        <Chips
          label={listTexts.childSections(data.displayName)}
          entries={data.children.map((child) => ({ label: child.displayName, target: `/${child.path}` }))}
        />
      </PageHead>
      {hasBlocks && <Blocks blocks={blocks} section={data.path} />}
      {data.total === 0 && !hasBlocks ? (
        <ListLayout>
          <Nothing />
        </ListLayout>
      ) : (
        <div className={`page ${css.rest}`}>
          {hasBlocks && data.teasers.length > 0 && (
            <SectionHeader title={listTexts.moreFrom(data.displayName)} target="" />
          )}
          <div className={css.columns}>
            <TeaserRows teasers={data.teasers} heading={hasBlocks ? 'h3' : 'h2'} hasAds={hasAds} section={data.path} />
          </div>
          <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath(`/${data.path}`, page)} />
        </div>
      )}
    </div>
  )
}

function TagList({ data }: { data: Extract<ChannelData, { kind: 'tag' }> }) {
  const isFirst = data.page <= 1
  const hasAds = useAds({ words: [data.tag, ...data.ancestors].map(({ displayName }) => displayName) }) !== null
  return (
    <>
      <PageHead
        title={data.tag.displayName}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        kicker={listTexts.tag}
        breadcrumb={data.ancestors.map((tag) => ({ label: tag.displayName, target: tag.fullPath }))}
        meta={listTexts.articles(data.total)}
      >
        <div>
          <FollowButton id={data.tag.id} name={data.tag.displayName} />
        </div>
        <Chips
          label={listTexts.childTags(data.tag.displayName)}
          entries={data.children.map((tag) => ({ label: tag.displayName, target: tag.fullPath }))}
        />
      </PageHead>
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {data.teasers.length === 0 ? (
          <Nothing />
        ) : isFirst ? (
          <OpeningList teasers={data.teasers} hasAds={hasAds} />
        ) : (
          <TeaserRows teasers={data.teasers} hasAds={hasAds} />
        )}
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath(data.tag.fullPath, page)} />
      </ListLayout>
    </>
  )
}

function Nothing() {
  return (
    <EmptyState icon="epaper" title={listTexts.empty}>
      <p>{listTexts.emptyAdvice}</p>
    </EmptyState>
  )
}

async function loadChannel(context: LoadContext, path: string, page?: number): Promise<Loaded<ChannelData>> {
  const { content } = context
  const read = await content.getChannel({ path }, { page })
  const blocks = read.ok && read.data.kind === 'channel' ? await loadExtensionBlocks(read.data.blocks, context) : []
  const mostRead =
    read.ok && read.data.kind === 'tag'
      ? orEmpty(await content.listMostRead(), ({ teasers }) => teasers.slice(0, 5))
      : []
  return toLoaded(read, (data) => (data.kind === 'channel' ? { ...data, blocks, mostRead } : { ...data, mostRead }))
}

/** A publication's own page at this address comes first. */
function toExtensionPage({ publication }: LoadContext, path: string): Loaded<never> | null {
  return findExtensionPage(publication, path) === null
    ? null
    : { kind: 'elsewhere', route: { name: 'extension-page', path } }
}

/** The address of the list, page 1 without a number. */
export function toChannelPath(data: Channel, page: number = data.page): string {
  return toPagePath(data.kind === 'channel' ? `/${data.path}` : data.tag.fullPath, page)
}

export const page = definePage('channel', {
  load: async ({ path }, context) => {
    const own = toExtensionPage(context, path)
    if (own !== null) return own
    const loaded = await loadChannel(context, path)
    // Neither section nor tag: try a document of the publication.
    return loaded.kind === 'missing' && !path.includes('/')
      ? { kind: 'elsewhere', route: { name: 'document', id: path } }
      : loaded
  },
  Page: ChannelPage,
  title: (data) =>
    data.kind === 'channel'
      ? { seoTitle: data.seoTitle, displayName: data.displayName, page: data.page }
      : { displayName: data.tag.displayName, page: data.page },
  canonical: (data) => toChannelPath(data),
})

/** `/:slug/:page`: a tag, or a section of one segment. */
export const pagedPage = definePage('tag', {
  // The first page is the list itself: one page with two addresses.
  load: async (route, context) =>
    toExtensionPage(context, `${route.slug}/${route.page}`) ??
    (route.page === 1
      ? { kind: 'elsewhere', route: { name: 'channel', path: route.slug } }
      : loadChannel(context, route.slug, route.page)),
  Page: ChannelPage,
  title: (data) => ({ title: data.kind === 'channel' ? data.displayName : data.tag.displayName }),
  canonical: (data) => toChannelPath(data),
})
