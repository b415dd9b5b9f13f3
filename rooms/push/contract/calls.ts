/**
 * Push messages of a publication (docs/push.md). A device is identified by its id, which only the device knows. With a
 * session the choices belong to the account and the device joins it; without one the device has its own.
 */
import { z } from 'zod'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { AnySubscription, DeviceId, PushChoices, PushOff, PushState } from './push.ts'
import { Text } from '@lokalteil/contracts/portal/values'

const out = { 404: 'NOT_FOUND', 503: 'UNAVAILABLE' } as const
const unknown = { 404: 'UNKNOWN_DEVICE', 503: 'UNAVAILABLE' } as const

export const PUSH_CALLS = contract({
  getPushKey: {
    method: 'GET',
    path: '/api/push/key',
    summary: 'The public key browsers subscribe with, and whether devices of the app are taken',
    answer: z.object({ publicKey: z.string(), takesShells: z.boolean() }),
    problems: out,
  },
  registerPushDevice: {
    method: 'POST',
    path: '/api/push/devices',
    summary: 'A device whose reader agreed to get messages',
    body: z.object({ subscription: AnySubscription, textVersion: Text(40), choices: PushChoices.optional() }),
    answer: PushState,
    problems: { ...out, 409: 'OLD_TEXT', 422: 'NO_PUSH_SERVICE', 429: 'TOO_MANY_ATTEMPTS' },
  },
  getPushState: {
    method: 'POST',
    path: '/api/push/state',
    summary: 'What this device, or without one the account, gets',
    body: z.object({ device: DeviceId.nullable() }),
    answer: PushState,
    problems: { ...unknown, 401: 'NOT_LOGGED_IN' },
  },
  savePushChoices: {
    method: 'POST',
    path: '/api/push/choices',
    summary: 'What this device or the account is to get',
    body: z.object({ device: DeviceId.nullable(), choices: PushChoices }),
    answer: PushState,
    problems: { ...unknown, 401: 'NOT_LOGGED_IN' },
  },
  turnPushOff: {
    method: 'POST',
    path: '/api/push/off',
    summary: 'Ends what a message came for; the tap in the message itself',
    body: z.object({ device: DeviceId, ...PushOff.shape }),
    answer: null,
    problems: unknown,
  },
  detachPushDevice: {
    method: 'POST',
    path: '/api/push/detach',
    summary: 'The login on this device has ended',
    body: z.object({ device: DeviceId }),
    answer: null,
    problems: unknown,
  },
  replacePushSubscription: {
    method: 'POST',
    path: '/api/push/replace',
    summary: 'The browser has given the device another address',
    body: z.object({ device: DeviceId, subscription: AnySubscription }),
    answer: null,
    problems: { ...unknown, 422: 'NO_PUSH_SERVICE' },
  },
  removePushDevice: {
    method: 'POST',
    path: '/api/push/remove',
    summary: 'Forgets this device',
    body: z.object({ device: DeviceId }),
    answer: null,
    problems: { 503: 'UNAVAILABLE' },
  },
})
