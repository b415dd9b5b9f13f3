import { expect, it } from 'vitest'
import { NO_CONSENT, VENDORS, type Vendor } from './consent.ts'
import { listManagerIds, readCustomVendors, toExternalManager } from './external-manager.ts'

const ON = { sourcepoint_enabled: true, sourcepoint_account_id: '1234', sourcepoint_property_id: 56 }
const HOST = 'www.paper.example:8080'

it.each<[string, Parameters<typeof toExternalManager>[0], string | null]>([
  ['R3.13-07 is not used by default', {}, null],
  ['R3.13-07 is not used while the switch is off', { ...ON, sourcepoint_enabled: false }, null],
  ['R3.13-08 is not used without an account', { ...ON, sourcepoint_account_id: '' }, null],
  ['R3.13-08 is not used with an account that is no number', { ...ON, sourcepoint_account_id: 'acme' }, null],
  ['R3.13-10 is not used without a property', { ...ON, sourcepoint_property_id: 0 }, null],
  ['R3.13-10 is not used with a property that cannot be', { ...ON, sourcepoint_property_id: 1.5 }, null],
  ['R3.13-07 is used with account and property', ON, 'https://cdn.privacy-mgmt.com'],
  ['R3.13-09 has a host of the publication', { ...ON, sourcepoint_subdomain: 'cmp' }, 'https://cmp.paper.example'],
  ['R3.13-09 has any host', { ...ON, sourcepoint_subdomain: 'CMP.other.example' }, 'https://cmp.other.example'],
  ['is not used with a subdomain that is no host', { ...ON, sourcepoint_subdomain: 'cmp/../x' }, null],
  ['is not used with a subdomain of another policy', { ...ON, sourcepoint_subdomain: "a; script-src 'none'" }, null],
])('R7.7-06 the external manager %s', (_what, settings, endpoint) => {
  const found = toExternalManager(settings, HOST)
  expect(found?.endpoint ?? null).toBe(endpoint)
  if (endpoint !== null)
    expect(found).toEqual({
      accountId: 1234,
      propertyId: 56,
      endpoint,
      script: `${endpoint}/unified/wrapperMessagingWithoutDetection.js`,
    })
})

const IDS = { aaa1: 'youtube', aaa2: 'analytics', aaa3: 'analytics' } as const
const grant = (isGiven: unknown) => ({ vendorGrant: isGiven, purposeGrants: {} })
it.each<[string, unknown, readonly Vendor[] | null]>([
  ['grants by id', { grants: { aaa1: grant(true), aaa2: grant(false) } }, ['youtube']],
  ['ids that are our keys', { grants: { kdm: grant(true) } }, ['kdm']],
  ['all ids of a vendor', { grants: { aaa2: grant(true), aaa3: grant(true) } }, ['analytics']],
  ['one of two ids', { grants: { aaa2: grant(true), aaa3: grant(false) } }, []],
  ['unknown ids', { grants: { zzz: grant(true), constructor: grant(true) } }, []],
  ['a grant that is not exactly true', { grants: { aaa1: grant(1), kdm: grant('true') } }, []],
  ['vendors listed by id', { consentedVendors: [{ _id: 'aaa1', name: 'whatever' }] }, ['youtube']],
  ['vendors listed by name', { grants: {}, consentedVendors: [{ _id: 'zzz', name: ' Vimeo ' }] }, ['vimeo']],
  [
    'a listed vendor that its grant refuses',
    { grants: { aaa1: grant(false) }, consentedVendors: [{ _id: 'aaa1', name: 'YouTube' }] },
    [],
  ],
  ['nothing granted', { grants: {} }, []],
  ['a reader who has not answered', { grants: { aaa1: grant(true) }, newUser: true }, null],
  ['no object', null, null],
  ['another shape', { consents: [] }, null],
])('R3.14-04 R3.14-05 S3.14-03 takes over %s', (_what, data, granted) => {
  const found = readCustomVendors(data, IDS)
  expect(found).toEqual(
    granted === null ? null : { ...NO_CONSENT.vendors, ...Object.fromEntries(granted.map((vendor) => [vendor, true])) },
  )
  if (found !== null) expect(Object.keys(found)).toEqual([...VENDORS])
})

it('knows all ids of a vendor, for a grant that is given on the page', () => {
  expect([listManagerIds('analytics', IDS), listManagerIds('vimeo', IDS)]).toEqual([['aaa2', 'aaa3'], []])
})
