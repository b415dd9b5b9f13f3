/**
 * Push messages to devices and accounts (docs/push.md), called only by the portal and its services (service key).
 * Promises: only chosen messages are sent; a device gets one message about a subject; an expired message is not sent. A
 * device is identified by an id that only the device knows. Base address: `{PUSH_URL}/{publication}`.
 */
import { z } from 'zod'
import { FOLLOW_KINDS, MOST_A_DAY, MOST_BODY, MOST_FOLLOWS, MOST_TITLE, PUSH_KINDS } from '../domain/push.ts'
import { ShellSubscription } from '@lokalteil/contracts/native-shell'
import { isOwnPath } from '@lokalteil/domain/routing/paths'
import { contractFor } from '@lokalteil/contracts/kernel/endpoint'
import { PUSH_ORDERS } from '@lokalteil/contracts/office/push-orders'

const Instant = z.iso.datetime()
const Count = z.number().int().nonnegative()
const Sub = z.string().min(1).max(255)
export const DeviceId = z.uuid()
const Ref = z.string().regex(/^[A-Za-z0-9äöüß_-]{1,64}$/)
export const PushPath = z.string().max(500).refine(isOwnPath, 'must be a path of this site')
const Minute = z.number().int().min(0).max(1439)

/** A subscription as created by a browser. Hosts that are not a known push service are refused (allow-list). */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{86,90}={0,2}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{20,26}={0,2}$/),
  }),
})
export type PushSubscription = z.infer<typeof PushSubscription>

/** A token of the app is accepted if a gateway for delivery is configured. */
export const AnySubscription = z.union([ShellSubscription, PushSubscription])
export type AnySubscription = z.infer<typeof AnySubscription>

/** The payload for a publisher's gateway: one message for one device (docs/push.md). */
export const GatewayMessage = z.object({
  ...ShellSubscription.shape.shell.shape,
  publication: z.string(),
  /** The app needs it to unsubscribe from a kind of message or to register another token. */
  device: DeviceId,
  kind: z.enum(PUSH_KINDS),
  ref: z.string(),
  label: z.string(),
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  path: z.string(),
  /** A later message with the same tag replaces an earlier one. */
  tag: z.string(),
  at: Instant,
  /** Time to live in seconds. */
  ttl: Count,
  urgency: z.enum(['high', 'normal', 'low']),
})
export type GatewayMessage = z.infer<typeof GatewayMessage>

export const PushFollow = z.object({ kind: z.enum(FOLLOW_KINDS), ref: Ref })
export const PushChoices = z.object({
  breaking: z.boolean(),
  replies: z.boolean(),
  follows: z.array(PushFollow).max(MOST_FOLLOWS),
  quiet: z.object({ from: Minute, to: Minute }).nullable(),
  isBreakingInQuiet: z.boolean(),
  mostADay: z.number().int().min(MOST_A_DAY.least).max(MOST_A_DAY.most),
})
export type PushChoices = z.infer<typeof PushChoices>

/** The record of a message: its reason and its link. */
export const PushRecord = z.object({
  title: z.string(),
  path: z.string(),
  kind: z.enum(PUSH_KINDS),
  ref: z.string(),
  label: z.string(),
  at: Instant,
  /** `waiting`: quiet hours, or the push service asked for a pause. */
  state: z.enum(['waiting', 'sent']),
})
export type PushRecord = z.infer<typeof PushRecord>

/** `device` null: the account exists, but this device receives nothing. */
export const PushState = z.object({
  device: DeviceId.nullable(),
  choices: PushChoices,
  /** The choices are those of the account. */
  isOfAccount: z.boolean(),
  /** Devices that get the account's messages, including this one. */
  devices: Count,
  latest: z.array(PushRecord).max(20),
})
export type PushState = z.infer<typeof PushState>

export const PushOff = z.object({ kind: z.enum(PUSH_KINDS), ref: z.union([Ref, z.literal('')]) })

/** A message caused by something of the reader's own, such as a reply to a comment. */
export const PushNotification = z.object({
  sub: Sub,
  kind: z.literal('reply'),
  title: z
    .string()
    .trim()
    .min(1)
    .max(MOST_TITLE * 2),
  body: z.string().max(MOST_BODY * 4),
  path: PushPath,
  /** Identifies the subject: it is sent once, and a later message with the same tag replaces it on the device. */
  tag: z.string().regex(/^[A-Za-z0-9_.:-]{1,80}$/),
  /** Not sent after this time; absent: three days. */
  expires: Instant.optional(),
})
export type PushNotification = z.input<typeof PushNotification>

/** A message sent by hand, to readers with breaking news or to followers of a subject. */
export const PushSending = z.object({
  /** Idempotency key: the same key again sends nothing. Absent: a new message. */
  key: z
    .string()
    .regex(/^[A-Za-z0-9_.:-]{1,80}$/)
    .optional(),
  audience: z.union([z.object({ kind: z.literal('breaking') }), PushFollow]),
  title: z.string().trim().min(1).max(MOST_TITLE),
  body: z.string().trim().max(MOST_BODY).default(''),
  path: PushPath,
  expires: Instant.optional(),
})
export type PushSending = z.input<typeof PushSending>

