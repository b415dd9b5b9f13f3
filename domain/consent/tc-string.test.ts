import { expect, it } from 'vitest'
import { ALL_VENDORS, grantVendors, NO_CONSENT, type Consent } from './consent.ts'
import { toTcString } from './tc-string.ts'

const NOW = new Date('2026-11-22T10:11:12Z')
const toBits = (segment: string) =>
  [...Buffer.from(segment, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('')

/** Reads the core segment by the layout of the framework's technical specification. */
function read(consent: Consent) {
  const [core, disclosed] = toTcString(consent, NOW)
    .split('.')
    .map((segment) => toBits(segment + 'A'.repeat((4 - (segment.length % 4)) % 4)))
  let at = 0
  const number = (length: number) => Number.parseInt(core!.slice(at, (at += length)), 2)
  const letters = () => String.fromCharCode(65 + number(6)) + String.fromCharCode(65 + number(6))
  const list = (length: number) => Array.from({ length }, (_unused, index) => index + 1).filter(() => number(1) === 1)
  return {
    version: number(6),
    created: new Date(number(36) * 100),
    updated: new Date(number(36) * 100),
    manager: number(12),
    managerVersion: number(12),
    screen: number(6),
    language: letters(),
    list: number(12),
    policy: number(6),
    isServiceSpecific: number(1),
    usesOwnTexts: number(1),
    features: list(12),
    purposes: list(24),
    interests: list(24),
    purposeOne: number(1),
    country: letters(),
    mostVendor: number(16),
    isVendorRange: number(1),
    mostInterest: number(16),
    isInterestRange: number(1),
    restrictions: number(12),
    disclosed: [Number.parseInt(disclosed!.slice(0, 3), 2), Number.parseInt(disclosed!.slice(3, 19), 2)],
  }
}

it('S4.8-05 writes a string of version 2 under policy 5, dated to the day, with the mandatory segment and no registered vendor', () => {
  expect(read(NO_CONSENT)).toEqual({
    version: 2,
    created: new Date('2026-11-22T00:00:00Z'),
    updated: new Date('2026-11-22T00:00:00Z'),
    manager: 0,
    managerVersion: 1,
    screen: 1,
    language: 'DE',
    list: 0,
    policy: 5,
    isServiceSpecific: 1,
    usesOwnTexts: 0,
    features: [],
    purposes: [],
    interests: [],
    purposeOne: 0,
    country: 'DE',
    mostVendor: 0,
    isVendorRange: 0,
    mostInterest: 0,
    isInterestRange: 0,
    restrictions: 0,
    disclosed: [1, 0],
  })
})

it.each<[string, Consent, number[]]>([
  ['one film', grantVendors({ youtube: true }), [1]],
  ['statistics', grantVendors({ analytics: true, audienceMeasurement: true }), [1, 8, 9, 10]],
  ['advertising and recommendations', grantVendors({ kdm: true }), [1, 2, 3, 4, 5, 6, 7]],
  ['everything', grantVendors(ALL_VENDORS), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
])('S4.8-05 %s maps to its purposes', (_what, consent, purposes) => {
  expect(read(consent).purposes).toEqual(purposes)
})
