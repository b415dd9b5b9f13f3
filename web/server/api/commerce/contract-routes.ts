/**
 * The offers, and the two declarations that need no login (cancellation, withdrawal), over HTTP: as JSON for the enhanced form
 * and as a plain form without JavaScript, with the same answers. Requests of other sites are refused (CSRF, S7.5-01). A refused
 * form comes back with its input; answers about declarations are never stored.
 */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { PORTAL } from '@lokalteil/contracts/portal'
import type {
  ContractReceipt,
  ContractRight,
  DeclarationFaults,
  DeclarationField,
  DeclarationInput,
} from '@lokalteil/domain/commerce/contract-rights'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Route } from '@lokalteil/domain/routing/routes'
import { readText } from '@lokalteil/services/platform/request-body'
import { Hono, type Context } from 'hono'
import { createFormKey, type ContractFormData } from '../../../app/page/contract-form.ts'
import { toReceiptFile } from '../../../app/messages/commerce/contract.ts'
import { publicationCodeOf } from '../routes.ts'
import { toClientAddress, toNetwork, toRequester } from '../../http/client-address.ts'
import type { Config } from '../../config/config.ts'
import type { Pages } from '../../rendering/pages.ts'
import { isCrossOrigin, isJson } from '../../http/origin.ts'
import type { PortalEnv } from '../../http/portal-env.ts'

