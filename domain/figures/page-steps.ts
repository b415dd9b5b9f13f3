/** Steps of readers on the way to an order and to an account. */
import type { RouteName } from '../routing/routes.ts'

export const STEPS = [
  'paywall-seen',
  'offer-clicked',
  'checkout-begun',
  'bought',
  'sign-up-begun',
  'sign-up-done',
] as const
export type Step = (typeof STEPS)[number]

const STEP_OF: Readonly<Partial<Record<RouteName, Step>>> = {
  'order/checkout': 'checkout-begun',
  'order/kauf': 'checkout-begun',
  'order/onepage-checkout': 'checkout-begun',
  '__mein-portal/dialog-flow/registration': 'sign-up-begun',
}

/** The step that opening this page is; null: none. */
export const toStep = (page: RouteName): Step | null => STEP_OF[page] ?? null
