/**
 * Newsletters over HTTP (S2.1-13): orders with double opt-in, as JSON or as a plain form with the same answers, the links of
 * their mails, and a reader's subscriptions. Promises: opening a link changes nothing, only its button acts; only one-click
 * unsubscription (RFC 8058) needs neither session nor origin; no answer reveals whether an address is known.
 */
import { Hono, type Context } from 'hono'
import { NEWSLETTER_ONE_CLICK, NEWSLETTERS_ENDPOINTS } from '@lokalteil/contracts/portal'
import { checkNewsletterOrder, type NewsletterOrder } from '@lokalteil/domain/reading/newsletters'
import { LINK_PARAMETERS, toNewsletterLink, type NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import type { ContentApi } from '../../app/page/content-api.ts'
import {
  createBlankOrder,
  FORM_ACTIONS,
  FORM_PATH,
  type NewsletterFormData,
  type NewslettersData,
} from '../../app/page/newsletter-form.ts'
import { toRefusalOf, type LinkState, type NewsletterRefusal } from '../../app/page/newsletter-api.ts'
import { publicationCodeOf } from './routes.ts'
import { toNetwork, toRequester } from '../http/client-address.ts'
import type { Pages } from '../rendering/pages.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { listNewslettersOf, readLink, toNewsletterOwner, type NewsletterContext } from './newsletter-reader.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toResponse,
  type RequestContext,
  type PortalApi,
  type PortalCall,
  type Reply,
} from './portal-api.ts'
import { ofReader, serveRelays } from './relay.ts'

export type NewsletterRoutesOptions = NewsletterContext & {
  portalApi: PortalApi
  contentOf: (publication: PublicationCode) => ContentApi
  renderAnswer: Pages['renderAnswer']
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

const BODY_LIMIT = 20_000
const STATUS: Readonly<Record<NewsletterRefusal, number>> = {
  'too-many': 429,
  unknown: 404,
  'other-text': 409,
  'logged-out': 401,
  foreign: 403,
  unavailable: 503,
}

export function createNewsletterRoutes(options: NewsletterRoutesOptions): Hono<PortalEnv> {
  const { portalApi, newsletterOf } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, NEWSLETTERS_ENDPOINTS.orderNewsletters, { as: 'anyone' }, (call) =>
    orderNewsletters(options, call),
  )
  app.post(NEWSLETTER_ONE_CLICK, (c) => endByOneClick(options, c))
  // A person who opens the link for mail programs is sent to the page with the button.
  app.get(NEWSLETTER_ONE_CLICK, (c) =>
    c.body(null, 303, {
      ...NO_STORE,
      location: `${FORM_PATH}?${new URLSearchParams({ [LINK_PARAMETERS.leave]: c.req.query('token') ?? '' })}`,
    }),
  )
  app.post(FORM_PATH, (c) => takeForm(options, c))
  portalApi.serve(app, NEWSLETTERS_ENDPOINTS.listNewsletterSubscriptions, { as: 'reader' }, async ({ principal }) => {
    const owner = await toNewsletterOwner(options, principal)
    return owner.kind === 'data' ? listNewslettersOf(options, principal.publication, owner.data) : owner
  })
  serveRelays({
    app,
    portalApi,
    endpoints: NEWSLETTERS_ENDPOINTS,
    clientOf: newsletterOf,
    supplies: {
      reader: ofReader((principal) => toNewsletterOwner(options, principal)),
      requester: ofReader(({ sub }) => reply(toRequesterOf(options, sub))),
    },
  })
  return app
}

function toRequesterOf({ secret }: NewsletterRoutesOptions, who: string): string {
  return toRequester(secret, 'newsletter', who)
}

// --- Orders

async function order(
  options: NewsletterRoutesOptions,
  { publication, origin }: RequestContext,
  values: NewsletterOrder,
  textVersion: string,
): Promise<NewsletterFormData> {
  const answer: NewsletterFormData = { values, faults: checkNewsletterOrder(values), refusal: null, isSent: false }
  if (Object.keys(answer.faults).length > 0) return answer
  const ordered = await options.newsletterOf(publication).order({
    body: {
      email: values.email,
      slugs: [...new Set(values.slugs)],
      textVersion,
      requester: toRequesterOf(options, toNetwork(origin.address)),
    },
  })
  return ordered.ok ? { ...answer, isSent: true } : { ...answer, refusal: toRefusalOf(ordered.status) }
}

