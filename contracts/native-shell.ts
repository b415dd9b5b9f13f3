/**
 * What the site says to the native app around it (S1-05). One way: the app answers by navigating, never by a message, so
 * that nothing in a page can be told what to do from outside. Only http and https addresses cross. `docs/native-shell.md`
 * is written for those who build the app; the journeys play it and refuse whatever is not in here.
 */
import { z } from 'zod'

const WebAddress = z.url({ protocol: /^https?$/ }).max(2048)

export const ShellMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('login') }),
  z.strictObject({ type: z.literal('openBrowser'), payload: z.strictObject({ url: WebAddress }) }),
  z.strictObject({ type: z.literal('toast'), payload: z.strictObject({ message: z.string().min(1).max(500) }) }),
  z.strictObject({
    type: z.literal('share'),
    payload: z.strictObject({ url: WebAddress, title: z.string().max(500) }),
  }),
])
export type ShellMessage = z.infer<typeof ShellMessage>
