/**
 * The functions behind the icons (S1-08), as far as they exist: newsletters, podcasts, sound and film, sharing,
 * printing, coupons, apps.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import { closeBrowser, NATIVE_AGENT, openReader, originOf, untilAlive, type DeviceName } from './reader.ts'

let kinds: PageKinds
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterAll(closeBrowser)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it.each([
    ['R1-54 newsletters', '/newsletter-anmeldung', 'main form input[type="email"]'],
    ['R1-56 podcasts', '/podcasts', 'main a[href^="/podcast/"]'],
    ['R1-82 coupons', '/gutscheine', 'main article, main li'],
  ])('%s: an icon leads to %s', async (_name, path, part) => {
    const { page, errors, leave } = await openReader({ device })
    await page.goto('/')
    await untilAlive(page)
    const link = page
      .locator(`a[href="${path}"]`)
      .filter({ has: page.locator('svg') })
      .filter({ visible: true })
      .first()
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await page.waitForURL(`**${path}`)
    await page.locator(part).first().waitFor()
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-64 R1-65 R1-66 R1-67 an article is shared by its address without parameters of the visit, copied and printed', async () => {
    const { page, context, foreignRequests, leave } = await openReader({ device })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.assign(window, { print: () => Object.assign(window, { hasPrinted: true }) }))
    await page.goto(`${kinds.article}?utm_source=brief&link-token=geheim`)
    await untilAlive(page)
    await page.getByRole('button', { name: 'Teilen', exact: true }).click()
    const address = originOf() + kinds.article
    const menu = page.getByRole('group', { name: 'Teilen' })
    for (const name of ['WhatsApp', 'Telegram', 'Bluesky', 'Threads', 'Facebook', 'X', 'LinkedIn']) {
      const href = await menu.getByRole('link', { name, exact: true }).getAttribute('href')
      expect([name, decodeURIComponent(href!).includes(address), /geheim|link-token/.test(href!)]).toEqual([
        name,
        true,
        false,
      ])
    }
    await menu.getByRole('button', { name: 'Mastodon' }).click()
    await menu.getByRole('textbox', { name: 'Ihr Mastodon-Server' }).fill('kein Server')
    await menu.getByRole('button', { name: 'Weiter' }).click()
    await menu.getByRole('alert').waitFor()
    await menu.getByRole('button', { name: 'Link kopieren' }).click()
    await menu.getByText('Link kopiert').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    // Signal has no address to share by: its entry copies the link and says where to paste it.
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await menu.getByRole('button', { name: 'Signal' }).click()
    await menu.getByRole('status').filter({ hasText: 'Signal' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Drucken' }).click()
    expect(await page.evaluate(() => (window as { hasPrinted?: boolean }).hasPrinted)).toBe(true)
    expect(foreignRequests).toEqual([])
    await leave()
  })
})

it('R1-58 R1-59 the player skips 15 seconds back and forward', async () => {
  const { page, leave } = await openReader()
  await page.goto(kinds.podcast!)
  await untilAlive(page)
  await page.locator('main').getByRole('button', { name: 'Abspielen' }).first().click()
  const player = page.getByRole('region', { name: 'Player' })
  const audio = page.locator('#player audio')
  await player.getByRole('button', { name: 'Anhalten' }).click()
  const seekTo = (time: number) =>
    audio.evaluate(
      (element: HTMLAudioElement, to) =>
        new Promise<void>((resolve) => {
          element.addEventListener('seeked', () => resolve(), { once: true })
          element.currentTime = to
        }),
      time,
    )
  const positionOf = () => audio.evaluate((element: HTMLAudioElement) => Math.round(element.currentTime))
  await seekTo(40)
  await player.getByRole('button', { name: '15 Sekunden zurück' }).click()
  expect(await positionOf()).toBe(25)
  await seekTo(40)
  await player.getByRole('button', { name: '15 Sekunden vor' }).click()
  expect(await positionOf()).toBe(55)
  await leave()
})

it('R1-60 a film plays', async () => {
  const { page, leave } = await openReader()
  await page.goto(kinds.film!)
  await untilAlive(page)
  const video = page.locator('article video').first()
  await video.scrollIntoViewIfNeeded()
  expect(await video.evaluate((element: HTMLVideoElement) => [element.controls, element.paused])).toEqual([true, true])
  await video.focus()
  await page.keyboard.press('Space')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => !element.paused && element.currentTime > 0))
    .toBe(true)
  await leave()
})

it('R1-88 two badges lead to the stores, but not inside the app', async () => {
  const { page, leave } = await openReader()
  await page.goto('/')
  for (const name of ['Laden im App Store', 'Jetzt bei Google Play']) {
    const badge = page.locator('footer').getByRole('link', { name })
    expect(
      await badge.evaluate((element: HTMLAnchorElement) => [
        element.protocol,
        element.host !== location.host,
        element.rel.includes('noopener'),
      ]),
    ).toEqual(['https:', true, true])
  }
  await leave()
  const inside = await openReader({ device: 'phone', context: { userAgent: NATIVE_AGENT } })
  await inside.page.goto('/')
  expect(await inside.page.locator('footer a[href*="apps.apple.com"], footer a[href*="play.google.com"]').count()).toBe(
    0,
  )
  await inside.leave()
})
