/**
 * The interface between the core's server and a room. `defineRoom` hides the types of a room: the core mounts its service,
 * serves its calls, sells for it in the checkout, exports, erases and moderates data of readers there and shows its line
 * without knowing the room. Table rows, settings, pages and browser code are in the other registries (docs/rooms.md); a publisher's
 * own room stands in no registry and says the same in `own` (docs/own-room.md).
 */
import type { Hono } from 'hono'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import type { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf, Contract, ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Run } from '@lokalteil/services/platform/commands/command'
import type { QueueTable } from '@lokalteil/services/platform/jobs/table-queue'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { CodeBrake } from '@lokalteil/web/server/api/code-brake'
import type { Person } from '@lokalteil/web/server/api/person'
import type { PortalApi, Principal, Reply, RequestContext } from '@lokalteil/web/server/api/portal-api'
import type { RoomCall } from '@lokalteil/web/server/api/rooms/room-routes'
import {
  mountService,
  type FindPushes,
  type Mounted,
  type NotifyReader,
  type ServiceRow,
} from '@lokalteil/web/server/composition/services/service-mount'
import type { Platform } from '@lokalteil/web/server/composition/services/platform'
import type { PortalContext } from '@lokalteil/web/server/composition/portal-context'
import type { EnvironmentReader } from '@lokalteil/web/server/config/environment'
import type { PortalEnv } from '@lokalteil/web/server/http/portal-env'
import type { RoomSitemap } from '@lokalteil/web/server/discovery/site'
import type { Pages } from '@lokalteil/web/server/rendering/pages'
import type { RoomCases } from '@lokalteil/web/server/rendering/community/case-source'
import type { UtilityLine } from '@lokalteil/web/server/rendering/utility-lines'
import type { Read } from '@lokalteil/web/app/page/content-api'
import type { OptionsSchema } from '@lokalteil/web/app/page/define-block'
import type { OfferApi } from '@lokalteil/web/app/page/offer-api'

type RoomDefinition<Values, Service, Clients, Settings> = {
  name: string
  /** Of a publisher's own room: the facts that rooms of the product have in the registries. */
  own?: OwnRoom<Settings>
  /** Reads the room's environment variables, which docs/configuration.md lists. */
  configure?: (environment: EnvironmentReader) => Values
  /** Its row in the table of services; absent: the room has no service of its own. */
  service?: (
    values: Values,
    core: { context: PortalContext; settingsOf: SettingsOf<Settings> } & ServiceOffers,
  ) => Omit<ServiceRow<Service, Clients>, 'name'>
  /** Tells the service that an account has another address; asked again until it succeeds. Absent: it keeps none. */
  changeAddress?: (clients: Clients, code: PublicationCode, change: AddressChange) => Promise<Result<unknown>>
  /** Tells a reader something on the devices, beside the mail; best effort. */
  notify?: (clients: Clients) => NotifyReader
  /** Takes orders of the office for messages to many; null: the publication has none. */
  pushes?: (clients: Clients) => FindPushes
  /** Called when all services are open. */
  open: (
    room: { context: PortalContext; service: Mounted<Service, Clients>; settingsOf: SettingsOf<Settings> } & CoreOffers,
  ) => OpenRoom
  /** Fills the embedded service with sample data of the demo; at every start. */
  fillDemo?: (service: Service) => Promise<void>
  /** Adds sample data that take minutes, at every start, while the portal answers already. */
  completeDemo?: (service: Service, values: Values) => Promise<void>
  /** The file of a picture of the demo; null: it is none of the room's. */
  findDemoPicture?: (path: string) => string | null
}

type AddressChange = { sub: string; from: string; to: string }

/** Null: the publication has the room switched off, or its settings are refused. */
type SettingsOf<Settings> = (code: PublicationCode) => Settings | null

type OwnRoom<Settings = unknown> = {
  /** Checks its settings, `own.{name}` in `rooms.yaml`, at once; absent: it has none. */
  settings?: OptionsSchema<Settings>
  /** Its item in menus that no `navigation.yaml` writes. `icon`: a name of the icon sprite. */
  menu?: { label: string; target: string; icon?: string }
  /** `npx lokalteil {name}`. */
  noun?: { about: string; load: () => Promise<Run> }
  /** Queues of its jobs, for `npx lokalteil status`. */
  queues?: readonly QueueTable[]
}

