/** The regions with their places and what is new there; following one asks a reader to log in (S2.1-02). */
import { lazy, Suspense, useState } from 'react'
import type { FeedNode, Teaser as TeaserData } from '@lokalteil/contracts/content'
import type { PageModule, PageProps } from '../../browser/page.ts'
import { usePortal } from '../../browser/portal.ts'
import { sendToNativeApp } from '../../browser/native-bridge.ts'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { personalTexts } from '../../messages/personal.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './MyRegionPage.module.css'

const FollowDialog = lazy(() => import('./FollowDialog.lazy.tsx'))

export type MyRegionData = { regions: readonly { region: FeedNode; teasers: readonly TeaserData[] }[] }

const texts = personalTexts.myRegion
const TEASERS = 4

function MyRegionPage({ data }: PageProps<'meineregion', MyRegionData>) {
  const { app } = usePortal()
  const [isAsking, setAsking] = useState(false)
  const follow = () => {
    if (app.isNativeApp && sendToNativeApp({ type: 'login' })) return
    setAsking(true)
  }
  return (
    <>
      <PageHead title={texts.title} description={texts.intro} />
      {data.regions.length === 0 && (
        <ListLayout>
          <EmptyState icon="pin" title={texts.empty} />
        </ListLayout>
      )}
      <div className={css.regions}>
        {data.regions.map(({ region, teasers }) => (
          <RegionCard key={region.id} region={region} teasers={teasers} onFollow={follow} />
        ))}
      </div>
      {isAsking && (
        <Suspense>
          <FollowDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

function RegionCard({ region, teasers, onFollow }: { region: FeedNode; teasers: readonly TeaserData[]; onFollow: () => void }) {
  const [first, ...rest] = teasers
  return (
    <section className={`page ${css.region}`} aria-labelledby={`region-${region.id}`}>
      <div className={css.head}>
        <h2 className={css.title} id={`region-${region.id}`}>
          <a href={region.target}>{region.label}</a>
        </h2>
        <Button look="secondary" className="js-only" aria-label={texts.followOf(region.label)} onClick={onFollow}>
          <Icon name="plus" size="1.1em" /> {texts.follow}
        </Button>
      </div>
      <Chips label={texts.placesOf(region.label)} entries={toPlaces(region)} />
      {first === undefined ? (
        <p className={css.nothing}>{texts.nothing}</p>
      ) : (
        <div className={css.teasers}>
          <BookmarkableTeaser teaser={first} size="medium" />
          <div className={css.rest}>
            {rest.map((teaser) => (
              <Teaser key={teaser.documentId} teaser={teaser} size="row" hiddenAttributes={['desc']} />
            ))}
          </div>
        </div>
      )}
    </section>
  )
}

/** Several places may share a section; a link to the region's own page says nothing new. */
function toPlaces(region: FeedNode): { label: string; target: string; icon: 'pin' }[] {
  const places = region.children.filter(({ target }) => target !== region.target)
  return [...new Map(places.map(({ label, target }) => [target, { label, target, icon: 'pin' as const }])).values()]
}

export const page: PageModule<'meineregion', MyRegionData> = {
  async load(_route, { content }) {
    const read = await content.listPersonalRegions()
    if (!read.ok) return { kind: 'unavailable', status: read.status }
    const regions = await Promise.all(
      read.data.map(async (region) => ({ region, teasers: orEmpty(await content.listArticlesByTags({}, { regions: region.id, limit: TEASERS }), ({ teasers }) => teasers) })),
    )
    return { kind: 'ok', data: { regions } }
  },
  Page: MyRegionPage,
}
