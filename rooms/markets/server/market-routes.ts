/**
 * Homes and jobs over HTTP: plain forms (the page comes back with faults or the result), links of mails, and a reader's own
 * searches and advertisements. Opening a link changes nothing, only its button acts; only one-click
 * unsubscription (RFC 8058) needs neither session nor origin.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { MARKETS_INTERNAL } from '../contract/markets.ts'
import { OWN_MARKET_CALLS } from '../contract/calls.ts'
import { ReaderPictureId } from '@lokalteil/contracts/content/reader-pictures'
import { AD_PICTURES } from '../domain/ad.ts'
import type { EnquiryFaults } from '../domain/enquiry.ts'
import { MARKET_ONE_CLICK, MARKET_PATHS, toMarketLinkPath } from '../domain/market-paths.ts'
import { toMarketQuery } from '../domain/market-search.ts'
import { MARKET_KINDS, type MarketKind, type MarketRefusal } from '../domain/markets.ts'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { Hono, type Context } from 'hono'
import {
  FORM_ACTIONS,
  NO_ENQUIRY,
  type EnquiryForm,
  type LinkData,
  type ListingData,
  type MarketData,
  type SaveOutcome,
} from '../app/market-forms.ts'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import { MARKET_TOKEN, type MarketSource } from './market-source.ts'
import { takeAdForm } from './market-ads.ts'
import { statusOf, type MarketForm, type MarketRoutesOptions } from './market-form.ts'
import {
  readFormWithPictures,
  toPictureResponse,
  type KeepPicture,
} from '@lokalteil/web/server/api/rooms/sent-pictures'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  toReply,
  toResponse,
  type Reply,
} from '@lokalteil/web/server/api/portal-api'

/** Pages whose form is posted to their own path, below that of the market. */
const FORMS = [
  '',
  '/:page{[1-9]\\d{0,2}}',
  '/inserieren',
  '/angebot/:reference{[\\w-]{1,120}}',
  '/link/:token{[\\w.-]{10,120}}',
] as const

export function createMarketRoutes(options: MarketRoutesOptions): Hono<PortalEnv> {
  const { portalApi, marketsOf } = options
  const app = new Hono<PortalEnv>()
  if (marketsOf === null) return app
  portalApi.serve(
    app,
    OWN_MARKET_CALLS.listOwnMarkets,
    { as: 'reader' },
    async ({ principal: { publication, sub } }) => {
      const params = { sub }
      const [searches, ads] = await Promise.all([
        marketsOf(publication).listSearches({ params }),
        marketsOf(publication).listAds({ params }),
      ])
      if (!searches.ok) return toRefusal(searches)
      if (!ads.ok) return toRefusal(ads)
      return reply({ searches: searches.data.searches, ads: ads.data.ads })
    },
  )
  portalApi.serve(app, OWN_MARKET_CALLS.endSavedSearch, { as: 'reader' }, async ({ principal, params }) =>
    toDone(await marketsOf(principal.publication).removeSearch({ params: { sub: principal.sub, id: params.id } })),
  )
  portalApi.serve(app, OWN_MARKET_CALLS.endAd, { as: 'reader' }, async ({ principal, params }) =>
    toDone(await marketsOf(principal.publication).removeAd({ params: { sub: principal.sub, id: params.id } })),
  )
  app.get('/api/mein/markets/pictures/:id', async (c) => {
    const id = ReaderPictureId.safeParse(c.req.param('id'))
    if (!id.success) return toResponse(refusal(404, 'NOT_FOUND', 'No such picture'))
    const found = await portalApi.asReader(portalApi.toRequestContext(c), async ({ publication, sub }) =>
      toReply(await marketsOf(publication).getAdPicture({ params: { sub, id: id.data } })),
    )
    return found.kind === 'data' ? toPictureResponse(found.data) : toResponse(found)
  })
  app.post(MARKET_ONE_CLICK, async (c) => {
    const token = c.req.query('token') ?? ''
    const { publication } = portalApi.toRequestContext(c)
    const found = await takeToken(marketsOf(publication), token, 'search')
    if (found === 'done' || found === 'used') return c.text('ok', 200, NO_STORE)
    if (found === 'unavailable') return toResponse(refusal(503, 'UNAVAILABLE', 'The markets do not answer'))
    return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  })
  // A person who opens the link for mail programs is sent to the page with the button.
  app.get(MARKET_ONE_CLICK, (c) =>
    c.body(null, 303, {
      ...NO_STORE,
      location: toMarketLinkPath('home', (c.req.query('token') ?? '').replace(/[^\w-]/g, '').slice(0, 80) || '-'),
    }),
  )
  for (const kind of MARKET_KINDS)
    for (const form of FORMS) app.post(MARKET_PATHS[kind] + form, (c) => takeForm(options, marketsOf, kind, c))
  return app
}