/** Parts of the core for the service of a room. */
type ServiceOffers = {
  content: {
    public: (code: PublicationCode) => Client<typeof CONTENT>
    internal: (code: PublicationCode) => Client<typeof CONTENT_INTERNAL>
  }
  /** Null: the content service is external and must be polled. */
  onContentChange: ((listener: () => void) => unknown) | null
  /** Purchases of the checkout, for a seller that reports their outcome. */
  purchasesOf: (code: PublicationCode) => Client<typeof PURCHASES_INTERNAL>
  /** The public store of pictures that readers sent. */
  pictures: ShownPictures
}

/** Helpers that the core gives a room. */
type CoreOffers = {
  /** Further calls of the content service, for pages. */
  contentOf: <C extends Contract>(contract: C) => (code: PublicationCode) => Client<C>
  /** Adds signed URLs of pictures to an answer; null: URLs are not signed. */
  addAddresses: ((value: unknown) => void) | null
  /**
   * Rendered pages. After `expire` each is rendered again at its next request; after `withdraw` no process serves a page with
   * the removed content.
   */
  pages: { expire: () => void; withdraw: () => void }
  portalApi: PortalApi
  /** Contracts and coins of readers, and their purchases with coins. */
  platformOf: (code: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
  /** Throttles guessing of codes, over all routes that take one. */
  brake: CodeBrake
  /** The hash under which a service counts the attempts of a client; `use` keeps those of services apart. */
  requesterOf: (context: RequestContext, use: string) => string
  /** Name and address of the reader. */
  readPerson: (principal: Principal) => Promise<Reply<Person>>
  offersOf: (code: PublicationCode) => OfferApi
  hasCheckout: boolean
}

export type OpenRoom = {
  calls: readonly RoomCall[]
  /** Calls that change something, and files: pictures, downloads. */
  routes?: Hono<PortalEnv>
  /** Plain forms: the answer is the page again, with faults or the result. */
  forms?: (renderAnswer: Pages['renderAnswer']) => Hono<PortalEnv>
  /** Calls of `ROOM_PAGE_CALLS`, for pages on the server alone. */
  pageCalls?: readonly RoomCall[]
  cases?: RoomCases
  sitemap?: RoomSitemap
  /** An entry in the utility bar of every page. */
  line?: UtilityLine
}

export type MountedRoom = Mounted<unknown, unknown> & {
  name: string
  /** Of an own room; those of the product stand in a registry. */
  queues: readonly QueueTable[]
  open: (offers: CoreOffers) => OpenRoom
  /** Null: the service keeps no address, or there is none. */
  changeAddress: ((code: PublicationCode, change: AddressChange) => Promise<Result<unknown>>) | null
  /** Null: the room tells readers nothing, or its service is not there. */
  notify: NotifyReader | null
  /** Null: the room takes no orders of the office, or its service is not there. */
  pushes: FindPushes | null
  fillDemo: () => Promise<void>
  completeDemo: () => Promise<void>
}

const NO_SERVICE = { path: null, url: null, key: () => '', clients: () => ({}), open: null }

export type Room = {
  name: string
  /** Null: it says nothing beside the registries. */
  own: OwnRoom | null
  configure: (environment: EnvironmentReader) => unknown
  findDemoPicture: (path: string) => string | null
  mount: (context: PortalContext, platform: Platform | null, offers: ServiceOffers) => Promise<MountedRoom>
}

const made = new WeakSet<object>()

/** Whether a module's export was made by `defineRoom`. */
export function isRoom(value: unknown): value is Room {
  return typeof value === 'object' && value !== null && made.has(value)
}

export function defineRoom<Values, Service, Clients, Settings = Record<string, never>>(
  room: RoomDefinition<Values, Service, Clients, Settings>,
): Room {
  const { name, own = null, configure = () => null, findDemoPicture = () => null, changeAddress } = room
  const found: Room = {
    name,
    own,
    configure,
    findDemoPicture,
    async mount(context, platform, offers) {
      const values = context.config.rooms[name] as Values
      const settingsOf = createSettings(name, own?.settings, context)
      const row = room.service?.(values, { context, settingsOf, ...offers }) ?? NO_SERVICE
      const service = (await mountService<unknown, unknown>(context, platform, { name, ...row })) as Mounted<
        Service,
        Clients
      >
      return {
        ...service,
        name,
        queues: own?.queues ?? [],
        open: (core) => room.open({ context, service, settingsOf, ...core }),
        changeAddress:
          changeAddress !== undefined && service.isThere
            ? (code, change) => changeAddress(service.clients, code, change)
            : null,
        notify: service.isThere ? (room.notify?.(service.clients) ?? null) : null,
        pushes: service.isThere ? (room.pushes?.(service.clients) ?? null) : null,
        async fillDemo() {
          if (service.own !== null) await room.fillDemo?.(service.own.service)
        },
        async completeDemo() {
          if (service.own !== null) await room.completeDemo?.(service.own.service, values)
        },
      }
    },
  }
  made.add(found)
  return found
}

/** Checks the settings of an own room once for each state; refused ones are logged, and the room stays off. */
function createSettings<Settings>(
  name: string,
  schema: OptionsSchema<Settings> | undefined,
  { rooms, log }: Pick<PortalContext, 'rooms' | 'log'>,
): SettingsOf<Settings> {
  const known = new Map<PublicationCode, { raw: unknown; settings: Settings | null }>()
  return (code) => {
    const raw = rooms.own(code, name)
    if (raw === null) return null
    const before = known.get(code)
    if (before?.raw === raw) return before.settings
    const checked = checkSettings(schema, raw)
    if (!checked.ok) log('warn', 'room-settings', { room: name, publication: code, fault: checked.fault })
    const settings = checked.ok ? checked.settings : null
    known.set(code, { raw, settings })
    return settings
  }
}

type Checked<Settings> = { ok: true; settings: Settings } | { ok: false; fault: string }

export function checkSettings<Settings>(schema: OptionsSchema<Settings> | undefined, raw: object): Checked<Settings> {
  if (schema === undefined)
    return Object.keys(raw).length === 0
      ? { ok: true, settings: raw as Settings }
      : { ok: false, fault: 'the room has no settings' }
  const result = schema['~standard'].validate(raw)
  if (result instanceof Promise) return { ok: false, fault: 'its schema must answer at once, and it returns a promise' }
  if (result.issues === undefined) return { ok: true, settings: result.value }
  const [issue] = result.issues
  const field = (issue?.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return { ok: false, fault: `${field === '' ? '' : `${field}: `}${issue?.message ?? 'wrong'}` }
}

type Calls = Readonly<Record<string, RoomCall['endpoint']>>
type Answers<C extends Calls> = {
  [Name in keyof C]: (
    code: PublicationCode,
    input: Pick<ParsedOf<C[Name]>, 'params' | 'query'>,
    accessToken: string | null,
  ) => Promise<Read<AnswerOf<C[Name]>>>
}

/** Serves calls with the same answer for all readers: directly to pages on the server, over HTTP to the browser. */
export function answerCalls<C extends Calls>(contract: C, answers: Answers<C>): RoomCall[] {
  return toCalls(contract, answers, 'anyone')
}

/**
 * Serves calls whose answer differs from reader to reader: they get the access token of the session, null without a login. Pages
 * ask through `asReader`.
 * @epaper
 */
export function answerReaders<C extends Calls>(contract: C, answers: Answers<C>): RoomCall[] {
  return toCalls(contract, answers, 'reader')
}

function toCalls<C extends Calls>(contract: C, answers: Answers<C>, as: RoomCall['as']): RoomCall[] {
  return Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    as,
    answer: answers[name] as RoomCall['answer'],
  }))
}

/** The answer of a room that is switched off. */
export const OFF = { ok: false, status: 404 } as const

/** Turns null into a 404. */
export function toRead<T>(found: T | null): Read<T> {
  return found === null ? OFF : { ok: true, data: found }
}

/** Passes an answer on with signed URLs of its pictures. */
export async function withAddresses<T>(
  asked: Promise<Read<T>>,
  addAddresses: CoreOffers['addAddresses'],
): Promise<Read<T>> {
  const found = await asked
  if (found.ok) addAddresses?.(found.data)
  return found
}
