import { BlockList } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findInstitution,
  isInRange,
  parseIpAddress,
  parseIpRange,
  toPlainCode,
  type Institution,
} from './institutions.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const holds = (range: string, address: string) => isInRange(parseIpAddress(address)!, parseIpRange(range)!)

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0', true],
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['192.0.2.77/24', '192.0.2.1', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.8', false],
    ['192.0.2.8/31', '192.0.2.9', true],
    ['192.0.2.8/31', '192.0.2.10', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['192.0.2.0/24', '::ffff:192.0.2.9', true],
    ['192.0.2.0/24', '::FFFF:c000:0209', true],
    ['::ffff:192.0.2.0/120', '192.0.2.9', true],
    ['::ffff:192.0.2.0/120', '192.0.3.9', false],
    // An IPv4-compatible address is not the mapped one.
    ['192.0.2.0/24', '::192.0.2.9', false],
    ['2001:db8::/32', '2001:0DB8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::', false],
    ['2001:db8:1:2::/64', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::/64', '2001:db8:1:3::', false],
    ['fe80::/64', 'fe80::1%eth0', true],
    ['2001:db8::5', '2001:db8:0:0:0:0:0:5', true],
    // The same number in the other address family does not match.
    ['::/20', '0.0.0.1', false],
  ])('%s holds %s: %s', (range, address, expected) => {
    expect(holds(range, address)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '192.0.2',
    '192.0.2.0.1',
    '192.0.2.256',
    '192.0.02.1',
    '0x7f.0.0.1',
    '192.0.2.0/33',
    '192.0.2.0/',
    '192.0.2.0/24/8',
    '192.0.2.0/-1',
    '192.0.2.0/024',
    '192.0.2.0/2 4',
    '0.0.0.0/0',
    '1.0.0.0/7',
    '::/0',
    '2000::/19',
    '::ffff:1.0.0.0/103',
    '::ffff:0:0/96',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7',
    '12345::',
    '::1.2.3.4:5',
    '1.2.3.4::',
    'fe80::1%eth0/64',
    'bibliothek',
    '1'.repeat(5000),
  ])('%j is not a range', (text) => {
    expect(parseIpRange(text)).toBeNull()
  })

  const four = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((groups) => groups.join('.'))
  const six = fc
    .uint8Array({ minLength: 16, maxLength: 16 })
    .map((bytes) =>
      Array.from({ length: 8 }, (_one, index) => (bytes[2 * index]! * 256 + bytes[2 * index + 1]!).toString(16)).join(
        ':',
      ),
    )
  /** An address close to another one, so that both sides of a range's edge are tested. */
  const near = (address: string, bit: number): string => {
    const { version, value } = parseIpAddress(address)!
    const changed = value ^ (1n << BigInt(bit % (version === 4 ? 32 : 128)))
    return version === 4
      ? [24n, 16n, 8n, 0n].map((shift) => (changed >> shift) & 255n).join('.')
      : Array.from({ length: 8 }, (_one, index) => ((changed >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(
          ':',
        )
  }
  const isHeldByNode = (network: string, prefix: number, family: 'ipv4' | 'ipv6', address: string) => {
    const list = new BlockList()
    list.addSubnet(network, prefix, family)
    return list.check(address, family)
  }

  it('agrees with another implementation about which addresses a range holds, in both families', () => {
    fc.assert(
      fc.property(four, fc.integer({ min: 8, max: 32 }), fc.nat(31), fc.boolean(), (network, prefix, bit, isMapped) => {
        const address = near(network, bit)
        expect(holds(`${network}/${prefix}`, isMapped ? `::ffff:${address}` : address)).toBe(
          isHeldByNode(network, prefix, 'ipv4', address),
        )
        expect(holds(`::ffff:${network}/${prefix + 96}`, address)).toBe(isHeldByNode(network, prefix, 'ipv4', address))
      }),
      { numRuns: propertyRuns(1500) },
    )
    // `::ffff:…` is left out: we treat it as IPv4, the other implementation does not.
    fc.assert(
      fc.property(
        six.filter((address) => !address.startsWith('0:0:0:0:0:')),
        fc.integer({ min: 20, max: 128 }),
        fc.nat(127),
        (network, prefix, bit) => {
          const address = near(network, bit)
          fc.pre(parseIpAddress(address)!.version === 6)
          expect(holds(`${network}/${prefix}`, address)).toBe(isHeldByNode(network, prefix, 'ipv6', address))
        },
      ),
      { numRuns: propertyRuns(1500) },
    )
  })

  it('accepts any string without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:./%]{0,45}$/)), (text) => {
        const range = parseIpRange(text)
        expect(range === null || range.first <= range.last).toBe(true)
        parseIpAddress(text)
      }),
      { numRuns: propertyRuns(2000) },
    )
  })
})

it('finds the first institution whose range holds an address, and none for other addresses', () => {
  const toInstitution = (id: string, ...ranges: string[]): Institution => ({
    id,
    name: id,
    ranges: ranges.map((range) => parseIpRange(range)!),
  })
  const all = [toInstitution('library', '192.0.2.0/24', '2001:db8::/48'), toInstitution('school', '192.0.0.0/16')]
  expect(
    ['192.0.2.5', '192.0.3.5', '2001:db8::9', '198.51.100.1', '', 'unknown'].map(
      (address) => findInstitution(all, address)?.id ?? null,
    ),
  ).toEqual(['library', 'school', 'library', null, null, null])
  expect(findInstitution([], '192.0.2.5')).toBeNull()
  expect(['Talheim-2026 Lesen', 'ＴＡＬＨＥＩＭ2026lesen'].map(toPlainCode)).toEqual([
    'talheim2026lesen',
    'talheim2026lesen',
  ])
})
