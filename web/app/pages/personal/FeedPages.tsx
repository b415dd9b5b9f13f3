/**
 * The personal feeds (S2.1-24, S2.1-02): new articles of followed topics, and of followed regions. Each shows its
 * reason; articles since the last visit are marked once the library service has recorded the visit.
 */
import { useEffect, useState } from 'react'
import { countNew, FEED_PAGE_SIZE, type Feed } from '@lokalteil/domain/reading/personal-feed'
import { definePage } from '../../page/define-page.ts'
import type { PageModule } from '../../page/page.ts'
import { usePortal } from '../../page/portal.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { applyMutes } from '../../features/mutes/mutes-part.ts'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { personalTexts } from '../../messages/reading/personal.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './FeedPages.module.css'
import { Failed } from './Failed.tsx'
import { LoggedOut } from './LoggedOut.tsx'
import { Mutes } from './Mutes.tsx'
import { loadFeed, toLibraryApi, type FeedData, type FeedView } from './load-personal.ts'
import { usePersonal } from './use-personal.ts'

type Name = 'bookmarks-feed' | 'bookmarks-region'

const PLACES = { topics: '/deine-themen-verwalten', regions: '/regions' } as const
const texts = personalTexts.feed

function FeedPage({ feed, initial }: { feed: Feed; initial: FeedData }) {
  const { data, reload, isLoading } = usePersonal(
    initial,
    ({ view }) => view.kind,
    (context) => loadFeed(feed, context),
  )
  const own = personalTexts[feed]
  if (data.view.kind === 'failed')
    return <Failed title={own.title} isLoading={isLoading} onRetry={() => void reload()} />
  if (data.view.kind === 'anonymous') {
    return (
      <LoggedOut icon={feed === 'topics' ? 'star' : 'pin'} texts={own}>
        <Choice title={own.choice} feed={feed} data={data} />
      </LoggedOut>
    )
  }
  return <OwnFeed feed={feed} data={data} view={data.view} onMuted={() => void reload()} />
}

function OwnFeed({ feed, data, view, onMuted }: { feed: Feed; data: FeedData; view: FeedView; onMuted: () => void }) {
  const own = personalTexts[feed]
  const { publication } = usePortal()
  const [since, setSince] = useState<string | null>(null)
  const [shown, setShown] = useState(FEED_PAGE_SIZE)
  const hasFollowed = view.followed.length > 0
  useEffect(() => {
    if (!hasFollowed) return
    void toLibraryApi({ publication })
      ?.visitFeed({ params: { feed } })
      .then((answer) => answer.ok && setSince(answer.data.since))
  }, [feed, hasFollowed, publication])
  const muted = view.mutes.topics.map(({ id }) => id).join(' ')
  useEffect(() => {
    void applyMutes(muted === '' ? [] : muted.split(' '))
  }, [muted])
  const items = view.items.map((item) => ({ ...item, isNew: since !== null && item.article.publishDate > since }))
  const fresh = countNew(items)
  const hasMutes = view.mutes.topics.length + view.mutes.words.length > 0
  return (
    <>
      <PageHead title={own.title} description={own.intro}>
        <div className={css.actions}>
          <ButtonLink href={PLACES[feed]} variant="secondary">
            {own.manage}
          </ButtonLink>
        </div>
      </PageHead>
      {!hasFollowed ? (
        <ListLayout>
          <EmptyState icon={feed === 'topics' ? 'star' : 'pin'} title={own.none}>
            <p>{own.noneAdvice}</p>
            <ButtonLink href={PLACES[feed]}>{own.manage}</ButtonLink>
          </EmptyState>
          <Choice title={own.choice} feed={feed} data={data} />
        </ListLayout>
      ) : (
        <ListLayout
          aside={
            <>
              <section className={css.aside}>
                <SectionHeader title={texts.following} target={PLACES[feed]} />
                <ul className={css.followed}>
                  {view.followed.map(({ id, label, target }) => (
                    <li key={id}>
                      <a href={target}>{label}</a>
                      <FollowButton id={id} name={label} isFollowed text="" />
                    </li>
                  ))}
                </ul>
              </section>
              <Mutes mutes={view.mutes} choices={data.choices} onChanged={onMuted} />
            </>
          }
        >
          <p role="status" className={css.fresh}>
            {fresh > 0 ? texts.newCount(fresh) : ''}
          </p>
          {items.length === 0 ? (
            <EmptyState icon="epaper" title={hasMutes ? texts.allMuted : texts.nothing} />
          ) : (
            <ol className={css.items}>
              {items.slice(0, shown).map(({ article, reasons, isNew }) => (
                <li key={article.documentId} data-new={isNew ? texts.isNew : undefined}>
                  <BookmarkableTeaser
                    teaser={article}
                    size="row"
                    heading="h2"
                    reason={[
                      ...(isNew ? [texts.isNew] : []),
                      ...(reasons.length === 0 ? [] : [texts.because(reasons)]),
                    ].join(' · ')}
                  />
                </li>
              ))}
            </ol>
          )}
          {items.length > shown && (
            <Button variant="secondary" className="js-only" onClick={() => setShown((count) => count + FEED_PAGE_SIZE)}>
              {texts.more}
            </Button>
          )}
        </ListLayout>
      )}
    </>
  )
}

function Choice({ title, feed, data: { choices } }: { title: string; feed: Feed; data: FeedData }) {
  const places = feed === 'topics' ? choices : choices.flatMap((region) => [region, ...region.children])
  const entries = new Map(
    places.map(({ label, target }) => [
      target,
      { label, target, ...(feed === 'regions' ? { icon: 'pin' as const } : {}) },
    ]),
  )
  if (entries.size === 0) return null
  return (
    <section>
      <SectionHeader title={title} target="" />
      <Chips label={title} entries={[...entries.values()]} isWrapped />
    </section>
  )
}

const toModule = (feed: Feed): PageModule<Name, FeedData> => ({
  load: async (_route, context) => ({ kind: 'ok', data: await loadFeed(feed, context) }),
  Page: inPersonalArea<Name, FeedData>(feed, ({ data }) => <FeedPage feed={feed} initial={data} />),
  title: () => ({ title: personalTexts[feed].title }),
})

export const topicsFeed = definePage('bookmarks-feed', toModule('topics'))
export const regionsFeed = definePage('bookmarks-region', toModule('regions'))
