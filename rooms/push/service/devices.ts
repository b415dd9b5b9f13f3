/**
 * Devices and their choices. A device is its own owner, or belongs to the account logged in on it. A login joins it to
 * the account's choices; a logout leaves nothing about the reader on it. Addresses of hosts that are no push services
 * are refused.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { AnySubscription, PushState } from '../contract/push.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import {
  FIRST_CHOICES,
  joinChoices,
  NO_CHOICES,
  PUSH_CONSENT,
  turnOff as withoutOne,
  type PushChoices,
} from '../domain/push.ts'
import { refuseUntil } from '@lokalteil/services/platform/limits/limiter'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import type { PushCall, PushContext } from './context.ts'
import { findEndpointRefusal } from './push-hosts.ts'
import { isShellAddress, toShellAddress } from './shell-address.ts'
import { ofDevice, ofReader, type PushDb } from './schema.ts'
import { dropUnwanted, listLatestOf } from './store/deliveries.ts'
import * as store from './store/devices.ts'
import type { DeviceRow } from './store/devices.ts'
import { markOf } from './store/messages.ts'

const HOUR = 3_600_000
const OF_ADDRESS = { most: 30, windowMs: HOUR }
/** More than a household has; beyond it the oldest is removed. */
const MOST_DEVICES = 20
const LATEST = 10

export async function register(push: PushContext, { context: publication, body }: PushCall<'register'>) {
  const { subscription, sub, textVersion, requester, choices } = body
  if (textVersion !== PUSH_CONSENT.version) return problem(409, 'OLD_TEXT', 'Another text was agreed to')
  const refused = findRefusal(push, subscription)
  if (refused !== null) return noPushService(refused)
  const until = await push.limiter.take([{ key: `register ${publication} ${requester}`, budget: OF_ADDRESS }])
  if (until !== null) return refuseUntil(until, push.now())
  return push.db.transaction().execute(async (trx) => {
    const fresh = randomUUID()
    const id = await store.saveDevice(trx, {
      id: fresh,
      publication,
      ...toAddress(push, subscription),
      owner: ofDevice(fresh),
      text_version: textVersion,
      agreed_at: push.now(),
    })
    // News count from now on, not from the next look.
    await markOf(trx, publication, push.now())
    const own = await store.readChoices(trx, publication, ofDevice(id))
    const device = (await store.findDevice(trx, publication, id))!
    if (own === null || (choices !== undefined && device.owner === ofDevice(id)))
      await store.saveChoices(trx, publication, ofDevice(id), choices ?? own ?? FIRST_CHOICES, push.now())
    return toState(push, trx, await belongTo(push, trx, device, sub))
  })
}

export async function getDevice(push: PushContext, { context, params, body }: PushCall<'getDevice'>) {
  return withDevice(push, context, params.device, async (trx, device) => {
    const isLeft = body.sub === null && device.owner !== ofDevice(device.id) && isShellAddress(device.endpoint)
    if (!isLeft) return toState(push, trx, await belongTo(push, trx, device, body.sub))
    // The login ended, and the app could not report it.
    await store.removeDevices(trx, context, [device.id])
    return unknownDevice()
  })
}

export async function saveChoices(push: PushContext, { context, params, body }: PushCall<'saveChoices'>) {
  return withDevice(push, context, params.device, async (trx, found) => {
    const device = await belongTo(push, trx, found, body.sub)
    await choose(push, trx, context, device.owner, body.choices)
    return toState(push, trx, device)
  })
}

export async function turnOff(push: PushContext, { context, params, body }: PushCall<'turnOff'>) {
  return withDevice(push, context, params.device, async (trx, { owner }) => {
    const choices = await store.readChoices(trx, context, owner)
    if (choices !== null) await choose(push, trx, context, owner, withoutOne(choices, body))
    return undefined
  })
}

export async function detach(push: PushContext, { context, params }: PushCall<'detach'>) {
  return withDevice(push, context, params.device, async (trx, device) => {
    await leave(push, trx, device)
    return undefined
  })
}

/** The reader has logged out on the device. */
export async function leave(push: PushContext, trx: PushDb, device: DeviceRow): Promise<void> {
  // Messages in an app have no button to end them, so a logout removes its device.
  if (isShellAddress(device.endpoint)) await store.removeDevices(trx, device.publication, [device.id])
  else await belongTo(push, trx, device, null)
}

export async function replace(push: PushContext, { context, params, body }: PushCall<'replace'>) {
  const refused = findRefusal(push, body.subscription)
  if (refused !== null) return noPushService(refused)
  return push.db.transaction().execute(async (trx) => {
    const isThere = await store.replaceSubscription(trx, context, params.device, toAddress(push, body.subscription))
    return isThere ? undefined : unknownDevice()
  })
}

export async function remove({ db }: PushContext, { context, params }: PushCall<'remove'>) {
  await db.transaction().execute((trx) => store.removeDevices(trx, context, [params.device]))
  return undefined
}

export async function getReader(push: PushContext, { context, params }: PushCall<'getReader'>) {
  return toReaderState(push, push.db, context, params.sub)
}

export async function saveReader(push: PushContext, { context, params, body }: PushCall<'saveReader'>) {
  return push.db.transaction().execute(async (trx) => {
    await choose(push, trx, context, ofReader(params.sub), body.choices)
    return toReaderState(push, trx, context, params.sub)
  })
}

