/** One topic: description, tags, articles. */
import type { TagRef, Teaser, TeaserPage, TopicRef } from '@lokalteil/contracts/content'
import { pictureSources } from '../../page/picture-sources.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { useAds } from '../../features/advertising/use-ads.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Pagination } from '../blocks/Pagination.tsx'
import { toPagePath } from '../blocks/pagination.ts'
import { orEmpty, toLoaded } from '../lists/read-answer.ts'
import { FollowChips } from '../lists/FollowChips.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout, MostRead, TeaserRows } from '../lists/TeaserList.tsx'
import css from './TopicPage.module.css'

export type TopicData = TeaserPage & { topic: TopicRef; tags: readonly TagRef[]; mostRead: readonly Teaser[] }

function TopicPage({ data }: PageProps<'topic', TopicData>) {
  const { topic, teasers } = data
  const isFirst = data.page <= 1
  const tags = data.tags.map(({ displayName }) => displayName)
  const hasAds = useAds({ words: [topic.title, ...tags] }) !== null
  return (
    <>
      <PageHead
        title={topic.title}
        page={isFirst ? undefined : listTexts.pageSuffix(data.page)}
        breadcrumb={[{ label: listTexts.topics, target: '/themen' }]}
        description={isFirst ? topic.description : undefined}
        meta={listTexts.articles(data.total)}
        picture={isFirst ? <Cover topic={topic} /> : undefined}
      >
        <FollowChips
          label={listTexts.topicTags}
          entries={data.tags.map((tag) => ({ id: tag.id, label: tag.displayName, target: tag.fullPath }))}
        />
      </PageHead>
      <ListLayout aside={<MostRead teasers={data.mostRead} />}>
        {teasers.length === 0 ? (
          <EmptyState icon="epaper" title={listTexts.empty} />
        ) : (
          <TeaserRows teasers={teasers} hasAds={hasAds} />
        )}
        <Pagination page={data.page} pages={data.pages} toPath={(page) => toPagePath(topic.target, page)} />
      </ListLayout>
    </>
  )
}

function Cover({ topic }: { topic: TopicRef }) {
  const sources = topic.img === null ? null : pictureSources(topic.img, { ratio: '16:9', quality: 75 })
  if (sources === null || topic.img === null) return null
  return (
    <div className={css.cover}>
      <Figure
        sources={sources}
        alt={topic.img.altText}
        sizes="(min-width: 40rem) 420px, 100vw"
        ratio="16 / 9"
        colour={topic.img.colour}
        isPriority
      />
    </div>
  )
}

export const page = definePage('topic', {
  async load(route, { content }) {
    const [read, mostRead] = await Promise.all([
      content.getTopic({ id: route.id }, { page: route.page ?? 1 }),
      content.listMostRead(),
    ])
    return toLoaded(read, (data) => ({ ...data, mostRead: orEmpty(mostRead, ({ teasers }) => teasers.slice(0, 5)) }))
  },
  Page: TopicPage,
  title: ({ topic }) => ({ title: topic.title }),
  canonical: ({ topic, page: number }) => toPagePath(topic.target, number),
})
