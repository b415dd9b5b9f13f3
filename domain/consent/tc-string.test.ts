import { TCString } from '@iabtechlabtcf/core'
import { describe, expect, it } from 'vitest'
import { ALL_VENDORS, grantVendors, NO_CONSENT, VENDORS, type Consent, type Partners, type Vendor } from './consent.ts'
import { toPartners, toTcData, toTcString, type Framework, type FrameworkVendor } from './tc-string.ts'

const NOW = new Date('2026-11-22T10:11:12Z')
const DAY = new Date('2026-11-22T00:00:00Z')
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

/** Reads the string with the reference library of the framework, which takes no string without an id. */
function decode(consent: Consent, framework: Framework, asked: Partners = toPartners(framework, VENDORS)) {
  const model = TCString.decode(toTcString(consent, NOW, framework, asked))
  const list = (has: { has: (id: number) => boolean; maxId: number }) =>
    Array.from({ length: has.maxId }, (_unused, index) => index + 1).filter((id) => has.has(id))
  const restrictions = model.publisherRestrictions.getRestrictions().map((one) => ({
    purpose: one.purposeId,
    type: one.restrictionType,
    vendors: model.publisherRestrictions.getVendors(one),
  }))
  return {
    created: model.created,
    updated: model.lastUpdated,
    cmpId: model.cmpId,
    policy: Number(model.policyVersion),
    list: model.vendorListVersion,
    isServiceSpecific: model.isServiceSpecific,
    purposes: list(model.purposeConsents),
    interests: list(model.purposeLegitimateInterests),
    vendors: list(model.vendorConsents),
    vendorInterests: list(model.vendorLegitimateInterests),
    disclosed: list(model.vendorsDisclosed),
    restrictions: restrictions.toSorted((a, b) => a.purpose - b.purpose || a.type - b.type),
  }
}

/** A small generator, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `named`: the vendors that the reader was asked about as they are. */
function toRandomCase(seed: number) {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[], share: number) => list.filter(() => random() < share)
  const purposes = [2, 7, 8, 9, 10, 11]
  // A few or many vendors, near or far apart: bit fields and ranges.
  const most = random() < 0.5 ? 60 : 1500
  const ids = pick(
    Array.from({ length: most }, (_unused, index) => index + 1),
    random() < 0.3 ? 0.9 : 0.02,
  )
  const vendors = ids.map((id): FrameworkVendor => ({
    id,
    owner: VENDORS[Math.floor(random() * VENDORS.length)]!,
    purposes: pick([1, 2, 3, 4, 7, 9, 10, 11], 0.4),
    legIntPurposes: pick(purposes, 0.3),
    flexiblePurposes: pick(purposes, 0.4),
  }))
  const granted = Object.fromEntries(pick(VENDORS, 0.5).map((vendor) => [vendor, true])) as Record<Vendor, boolean>
  const named: FrameworkVendor[] = []
  const asked: Partial<Record<Vendor, Record<string, number[]>>> = {}
  for (const vendor of vendors) {
    const declared = vendor.purposes.concat(vendor.legIntPurposes)
    const way = random()
    // Not at all; with a vendor that is another one's; without its last purpose; with a purpose that it has no more.
    if (way < 0.2) continue
    const isElsewhere = way < 0.3
    const isIncomplete = way < 0.4 && !isElsewhere && vendor.purposes.length > 0
    const owner = isElsewhere ? VENDORS[(VENDORS.indexOf(vendor.owner) + 1) % VENDORS.length]! : vendor.owner
    const seen = isIncomplete ? declared.filter((one) => one !== vendor.purposes.at(-1)) : [...declared, 24]
    ;(asked[owner] ??= {})[vendor.id] = seen
    if (!isElsewhere && !isIncomplete) named.push(vendor)
  }
  return {
    consent: grantVendors(granted),
    framework: { cmpId: 2 + Math.floor(random() * 4000), listVersion: 1 + Math.floor(random() * 4000), vendors },
    asked,
    named,
  }
}

/** The purposes of a grant for which no registered vendor is asked. */
const OWN_PURPOSES: Partial<Record<Vendor, readonly number[]>> = {
  analytics: [8, 10],
  audienceMeasurement: [8, 9],
  kdm: [2, 3, 4, 5, 6, 7],
  newsAgency: [11],
  sportsData: [11],
}

