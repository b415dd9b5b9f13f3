/**
 * The regions with their places and newest articles; after a login, above them news from followed regions (S2.1-02).
 */
import type { FeedNode, Teaser as TeaserData } from '@lokalteil/contracts/content'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import { Teaser } from '../../features/teaser/Teaser.tsx'
import { personalTexts } from '../../messages/reading/personal.ts'
import { BookmarkableTeaser } from '../blocks/BookmarkableTeaser.tsx'
import { SectionHeader } from '../blocks/SectionHeader.tsx'
import { orEmpty } from '../lists/read-answer.ts'
import { Chips, PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import css from './MyRegionPage.module.css'
import { loadFeed, type FeedData } from './load-personal.ts'
import { usePersonal } from './use-personal.ts'

export type MyRegionData = {
  regions: readonly { region: FeedNode; teasers: readonly TeaserData[] }[]
  own: FeedData['view']
}

const texts = personalTexts.myRegion
const TEASERS = 4
const OWN_TEASERS = 6

function MyRegionPage({ data }: PageProps<'meineregion', MyRegionData>) {
  const { data: own } = usePersonal(
    data.own,
    ({ kind }) => kind,
    async (context) => shorten((await loadFeed('regions', context)).view),
  )
  const followed = own.kind === 'reader' ? own.followed.map(({ id }) => id) : []
  return (
    <>
      <PageHead title={texts.title} description={texts.intro} />
      {data.regions.length === 0 && (
        <ListLayout>
          <EmptyState icon="pin" title={texts.empty} />
        </ListLayout>
      )}
      <div className={css.regions}>
        {own.kind === 'reader' && own.items.length > 0 && (
          <section className={`page ${css.region}`}>
            <SectionHeader title={texts.mine} target="/deine-regionen" />
            <div className={css.own}>
              {own.items.map(({ article, reasons }) => (
                <BookmarkableTeaser
                  key={article.documentId}
                  teaser={article}
                  size="row"
                  {...(reasons.length === 0 ? {} : { reason: personalTexts.feed.because(reasons) })}
                />
              ))}
            </div>
          </section>
        )}
        {data.regions.map(({ region, teasers }) => (
          <RegionCard key={region.id} region={region} teasers={teasers} followed={followed} />
        ))}
      </div>
    </>
  )
}

function RegionCard({
  region,
  teasers,
  followed,
}: {
  region: FeedNode
  teasers: readonly TeaserData[]
  followed: readonly string[]
}) {
  const [first, ...rest] = teasers
  return (
    <section className={`page ${css.region}`} aria-labelledby={`region-${region.id}`}>
      <div className={css.head}>
        <h2 className={css.title} id={`region-${region.id}`}>
          <a href={region.target}>{region.label}</a>
        </h2>
        <FollowButton id={region.id} name={region.label} isFollowed={followed.includes(region.id)} />
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

/** Places with the same section are listed once; a link to the region's own page is left out. */
function toPlaces(region: FeedNode): { label: string; target: string; icon: 'pin' }[] {
  const places = region.children.filter(({ target }) => target !== region.target)
  return [...new Map(places.map(({ label, target }) => [target, { label, target, icon: 'pin' as const }])).values()]
}

function shorten(view: FeedData['view']): FeedData['view'] {
  return view.kind === 'reader' ? { ...view, items: view.items.slice(0, OWN_TEASERS) } : view
}

export const page = definePage('meineregion', {
  async load(_route, context) {
    const { content } = context
    const [read, { view }] = await Promise.all([content.listPersonalRegions(), loadFeed('regions', context)])
    const own = shorten(view)
    if (!read.ok) return { kind: 'unavailable', status: read.status }
    const regions = await Promise.all(
      read.data.map(async (region) => ({
        region,
        teasers: orEmpty(
          await content.listArticlesByTags({}, { regions: region.id, limit: TEASERS }),
          ({ teasers }) => teasers,
        ),
      })),
    )
    return { kind: 'ok', data: { regions, own } }
  },
  Page: MyRegionPage,
  title: () => ({ title: texts.title }),
})
