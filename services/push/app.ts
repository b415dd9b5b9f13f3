/**
 * The push service: Web Push without a third-party provider. Promises: a device gets the messages it chose, each
 * subject once, before it expires, outside of its quiet hours, with any number of processes; a message never contains
 * paid text; failures are retried later, devices that are gone are removed. Only push services are ever called, and no
 * caller is told a device's address.
 */
import { PUSH, PUSH_INFO } from '@lokalteil/contracts/push'
import { findPublication, toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate, migrationsIn } from '../platform/database/migrations.ts'
import { createLimiter } from '../platform/limits/limiter.ts'
import { createTableWindows } from '../platform/limits/table-windows.ts'
import { createSchedule } from '../platform/schedule.ts'
import { bindHandlers, problem, serveContract, serveDocumentation, type BoundHandlers } from '../platform/serve.ts'
import type { PushContext } from './context.ts'
import { createDelivering } from './delivering.ts'
import * as devices from './devices.ts'
import { getStatus, notify, send } from './messages.ts'
import { findNews } from './news.ts'
import { toPersonalData, type PushData } from './personal-data.ts'
import { createPlanning } from './planning.ts'
import type { PushHosts } from './push-hosts.ts'
import type { PushDb } from './schema.ts'
import { createSender, type Sender } from './sending/sender.ts'
import { tidyUp } from './store/deliveries.ts'
import { listPublications } from './store/devices.ts'
import type { Gateway } from './shell-address.ts'
import type { Vapid } from './vapid.ts'

export type PushServiceOptions = Pick<PushContext, 'contentOf'> &
  Partial<Pick<PushContext, 'now' | 'onError' | 'onTrouble'>> & {
    database: Database
    serviceKey: string
    vapid: Vapid
    hosts?: PushHosts
    /** The publisher's gateway for devices of the app; absent: those are refused. */
    gateway?: Gateway | null
    /** Whether the publication has push. */
    isThere?: (mandator: Mandator) => boolean
    sender?: Sender
    checkAnswers?: boolean
  }

export type PushService = {
  app: Hono
  /** For export and erasure by the account service. */
  readerData: PushData
  /** Looks for news, plans, sends due messages and tidies up, once; after `start` it repeats by itself. */
  runDue: () => Promise<void>
  /** Run soon, because there may be something new. */
  wake: () => void
  start: () => void
  close: () => Promise<void>
}

const TICK_MS = 20_000
const WAKE_MS = 1000

const HANDLERS: BoundHandlers<PushContext, typeof PUSH, Mandator> = {
  getKey: ({ vapid, gateway }) => ({ publicKey: vapid.publicKey, takesShells: gateway !== null }),
  register: devices.register,
  getDevice: devices.getDevice,
  saveChoices: devices.saveChoices,
  turnOff: devices.turnOff,
  detach: devices.detach,
  replace: devices.replace,
  remove: devices.remove,
  getReader: devices.getReader,
  saveReader: devices.saveReader,
  notify,
  send,
  getStatus,
}

const NO_MORE_HOSTS: PushHosts = { hosts: [], origins: [] }

export async function createPushService(options: PushServiceOptions): Promise<PushService> {
  const { database, vapid, contentOf, now = () => new Date(), onError = () => {}, isThere = () => true } = options
  await migrate(database, 'push', await migrationsIn(import.meta.dirname))
  const hosts = options.hosts ?? NO_MORE_HOSTS
  const gateway = options.gateway ?? null
  let wakeTimer: NodeJS.Timeout | null = null
  let isStarted = false
  const push: PushContext = {
    db: database.db as PushDb,
    vapid,
    hosts,
    gateway,
    contentOf,
    sender: options.sender ?? createSender({ vapid, hosts, gateway }),
    limiter: createLimiter(createTableWindows(database.db, { table: 'push.counters', notes: 'begins' }), now),
    wake,
    now,
    onError,
    onTrouble: options.onTrouble ?? (() => {}),
  }
  const planning = createPlanning(push)
  const delivering = createDelivering(push)
  let running: Promise<void> | null = null
  const runDue = () => (running ??= runAll().finally(() => (running = null)))
  const schedule = createSchedule(TICK_MS, runDue, (error) => onError(error, 'push-due'))

  function wake(): void {
    if (!isStarted || wakeTimer !== null) return
    const begin = () => {
      wakeTimer = null
      // The current run may already be past the new message, so run again.
      void (running ?? Promise.resolve())
        .catch(() => {})
        .then(runDue)
        .catch((error: unknown) => onError(error, 'push-due'))
    }
    wakeTimer = setTimeout(begin, WAKE_MS).unref()
  }

  async function runAll(): Promise<void> {
    for (const code of await listPublications(push.db)) {
      const publication = toMandator(code)
      if (publication === null || findPublication(code) === null || !isThere(publication)) continue
      // A publication whose content service fails delays no other.
      await findNews(push, publication).catch((error: unknown) => onError(error, 'push-news'))
    }
    await planning.runDue()
    await delivering.runDue()
    await tidyUp(push.db, now())
  }

  return {
    app: createApp(push, options),
    readerData: toPersonalData(push),
    runDue,
    wake,
    start() {
      isStarted = true
      schedule.start(false)
    },
    async close() {
      isStarted = false
      if (wakeTimer !== null) clearTimeout(wakeTimer)
      await Promise.all([delivering.close(), planning.close(), schedule.close()])
      await running?.catch(() => {})
      await push.sender.close()
    },
  }
}

function createApp(push: PushContext, { serviceKey, checkAnswers }: PushServiceOptions): Hono {
  const served = serveContract(PUSH, bindHandlers(push, HANDLERS), {
    base: '/:mandator',
    toContext: ({ mandator = '' }) => toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
    serviceKey,
    headers: { 'cache-control': 'no-store' },
    onError: push.onError,
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
  })
  const app = new Hono()
  app.route('/', serveDocumentation(PUSH, PUSH_INFO))
  app.all('*', (c) => served.fetch(c.req.raw))
  return app
}
