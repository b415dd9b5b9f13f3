/**
 * The OpenID Connect provider: one issuer per publication, on the same accounts, keys and limits as the portal's own
 * forms. Authorization code with PKCE only, RS256 only, rotated refresh tokens. Applications are first-party and
 * configured, so no consent is asked. Access tokens are opaque and valid for userinfo; with the resource
 * `urn:lokalteil:user-api` the client gets a JWT for the library.
 * A plain `node:http` handler: it answers paths below an issuer and leaves the rest to others. Host and protocol are
 * the issuer's, whatever the request says.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  publicationOf,
  listPublicationCodes,
  oncePerState,
  type PublicationCode,
} from '@lokalteil/domain/publication/publications'
import { Provider } from 'oidc-provider'
import { readStreamText } from '../../platform/request-body.ts'
import { isRefusal } from '../../platform/serve.ts'
import * as logins from '../logins.ts'
import { getAccount } from '../store/accounts.ts'
import { PAGE_POLICY, toBase, toConfiguration, type OidcSetup } from './oidc-configuration.ts'
import { renderGoOn, renderSignOn, renderSignOnError, type SignOnProblem } from './sign-on-page.ts'

export type { OidcClient } from './oidc-configuration.ts'

/** True if the request was for the provider. */
export type OidcHandler = (request: IncomingMessage, response: ServerResponse) => boolean

export type OidcOptions = OidcSetup & {
  addressOf: (request: IncomingMessage) => string
  onError: (error: unknown, at: string) => void
}

type OpenedProvider = {
  provider: Provider
  answer: (request: IncomingMessage, response: ServerResponse) => unknown
  kids: string
}
type OidcContext = OidcOptions & { providers: Map<PublicationCode, OpenedProvider> }
/** The publication and issuer of a request. */
type Place = { publication: PublicationCode; base: string; issuer: URL }
type InteractionDetails = Awaited<ReturnType<Provider['interactionDetails']>>
type Interaction = Place & {
  request: IncomingMessage
  response: ServerResponse
  address: string
  provider: Provider
  details: InteractionDetails
  action: string
}

const FORM_LIMIT = 10_000

export function createOidc(options: OidcOptions): OidcHandler {
  const oidc: OidcContext = { ...options, providers: new Map() }
  const places = oncePerState(() =>
    listPublicationCodes().map((publication): Place => ({
      publication,
      issuer: new URL(options.issuerOf(publication)),
      base: toBase(options, publication),
    })),
  )
  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0]!
    const place = places().find(({ base }) => path === base || path.startsWith(`${base}/`))
    if (place === undefined) return false
    const { publication, base } = place
    const address = options.addressOf(request)
    putBehind(place, request)
    const isSignOn = path.startsWith(`${base}/interaction/`) && (request.method === 'GET' || request.method === 'POST')
    const answer = isSignOn
      ? signOn(oidc, place, request, response, address)
      : openProvider(oidc, publication).then((opened) => opened.answer(request, response))
    Promise.resolve(answer).catch((error: unknown) => {
      options.onError(error, `oidc ${publication}`)
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end()
    })
    return true
  }
}

/** Shows the provider its issuer's host and protocol, and paths below it. */
function putBehind({ base, issuer }: Place, request: IncomingMessage): void {
  const headers = request.headers as Record<string, string | string[] | undefined>
  for (const name of Object.keys(headers))
    if (name.startsWith('x-forwarded-') || name === 'forwarded') delete headers[name]
  headers.host = issuer.host
  headers['x-forwarded-host'] = issuer.host
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
  Object.assign(request, { originalUrl: request.url })
  request.url = request.url!.slice(base.length) || '/'
}

/** The provider reads its keys only once, so a new key needs a new provider. */
async function openProvider(oidc: OidcContext, publication: PublicationCode): Promise<OpenedProvider> {
  const list = await oidc.accounts.keys.list()
  const kids = list.map(({ kid }) => kid).join(' ')
  const held = oidc.providers.get(publication)
  if (held?.kids === kids) return held
  const keys = list.map(({ privateKey, kid }) => ({
    ...privateKey.export({ format: 'jwk' }),
    kid,
    alg: 'RS256',
    use: 'sig',
  }))
  const provider = new Provider(oidc.issuerOf(publication), toConfiguration(oidc, publication, { keys } as never))
  provider.proxy = true
  provider.on('server_error', (_context, error) => oidc.onError(error, `oidc ${publication}`))
  const opened: OpenedProvider = { provider, answer: provider.callback() as never, kids }
  oidc.providers.set(publication, opened)
  return opened
}

// --- The page on which readers sign on

async function signOn(
  oidc: OidcContext,
  place: Place,
  request: IncomingMessage,
  response: ServerResponse,
  address: string,
): Promise<void> {
  const { publication, base } = place
  const { provider } = await openProvider(oidc, publication)
  const details = await provider.interactionDetails(request, response).catch(() => null)
  const action = `${base}/interaction/${details?.uid}`
  if (details === null || (request as { originalUrl?: string }).originalUrl?.split('?', 1)[0] !== action)
    return send(
      response,
      400,
      renderSignOnError({ publication: publicationOf(publication).name, code: 'session_not_found' }),
    )
  const interaction = { ...place, request, response, address, provider, details, action }
  await (details.prompt.name === 'consent' ? goOn(oidc, interaction) : logIn(oidc, interaction))
}

/** An app on a device gets no code before its owner has seen a page (RFC 8252, 8.6). */
async function goOn({ accounts, clientsOf }: OidcContext, interaction: Interaction): Promise<void> {
  const { publication: code, request, response, details, action } = interaction
  if (request.method === 'POST') return finish(interaction, { consent: {} })
  const account = await getAccount(accounts.db, code, details.session?.accountId ?? '')
  const client = clientsOf(code).find(({ clientId }) => clientId === details.params.client_id)
  const publication = publicationOf(code).name
  const application = client?.name ?? ''
  send(response, 200, renderGoOn({ publication, action, email: account?.email ?? '', application }))
}

async function logIn({ accounts }: OidcContext, interaction: Interaction): Promise<void> {
  const { publication, request, response, address, details, action } = interaction
  const page = (email: string, problem: SignOnProblem | null) =>
    renderSignOn({
      publication: publicationOf(publication).name,
      action,
      email,
      problem,
      forgotUrl: `${accounts.originOf(publication)}/#forgot-password`,
    })
  const hint = typeof details.params.login_hint === 'string' ? details.params.login_hint.slice(0, 254) : ''
  if (request.method !== 'POST') return send(response, 200, page(hint, null))
  const form = await readForm(request)
  if (form === null) return send(response, 413, page(hint, null))
  const credentials = { email: form.get('email') ?? '', password: form.get('password') ?? '' }
  const found = await logins.authenticate(accounts, publication, credentials, { address })
  if (isRefusal(found)) {
    const body = page(credentials.email.slice(0, 254), found.code as SignOnProblem)
    return send(response, found.status, body, found.headers)
  }
  await finish(interaction, { login: { accountId: found.account.id, remember: true, amr: ['pwd'] }, consent: {} })
}

function finish({ provider, request, response }: Interaction, result: object): Promise<void> {
  return provider.interactionFinished(request, response, result as never, { mergeWithLastSubmission: false })
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      ...headers,
    })
    .end(body)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const text = await readStreamText(request, FORM_LIMIT)
  return text === null ? null : new URLSearchParams(text)
}