/** Queued messages that are no longer chosen are dropped. */
async function choose(
  push: PushContext,
  trx: PushDb,
  publication: PublicationCode,
  owner: string,
  choices: PushChoices,
): Promise<void> {
  await store.saveChoices(trx, publication, owner, choices, push.now())
  const devices = await store.listDevicesOf(trx, publication, owner)
  await dropUnwanted(
    trx,
    devices.map(({ id }) => id),
    choices,
  )
}

// --- Owner of a device

async function withDevice<T>(
  { db }: PushContext,
  publication: PublicationCode,
  id: string,
  work: (trx: PushDb, device: DeviceRow) => Promise<T>,
): Promise<T | Refusal> {
  return db.transaction().execute(async (trx) => {
    const device = await store.findDevice(trx, publication, id)
    return device === null ? unknownDevice() : work(trx, device)
  })
}

/** `sub`: the account of the request's session; null: logged out. */
async function belongTo(push: PushContext, trx: PushDb, device: DeviceRow, sub: string | null): Promise<DeviceRow> {
  const { publication, id, owner: before } = device
  const owner = sub === null ? ofDevice(id) : ofReader(sub)
  if (owner === before) return device
  const code = publication as PublicationCode
  const isAccount = before !== ofDevice(id)
  const own = (await store.readChoices(trx, code, ofDevice(id))) ?? NO_CHOICES
  if (isAccount) await leaveAccount(push, trx, device, own)
  if (sub !== null) await joinAccount(push, trx, device, owner, isAccount ? null : own)
  await store.setOwner(trx, code, id, owner)
  // Drop messages queued for the previous owner, except breaking news.
  await dropUnwanted(trx, [id], { ...NO_CHOICES, breaking: true })
  return { ...device, owner }
}

/** Breaking news stay chosen, because they say nothing about the reader. */
async function leaveAccount(push: PushContext, trx: PushDb, device: DeviceRow, own: PushChoices): Promise<void> {
  const account = await store.readChoices(trx, device.publication, device.owner)
  const kept = { ...NO_CHOICES, ...own, replies: false, breaking: own.breaking || account?.breaking === true }
  await store.saveChoices(trx, device.publication, ofDevice(device.id), kept, push.now())
}

async function joinAccount(
  push: PushContext,
  trx: PushDb,
  { publication, id }: DeviceRow,
  owner: string,
  own: PushChoices | null,
): Promise<void> {
  const known = await store.readChoices(trx, publication, owner)
  if (own !== null || known === null)
    await store.saveChoices(trx, publication, owner, joinChoices(known, own ?? FIRST_CHOICES), push.now())
  // The device keeps no topics of the account, because its next reader must not see them.
  if (own !== null)
    await store.saveChoices(trx, publication, ofDevice(id), { ...own, follows: [], replies: false }, push.now())
  const devices = await store.listDevicesOf(trx, publication, owner)
  await store.removeDevices(
    trx,
    publication,
    devices.slice(0, Math.max(0, devices.length + 1 - MOST_DEVICES)).map((device) => device.id),
  )
}

// --- Answers about a device

async function toState(push: PushContext, db: PushDb, { publication, id, owner }: DeviceRow): Promise<PushState> {
  const choices = (await store.readChoices(db, publication, owner)) ?? NO_CHOICES
  const isOfAccount = owner !== ofDevice(id)
  return {
    device: id,
    choices: toContract(choices),
    isOfAccount,
    devices: isOfAccount ? (await store.listDevicesOf(db, publication, owner)).length : 1,
    latest: await listLatest(db, [id]),
  }
}

async function toReaderState(
  _push: PushContext,
  db: PushDb,
  publication: PublicationCode,
  sub: string,
): Promise<PushState> {
  const devices = await store.listDevicesOf(db, publication, ofReader(sub))
  const choices = (await store.readChoices(db, publication, ofReader(sub))) ?? FIRST_CHOICES
  return {
    device: null,
    choices: toContract(choices),
    isOfAccount: true,
    devices: devices.length,
    latest: await listLatest(
      db,
      devices.map(({ id }) => id),
    ),
  }
}

export async function listLatest(db: PushDb, devices: readonly string[]): Promise<PushState['latest']> {
  if (devices.length === 0) return []
  const rows = await listLatestOf(db, devices, LATEST)
  return rows.map(({ title, path, kind, ref, matches, at, state }) => ({
    title,
    path,
    kind,
    ref,
    label: matches.find(({ follow }) => follow === `${kind} ${ref}`)?.label ?? '',
    at: at.toISOString(),
    state,
  }))
}

function toContract(choices: PushChoices): PushState['choices'] {
  return { ...choices, follows: [...choices.follows] }
}

function toAddress({ vapid }: PushContext, subscription: AnySubscription) {
  const endpoint = 'shell' in subscription ? toShellAddress(subscription) : subscription.endpoint
  const { p256dh, auth } = 'shell' in subscription ? { p256dh: '', auth: '' } : subscription.keys
  const digest = createHash('sha256').update(endpoint).digest('base64url')
  return { digest, endpoint, p256dh: unpadded(p256dh), auth: unpadded(auth), public_key: vapid.publicKey }
}

/** Null: messages can be sent there. Else the reason. */
function findRefusal({ hosts, gateway }: PushContext, subscription: AnySubscription): string | null {
  if (!('shell' in subscription)) return findEndpointRefusal(subscription.endpoint, hosts)
  return gateway === null ? 'there is no gateway for the app' : null
}

const unpadded = (text: string) => text.replace(/=+$/, '')

/** Never includes the address: with it anybody could send to the device. */
const noPushService = (why: string) => problem(422, 'NO_PUSH_SERVICE', `The address of the subscription: ${why}`)
const unknownDevice = () => problem(404, 'UNKNOWN_DEVICE', 'No such device')
