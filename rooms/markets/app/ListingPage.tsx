/** A home or a job with all its facts, and the form that writes to its provider. */
import { toReportPath } from '@lokalteil/domain/community/case-paths'
import { MARKET_PATHS, toListingPath } from '../domain/market-paths.ts'
import { formatHomePrice, formatPlace, HOME_TYPE_NAMES } from '../domain/market-words.ts'
import type { MarketKind } from '../domain/markets.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { inMarket } from './in-market.ts'
import { NO_ENQUIRY, type ListingData } from './market-forms.ts'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { marketTexts as texts } from './market-texts.ts'
import { EnquiryPanel } from './EnquiryPanel.tsx'
import { ListingView } from './ListingView.tsx'
import { ShareMenu } from '@lokalteil/web/app/features/share/ShareMenu.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
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
  const asked = { params: { market: kind, id } }
  return toLoaded(await toRoomApi(context).ask('GET /api/markets/{market}/listings/{id}', asked), (listing) => ({
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

export const page = definePage(['immobilien/angebot', 'jobs/angebot'], {
  load: inMarket<'immobilien/angebot' | 'jobs/angebot', ListingData>((kind, { id }, context) =>
    loadListing(kind, id, context),
  ),
  Page: ListingPage,
  title: titleOf,
  canonical: canonicalOf,
})
