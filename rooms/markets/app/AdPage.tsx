/** The editor of an advertisement: the form, then the preview with the link to the checkout. */
import { MARKET_PATHS, toCheckoutPath, toOrderPath } from '../domain/market-paths.ts'
import { formatEuros } from '../domain/market-words.ts'
import type { MarketKind } from '../domain/markets.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { canPayAtOnce } from '@lokalteil/web/app/page/offer-api'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { inMarket } from './in-market.ts'
import { FORM_ACTIONS, NO_AD, type AdData } from './market-forms.ts'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { session } from '@lokalteil/web/app/browser/session/session'
import { adTexts as texts } from './ad-texts.ts'
import { marketTexts } from './market-texts.ts'
import { AdForm } from './AdForm.tsx'
import { ListingView } from './ListingView.tsx'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { EmptyState } from '@lokalteil/web/app/pages/lists/TeaserList.tsx'
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
  const [offer, canPay] = await Promise.all([
    toRoomApi(context).ask('GET /api/markets/{market}/packages', { params: { market: kind } }),
    canPayAtOnce(context.offers),
  ])
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

export const page = definePage(['immobilien/inserieren', 'jobs/inserieren'], {
  load: inMarket<'immobilien/inserieren' | 'jobs/inserieren', AdData>((kind, _route, context) => loadAd(kind, context)),
  Page: AdPage,
  title: titleOf,
})
