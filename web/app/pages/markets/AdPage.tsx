/** The editor of an advertisement: the form, then the preview with the link to the checkout. */
import { MARKET_PATHS, toCheckoutPath, toOrderPath } from '@lokalteil/domain/markets/market-paths'
import { formatEuros } from '@lokalteil/domain/markets/market-words'
import type { MarketKind } from '@lokalteil/domain/markets/markets'
import { definePage } from '../../page/define-page.ts'
import { canPayAtOnce } from '../../page/offer-api.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import { FORM_ACTIONS, NO_AD, type AdData } from '../../page/rooms/market-forms.ts'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { session } from '../../browser/session/session.ts'
import { adTexts as texts } from '../../messages/markets/ads.ts'
import { marketTexts } from '../../messages/markets/markets.ts'
import { AdForm } from '../../features/markets/AdForm.tsx'
import { ListingView } from '../../features/markets/ListingView.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { toLoaded } from '../lists/read-answer.ts'
import { EmptyState } from '../lists/TeaserList.tsx'
import css from './MarketPages.module.css'

function AdPage({ data }: { data: AdData }) {
  const { kind, packages, step, refusal, ad, preview } = data
  const breadcrumb = [{ label: marketTexts.titles[kind], target: MARKET_PATHS[kind] }]
  if (packages === null)
    return (
      <>
        <PageHead breadcrumb={breadcrumb} title={texts.titles[kind]} />
        <div className={`page ${css.ad}`}>
          <EmptyState icon={kind === 'home' ? 'realestate' : 'jobs'} title={texts.none}>
            <p>{texts.noneHint}</p>
            <ButtonLink href="/impressum">{texts.imprint}</ButtonLink>
          </EmptyState>
        </div>
      </>
    )
  if (step === 'preview' && ad !== null && preview !== null)
    return (
      <>
        <PageHead breadcrumb={breadcrumb} title={texts.previewTitle} description={texts.previewHint} />
        <div className={`page ${css.ad}`}>
          <div className={css.actions}>
            <ButtonLink href={toCheckoutPath(ad.id)}>{texts.toCheckout}</ButtonLink>
            <form method="post" action={toOrderPath(kind)}>
              <input type="hidden" name="entwurf" value={ad.id} />
              <Button type="submit" variant="secondary" name="aktion" value={FORM_ACTIONS.edit}>
                {texts.change}
              </Button>
            </form>
            <strong>{texts.price(formatEuros(ad.package.cents), ad.package.days)}</strong>
          </div>
          <div className={css.preview}>
            <p className={css.total}>
              <strong>{preview.title}</strong>
            </p>
            <ListingView listing={preview} />
          </div>
        </div>
      </>
    )
  return (
    <>
      <PageHead breadcrumb={breadcrumb} title={texts.titles[kind]} description={texts.intro} />
      <div className={`page ${css.ad}`}>
        {refusal !== null && (
          <FormNotice isAlert title={marketTexts.refusals[refusal]}>
            {refusal === 'logged-out' && (
              <p>
                <a href="#login" onClick={() => void session.openLogin(toOrderPath(kind)).catch(() => {})}>
                  {marketTexts.login}
                </a>
              </p>
            )}
          </FormNotice>
        )}
        <AdForm key={data.id} data={data} />
      </div>
    </>
  )
}

async function loadAd(kind: MarketKind, context: LoadContext): Promise<Loaded<AdData>> {
  const [offer, canPay] = await Promise.all([toRoomApi(context).markets.getAdOffer(kind), canPayAtOnce(context.offers)])
  return toLoaded(offer, ({ ads }) => ({
    kind,
    packages: canPay ? ads : null,
    step: 'form' as const,
    id: '',
    values: NO_AD,
    faults: {},
    refusal: null,
    ad: null,
    preview: null,
  }))
}

const titleOf = ({ kind }: AdData) => ({ title: texts.titles[kind] })

export const home = definePage<'immobilien/inserieren', AdData>('immobilien/inserieren', {
  load: inRoom<'immobilien/inserieren', AdData>('homes', (_route, context) => loadAd('home', context)),
  Page: AdPage,
  title: titleOf,
})

export const job = definePage<'jobs/inserieren', AdData>('jobs/inserieren', {
  load: inRoom<'jobs/inserieren', AdData>('jobs', (_route, context) => loadAd('job', context)),
  Page: AdPage,
  title: titleOf,
})
