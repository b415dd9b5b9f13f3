/** The page of a mail's link: its subject, and a button that executes it. Opening it changes nothing. */
import { MARKET_PATHS, toMarketLinkPath } from '../domain/market-paths.ts'
import { parseMarketSearch } from '../domain/market-search.ts'
import { describeSearch } from '../domain/market-words.ts'
import type { MarketKind } from '../domain/markets.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import { inMarket } from './in-market.ts'
import { FORM_ACTIONS, type LinkData } from './market-forms.ts'
import type { LoadContext, Loaded } from '@lokalteil/web/app/page/page'
import { marketTexts } from './market-texts.ts'
import { Button, ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import css from './MarketPages.module.css'

const texts = marketTexts.link

function MarketLinkPage({ data }: { data: LinkData }) {
  const { kind, token, state, about } = data
  const place = about?.placeName ?? ''
  return (
    <>
      <PageHead title={about === null ? texts.title : texts.titles[about.kind]} />
      <div className={`page ${css.link}`}>
        {about !== null && (
          <p>
            {about.kind === 'enquiry'
              ? texts.enquiryOpen(about.text)
              : texts.searchOpen(describeSearch(parseMarketSearch(kind, new URLSearchParams(about.text)), place))}
          </p>
        )}
        {state === 'open' && about !== null ? (
          <form method="post" action={toMarketLinkPath(kind, token)}>
            <Button type="submit" name="aktion" value={FORM_ACTIONS.use}>
              {texts.buttons[about.kind]}
            </Button>
          </form>
        ) : (
          <p role="status">
            <strong>{state === 'done' && about !== null ? texts.done[about.kind] : toStateText(state)}</strong>
          </p>
        )}
        <p>
          <ButtonLink href={MARKET_PATHS[kind]} variant="quiet">
            {texts.back[kind]}
          </ButtonLink>
        </p>
      </div>
    </>
  )
}

function toStateText(state: LinkData['state']): string {
  switch (state) {
    case 'used':
      return texts.used
    case 'expired':
      return texts.expired
    case 'invalid':
      return texts.invalid
    default:
      return texts.unavailable
  }
}

async function loadLink(kind: MarketKind, token: string, context: LoadContext): Promise<Loaded<LinkData>> {
  const asked = { params: { market: kind, token } }
  const read = await toRoomApi(context).askOnServer('GET /internal/markets/{market}/links/{token}', asked)
  return { kind: 'ok', data: read.ok ? read.data : { kind, token, state: 'unavailable', about: null } }
}

const titleOf = ({ about }: LinkData) => ({ title: about === null ? texts.title : texts.titles[about.kind] })

export const page = definePage(['immobilien/link', 'jobs/link'], {
  load: inMarket<'immobilien/link' | 'jobs/link', LinkData>((kind, { token }, context) =>
    loadLink(kind, token, context),
  ),
  Page: MarketLinkPage,
  title: titleOf,
})
