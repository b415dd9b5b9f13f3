/**
 * The interface between the core's server and a room. `defineRoom` hides the types of a room: the core mounts its service,
 * serves its calls, sells for it in the checkout and shows its line without knowing the room. Table rows, settings, pages and
 * browser code are in the other registries (docs/rooms.md).
 */
import type { Hono } from 'hono'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { QUIZZES } from '@lokalteil/contracts/content/quizzes'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { CodeBrake } from '@lokalteil/web/server/api/code-brake'
import type { PortalApi, RequestContext } from '@lokalteil/web/server/api/portal-api'
import type { RoomCall } from '@lokalteil/web/server/api/rooms/room-routes'
import { mountService, type Mounted, type ServiceRow } from '@lokalteil/web/server/composition/services/service-mount'
import type { Platform } from '@lokalteil/web/server/composition/services/platform'
import type { PortalContext } from '@lokalteil/web/server/composition/portal-context'
import type { EnvironmentReader } from '@lokalteil/web/server/config/environment'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import type { UtilityLine } from '@lokalteil/web/server/rendering/utility-lines'
import type { Read } from '@lokalteil/web/app/page/content-api'

type RoomDefinition<Values, Service, Clients> = {
  name: string
  /** Reads the room's environment variables, which docs/configuration.md lists. */
  configure?: (environment: EnvironmentReader) => Values
  /** Its row in the table of services; absent: the room has no service of its own. */
  service?: (
    values: Values,
    core: { context: PortalContext } & ServiceOffers,
  ) => Omit<ServiceRow<Service, Clients>, 'name'>
  /** Called when all services are open. */
  open: (room: { context: PortalContext; service: Mounted<Service, Clients> } & CoreOffers) => OpenRoom
  /** Fills the embedded service with sample data of the demo; at every start. */
  fillDemo?: (service: Service) => Promise<void>
}

/** What the core gives the service of a room. */
type ServiceOffers = {
  /** Purchases of the checkout, for a seller that says what became of them. */
  purchasesOf: (code: Mandator) => Client<typeof PURCHASES_INTERNAL>
}

/** Helpers that the core gives a room. */
type CoreOffers = {
  content: { quizzes: (code: Mandator) => Client<typeof QUIZZES> }
  /** Adds signed URLs of pictures to an answer; null: URLs are not signed. */
  addAddresses: ((value: unknown) => void) | null
  /** Rendered pages; after `expire` each is rendered again when it is asked for. */
  pages: { expire: () => void }
  portalApi: PortalApi
  /** Throttles guessing of codes, over all routes that take one. */
  brake: CodeBrake
  /** The hash under which a service counts the attempts of a client; `use` keeps those of services apart. */
  requesterOf: (context: RequestContext, use: string) => string
}

export type OpenRoom = {
  calls: readonly RoomCall[]
  /** Calls that change something or differ from reader to reader, and downloads. */
  routes?: Hono<PortalEnv>
  /** An entry in the utility bar of every page. */
  line?: UtilityLine
}

type MountedRoom = Mounted<unknown, unknown> & {
  open: (offers: CoreOffers) => OpenRoom
  fillDemo: () => Promise<void>
}

const NO_SERVICE = { path: null, url: null, key: () => '', clients: () => ({}), open: null }

export type Room = {
  name: string
  configure: (environment: EnvironmentReader) => unknown
  mount: (context: PortalContext, platform: Platform | null, offers: ServiceOffers) => Promise<MountedRoom>
}

export function defineRoom<Values, Service, Clients>(room: RoomDefinition<Values, Service, Clients>): Room {
  const { name, configure = () => null } = room
  return {
    name,
    configure,
    async mount(context, platform, offers) {
      const row = room.service?.(context.config.rooms[name] as Values, { context, ...offers }) ?? NO_SERVICE
      const service = (await mountService<unknown, unknown>(context, platform, { name, ...row })) as Mounted<
        Service,
        Clients
      >
      return {
        ...service,
        open: (offers) => room.open({ context, service, ...offers }),
        async fillDemo() {
          if (service.own !== null) await room.fillDemo?.(service.own.service)
        },
      }
    },
  }
}

type Calls = Readonly<Record<string, RoomCall['endpoint']>>
type Answers<C extends Calls> = {
  [Name in keyof C]: (
    code: Mandator,
    input: Pick<ParsedOf<C[Name]>, 'params' | 'query'>,
  ) => Promise<Read<AnswerOf<C[Name]>>>
}

/** Serves calls with the same answer for all readers: directly to pages on the server, over HTTP to the browser. */
export function answerCalls<C extends Calls>(contract: C, answers: Answers<C>): RoomCall[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    answer: answers[name] as RoomCall['answer'],
  }))
}

/** Turns null into a 404. */
export function toRead<T>(found: T | null): Read<T> {
  return found === null ? { ok: false, status: 404 } : { ok: true, data: found }
}
