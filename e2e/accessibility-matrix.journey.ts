/**
 * axe on every kind of page in every publication, light and dark, on phone, tablet and desktop, logged in and out:
 * 2,400 checks in a quarter of an hour. `accessibility.journey.ts` checks the same pages once, in the gate.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, toDemoEmail, untilReader } from './account-reader.ts'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, PUBLICATIONS, untilAlive } from './reader.ts'

const LONG = { timeout: 3_600_000 }
const WIDTHS = [1280, 768, 360]
const SCHEMES = ['light', 'dark'] as const

afterAll(closeBrowser)

describe.concurrent.each(PUBLICATIONS)('%s', LONG, (publication) => {
  it.each(['everybody', 'a reader'])('axe finds no fault in light or dark, at any width, for %s', async (who) => {
    const reader = await openReader({ publication, context: { reducedMotion: 'reduce' } })
    const { page } = reader
    if (who === 'a reader') {
      await page.goto('/')
      // Runs inside the page, because names below localhost are not resolved outside of browsers on every machine.
      await page.evaluate(logInHere, { email: toDemoEmail('plus'), password: DEMO_PASSWORD })
      await page.reload()
      await untilReader(page)
    }
    const faults: string[] = []
    for (const [kind, path] of Object.entries(await listPageKinds(publication))) {
      await page.goto(path, { waitUntil: 'load' })
      await untilAlive(page)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: width < 600 ? 740 : 900 })
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          try {
            await expectAccessible(page, { isWhole: true })
          } catch (error) {
            const found = JSON.stringify((error as { actual?: unknown }).actual ?? String(error))
            faults.push(`${kind} ${path}, ${width} px, ${colorScheme}: ${found.slice(0, 500)}`)
          }
        }
      }
    }
    await reader.leave()
    expect(faults).toEqual([])
  })
})

/** Runs in the page. */
async function logInHere(login: { email: string; password: string }): Promise<void> {
  const answer = await fetch('/api/mein/oauth2/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  if (!answer.ok) throw new Error(`${login.email} could not log in: ${answer.status}`)
}