async function orderNewsletters(
  options: NewsletterRoutesOptions,
  { context, body }: PortalCall<typeof NEWSLETTERS_ENDPOINTS.orderNewsletters, 'anyone'>,
): Promise<Reply<{ ok: true }>> {
  const {
    isSent,
    faults,
    refusal: reason,
  } = await order(
    options,
    context,
    { email: body.email, slugs: body.slugs, hasConsent: body.consent },
    body.textVersion,
  )
  if (isSent) return reply({ ok: true as const })
  if (reason === null)
    return refusal(422, 'INVALID_FIELDS', 'Fields are missing or wrong', { fields: faults as Record<string, string> })
  const problems: Partial<Record<NewsletterRefusal, [code: string, title: string]>> = {
    'too-many': ['TOO_MANY_ORDERS', 'Too many orders in a short time'],
    unknown: ['UNKNOWN_NEWSLETTER', 'No such newsletter'],
    'other-text': ['OTHER_TEXT', 'The reader agreed to a text that is not today’s'],
  }
  const [code, title] = problems[reason] ?? ['UNAVAILABLE', 'The newsletters do not answer']
  return refusal(STATUS[reason], code, title, reason === 'too-many' ? { retryAfter: '3600' } : {})
}

// --- Links of mails

async function followLink(
  { newsletterOf }: NewsletterRoutesOptions,
  publication: PublicationCode,
  { kind, token }: NewsletterLink,
): Promise<LinkState> {
  if (token === '') return { state: 'invalid', newsletters: [] }
  if (kind === 'leave') {
    const ended = await newsletterOf(publication).unsubscribe({ body: { token } })
    if (ended.ok) return { state: 'done', newsletters: [ended.data.newsletter.title] }
    return { state: ended.status === 404 || ended.status === 400 ? 'invalid' : 'unavailable', newsletters: [] }
  }
  const confirmed = await newsletterOf(publication).confirm({ body: { token } })
  if (confirmed.ok) return { state: 'done', newsletters: confirmed.data.newsletters.map(({ title }) => title) }
  return {
    state:
      confirmed.status === 410
        ? 'expired'
        : confirmed.status === 422 || confirmed.status === 400
          ? 'invalid'
          : 'unavailable',
    newsletters: [],
  }
}

async function endByOneClick(options: NewsletterRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const { state } = await followLink(options, publicationCodeOf(c.req), {
    kind: 'leave',
    token: toNewsletterLink(new URLSearchParams({ [LINK_PARAMETERS.leave]: c.req.query('token') ?? '' }))!.token,
  })
  if (state === 'done') return c.text('ok', 200, NO_STORE)
  if (state === 'invalid') return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  return toResponse(refusal(503, 'UNAVAILABLE', 'The newsletters do not answer', { retryAfter: '60' }))
}

// --- Plain forms of the page, without JavaScript

async function takeForm(options: NewsletterRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  const context = options.portalApi.toRequestContext(c)
  const text = await readText(c.req.raw, BODY_LIMIT)
  if (text === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
  const form = new URLSearchParams(text)
  const values: NewsletterOrder = {
    email: (form.get('email') ?? '').slice(0, 1000),
    slugs: form
      .getAll('newsletter')
      .slice(0, 50)
      .map((slug) => slug.slice(0, 100)),
    hasConsent: form.get('einwilligung') !== null,
  }
  const isRefused = options.portalApi.isCrossOrigin(c)
  const action = form.get('aktion')
  if (action === FORM_ACTIONS.confirm || action === FORM_ACTIONS.leave) {
    const kind = action === FORM_ACTIONS.confirm ? 'confirm' : 'leave'
    const link = toNewsletterLink(new URLSearchParams({ [LINK_PARAMETERS[kind]]: form.get('token') ?? '' }))!
    // A request of another site is not carried out: show the page of the link with its button.
    const found = isRefused
      ? await readLink(options, context.publication, link)
      : await followLink(options, context.publication, link)
    return render(
      options,
      c,
      { form: createBlankOrder(), link: { ...link, ...found } },
      isRefused ? 403 : found.state === 'unavailable' ? 503 : found.state === 'done' ? 200 : 410,
    )
  }
  const data = isRefused
    ? { ...createBlankOrder(), values, refusal: 'foreign' as const }
    : await order(options, context, values, (form.get('version') ?? '').slice(0, 40))
  return render(
    options,
    c,
    { form: data, link: null },
    data.isSent ? 200 : data.refusal === null ? 422 : STATUS[data.refusal],
  )
}

async function render(
  options: NewsletterRoutesOptions,
  c: Context<PortalEnv>,
  shown: Omit<NewslettersData, 'newsletters'>,
  status: number,
): Promise<Response> {
  const publication = publicationCodeOf(c.req)
  const found = await options.contentOf(publication).listNewsletters()
  const data: NewslettersData = { newsletters: found.ok ? found.data.newsletters : [], ...shown }
  const request = {
    path: FORM_PATH,
    publication: publicationOf(publication),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
    requestId: c.req.header('x-request-id') ?? '',
  }
  const answer = await options.renderAnswer(request, { name: 'newsletter-registration' }, data, status)
  if (status === 429) answer.headers.set('retry-after', '3600')
  return answer
}
