import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'

const VARIABLES = {
  /**
   * `smtp://user:password@host:587` or `smtps://…`; without it the demo keeps mails in its mailbox, and other portals
   * keep them queued.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Key for reporting bounces at `/__services/bounces`; default: generated at the first start. */
  MAIL_SERVICE_KEY: z.string().min(16).optional(),
}

export type MailConfig = { smtpUrl: string | null; mailServiceKey: string | null }

export function readMail(environment: EnvironmentReader): MailConfig {
  const { SMTP_URL, MAIL_SERVICE_KEY } = environment.parse(VARIABLES)
  return { smtpUrl: SMTP_URL ?? null, mailServiceKey: MAIL_SERVICE_KEY ?? null }
}
