/**
 * The push service: Web Push without a third-party provider. Promises: a device gets the messages it chose, each
 * subject once, before it expires, outside of its quiet hours, with any number of processes; a message never contains
 * paid text; failures are retried later, devices that are gone are removed. Only push services are ever called, and no
 * caller is told a device's address.
 */
import { PUSH, PUSH_INFO } from '../contract/push.ts'
import { findPublication, toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '@lokalteil/services/platform/schedule'
import type { BoundHandlers } from '@lokalteil/services/platform/serve'
import { part, serveService, type ServiceOptions } from '@lokalteil/services/platform/service'
import type { PushContext } from './context.ts'
import { createDelivering } from './delivering.ts'
import * as devices from './devices.ts'
import { getStatus, notify, send } from './messages.ts'
import { findNews } from './news.ts'
import { countAudience, holdPush, listPushes, stopPush } from './orders.ts'
import { toPersonalData, type PushData } from './personal-data.ts'
import { createPlanning } from './planning.ts'
import type { PushHosts } from './push-hosts.ts'
import { createSender, type Sender } from './sending/sender.ts'
import { tidyUp } from './store/deliveries.ts'
import { listPublications } from './store/devices.ts'
import type { Gateway } from './shell-address.ts'
import type { Vapid } from './vapid.ts'

export type PushServiceOptions = ServiceOptions &
  Pick<PushContext, 'contentOf'> &
  Partial<Pick<PushContext, 'onTrouble'>> & {
    vapid: Vapid
    hosts?: PushHosts
    /** The publisher's gateway for devices of the app; absent: those are refused. */
    gateway?: Gateway | null
    /** Whether the publication has push. */
    isThere?: (publication: PublicationCode) => boolean
    sender?: Sender
  }

export type PushService = {
  app: Hono
  /** For export and erasure by the account service. */
  personalData: PushData
  /** Looks for news, plans, sends due messages and tidies up, once; after `start` it repeats by itself. */
  runDue: () => Promise<void>
  /** Run soon, because there may be something new. */
  wake: () => void
  start: () => void
  close: () => Promise<void>
}

const TICK_MS = 20_000
const WAKE_MS = 1000

const HANDLERS: BoundHandlers<PushContext, typeof PUSH, PublicationCode> = {
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
  countAudience,
  holdPush,
  stopPush,
  listPushes,
}

const NO_MORE_HOSTS: PushHosts = { hosts: [], origins: [] }

export async function createPushService(options: PushServiceOptions): Promise<PushService> {
  const { vapid, contentOf, isThere = () => true, onTrouble = () => {} } = options
  const hosts = options.hosts ?? NO_MORE_HOSTS
  const gateway = options.gateway ?? null
  let wakeTimer: NodeJS.Timeout | null = null
  let isStarted = false
  const { app, context: push } = await serveService<PushContext>(options, {
    schema: 'push',
    folder: import.meta.dirname,
    info: PUSH_INFO,
    toContext: (base) => ({
      ...base,
      vapid,
      hosts,
      gateway,
      contentOf,
      sender: options.sender ?? createSender({ vapid, hosts, gateway }),
      limiter: base.limitIn({ table: 'push.counters', notes: 'begins' }),
      wake,
      onTrouble,
    }),
    parts: [part(PUSH, HANDLERS)],
  })
  const { now, onError } = push
  const planning = createPlanning(push)
  const delivering = createDelivering(push)
  let running: Promise<void> | null = null
  const runDue = () => (running ??= runAll().finally(() => (running = null)))
  const schedule = createSchedule(TICK_MS, runDue, (error) => onError(error, 'push-due'))

  function wake(afterMs = 0): void {
    if (afterMs > 0) return void setTimeout(wake, afterMs).unref()
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
      const publication = toPublicationCode(code)
      if (publication === null || findPublication(code) === null || !isThere(publication)) continue
      // A publication whose content service fails delays no other.
      await findNews(push, publication).catch((error: unknown) => onError(error, 'push-news'))
    }
    await planning.runDue()
    await delivering.runDue()
    await tidyUp(push.db, now())
  }

  return {
    app,
    personalData: toPersonalData(push),
    runDue,
    wake: () => wake(),
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
