/** The page of a mail's link: its subject, and a button that executes it. Opening it changes nothing. */
import { MARKET_PATHS, toMarketLinkPath } from '@lokalteil/domain/markets/market-paths'
import { parseMarketSearch } from '@lokalteil/domain/markets/market-search'
import { describeSearch } from '@lokalteil/domain/markets/market-words'
import type { MarketKind } from '@lokalteil/domain/markets/markets'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import { FORM_ACTIONS, type LinkData } from '../../page/rooms/market-forms.ts'
import type { LoadContext, Loaded } from '../../page/page.ts'
import { marketTexts } from '../../messages/markets/markets.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHead } from '../lists/PageHead.tsx'
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
  return { kind: 'ok', data: await toRoomApi(context).markets.readLink(kind, token) }
}
const titleOf = ({ about }: LinkData) => ({ title: about === null ? texts.title : texts.titles[about.kind] })

export const home = definePage<'immobilien/link', LinkData>('immobilien/link', {
  load: inRoom<'immobilien/link', LinkData>('homes', ({ token }, context) => loadLink('home', token, context)),
  Page: MarketLinkPage,
  title: titleOf,
})

export const job = definePage<'jobs/link', LinkData>('jobs/link', {
  load: inRoom<'jobs/link', LinkData>('jobs', ({ token }, context) => loadLink('job', token, context)),
  Page: MarketLinkPage,
  title: titleOf,
})
