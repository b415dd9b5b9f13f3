/** Ways to pay and their provider. */
import { z } from 'zod'
import { PAYMENT_PROVIDERS, type PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { EnvironmentReader } from './environment.ts'
import { httpAddress, isThisMachine, secret } from './values.ts'

const VARIABLES = {
  /** Enabled payment providers, the preferred one first, separated by commas; the demo has its test bank. */
  PAYMENT_PROVIDERS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(z.array(z.enum(PAYMENT_PROVIDERS)))
    .optional(),
  /** Encrypts account numbers; the same in every process; default: generated at the first start. */
  PAYMENT_SECRET: secret.optional(),
  STRIPE_SECRET_KEY: z.string().min(8).max(500).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).max(500).optional(),
  STRIPE_API_URL: httpAddress.default('https://api.stripe.com'),
}

export type PaymentsConfig = {
  paymentProviders: readonly PaymentProvider[]
  paymentSecret: string | null
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | null
}

const DEMO_PROVIDERS: readonly PaymentProvider[] = ['test-bank', 'invoice']

export function readPayments(environment: EnvironmentReader, { isDemo }: { isDemo: boolean }): PaymentsConfig {
  const values = environment.parse(VARIABLES)
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = values
  const providers = values.PAYMENT_PROVIDERS ?? (isDemo ? DEMO_PROVIDERS : [])
  if (providers.includes('test-bank') && !isDemo)
    environment.refuse('PAYMENT_PROVIDERS: test-bank moves no money and belongs to the demo')
  if (providers.includes('stripe') && (secretKey === undefined || webhookSecret === undefined))
    environment.refuse('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: needed with stripe in PAYMENT_PROVIDERS')
  if (apiUrl.startsWith('http:') && !isThisMachine(apiUrl))
    environment.refuse('STRIPE_API_URL: must be https, or on this machine')
  return {
    paymentProviders: providers,
    paymentSecret: values.PAYMENT_SECRET ?? null,
    stripe: secretKey === undefined || webhookSecret === undefined ? null : { secretKey, webhookSecret, apiUrl },
  }
}
