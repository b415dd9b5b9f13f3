/**
 * The rules a publication has until its publisher writes others. Registering is only offered where it opens something:
 * the registration layer promises to read on.
 */
import type { PaywallRules } from '@lokalteil/contracts/paywall'
import type { Mandator } from '@lokalteil/domain/publication/publications'

const SUBSCRIPTION = 'subscription-${device}'

const DEFAULTS: Readonly<Record<Mandator, PaywallRules>> = {
  ak: { rules: [], otherwise: SUBSCRIPTION },
  fb: {
    rules: [
      {
        id: 'two-free-articles',
        note: 'Who has confirmed an address reads two paid articles in 30 days',
        when: { segments: ['verified'], meter: { days: 30, articles: 2 } },
        template: 'ok',
      },
      {
        id: 'confirm-first',
        note: 'Not confirmed yet: nothing is given away, nothing is promised',
        when: { segments: ['unverified'] },
        template: SUBSCRIPTION,
      },
      {
        id: 'newcomers',
        note: 'Anonymous readers may register and read on',
        when: { segments: ['anonymous'] },
        template: 'registration-${device}',
      },
    ],
    otherwise: SUBSCRIPTION,
  },
  ht: { rules: [], otherwise: SUBSCRIPTION },
  la: { rules: [], otherwise: SUBSCRIPTION },
}

export function toDefaultRules(mandator: Mandator): PaywallRules {
  return DEFAULTS[mandator] ?? { rules: [], otherwise: SUBSCRIPTION }
}
