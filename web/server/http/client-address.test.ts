import { expect, it } from 'vitest'
import { createHmac } from 'node:crypto'
import { isProxyEntry, toClientAddress, toNetwork, toRequester } from './client-address.ts'

it.each<[string, string | undefined, string | undefined, string[], string]>([
  ['the line’s other end', '198.51.100.7', undefined, [], '198.51.100.7'],
  ['never what a client says about itself', '198.51.100.7', '203.0.113.9', [], '198.51.100.7'],
  ['what our balancer says', '10.0.0.1', '203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  ['not what stood there before our balancer', '10.0.0.1', '192.0.2.1, 203.0.113.9', ['10.0.0.1'], '203.0.113.9'],
  ['through two balancers', '::ffff:10.0.0.1', '203.0.113.9, 10.0.0.2', ['10.0.0.1', '10.0.0.2'], '203.0.113.9'],
  ['a balancer of a network', '10.3.2.1', '203.0.113.9', ['127.0.0.1', '10.0.0.0/8'], '203.0.113.9'],
  ['a balancer of a network in IPv6', 'fd00::7', '203.0.113.9, fd00:1::2', ['fd00::/16'], '203.0.113.9'],
  ['no balancer beside the network', '11.3.2.1', '203.0.113.9', ['10.0.0.0/8'], '11.3.2.1'],
  ['no IPv6 address for a network of IPv4', '::a03:201', '203.0.113.9', ['10.0.0.0/8'], '::a03:201'],
  ['the balancer when it says nonsense', '10.0.0.1', 'unknown', ['10.0.0.1'], '10.0.0.1'],
  ['an IPv4 address in an IPv6 socket', '::ffff:198.51.100.7', undefined, [], '198.51.100.7'],
  ['nothing when the line is gone', undefined, undefined, [], ''],
])('trusts %s', (_name, remote, forwarded, proxies, address) => {
  expect(toClientAddress(remote, forwarded, proxies)).toBe(address)
})

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0001::', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('counts %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

it.each([
  ['10.0.0.1', true],
  ['::1', true],
  ['10.0.0.0/8', true],
  ['fd00::/16', true],
  ['0.0.0.0/0', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['balancer.intern', false],
  ['10.0.0', false],
])('takes %s for an entry of TRUST_PROXY: %s', (text, expected) => {
  expect(isProxyEntry(text)).toBe(expected)
})

it('a requester is the keyed hash of use and address, and reveals neither', () => {
  const hash = createHmac('sha256', 'secret').update('order 198.51.100.7').digest('base64url').slice(0, 32)
  expect(toRequester('secret', 'order', '198.51.100.7')).toBe(hash)
  const others = [
    toRequester('other', 'order', '198.51.100.7'),
    toRequester('secret', 'code', '198.51.100.7'),
    toRequester('secret', 'order', '198.51.100.8'),
  ]
  expect(new Set([hash, ...others]).size).toBe(4)
})