async function takeForm(
  options: MarketRoutesOptions,
  marketsOf: NonNullable<MarketRoutesOptions['marketsOf']>,
  kind: MarketKind,
  c: Context<PortalEnv>,
): Promise<Response> {
  const { portalApi, readPerson, source } = options
  const { path } = c.req
  const match = matchRoute(path)
  const context = portalApi.toRequestContext(c)
  const { publication } = context
  if (match.kind !== 'route' || source.settingsOf(publication, kind) === null)
    return toResponse(refusal(404, 'NOT_FOUND', 'No such form'))
  const isForeign = portalApi.isCrossOrigin(c)
  const markets = marketsOf(publication)
  async function findReader(): ReturnType<MarketForm['readReader']> {
    const found = await portalApi.findPrincipal(context)
    if (found.kind === 'refusal') return 'unavailable'
    if (found.data === null) return null
    const person = await readPerson(found.data)
    return person.kind === 'data' ? person.data : person.status === 401 ? null : 'unavailable'
  }
  let asked: ReturnType<MarketForm['readReader']> | null = null
  const readReader = () => (asked ??= findReader())
  const isWithPictures = match.route.name === 'immobilien/inserieren' || match.route.name === 'jobs/inserieren'
  const pictures: string[] = []
  const read = await readFormWithPictures(
    c.req.raw,
    isWithPictures ? AD_PICTURES[kind] : 0,
    isWithPictures && !isForeign && isMultipart(c) ? await toKeeper(markets, await readReader(), pictures) : null,
  )
  if (read === 'no-form') return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  if (read === 'too-large') return toResponse(refusal(413, 'TOO_LARGE', 'The form is larger than allowed'))
  const form: MarketForm = {
    options,
    markets,
    context,
    kind,
    form: read.fields,
    sent: { pictures, fault: read.fault },
    isForeign,
    readReader,
    async render(route, data, status) {
      const answer = await options.renderAnswer(
        {
          path,
          publication: publicationOf(publication),
          userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
          requestId: c.req.header('x-request-id') ?? '',
        },
        route,
        data,
        status,
      )
      if (status === 429) answer.headers.set('retry-after', '3600')
      answer.headers.set('x-robots-tag', 'noindex')
      return answer
    },
  }
  const { route } = match
  switch (route.name) {
    case 'immobilien':
    case 'jobs':
      return takeSearch(form, { ...route, page: null })
    case 'immobilien/angebot':
    case 'jobs/angebot':
      return takeEnquiry(form, route)
    case 'immobilien/inserieren':
    case 'jobs/inserieren':
      return takeAdForm(form, route)
    case 'immobilien/link':
    case 'jobs/link':
      return takeLink(form, route)
    default:
      return toResponse(refusal(404, 'NOT_FOUND', 'No such form'))
  }
}

const isMultipart = (c: Context<PortalEnv>) => /^multipart\/form-data\b/i.test(c.req.header('content-type') ?? '')

/** Saves pictures; null for readers who could not order an advertisement. */
async function toKeeper(
  markets: Client<typeof MARKETS_INTERNAL>,
  reader: Awaited<ReturnType<MarketForm['readReader']>>,
  kept: string[],
): Promise<KeepPicture | null> {
  if (reader === null || reader === 'unavailable' || !reader.isEmailVerified) return null
  return async (picture) => {
    const added = await markets.addAdPicture({ params: { sub: reader.sub }, body: picture })
    if (!added.ok) return added.status === 429 ? 'too-many' : 'no-picture'
    kept.push(added.data.id)
    return null
  }
}

// --- Saved searches

async function takeSearch(form: MarketForm, route: Route): Promise<Response> {
  const { kind, context, options } = form
  const query = toMarketQuery(kind, new URLSearchParams(form.form.get('suche')?.slice(0, 2000) ?? ''))
  const place = options.source.findPlace(context.publication, kind, query)
  const view = await options.source.search(context.publication, kind, query, 1)
  if (!view.ok) return toResponse(refusal(503, 'UNAVAILABLE', 'The markets do not answer', { retryAfter: '5' }))
  const outcome = await saveSearch(form, query, place)
  const data: MarketData = { kind, query, placeName: place?.name ?? '', view: view.data, outcome }
  return form.render(route, data, outcome.kind === 'saved' ? 200 : statusOf(outcome.reason))
}

