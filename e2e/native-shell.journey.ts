/** The site inside the native app: messages to the app, functions left to the app, and safe areas of the device. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { ShellMessage } from '@lokalteil/contracts/native-shell'
import { logIn, toDemoEmail } from './account-reader.ts'
import { agentOf, answerPushToken, playShell, type ShellKind } from './native-shell.ts'
import { listPageKinds } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, originOf, untilAlive, type Reader } from './reader.ts'

let reader: Reader

/** Exactly these messages since the last call. */
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
  'the %s shell is asked for a login and for the browser, in its own format',
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
    // The app comes from a store, so neither badges nor installation nor a service worker are offered.
    expect(await page.locator('footer a[href*="play.google.com"]:visible').count()).toBe(0)
    expect(await page.getAttribute('meta[name="viewport"]', 'content')).toContain('viewport-fit=cover')
  },
)

it('the pages framed by the app stand alone', async () => {
  reader = await openReader({ device: 'phone', context: { userAgent: agentOf('plain') } })
  const { page } = reader
  await page.goto('/__mein-portal/read-articles')
  await untilAlive(page)
  expect([await page.locator('header[class*="header"], footer').count(), await page.locator('main').count()]).toEqual([
    0, 1,
  ])
})

it.runIf(hasRoom('push'))(
  'R1-55 registers its push token when its reader asks for messages, and removes it at logout',
  async () => {
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
    // An answer without a question is ignored.
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
  },
)
