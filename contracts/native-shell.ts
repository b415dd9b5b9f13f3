/**
 * What the site says to the native app around it (S1-05). One way but for one answer: the token of the app's push messages,
 * to the question it was asked for; else the app answers by navigating, so that nothing in a page can be told what to do
 * from outside. Only http and https addresses cross. `docs/native-shell.md`
 * is written for those who build the app; the journeys play it and refuse whatever is not in here.
 */
import { z } from 'zod'
import { ShellSubscription } from './push.ts'

const WebAddress = z.url({ protocol: /^https?$/ }).max(2048)

export const ShellMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('login') }),
  z.strictObject({ type: z.literal('openBrowser'), payload: z.strictObject({ url: WebAddress }) }),
  z.strictObject({ type: z.literal('toast'), payload: z.strictObject({ message: z.string().min(1).max(500) }) }),
  z.strictObject({
    type: z.literal('share'),
    payload: z.strictObject({ url: WebAddress, title: z.string().max(500) }),
  }),
  /** Asks the device's owner for permission and the vendor for a token; answered by `PushTokenAnswer`, once. */
  z.strictObject({ type: z.literal('pushToken'), payload: z.strictObject({ id: z.uuid() }) }),
])
export type ShellMessage = z.infer<typeof ShellMessage>

/** `detail` of the event `nativepushtoken` that the app raises on `window`; `id`: that of the question. */
export const PushTokenAnswer = z.union([
  z.strictObject({ id: z.uuid(), ...ShellSubscription.shape.shell.shape }),
  z.strictObject({ id: z.uuid(), denied: z.literal(true) }),
])
export type PushTokenAnswer = z.infer<typeof PushTokenAnswer>
