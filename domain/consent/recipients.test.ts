import { expect, it } from 'vitest'
import { toRecipientsSince } from './recipients.ts'

const RECIPIENTS = {
  kdm: { since: '2026-11-01' },
  youtube: { since: '2026-12-05' },
  partner: { since: '2027-01-01' },
}

it.each([
  ['the newest of those in use', ['kdm', 'youtube', 'analytics'], '2026-12-05', '2026-12-05'],
  ['without those that are not used', ['kdm'], '2026-12-05', '2026-11-01'],
  ['without those of later days', ['kdm', 'youtube', 'partner'], '2026-12-04', '2026-11-01'],
  ['none', ['analytics'], '2026-12-05', undefined],
] as const)('the day of the recipients: %s', (_which, used, today, expected) => {
  expect(toRecipientsSince(RECIPIENTS, used, today)).toBe(expected)
})