export type ContractRoutesOptions = {
  config: Pick<Config, 'originOf' | 'trustedProxies'>
  catalogueOf: (publication: PublicationCode) => Client<typeof COMMERCE>
  platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
  renderAnswer: Pages['renderAnswer']
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

/** Pages whose form is posted to their own path. */
const FORM_PATHS: ReadonlyMap<string, { right: ContractRight; route: Route }> = new Map([
  ['/kuendigen', { right: 'cancellation', route: { name: 'kuendigen' } }],
  ['/widerrufen', { right: 'withdrawal', route: { name: 'widerrufen' } }],
])

const NO_STORE = { 'cache-control': 'private, no-store' }
const FIELDS: readonly DeclarationField[] = ['name', 'email', 'contract', 'kind', 'reason', 'end', 'endDate']
const BODY_LIMIT = 64 * 1024
const VALUE_LIMIT = 8000
const KEY = /^[\w-]{16,64}$/
const TOKEN = /^[\w-]{22,64}$/

export function createContractRoutes(options: ContractRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  app.get(PORTAL.listOffers.path, (c) => listOffers(options, c))
  app.post(PORTAL.declareCancellation.path, (c) => takeDeclaration(options, c, 'cancellation'))
  app.post(PORTAL.declareWithdrawal.path, (c) => takeDeclaration(options, c, 'withdrawal'))
  for (const path of FORM_PATHS.keys()) app.post(path, (c) => takeForm(options, c, path))
  app.get('/api/contracts/receipts/:token', (c) => getReceipt(options, c))
  return app
}

async function listOffers({ catalogueOf }: ContractRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const found = await catalogueOf(publicationCodeOf(c.req)).listOffers({})
  if (!found.ok)
    return c.json({ status: 503, code: 'UNAVAILABLE', title: 'The subscription platform does not answer' }, 503, {
      ...NO_STORE,
      'retry-after': '5',
    })
  return c.json(found.data, 200, { 'cache-control': 'public, max-age=60' })
}

async function file(
  options: ContractRoutesOptions,
  c: Context<PortalEnv>,
  right: ContractRight,
  key: string,
  input: DeclarationInput,
): Promise<{ data: ContractFormData; status: 200 | 422 | 429 | 503 }> {
  const data: ContractFormData = { key, values: input, faults: {}, refusal: null, receipt: null }
  const platform = options.platformOf(publicationCodeOf(c.req))
  const send = right === 'cancellation' ? platform.fileCancellation : platform.fileWithdrawal
  const filed = await send(
    { body: { idempotencyKey: key, requester: toRequesterOf(options, c), input } },
    { headers: { 'x-request-id': c.req.header('x-request-id') ?? '' } },
  )
  if (filed.ok) return { data: { ...data, receipt: filed.data }, status: 200 }
  if (filed.status === 422) return { data: { ...data, faults: toFaults(filed.problem.fields) }, status: 422 }
  if (filed.status === 429) return { data: { ...data, refusal: 'too-many' }, status: 429 }
  return { data: { ...data, refusal: 'unavailable' }, status: 503 }
}

async function takeDeclaration(
  options: ContractRoutesOptions,
  c: Context<PortalEnv>,
  right: ContractRight,
): Promise<Response> {
  if (isCrossOrigin(c.req.raw.headers, options.config.originOf(publicationCodeOf(c.req))))
    return c.json({ status: 403, code: 'FORBIDDEN', title: 'Sent by another site' }, 403, NO_STORE)
  if (!isJson(c.req.raw.headers))
    return c.json({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', title: 'The body must be JSON' }, 415, NO_STORE)
  const text = await readText(c.req.raw, BODY_LIMIT)
  if (text === null) return refuseSize(c)
  const body = toBody(text)
  if (body === null)
    return c.json({ status: 400, code: 'BAD_REQUEST', title: 'The body must hold key and values' }, 400, NO_STORE)
  const { data, status } = await file(options, c, right, body.key, body.values)
  switch (status) {
    case 200:
      return c.json({ receipt: data.receipt }, 200, NO_STORE)
    case 422:
      return c.json(
        { status, code: 'INCOMPLETE_DECLARATION', title: 'Fields are missing or wrong', faults: data.faults },
        status,
        NO_STORE,
      )
    case 429:
      return c.json({ status, code: 'TOO_MANY_DECLARATIONS', title: 'Too many declarations in a short time' }, status, {
        ...NO_STORE,
        'retry-after': '3600',
      })
    case 503:
      return c.json({ status, code: 'UNAVAILABLE', title: 'The subscription platform does not answer' }, status, {
        ...NO_STORE,
        'retry-after': '5',
      })
  }
}

/** A plain form, sent without JavaScript. */
async function takeForm(options: ContractRoutesOptions, c: Context<PortalEnv>, path: string): Promise<Response> {
  const { right, route } = FORM_PATHS.get(path)!
  const publication = publicationCodeOf(c.req)
  const render = (data: ContractFormData, status: number) =>
    options.renderAnswer(
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
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return c.json({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', title: 'The body must be a form' }, 415, NO_STORE)
  const text = await readText(c.req.raw, BODY_LIMIT)
  if (text === null) return refuseSize(c)
  const form = new URLSearchParams(text)
  const values = toInput(Object.fromEntries(form))
  const sent = form.get('key') ?? ''
  const key = KEY.test(sent) ? sent : createFormKey()
  if (isCrossOrigin(c.req.raw.headers, options.config.originOf(publication)))
    return render({ key: createFormKey(), values, faults: {}, refusal: 'foreign', receipt: null }, 403)
  const { data, status } = await file(options, c, right, key, values)
  const answer = await render(data, status)
  if (status === 429) answer.headers.set('retry-after', '3600')
  return answer
}

async function getReceipt(options: ContractRoutesOptions, c: Context<PortalEnv>): Promise<Response> {
  const publication = publicationCodeOf(c.req)
  const token = c.req.param('token') ?? ''
  const found = TOKEN.test(token) ? await options.platformOf(publication).getReceipt({ params: { token } }) : null
  if (found === null || (!found.ok && found.status === 404))
    return c.json({ status: 404, code: 'NOT_FOUND', title: 'No such receipt' }, 404, NO_STORE)
  if (!found.ok)
    return c.json(
      { status: 503, code: 'UNAVAILABLE', title: 'The subscription platform does not answer' },
      503,
      NO_STORE,
    )
  const receipt = { ...found.data, receivedAt: new Date(found.data.receivedAt) } as ContractReceipt
  return c.body(toReceiptFile(receipt, publicationOf(publication).name, options.config.originOf(publication)), 200, {
    ...NO_STORE,
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="${receipt.number}.txt"`,
    'x-robots-tag': 'noindex',
  })
}

function refuseSize(c: Context<PortalEnv>): Response {
  return c.json({ status: 413, code: 'TOO_LARGE', title: `The body is larger than ${BODY_LIMIT} bytes` }, 413, NO_STORE)
}

function toRequesterOf(options: ContractRoutesOptions, c: Context<PortalEnv>): string {
  const address = toClientAddress(
    c.env?.incoming?.socket.remoteAddress,
    c.req.header('x-forwarded-for'),
    options.config.trustedProxies,
  )
  return toRequester(options.secret, 'requester', toNetwork(address))
}

function toBody(text: string): { key: string; values: DeclarationInput } | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== 'object' || body === null) return null
  const { key, values } = body as { key?: unknown; values?: unknown }
  if (typeof key !== 'string' || !KEY.test(key) || typeof values !== 'object' || values === null) return null
  return { key, values: toInput(values as Record<string, unknown>) }
}

function toInput(given: Readonly<Record<string, unknown>>): DeclarationInput {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (typeof given[field] === 'string' ? [[field, given[field].slice(0, VALUE_LIMIT)]] : [])),
  )
}

function toFaults(fields: Readonly<Record<string, string>> | undefined): DeclarationFaults {
  return Object.fromEntries(
    FIELDS.flatMap((field) => (fields?.[field] === undefined ? [] : [[field, fields[field]]])),
  ) as DeclarationFaults
}
