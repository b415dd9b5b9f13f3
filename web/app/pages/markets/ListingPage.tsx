/** A home or a job with all its facts, and the form that writes to its provider. */
import { toReportPath } from '@lokalteil/domain/community/case-paths'
import { MARKET_PATHS, toListingPath } from '@lokalteil/domain/markets/market-paths'
import { formatHomePrice, formatPlace, HOME_TYPE_NAMES } from '@lokalteil/domain/markets/market-words'
import type { MarketKind } from '@lokalteil/domain/markets/markets'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import { NO_ENQUIRY, type ListingData } from '../../page/rooms/market-forms.ts'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { marketTexts as texts } from '../../messages/markets/markets.ts'
import { EnquiryPanel } from '../../features/markets/EnquiryPanel.tsx'
import { ListingView } from '../../features/markets/ListingView.tsx'
import { ShareMenu } from '../../features/share/ShareMenu.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import css from './MarketPages.module.css'

function ListingPage({ data: { kind, listing, form } }: { data: ListingData }) {
  const { facts, place, title, id } = listing
  const path = toListingPath({ kind, id, title })
  return (
    <>
      <PageHead
        breadcrumb={[{ label: texts.titles[kind], target: MARKET_PATHS[kind] }]}
        // The employer stands below, above the pay.
        kicker={facts.kind === 'home' ? `${HOME_TYPE_NAMES[facts.type]} in ${formatPlace(place)}` : formatPlace(place)}
        title={title}
      >
        <div className={css.share}>
          <ShareMenu path={path} title={title} />
        </div>
      </PageHead>
      <div className={`page ${css.listing}`}>
        {listing.hasContact ? (
          <ListingView listing={listing}>
            <EnquiryPanel kind={kind} path={path} form={form} />
          </ListingView>
        ) : (
          <ListingView listing={listing} />
        )}
        <p className={css.report}>
          <a href={toReportPath('listing', id)} rel="nofollow">
            {texts.report}
          </a>
        </p>
      </div>
    </>
  )
}

async function loadListing(kind: MarketKind, id: string, context: LoadContext): Promise<Loaded<ListingData>> {
  // Ids of a market have at most sixteen digits.
  if (!/^[1-9]\d{0,15}$/.test(id)) return { kind: 'missing' }
  return toLoaded(await toRoomApi(context).markets.getListing(kind, id), (listing) => ({
    kind,
    listing,
    form: NO_ENQUIRY,
  }))
}

const titleOf = ({ listing: { title, facts, place } }: ListingData) => ({
  title:
    facts.kind === 'home'
      ? `${title}, ${formatPlace(place)}, ${formatHomePrice(facts)}`
      : `${title}, ${facts.employer}, ${formatPlace(place)}`,
})

/** Of two listings of the same offer the older one is canonical. */
const canonicalOf = ({ kind, listing: { id, title, duplicateOf } }: ListingData) =>
  toListingPath({ kind, ...(duplicateOf ?? { id, title }) })

export const home = definePage<'immobilien/angebot', ListingData>('immobilien/angebot', {
  load: inRoom<'immobilien/angebot', ListingData>('homes', ({ id }, context) => loadListing('home', id, context)),
  Page: ListingPage,
  title: titleOf,
  canonical: canonicalOf,
})

export const job = definePage<'jobs/angebot', ListingData>('jobs/angebot', {
  load: inRoom<'jobs/angebot', ListingData>('jobs', ({ id }, context) => loadListing('job', id, context)),
  Page: ListingPage,
  title: titleOf,
  canonical: canonicalOf,
})
