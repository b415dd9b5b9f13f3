/** What the functions of the mail service share. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Transporter } from 'nodemailer'
import type { ServiceBase } from '../platform/service.ts'
import type { MailLook } from './mail-page.ts'
import type { Refusals } from './refusals.ts'
import type { MailStore } from './store.ts'

export type MailContext = ServiceBase & {
  store: MailStore
  refusals: Refusals
  /** Null: no mail leaves the machine. */
  transport: Transporter | null
  /** Origin of a publication's site; every link begins with it. */
  originOf: (mandator: Mandator) => string
  /** The look of a publication's mails. */
  lookOf: (mandator: Mandator) => Promise<MailLook>
  /** Sender and reply address; default `portal@` the publication's host. */
  addressesOf: (mandator: Mandator) => { sender?: string | undefined; replyTo?: string | undefined }
}
