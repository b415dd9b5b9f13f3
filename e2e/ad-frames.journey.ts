/** Advertising in frames of another origin (`AD_FRAME`), which a stand-in answers: a fill, no fill, a late fill, silence. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { grantVendors } from '@lokalteil/domain/consent/consent'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, openReader, scrollAlong, storeConsent, untilAlive } from './reader.ts'

const ADS = 'https://anzeigen.example'
const WAIT_MS = 2500

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({ env: { AD_FRAME: `${ADS}/platz` } })
}, 240_000)
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

/** `outcome`: null: it says nothing. */
const toFrame = (outcome: string | null, delay: number) => `<!doctype html><title>Anzeige</title><p>Aus der Auktion</p>
<script>
  const values = new URLSearchParams(location.hash.slice(1))
  document.title = values.get('place') + Object.keys(JSON.parse(values.get('targeting'))).length
  ${outcome === null ? '' : `setTimeout(() => parent.postMessage({ adFrame: '${outcome}' }, '*'), ${delay})`}
</script>`

it.each<[string, string | null, number, 'frame' | 'house']>([
  ['a fill', 'filled', 0, 'frame'],
  ['a late fill', 'filled', WAIT_MS - 1000, 'frame'],
  ['no fill', 'empty', 0, 'house'],
  ['a fill that comes too late', 'filled', WAIT_MS + 1000, 'house'],
  ['silence', null, 0, 'house'],
])('after %s (%s, %i ms) the place has a %s', async (_what, outcome, delay, expected) => {
  // The publication with advertisements of its own.
  const origin = portal.origin.replace('//', '//fb.')
  const reader = await openReader({ isUnasked: true, context: { baseURL: origin } })
  const { page } = reader
  await storeConsent(reader.context, grantVendors({ kdm: true }), origin)
  await reader.context.route(`${ADS}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: toFrame(outcome, delay) }),
  )
  // A frame that answers at once may be gone before anybody sees it.
  const asked = page.waitForRequest((request) => request.url().startsWith(ADS))
  await page.goto('/')
  await untilAlive(page)
  const place = page.locator('[data-ad-slot]').first()
  await scrollAlong(page, await place.evaluate((one) => one.getBoundingClientRect().bottom + scrollY))
  await asked
  const frame = place.locator('iframe')
  await page.waitForTimeout(delay > WAIT_MS || outcome === null ? WAIT_MS + 1500 : delay + 800)
  const shown = { frame: await frame.count(), house: await place.locator('[data-house-ad] a').count() }
  expect(shown).toEqual({ frame: expected === 'frame' ? 1 : 0, house: expected === 'house' ? 1 : 0 })
  if (expected === 'frame') {
    expect(await place.locator('iframe').contentFrame().locator('p').innerText()).toBe('Aus der Auktion')
    expect(await place.locator('p').first().innerText()).toBe('Anzeige')
  }
  expect([reader.errors, [...new Set(reader.foreignRequests.map((url) => new URL(url).origin))]]).toEqual([[], [ADS]])
  await reader.leave()
})
