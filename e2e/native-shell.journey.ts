/** The site inside the native app: what it says to the app, what it leaves to it, and room for the edges of the device. */
import { afterAll, afterEach, expect, it } from 'vitest'
import type { ShellMessage } from '@lokalteil/contracts/native-shell'
import { logIn, toDemoEmail } from './account-reader.ts'
import { agentOf, answerPushToken, playShell, type ShellKind } from './native-shell.ts'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, originOf, untilAlive, type Reader } from './reader.ts'

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

it('R1-55 hands over its push token when its reader asks for messages, and takes it back with the logout', async () => {
  reader = await openReader({ device: 'phone', context: { userAgent: agentOf('flutter') } })
  const { page, context } = reader
  const take = await playShell(page, 'flutter')
  await logIn(context, toDemoEmail('wallet'))
  await page.goto('/mitteilungen')
  await untilAlive(page)
  const turnOn = page.getByRole('button', { name: 'Mitteilungen einschalten' })
  await turnOn.waitFor()
  expect(await take()).toEqual([])
  await turnOn.click()
  const asked: ShellMessage[] = []
  await expect.poll(async () => asked.push(...(await take())), { timeout: 10_000 }).toBe(1)
  const [question] = asked
  if (question?.type !== 'pushToken') throw new Error(`The shell was asked ${question?.type}`)
  const { id } = question.payload
  const token = 'a-token-of-the-vendor-for-this-journey'
  // An answer to nobody's question changes nothing.
  await answerPushToken(page, { id: crypto.randomUUID(), denied: true })
  await answerPushToken(page, { id, platform: 'ios', token })
  await page.getByRole('heading', { name: 'Auf diesem Gerät eingeschaltet' }).waitFor()
  await expectAccessible(page)
  const device = await page.evaluate(async () => (await caches.match('/push-device', { cacheName: 'push' }))?.text())

  const gone = page.waitForResponse((response) => /\/api\/push\/(?:detach|state)$/.test(response.url()))
  await page.goto('/autoren?logout')
  await gone
  const state = () =>
    page.request.post(`${originOf()}/api/push/state`, { data: { device }, headers: { origin: originOf() } })
  await expect.poll(async () => (await state()).status(), { timeout: 10_000 }).toBe(404)
})
