/** The horoscope in a whole portal. */
import { toDayKey } from '@lokalteil/domain/german'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeHoroscope } from '../domain/compose.ts'
import { SIGNS } from '../domain/signs.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED })
})
afterAll(() => portal.close())

it('R1-76 each of the twelve signs has a page with the text of its publication and its day', async () => {
  const today = toDayKey(portal.clock.now)
  const overview = await portal.html('/horoskop', { publication: 'fb' })
  expect(overview).toContain('Zur Unterhaltung')
  for (const { key, name } of SIGNS) {
    const { mood, love, work, week } = composeHoroscope('fb', key, today)
    expect(overview).toContain(mood)
    const page = await portal.html(`/horoskop/${key}`, { publication: 'fb' })
    for (const part of [name, mood, love, work, week, 'Zur Unterhaltung']) expect(page).toContain(part)
    expect(page).not.toContain('noindex')
  }
})

it('R1-76 each of the last seven days has a page without indexing, any other day is 404', async () => {
  const at = (days: number) => toDayKey(new Date(portal.clock.now.getTime() + days * 86_400_000))
  const get = (path: string) => portal.get(path, { publication: 'fb' })
  const past = await get(`/horoskop/fische/${at(-7)}`)
  expect([past.status, past.headers.get('x-robots-tag')]).toEqual([200, expect.stringContaining('noindex')])
  expect(await past.text()).toContain(composeHoroscope('fb', 'fische', at(-7)).mood)
  for (const path of [at(-8), at(1), at(0), '2026-02-30', 'gestern'].map((day) => `/horoskop/fische/${day}`))
    expect([path, (await get(path)).status]).toEqual([path, 404])
  expect((await get('/horoskop/schlangentraeger')).status).toBe(404)
  expect((await get('/horoskop/constructor')).status).toBe(404)
})

it('the sitemap has every sign, and no past day', async () =>
  expect(
    (await (await portal.get('/sitemaps/pages.xml', { publication: 'fb' })).text()).match(/\/horoskop[^<]*/g),
  ).toEqual(['/horoskop', ...SIGNS.map(({ key }) => `/horoskop/${key}`)]))
