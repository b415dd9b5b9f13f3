/** The site inside the native app: what it says to the app, what it leaves to it, and room for the edges of the device. */
import { afterAll, afterEach, expect, it } from 'vitest'
import type { ShellMessage } from '@lokalteil/contracts/native-shell'
import { agentOf, playShell, type ShellKind } from './native-shell.ts'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, openReader, untilAlive, type Reader } from './reader.ts'

let reader: Reader

/** These and nothing else, since the shell was last asked. */
async function heard(take: () => Promise<ShellMessage[]>, expected: readonly ShellMessage[]): Promise<void> {
  const said: ShellMessage[] = []
  await expect
    .poll(async () => said.push(...(await take())), { timeout: 10_000 })
    .toBeGreaterThanOrEqual(expected.length)
  expect(said).toEqual(expected)
}

afterEach(() => reader?.leave())
afterAll(closeBrowser)

it.each<ShellKind>(['plain', 'flutter'])(
  'the %s shell is asked for a login and for the browser, in its own words',
  async (kind) => {
    reader = await openReader({ device: 'phone', context: { userAgent: agentOf(kind) } })
    const { page } = reader
    const take = await playShell(page, kind)
    await page.goto((await listPageKinds()).article!)
    await untilAlive(page)
    await page.locator('[data-bookmark]').first().click()
    await heard(take, [{ type: 'login' }])
    expect(await page.locator('dialog[open]').count()).toBe(0)

    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = 'https://elsewhere.example/stueck'
      document.querySelector('main')!.append(link)
      link.click()
    })
    await heard(take, [{ type: 'openBrowser', payload: { url: 'https://elsewhere.example/stueck' } }])
    // The app has a store, an installation and a worker of its own.
    expect(await page.locator('footer a[href*="play.google.com"]:visible').count()).toBe(0)
    expect(await page.getAttribute('meta[name="viewport"]', 'content')).toContain('viewport-fit=cover')
  },
)

it('the pages that the app frames stand alone', async () => {
  reader = await openReader({ device: 'phone', context: { userAgent: agentOf('plain') } })
  const { page } = reader
  await page.goto('/__mein-portal/read-articles')
  await untilAlive(page)
  expect([await page.locator('header[class*="header"], footer').count(), await page.locator('main').count()]).toEqual([
    0, 1,
  ])
})