export const PushMessageState = z.object({
  id: z.string(),
  title: z.string(),
  path: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  state: z.enum(['held', 'stopped', 'planning', 'planned']),
  waiting: Count,
  sent: Count,
  failed: Count,
})
export const PushStatus = z.object({
  publicKey: z.string(),
  devices: Count,
  ofAccounts: Count,
  waiting: Count,
  messages: z.array(PushMessageState).max(50),
})
export type PushStatus = z.infer<typeof PushStatus>

const ofDevice = z.object({ device: DeviceId })
const unknown = { 404: 'UNKNOWN_DEVICE' } as const
/** The session's reader; null: not logged in. */
const sub = Sub.nullable()

export const PUSH = contractFor('service-key', {
  getKey: {
    method: 'GET',
    path: '/internal/key',
    summary: 'The public key browsers subscribe with (VAPID, RFC 8292), and whether devices of the app are taken',
    answer: z.object({ publicKey: z.string(), takesShells: z.boolean().default(false) }),
  },
  register: {
    method: 'POST',
    path: '/internal/devices',
    summary: 'A device that agreed to get messages; the same subscription again is the same device',
    body: z.object({
      subscription: AnySubscription,
      sub,
      /** Version of the consent text. */
      textVersion: z.string().max(40),
      /** A hash of the caller, for rate limits. */
      requester: z.string().min(1).max(200),
      /** Initial choices; absent: breaking news by day, or the earlier choices. */
      choices: PushChoices.optional(),
    }),
    answer: PushState,
    problems: { 409: 'OLD_TEXT', 422: 'NO_PUSH_SERVICE', 429: 'TOO_MANY_ATTEMPTS' },
  },
  getDevice: {
    method: 'POST',
    path: '/internal/devices/{device}/state',
    summary: 'The choices of a device; with a login it joins the account',
    params: ofDevice,
    body: z.object({ sub }),
    answer: PushState,
    problems: unknown,
  },
  saveChoices: {
    method: 'PUT',
    path: '/internal/devices/{device}/choices',
    summary: 'What the device, or the account it belongs to, is to get',
    params: ofDevice,
    body: z.object({ sub, choices: PushChoices }),
    answer: PushState,
    problems: unknown,
  },
  turnOff: {
    method: 'POST',
    path: '/internal/devices/{device}/off',
    summary: 'Ends what a message came for; may be repeated',
    params: ofDevice,
    body: PushOff,
    answer: null,
    problems: unknown,
  },
  detach: {
    method: 'POST',
    path: '/internal/devices/{device}/detach',
    summary: 'The login on this device has ended: it gets nothing of the account any more; one of the app is forgotten',
    params: ofDevice,
    answer: null,
    problems: unknown,
  },
  replace: {
    method: 'PUT',
    path: '/internal/devices/{device}/subscription',
    summary: 'The browser has given the device another address',
    params: ofDevice,
    body: z.object({ subscription: AnySubscription }),
    answer: null,
    problems: { ...unknown, 422: 'NO_PUSH_SERVICE' },
  },
  remove: {
    method: 'DELETE',
    path: '/internal/devices/{device}',
    summary: 'Forgets a device; may be repeated',
    params: ofDevice,
    answer: null,
  },
  getReader: {
    method: 'GET',
    path: '/internal/readers/{sub}',
    summary: 'What an account gets, on whatever device',
    params: z.object({ sub: Sub }),
    answer: PushState,
  },
  saveReader: {
    method: 'PUT',
    path: '/internal/readers/{sub}',
    summary: 'What an account is to get',
    params: z.object({ sub: Sub }),
    body: z.object({ choices: PushChoices }),
    answer: PushState,
  },
  notify: {
    method: 'POST',
    path: '/internal/notifications',
    summary: 'Tells a reader something of their own, on all devices of the account that want it; once for each tag',
    body: PushNotification,
    /** Number of devices; 0: there are no receivers, or it was sent before. */
    answer: z.object({ devices: Count }),
  },
  send: {
    method: 'POST',
    path: '/internal/messages',
    summary: 'Sends a message by hand to all who chose such',
    body: PushSending,
    answer: z.object({ id: z.string(), outcome: z.enum(['created', 'known']) }),
    problems: { 422: 'TOO_LATE' },
  },
  getStatus: {
    method: 'GET',
    path: '/internal/status',
    summary: 'How many devices there are, what waits, and the last messages',
    answer: PushStatus,
  },
  ...PUSH_ORDERS,
})

export const PUSH_INFO = {
  title: 'Push',
  description: 'Web Push to devices and accounts: subscriptions, choices, messages, delivery.',
  version: '1',
  base: '/push/{publication}',
} as const
