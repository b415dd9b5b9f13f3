/** Values of all mails, of those of rooms as well. No control characters: nothing here can end a header. */
import { z } from 'zod'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { PublicationCode } from './publication/values.ts'

export const Line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u)
export const Path = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[\w\-.~%/?=&#+:@]*$/)

export const Envelope = z.object({
  mandator: PublicationCode,
  to: z.object({ address: Line(254).refine(isEmail, 'must be an e-mail address'), name: Line(200).default('') }),
  /** For newsletters: a path that ends the subscription by POST. */
  unsubscribePath: Path.optional(),
})
