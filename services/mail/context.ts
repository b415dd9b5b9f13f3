/** Types that the functions of the mail service share. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
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
  originOf: (code: PublicationCode) => string
  /** The look of a publication's mails. */
  lookOf: (code: PublicationCode) => Promise<MailLook>
  /** Sender and reply address; default `portal@` the publication's host. */
  addressesOf: (code: PublicationCode) => { sender?: string | undefined; replyTo?: string | undefined }
}
