/** All topics by title, with their pictures (S2.1-23). */
import type { TopicRef } from '@lokalteil/contracts/content'
import { pictureSources } from '../../page/picture-sources.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { listTexts } from '../../messages/reading/lists.ts'
import { Figure } from '../../ui/Figure.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './TopicsPage.module.css'

export type TopicsData = { topics: readonly TopicRef[] }

function TopicsPage({ data }: PageProps<'topics', TopicsData>) {
  return (
    <>
      <PageHead title={listTexts.topics} description={listTexts.topicsIntro} />
      {data.topics.length === 0 ? (
        <ListLayout>
          <EmptyState icon="epaper" title={listTexts.empty} />
        </ListLayout>
      ) : (
        <ul className={`page ${css.grid}`}>
          {data.topics.map((topic, index) => (
            <li key={topic.id} className={css.card}>
              <TopicPicture topic={topic} isPriority={index < 3} />
              <h2 className={css.title}>
                <a href={topic.target}>{topic.title}</a>
              </h2>
              <p className={css.description}>{topic.description}</p>
              <p className={css.count}>{listTexts.articles(topic.articleCount)}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function TopicPicture({ topic, isPriority }: { topic: TopicRef; isPriority: boolean }) {
  const sources = topic.img === null ? null : pictureSources(topic.img, { ratio: '16:9', quality: 75 })
  if (sources === null || topic.img === null) return <span className={css.blank} aria-hidden="true" />
  return (
    <Figure
      sources={sources}
      alt=""
      sizes="(min-width: 62rem) 400px, (min-width: 40rem) 50vw, 100vw"
      ratio="16 / 9"
      colour={topic.img.colour}
      isPriority={isPriority}
    />
  )
}

export const page = definePage('topics', {
  load: async (_route, { content }) => toLoaded(await content.listTopics()),
  Page: TopicsPage,
})
