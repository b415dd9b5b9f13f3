/**
 * Messages from the site to the native app around it (S1-05). One-way with one exception: the app answers a request for
 * its push token. Otherwise the app answers only by navigating, so that a page cannot be controlled from outside. Only
 * http and https addresses are sent. `docs/native-shell.md` is written for app developers; the journeys simulate the
 * app and refuse messages that are not defined here.
 */
import { z } from 'zod'

const WebAddress = z.url({ protocol: /^https?$/ }).max(2048)

/** The token of a publisher's app from its vendor. */
export const ShellSubscription = z.strictObject({
  shell: z.strictObject({
    platform: z.enum(['android', 'ios']),
    token: z.string().regex(/^[\x21-\x7e]{16,4096}$/, 'must be a token'),
  }),
})
export type ShellSubscription = z.infer<typeof ShellSubscription>

export const ShellMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('login') }),
  z.strictObject({ type: z.literal('openBrowser'), payload: z.strictObject({ url: WebAddress }) }),
  z.strictObject({ type: z.literal('toast'), payload: z.strictObject({ message: z.string().min(1).max(500) }) }),
  z.strictObject({
    type: z.literal('share'),
    payload: z.strictObject({ url: WebAddress, title: z.string().max(500) }),
  }),
  /** Requests permission from the device's owner and a token from the vendor; answered once by `PushTokenAnswer`. */
  z.strictObject({ type: z.literal('pushToken'), payload: z.strictObject({ id: z.uuid() }) }),
])
export type ShellMessage = z.infer<typeof ShellMessage>

/** `detail` of the event `nativepushtoken` that the app dispatches on `window`. `id`: that of the request. */
export const PushTokenAnswer = z.union([
  z.strictObject({ id: z.uuid(), ...ShellSubscription.shape.shell.shape }),
  z.strictObject({ id: z.uuid(), denied: z.literal(true) }),
])
export type PushTokenAnswer = z.infer<typeof PushTokenAnswer>
