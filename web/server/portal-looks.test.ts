/** `/__looks`: a preview of looks, for people who design a publication. */
import { toDemoContent } from '@lokalteil/demo/demo.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config/config.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

describe('the preview pages of looks', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({ seed: toDemoContent, env: { LOOKS_PAGE: '1' } })
  })
  afterAll(() => portal.close())

  it('list every publication in force and looks of one colour', async () => {
    const response = await portal.get('/__looks')
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
    expect([...html.matchAll(/href="\/__looks\/(\w+)"/g)].map(([, id]) => id)).toEqual(
      'ak fb ht la blue red green yellow grey'.split(' '),
    )
    expect(html).not.toContain('<script')
    expect(html).toContain('accent: &#x27;#f2b705&#x27;')
  })

  it.each([
    ['under a foreign name', { host: 'evil.example' }],
    ['through a proxy', { 'x-forwarded-for': '8.8.8.8' }],
    ['through another proxy', { forwarded: 'for=8.8.8.8' }],
  ])('exist on this machine only: %s there are none', async (_how, headers) => {
    for (const path of ['/__looks', '/__looks/fb', '/__looks/blue/front'])
      expect([path, (await portal.get(path, { headers })).status]).toEqual([path, 404])
  })

  it.each(['fb', 'yellow'])('show mastheads, blocks, colours and fonts of %s', async (id) => {
    const html = await portal.html(`/__looks/${id}`)
    expect(html.match(/<iframe /g)).toHaveLength(4)
    const kinds = new Set([...html.matchAll(/data-kind="(\w+)"/g)].map(([, kind]) => kind))
    expect(kinds.size).toBeGreaterThanOrEqual(16)
    expect(html).toContain('layout: fourUp')
    expect(html).toContain('/_ipx/')
    const ratios = [...html.matchAll(/<td>([\d,]+) : 1<\/td>/g)].map(([, ratio]) => Number(ratio!.replace(',', '.')))
    expect(ratios.length).toBeGreaterThan(150)
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(3)
  })

  it.each(['centred', 'left', 'band', 'rule'])('draw a front with the masthead %s', async (masthead) => {
    const html = await portal.html(`/__looks/blue/front?masthead=${masthead}`)
    expect(html).toContain(`data-masthead="${masthead}"`)
    expect(html).toContain('Blauer Bote')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })

  it('refuse unknown looks and mastheads', async () => {
    expect((await portal.get('/__looks/nobody')).status).toBe(404)
    expect(await portal.html('/__looks/ak/front?masthead="><script>')).toContain('data-masthead="centred"')
  })
})

it('are on in the local demo, or if configured', async () => {
  const read = (environment: Record<string, string>) => {
    const result = readConfig(environment)
    return result.ok ? result.config.hasLooksPage : result.problems
  }
  expect(read({})).toBe(true)
  expect(read({ DEMO: '0' })).toBe(false)
  expect(read({ DEMO: 'public', HOST: '0.0.0.0' })).toBe(false)
  expect(read({ DEMO: '0', LOOKS_PAGE: '1' })).toBe(true)
  expect(read({ LOOKS_PAGE: '0' })).toBe(false)
  expect(read({ DEMO: '0', LOOKS_PAGE: '1', HOST: '0.0.0.0' })).toEqual([expect.stringMatching(/^LOOKS_PAGE: /)])
})

it('are off elsewhere', async () => {
  const portal = await openTestPortal({ seed: toDemoContent })
  for (const path of ['/__looks', '/__looks/ak', '/__looks/ak/front']) expect((await portal.get(path)).status).toBe(404)
  await portal.close()
})
