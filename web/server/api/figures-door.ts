/**
 * What pages tell and ask of the publisher's own figures. `POST /api/figures`: a page tells how it was read. Open to everybody, so
 * a body is small, an address has a rate limit, and nothing is looked up. `GET /api/figures/read-with/ID` answers the same to
 * everybody. The reader's address is shortened here, and with Global Privacy Control or Do Not Track it goes no further.
 */
import { FIGURES_ENDPOINTS, type FIGURES, type PageTold, type Seen } from '@lokalteil/contracts/figures'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { toDevice, isBot } from '@lokalteil/domain/display/device'
import { toStep, type Step } from '@lokalteil/domain/figures/page-steps'
import { toSource } from '@lokalteil/domain/figures/source'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isFramed } from '@lokalteil/domain/routing/layouts'
import { ROUTE_META, type RouteName } from '@lokalteil/domain/routing/routes'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import { createLimiter, refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import { createMemoryWindows } from '@lokalteil/services/platform/limits/memory-windows'
import { isRefusal, parseInput } from '@lokalteil/services/platform/serve'
import { Hono } from 'hono'
import type { z } from 'zod'
import { toNetwork, toShortAddress } from '../http/client-address.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { refusal, reply, toReply, toResponse, type PortalApi, type RequestContext } from './portal-api.ts'
import type { SeenBuffer } from './seen-buffer.ts'

export type CountStep = (publication: PublicationCode, step: Step) => void

export type FiguresDoor = {
  routes: Hono<PortalEnv>
  /** Whether the publisher wants figures of this publication. */
  isCounted: (publication: PublicationCode) => boolean
  /** Counts steps that the server sees itself, such as orders. */
  countStep: CountStep
  close: () => Promise<void>
}

type DoorOptions = Pick<FiguresDoor, 'isCounted'> & {
  portalApi: Pick<PortalApi, 'toRequestContext' | 'refuseForeignWrite' | 'serve'>
  /** Whether the publication has this advertisement of its own: no other id is counted. */
  hasAd: (publication: PublicationCode, id: string) => boolean
  /** Hosts of the publication, beside the one that was asked. */
  hostsOf: (publication: PublicationCode) => readonly string[]
  buffer: SeenBuffer
  figuresOf: (publication: PublicationCode) => Pick<Client<typeof FIGURES>, 'listReadWith'>
  now: () => Date
}

const BODY_BYTES = 4000
/** Behind an address may be an office or a school. */
const VIEWS = { most: 600, windowMs: 60_000 }
const ADDRESSES = 10_000
const MOST_USER_AGENT = 200

export function createFiguresDoor(options: DoorOptions): FiguresDoor {
  const { portalApi, isCounted, hasAd, hostsOf, buffer, figuresOf, now } = options
  const routes = new Hono<PortalEnv>()
  const limiter = createLimiter(createMemoryWindows(ADDRESSES), now)
  const endpoint = FIGURES_ENDPOINTS.tellView

  routes.post(toHonoPath(endpoint.path), async (c) => {
    const foreign = portalApi.refuseForeignWrite(c)
    if (foreign !== null) return toResponse(foreign)
    const context = portalApi.toRequestContext(c)
    const until = await limiter.take([{ key: toNetwork(context.origin.address), budget: VIEWS }])
    if (until !== null) {
      const { status, code, title, headers } = refuseUntil(until, now(), 'TOO_MANY_REQUESTS', 'Too many views a minute')
      return toResponse(refusal(status, code, title, { retryAfter: headers?.['retry-after'] }))
    }
    const input = await parseInput(endpoint, {}, c.req.raw, BODY_BYTES)
    if (isRefusal(input)) return toResponse(refusal(input.status, input.code, input.title, { fields: input.fields }))
    const { page, ads, ...told } = input.body
    if (!isRouteName(page))
      return toResponse(
        refusal(400, 'BAD_REQUEST', 'There is no such page', { fields: { 'body.page': 'NOT_ALLOWED' } }),
      )
    if (!isBot(context.origin.userAgent) && isCounted(context.publication)) {
      const isPrivate = c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1'
      const hosts = [context.host.replace(/:\d+$/, ''), ...hostsOf(context.publication)]
      const seen = toSeen({ ...told, page, ads: toKnownAds(context.publication, ads) }, context.origin, {
        isPrivate,
        hosts,
        at: now(),
      })
      if (seen !== null) buffer.add(context.publication, seen)
    }
    return toResponse(reply(undefined))
  })

  portalApi.serve(
    routes,
    FIGURES_ENDPOINTS.listReadWith,
    { as: 'anyone' },
    async ({ context: { publication }, params }) => {
      if (!isCounted(publication)) return reply({ articleIds: [] })
      const found = toReply(await figuresOf(publication).listReadWith({ params, query: {} }))
      return found.kind === 'refusal' ? found : reply({ articleIds: found.data.articles.map(({ id }) => id) })
    },
  )

  function toKnownAds(publication: PublicationCode, ads: Seen['ads']): Seen['ads'] {
    const isKnown = (told: string) => hasAd(publication, told.split('@', 1)[0]!)
    return ads && { seen: ads.seen.filter(isKnown), clicked: ads.clicked.filter(isKnown) }
  }

  return {
    routes,
    isCounted,
    countStep(publication, step) {
      if (isCounted(publication)) buffer.add(publication, { ...NO_PAGE, at: now().toISOString(), steps: [step] })
    },
    close: buffer.close,
  }
}

const isRouteName = (name: string): name is RouteName => Object.hasOwn(ROUTE_META, name)

const NO_PAGE = {
  isView: false,
  page: null,
  visitor: null,
  source: null,
  device: null,
  quarters: [0, 0],
  seconds: 0,
} satisfies Partial<Seen>

type Told = Omit<z.output<typeof PageTold>, 'page'> & { page: RouteName }

/** Null: nothing to count. A form in a frame is no page, but a step; a widget in a page of another house is neither. */
function toSeen(
  { page, from, medium = '', again, steps, ...told }: Told,
  { address, userAgent }: RequestContext['origin'],
  { isPrivate, hosts, at }: { isPrivate: boolean; hosts: readonly string[]; at: Date },
): Seen | null {
  const { layout } = ROUTE_META[page]
  const step = again ? null : toStep(page)
  const taken = [...new Set([...steps, ...(step === null ? [] : [step])])]
  if (isFramed(layout)) return step === null ? null : { ...NO_PAGE, at: at.toISOString(), steps: [step] }
  return {
    ...told,
    at: at.toISOString(),
    isView: !again,
    page,
    steps: taken,
    visitor: isPrivate ? null : `${toShortAddress(address)} ${userAgent.slice(0, MOST_USER_AGENT)}`,
    source: toSource(from, medium, hosts),
    device: toDevice(userAgent),
  }
}