async function saveSearch(
  { isForeign, readReader, markets, kind }: MarketForm,
  query: string,
  place: ReturnType<MarketSource['findPlace']>,
): Promise<SaveOutcome> {
  const refuse = (reason: MarketRefusal): SaveOutcome => ({ kind: 'refused', reason })
  if (isForeign) return refuse('foreign')
  const reader = await readReader()
  if (reader === null) return refuse('logged-out')
  if (reader === 'unavailable') return refuse('unavailable')
  if (!reader.isEmailVerified) return refuse('unconfirmed')
  const saved = await markets.saveSearch({
    params: { sub: reader.sub },
    body: {
      email: reader.email,
      market: kind,
      query,
      placeName: place?.name ?? '',
      place: place?.place ?? null,
    },
  })
  return saved.ok ? { kind: 'saved' } : refuse(saved.status === 409 ? 'too-many' : 'unavailable')
}

// --- Messages to the advertiser

async function takeEnquiry(form: MarketForm, route: Route & { id: string }): Promise<Response> {
  const { kind, context, options } = form
  const found = await options.source.getListing(context.publication, kind, route.id)
  if (!found.ok) {
    const isOver = found.status === 410 || found.status === 404
    return toResponse(
      isOver
        ? refusal(found.status, 'GONE', 'The listing is over')
        : refusal(503, 'UNAVAILABLE', 'The markets do not answer', { retryAfter: '5' }),
    )
  }
  const outcome = await enquire(form, route.id)
  const data: ListingData = { kind, listing: found.data, form: outcome }
  const status = outcome.outcome !== null ? 200 : outcome.refusal === null ? 422 : statusOf(outcome.refusal)
  return form.render(route, data, status)
}

async function enquire(
  { form, isForeign, readReader, markets, kind, context, options }: MarketForm,
  listing: string,
): Promise<EnquiryForm> {
  const values = {
    name: (form.get('name') ?? '').slice(0, 400),
    email: (form.get('email') ?? '').slice(0, 254),
    phone: (form.get('telefon') ?? '').slice(0, 160),
    text: (form.get('nachricht') ?? '').slice(0, 16_000),
  }
  const answer: EnquiryForm = { ...NO_ENQUIRY, values }
  if (isForeign) return { ...answer, refusal: 'foreign' }
  // Honeypot: people do not see this field, so only bots fill it in. They get the normal answer.
  if ((form.get('website') ?? '') !== '') return { ...answer, outcome: 'to-confirm' }
  const reader = await readReader()
  const isKnown = reader !== null && reader !== 'unavailable' && reader.isEmailVerified
  const sent = await markets.sendEnquiry({
    body: {
      listing,
      market: kind,
      reader: isKnown ? { sub: reader.sub, email: reader.email } : null,
      requester: options.requesterOf(context, 'markets'),
      enquiry: values,
    },
  })
  if (sent.ok) return { ...answer, values: NO_ENQUIRY.values, outcome: sent.data.state }
  if (sent.status === 422) return { ...answer, faults: (sent.problem.fields ?? {}) as EnquiryFaults }
  if (sent.status === 429) return { ...answer, refusal: 'too-many' }
  return { ...answer, refusal: sent.status === 410 || sent.status === 404 ? 'gone' : 'unavailable' }
}

// --- Links of mails

async function takeLink(form: MarketForm, route: Route & { token: string }): Promise<Response> {
  const { kind, markets, isForeign, options, context } = form
  const { token } = route
  const about = await options.source.readLink(context.publication, kind, token)
  if (isForeign || form.form.get('aktion') !== FORM_ACTIONS.use || about.state !== 'open')
    return form.render(route, about, isForeign ? 403 : statusOfLink(about))
  const state = await takeToken(markets, token)
  const data: LinkData = { ...about, state }
  return form.render(route, data, statusOfLink(data))
}

const statusOfLink = ({ state }: LinkData): number =>
  state === 'unavailable' ? 503 : state === 'invalid' ? 404 : state === 'expired' ? 410 : 200

async function takeToken(
  markets: Client<typeof MARKETS_INTERNAL>,
  token: string,
  only?: 'search',
): Promise<LinkData['state']> {
  if (!MARKET_TOKEN.test(token)) return 'invalid'
  if (only !== undefined) {
    const about = await markets.getLink({ body: { token } })
    if (about.ok && about.data.kind !== only) return 'invalid'
  }
  const used = await markets.useLink({ body: { token } })
  if (used.ok) return 'done'
  return used.status === 404 ? 'invalid' : used.status === 410 ? 'expired' : 'unavailable'
}

function toDone(result: Result<unknown>): Reply<undefined> {
  return result.ok ? reply(undefined) : toRefusal(result)
}
