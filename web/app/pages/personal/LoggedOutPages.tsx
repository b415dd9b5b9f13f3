/** Bookmarks and the two personal feeds for readers who are not logged in (S2.1-24, S2.2-14). */
import type { FeedNode } from '@lokalteil/contracts/content'
import type { PageModule, PageProps } from '../../browser/page.ts'
import { personalTexts } from '../../messages/personal.ts'
import { urls } from '../../messages/urls.ts'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { Chips } from '../lists/PageHead.tsx'
import { LoggedOut } from './LoggedOut.tsx'

export type FeedData = { choices: readonly FeedNode[] }

function BookmarksPage() {
  return <LoggedOut icon="bookmark" texts={personalTexts.bookmarks} />
}

function TopicsFeedPage({ data }: PageProps<'bookmarks-feed', FeedData>) {
  return (
    <LoggedOut icon="star" texts={personalTexts.topics}>
      <Choice title={personalTexts.topics.choice} entries={data.choices.map(({ label, target }) => ({ label, target }))} />
    </LoggedOut>
  )
}

function RegionsFeedPage({ data }: PageProps<'bookmarks-region', FeedData>) {
  const places = data.choices.flatMap((region) => [region, ...region.children])
  const entries = new Map(places.map(({ label, target }) => [target, { label, target, icon: 'pin' as const }]))
  return (
    <LoggedOut icon="pin" texts={personalTexts.regions}>
      <Choice title={personalTexts.regions.choice} entries={[...entries.values()]} />
    </LoggedOut>
  )
}

function Choice({ title, entries }: { title: string; entries: Parameters<typeof Chips>[0]['entries'] }) {
  if (entries.length === 0) return null
  return (
    <section>
      <SectionHeader title={title} target="" />
      <Chips label={title} entries={entries} isWrapped />
    </section>
  )
}

export const bookmarks: PageModule<'bookmarks' | '__mein-portal/bookmarks', null> = {
  load: async () => ({ kind: 'ok', data: null }),
  Page: BookmarksPage,
  canonical: () => urls.bookmarks,
}

export const topicsFeed: PageModule<'bookmarks-feed', FeedData> = {
  load: async (_route, { content }) => ({ kind: 'ok', data: { choices: orEmpty(await content.listPersonalTopics(), (nodes) => nodes) } }),
  Page: TopicsFeedPage,
}

export const regionsFeed: PageModule<'bookmarks-region', FeedData> = {
  load: async (_route, { content }) => ({ kind: 'ok', data: { choices: orEmpty(await content.listPersonalRegions(), (nodes) => nodes) } }),
  Page: RegionsFeedPage,
}
