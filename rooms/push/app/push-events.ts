/**
 * The worker's part of push messages: shows a message with its reason, opens its page, ends its kind with one tap
 * without opening anything, and re-registers a device whose address changed. An unreadable message is shown, too,
 * because a browser withdraws the permission if a message shows nothing.
 */
import { withMedium } from '@lokalteil/domain/figures/source'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import type { PortalAnswer, PortalInput, PortalRoute } from '@lokalteil/web/app/page/portal-client'
import type { PushSubscription as PushAddress } from '../contract/push.ts'
import type { PushPayload } from '../domain/push.ts'
import { pushTexts } from './push-texts.ts'
import { DEVICE_CACHE, keepPushDevice, readPushDevice } from './push-device.ts'
import { scope, type WorkerPart } from '@lokalteil/web/app/sw/worker-scope'

const OFF = 'off'
const SETTINGS = '/mitteilungen'

export const pushWorker: WorkerPart = { cache: DEVICE_CACHE, listen, forget: leaveAccount }

function listen(): void {
  scope.addEventListener('push', (event) => event.waitUntil(show(readPayload(event.data))))
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const payload = event.notification.data as PushPayload | null
    event.waitUntil(event.action === OFF && payload !== null ? turnOff(payload) : open(payload?.path ?? SETTINGS))
  })
  scope.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(renew(event.newSubscription ?? null).catch(() => undefined)),
  )
}

/**
 * The login on this device has ended. If the server cannot be reached, the device unsubscribes, because the next reader
 * must not get messages of the last one.
 */
async function leaveAccount(): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const answer = await post('POST /api/push/detach', { device })
  if (answer === 'failed') await unsubscribe()
  if (answer === 'unknown') await keepPushDevice(null)
}

async function show(payload: PushPayload | null): Promise<void> {
  const { showNotification } = scope.registration
  if (showNotification === undefined) return
  if (payload === null) {
    await scope.registration.showNotification!(pushTexts.message.unknown, { tag: 'unknown', data: null })
    return
  }
  await keepPushDevice(payload.device)
  const { title, body, tag, kind, label, at, icon } = payload
  const why = pushTexts.message.why(kind, label)
  await scope.registration.showNotification!(title, {
    body: body === '' ? why : `${body}\n${why}`,
    tag,
    lang: 'de',
    timestamp: Date.parse(at),
    icon,
    data: payload,
    actions: [{ action: OFF, title: pushTexts.message.off(kind, label) }],
  })
}

function readPayload(data: { json: () => unknown } | null): PushPayload | null {
  let payload: unknown
  try {
    payload = data?.json()
  } catch {
    return null
  }
  const { v, device, kind, title, path } = (payload ?? {}) as Partial<PushPayload>
  const isOurs = v === 1 && typeof device === 'string' && typeof title === 'string' && title !== ''
  return isOurs && typeof kind === 'string' && typeof path === 'string' && isOwnPath(path)
    ? (payload as PushPayload)
    : null
}

/** Focuses a tab that already shows it. */
async function open(path: string): Promise<void> {
  const url = new URL(path, scope.location.origin).href
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => client.url.split('#')[0] === url.split('#')[0])
  if (shown?.focus !== undefined) {
    await shown.focus()
    if (url.includes('#')) await shown.navigate(url).catch(() => undefined)
    return
  }
  await scope.clients.openWindow?.(withMedium(url, 'push'))
}

/** Shows the result in the same notification; a failure links to the settings. */
async function turnOff({ device, kind, ref, label, tag, icon }: PushPayload): Promise<void> {
  const answer = await post('POST /api/push/off', { device, kind, ref })
  const { message } = pushTexts
  await scope.registration.showNotification?.(answer === 'ok' ? message.isOff(kind, label) : message.offFailed, {
    body: answer === 'ok' ? message.isOffMore : message.offFailedMore,
    tag,
    lang: 'de',
    silent: true,
    icon,
    data: null,
  })
}

async function renew(given: PushSubscription | null): Promise<void> {
  const device = await readPushDevice()
  if (device === null) return
  const subscription = given ?? (await subscribeAgain())
  if (subscription === null) return
  if (
    (await post('POST /api/push/replace', { device, subscription: subscription.toJSON() as PushAddress })) === 'unknown'
  )
    await unsubscribe()
}

async function subscribeAgain(): Promise<PushSubscription | null> {
  const found = await fetch(toPath('GET /api/push/key'))
  if (!found.ok) return null
  const { publicKey } = (await found.json()) as PortalAnswer<'GET /api/push/key'>
  return (
    (await scope.registration.pushManager?.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })) ??
    null
  )
}

async function unsubscribe(): Promise<void> {
  const subscription = await scope.registration.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  await keepPushDevice(null)
}

const toPath = (route: PortalRoute): string => route.slice(route.indexOf(' ') + 1)

type BodyOf<R extends PortalRoute> = PortalInput<R> extends { body: infer Body } ? Body : never

/** Named as in the contract. The typed client would double the size of the service worker. */
async function post<R extends PortalRoute & `POST /api/push/${string}`>(
  route: R,
  body: BodyOf<R>,
): Promise<'ok' | 'unknown' | 'failed'> {
  try {
    const answer = await fetch(toPath(route), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return answer.ok ? 'ok' : answer.status === 404 ? 'unknown' : 'failed'
  } catch {
    return 'failed'
  }
}
