import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'

const VARIABLES = {
  /** `smtp://user:password@host:587` or `smtps://…`; without it the demo keeps mails in its mailbox, others wait. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
}

export type MailConfig = { smtpUrl: string | null }

export function readMail(environment: EnvironmentReader): MailConfig {
  return { smtpUrl: environment.parse(VARIABLES).SMTP_URL ?? null }
}
