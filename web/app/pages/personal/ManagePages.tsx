/** The reader's followed topics and regions, in nested lists of boxes (S2.2-15). */
import type { Feed } from '@lokalteil/domain/reading/personal-feed'
import { definePage } from '../../page/define-page.ts'
import type { PageModule } from '../../page/page.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { FollowList } from '../../features/bookmark/FollowList.tsx'
import { personalTexts } from '../../messages/reading/personal.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { Failed } from './Failed.tsx'
import css from './FeedPages.module.css'
import { LoggedOut } from './LoggedOut.tsx'
import { loadManage, type ManageData } from './load-personal.ts'
import { usePersonal } from './use-personal.ts'

type Name = '__mein-portal-auth-deine-themen-verwalten' | '__mein-portal-auth-regions'

function ManagePage({ feed, initial }: { feed: Feed; initial: ManageData }) {
  const { data, reload, isLoading } = usePersonal(
    initial,
    ({ view }) => view.kind,
    (context) => loadManage(feed, context),
  )
  const texts = personalTexts[feed]
  const { nodes, view } = data
  if (view.kind === 'anonymous') return <LoggedOut icon={feed === 'topics' ? 'star' : 'pin'} texts={texts} />
  if (view.kind === 'failed')
    return <Failed title={texts.manageTitle} isLoading={isLoading} onRetry={() => void reload()} />
  return (
    <>
      <PageHead title={texts.manageTitle} description={texts.manageIntro}>
        <div className={css.actions}>
          <ButtonLink href={feed === 'topics' ? '/deine-themen' : '/deine-regionen'} variant="secondary">
            {texts.feed}
          </ButtonLink>
        </div>
      </PageHead>
      <ListLayout>
        {nodes.length === 0 ? (
          <EmptyState icon="star" title={personalTexts.feed.nothing} />
        ) : (
          <FollowList
            nodes={nodes}
            followed={view.followed}
            label={personalTexts.feed.listLabel}
            searchLabel={texts.search}
            noMatch={personalTexts.feed.noMatch}
          />
        )}
        {view.others.length > 0 && (
          <section className={css.aside}>
            <SectionHeader title={personalTexts.feed.others} target="" />
            <ul className={css.followed}>
              {view.others.map(({ id, label, target }) => (
                <li key={id}>
                  <a href={target}>{label}</a>
                  <FollowButton id={id} name={label} isFollowed text="" />
                </li>
              ))}
            </ul>
          </section>
        )}
      </ListLayout>
    </>
  )
}

const toModule = (feed: Feed): PageModule<Name, ManageData> => ({
  load: async (_route, context) => ({ kind: 'ok', data: await loadManage(feed, context) }),
  Page: inPersonalArea<Name, ManageData>(
    feed,
    ({ data }) => <ManagePage feed={feed} initial={data} />,
    feed === 'topics' ? '/deine-themen-verwalten' : '/regions',
  ),
  title: () => ({ title: personalTexts[feed].manageTitle }),
})

export const topics = definePage('__mein-portal-auth-deine-themen-verwalten', toModule('topics'))
export const regions = definePage('__mein-portal-auth-regions', toModule('regions'))