describe('a registered manager', () => {
  it('writes strings that the reference library reads as they are meant, for random choices', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const { consent, framework, asked, named } = toRandomCase(seed)
      const found = decode(consent, framework, asked)
      const ids = named.map(({ id }) => id)
      expect([seed, found.cmpId, found.list]).toEqual([seed, framework.cmpId, framework.listVersion])
      expect([found.created, found.updated, found.policy, found.isServiceSpecific]).toEqual([DAY, DAY, 5, true])
      expect([seed, found.disclosed]).toEqual([seed, ids])
      expect([seed, found.vendors]).toEqual([
        seed,
        named.filter(({ owner }) => consent.vendors[owner]).map(({ id }) => id),
      ])
      const purposes = VENDORS.filter((vendor) => consent.vendors[vendor]).flatMap((vendor) => {
        const partners = named.filter(({ owner }) => owner === vendor)
        if (partners.length === 0) return [1, ...(OWN_PURPOSES[vendor] ?? [])]
        return [
          1,
          ...partners.flatMap((one) => one.purposes),
          ...partners.flatMap((one) => one.legIntPurposes.filter((purpose) => one.flexiblePurposes.includes(purpose))),
        ]
      })
      expect([seed, found.purposes]).toEqual([seed, [...new Set(purposes)].toSorted((a, b) => a - b)])
      expect([seed, found.interests, found.vendorInterests]).toEqual([seed, [], []])
      const restricted = found.restrictions.flatMap(({ purpose, type, vendors }) =>
        vendors.map((id) => `${id} ${purpose} ${type}`),
      )
      expect([seed, restricted.toSorted()]).toEqual([
        seed,
        named
          .flatMap(({ id, legIntPurposes, flexiblePurposes }) =>
            legIntPurposes.map((purpose) => `${id} ${purpose} ${flexiblePurposes.includes(purpose) ? 1 : 0}`),
          )
          .toSorted(),
      ])
      const data = toTcData(consent, framework, 'string', asked)
      const toIds = (flags: Record<string, boolean>) =>
        Object.entries(flags).flatMap(([id, isOn]) => (isOn ? [Number(id)] : []))
      expect([seed, toIds(data.vendor.consents), toIds(data.vendor.disclosedVendors)]).toEqual([
        seed,
        found.vendors,
        found.disclosed,
      ])
      expect([seed, toIds(data.purpose.consents)]).toEqual([seed, found.purposes])
      expect([seed, data.publisher.restrictions]).toEqual([
        seed,
        Object.fromEntries(
          [...new Set(found.restrictions.map(({ purpose }) => purpose))].map((purpose) => [
            purpose,
            Object.fromEntries(
              found.restrictions
                .filter((one) => one.purpose === purpose)
                .flatMap(({ type, vendors }) => vendors.map((id) => [id, type])),
            ),
          ]),
        ),
      ])
    }
  })

  const FRAMEWORK: Framework = {
    cmpId: 77,
    listVersion: 12,
    vendors: [
      { id: 4, owner: 'kdm', purposes: [1, 2, 7, 9, 10], legIntPurposes: [11, 8], flexiblePurposes: [2, 11] },
      { id: 9, owner: 'audienceMeasurement', purposes: [1], legIntPurposes: [8], flexiblePurposes: [] },
    ],
  }
  const ASKED = toPartners(FRAMEWORK, VENDORS)

  it('asks for what a vendor does with consent, and for a legitimate interest that may rest on it, only with vendors in use', () => {
    expect(ASKED).toEqual({ kdm: { 4: [1, 2, 7, 9, 10, 11] }, audienceMeasurement: { 9: [1] } })
    expect(toPartners(FRAMEWORK, ['kdm'])).toEqual({ kdm: { 4: [1, 2, 7, 9, 10, 11] } })
  })

  it.each<[string, Partial<Record<Vendor, boolean>>, Partners, number[], number[]]>([
    ['advertising alone: the purposes of its vendors', { kdm: true }, ASKED, [1, 2, 7, 9, 10, 11], [4]],
    ['a vendor that the reader never saw', { kdm: true }, {}, [1, 2, 3, 4, 5, 6, 7], []],
    ['a purpose that the reader never saw', { kdm: true }, { kdm: { 4: [1, 2, 7, 9, 11] } }, [1, 2, 3, 4, 5, 6, 7], []],
    [
      'a vendor that the reader saw, and refused, beside another one',
      { kdm: true },
      { analytics: ASKED.kdm! },
      [1, 2, 3, 4, 5, 6, 7],
      [],
    ],
    ['a refusal of its vendor', { audienceMeasurement: true }, ASKED, [1], [9]],
  ])('names for %s: purposes %3$j, vendors %4$j', (_what, granted, asked, purposes, vendors) => {
    const found = decode(grantVendors(granted), FRAMEWORK, asked)
    expect([found.purposes, found.vendors]).toEqual([purposes, vendors])
  })

  it('gives scripts purposes, vendors and restrictions', () => {
    expect(toTcData(grantVendors({ kdm: true }), FRAMEWORK, 'string', ASKED)).toMatchObject({
      tcString: 'string',
      tcfPolicyVersion: 5,
      cmpId: 77,
      gdprApplies: true,
      purpose: { consents: { 1: true, 2: true, 3: false, 8: false, 11: true }, legitimateInterests: { 2: false } },
      vendor: {
        consents: { 4: true, 9: false },
        legitimateInterests: { 4: false, 9: false },
        disclosedVendors: { 4: true, 9: true },
      },
      publisher: { restrictions: { 8: { 4: 0, 9: 0 }, 11: { 4: 1 } } },
    })
  })

  it('gives scripts no string and no vendor as long as it has no id', () => {
    const data = toTcData(grantVendors({ kdm: true }), { cmpId: 0, listVersion: 0, vendors: [] }, 'string')
    expect([data.tcString, data.cmpId, data.vendor.consents]).toEqual(['', 0, {}])
  })
})
