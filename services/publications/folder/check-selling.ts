/** Reports offers that the law forbids, and paywall rules that contradict themselves. */
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { listRuleFaults } from '@lokalteil/domain/access/paywall-rules'
import { listOfferFaults, type OfferFault } from '@lokalteil/domain/commerce/offers'
import { toField, toFinding, type YamlSource } from './yaml-source.ts'

export function checkSelling(
  { offers, paywall }: PublicationFolder,
  sources: ReadonlyMap<string, YamlSource> = new Map(),
): Finding[] {
  const flag = (file: string, at: (string | number)[], message: string, remedy: string) =>
    toFinding(file, sources.get(file)?.lineOf(at) ?? null, toField(at), message, remedy)
  const ofOffers = (offers?.offers ?? []).flatMap((offer, index) =>
    listOfferFaults(offer).map((fault) => {
      const { field, message, remedy } = OFFER_FAULTS[fault]
      return flag('offers.yaml', ['offers', index, field], `of "${offer.id}" ${message}`, remedy)
    }),
  )
  const ofRules = paywall === null ? [] : listRuleFaults(paywall)
  return [
    ...ofOffers,
    ...ofRules.map(({ ruleId, fault }) => {
      const index = paywall!.rules.findLastIndex(({ id }) => id === ruleId)
      const { message, remedy } = RULE_FAULTS[fault]
      return flag('paywall.yaml', ['rules', index], `"${ruleId}" ${message}`, remedy)
    }),
  ]
}

const OFFER_FAULTS: Readonly<Record<OfferFault, { field: string; message: string; remedy: string }>> = {
  PRICE_NOT_WHOLE_CENTS: { field: 'priceCents', message: 'is no price', remedy: 'Write whole cents, like 990.' },
  TERM_TOO_LONG: {
    field: 'termMonths',
    message: 'binds readers longer than two years (§ 309 Nr. 9 BGB)',
    remedy: 'Write at most 24 months, the trial included.',
  },
  NOTICE_TOO_LONG: {
    field: 'noticeMonths',
    message: 'is longer than a month (§ 309 Nr. 9 BGB)',
    remedy: 'Write noticeMonths: 1.',
  },
  NOTICE_MISSING: {
    field: 'noticeMonths',
    message: 'does not fit its renewal',
    remedy: 'renewal: open-ended needs noticeMonths: 1, renewal: none needs noticeMonths: null.',
  },
  TRIAL_DEARER: {
    field: 'trial',
    message: 'costs more than the same months without it',
    remedy: 'Lower its priceCents, or write trial: null.',
  },
  TRIAL_WITHOUT_TERM: {
    field: 'trial',
    message: 'leads to nothing that is paid again',
    remedy: 'Add periodMonths, or write trial: null.',
  },
  COINS_MISSING: {
    field: 'coins',
    message: 'does not fit its kind',
    remedy: 'kind: coins needs coins: a number above 0; every other kind needs coins: null.',
  },
  COINS_RENEW: {
    field: 'renewal',
    message: 'would be paid again and again',
    remedy: 'Coins need periodMonths: null and renewal: none.',
  },
  NOTHING_GRANTED: {
    field: 'roles',
    message: 'opens nothing',
    remedy: 'Add what it opens, like roles: [PLUS_USER].',
  },
}

const RULE_FAULTS: Readonly<
  Record<ReturnType<typeof listRuleFaults>[number]['fault'], { message: string; remedy: string }>
> = {
  ID_TWICE: { message: 'is there twice', remedy: 'Give each rule an id of its own.' },
  NEVER_HOLDS: { message: 'never holds', remedy: 'Correct its share, visits or time, or remove it.' },
  UNREACHABLE: {
    message: 'is never reached: the rule above it has no condition',
    remedy: 'Move it above that rule, or remove it.',
  },
}
