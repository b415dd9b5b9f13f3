import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Hono } from 'hono'
import { CSP_REPORT_PATH, createCspReports } from './csp-reports.ts'
import type { PortalEnv } from './portal-env.ts'

const REPORT = JSON.stringify({ 'csp-report': { 'violated-directive': 'script-src', 'blocked-uri': 'inline' } })

let time = 0
let lines: string[]
let routes: Hono<PortalEnv>
let close: () => void

const report = (address: string, body: string | ReadableStream = REPORT, type = 'application/csp-report') =>
  routes.request(CSP_REPORT_PATH, {
    method: 'POST',
    headers: { 'content-type': type, 'x-address': address },
    body,
    ...(typeof body === 'string' ? {} : { duplex: 'half' }),
  })

beforeEach(() => {
  vi.useFakeTimers()
  time = 1_000_000
  lines = []
  ;({ routes, close } = createCspReports({
    addressOf: (c) => c.req.header('x-address') ?? '',
    log: (_level, event, fields) => lines.push(`${event} ${JSON.stringify(fields)}`),
    now: () => time,
  }))
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

describe('reports of a violated policy', () => {
  it('reads the directive in both forms that browsers send', async () => {
    expect((await report('192.0.2.1')).status).toBe(204)
    const modern = [
      { type: 'csp-violation', body: { effectiveDirective: 'img-src' }, url: 'https://x.example/?a=GEHEIM' },
    ]
    expect((await report('192.0.2.1', JSON.stringify(modern), 'application/reports+json')).status).toBe(204)
    expect(lines).toEqual([
      'csp-violation {"directive":"script-src","blocked":"inline"}',
      'csp-violation {"directive":"img-src"}',
    ])
  })

  it.each([
    ['https://cdn.ads.example/tag.js?reader=GEHEIM', 'https://cdn.ads.example'],
    ['https://user:GEHEIM@cdn.ads.example:8443/x', 'https://cdn.ads.example:8443'],
    ['wss://live.example/GEHEIM', 'wss://live.example'],
    ['inline', 'inline'],
    ['data', 'data'],
    ['blob:https://x.example/GEHEIM', 'blob:'],
    ['chrome-extension://GEHEIM/x.js', 'chrome-extension:'],
    ['GEHEIM nonsense', undefined],
  ])('logs only the refused host of %j', async (address, blocked) => {
    const body = JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': address } })
    await report('192.0.2.1', body)
    const modern = JSON.stringify([{ body: { effectiveDirective: 'script-src-elem', blockedURL: address } }])
    await report('192.0.2.1', modern, 'application/reports+json')
    const line = `csp-violation ${JSON.stringify({ directive: 'script-src-elem', blocked })}`
    expect(lines).toEqual([line])
    time += 3_600_000
    await report('192.0.2.1', modern, 'application/reports+json')
    expect(lines[1]).toBe(`csp-violation ${JSON.stringify({ directive: 'script-src-elem', blocked, more: 1 })}`)
  })

  it('reads no more than 8 kB, with or without a declared length', async () => {
    expect((await report('192.0.2.1', 'x'.repeat(8193))).status).toBe(413)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024
        controller.enqueue(new Uint8Array(1024).fill(120))
      },
    })
    expect((await report('192.0.2.1', endless)).status).toBe(413)
    expect(sent).toBeLessThan(20_000)
    expect((await report('192.0.2.1', 'x'.repeat(8192))).status).toBe(204)
  })

  it('refuses other bodies', async () => {
    expect((await report('192.0.2.1', REPORT, 'text/plain')).status).toBe(415)
    expect(lines).toEqual([])
  })

  it('accepts twenty a minute from an address, and from an IPv6 network', async () => {
    const statuses = async (address: (count: number) => string) => {
      const found: number[] = []
      for (let count = 0; count < 22; count++) found.push((await report(address(count))).status)
      return found.filter((status) => status === 429).length
    }
    expect(await statuses(() => '192.0.2.1')).toBe(2)
    expect(await statuses((count) => `2001:db8:1:1::${count + 1}`)).toBe(2)
    expect((await report('192.0.2.2')).status).toBe(204)
    expect((await report('192.0.2.1')).headers.get('retry-after')).toBe('60')
    time += 60_000
    expect((await report('192.0.2.1')).status).toBe(204)
  })

  const of = (host: string, directive = 'script-src') =>
    JSON.stringify({ 'csp-report': { 'violated-directive': directive, 'blocked-uri': `https://${host}/x.js` } })
  const ADDRESSES = Array.from({ length: 40 }, (_, count) => `198.51.100.${count}`)

  it('logs each directive and host once an hour, so one host cannot hide another', async () => {
    for (const address of ADDRESSES) await report(address, of('loud.example'))
    await report('192.0.2.1', of('quiet.example'))
    await report('192.0.2.1', of('loud.example', 'img-src'))
    expect(lines).toEqual([
      'csp-violation {"directive":"script-src","blocked":"https://loud.example"}',
      'csp-violation {"directive":"script-src","blocked":"https://quiet.example"}',
      'csp-violation {"directive":"img-src","blocked":"https://loud.example"}',
    ])
    time += 3_600_000
    for (const host of ['quiet.example', 'loud.example', 'loud.example']) await report('192.0.2.1', of(host))
    expect(lines.slice(3)).toEqual([
      'csp-violation {"directive":"script-src","blocked":"https://quiet.example"}',
      'csp-violation {"directive":"script-src","blocked":"https://loud.example","more":39}',
    ])
  })

  it('logs sixty made-up hosts a minute and says how many it left out; a host that was left out has its line later', async () => {
    for (const [row, address] of ADDRESSES.entries())
      for (const column of [0, 1]) await report(address, of(`h${row}-${column}.example`))
    expect(lines).toHaveLength(60)
    time += 60_000
    await report('192.0.2.1', of('h39-1.example'))
    expect(lines.slice(60)).toEqual([
      'csp-violations-left-out {"count":20}',
      'csp-violation {"directive":"script-src","blocked":"https://h39-1.example"}',
    ])
  })

  it('logs how many it left out even if no further report comes', async () => {
    for (let count = 0; count < 30; count++) await report('192.0.2.1')
    expect(lines).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(lines.slice(1)).toEqual(['csp-violations-left-out {"count":10}'])
  })

  it('remembers two thousand of them', async () => {
    const send = async (from: number, to: number) => {
      for (let count = from; count < to; count++) {
        if (count % 50 === 0) time += 60_000
        await report(`198.51.${100 + Math.floor(count / 5000)}.${count % 250}`, of(`h${count}.example`))
      }
    }
    // Within the hour of each.
    await send(0, 2001)
    expect(lines).toHaveLength(2001)
    await report('192.0.2.1', of('h2000.example'))
    expect(lines).toHaveLength(2001)
    await report('192.0.2.1', of('h0.example'))
    expect(lines).toHaveLength(2002)
  })
})
