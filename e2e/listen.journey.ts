/**
 * Listening (R1-56 to R1-60): one player for episodes, articles and the radio, which keeps playing during navigation.
 */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { listPageKinds, type PageKinds } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  openReader,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'
import { giveVoices } from './speaking-browser.ts'

let kinds: PageKinds
let reader: Reader
beforeAll(async () => {
  kinds = await listPageKinds()
})
afterEach(() => reader?.leave())
afterAll(closeBrowser)

/** For a busy machine. */
const PATIENCE = { timeout: 15_000 }
const playerOf = (page: Page) => page.getByRole('region', { name: 'Player' })
const audioOf = (page: Page) => page.locator('#player audio')
const button = (page: Page, name: string) => playerOf(page).getByRole('button', { name, exact: true })
const positionOf = (page: Page) =>
  audioOf(page).evaluate((element: HTMLAudioElement) => Math.round(element.currentTime))

async function seekTo(page: Page, seconds: number): Promise<void> {
  await audioOf(page).evaluate(
    (element: HTMLAudioElement, to) =>
      new Promise<void>((resolve) => {
        element.addEventListener('seeked', () => resolve(), { once: true })
        element.currentTime = to
      }),
    seconds,
  )
}
const isPlaying = (page: Page) =>
  audioOf(page).evaluate((element: HTMLAudioElement) => !element.paused && element.currentTime > 0)
const spokenBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { spoken: { text: string; voice: string; rate: number }[] }).spoken)

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('R1-56 R1-58 R1-59 an episode continues during navigation, skips by 15 seconds, and is resumed later', async () => {
    reader = await openReader({ device })
    const { page, errors } = reader
    await page.goto('/podcasts')
    await untilAlive(page)
    expect(await page.locator('#player').count()).toBe(0)
    await page.getByRole('button', { name: /^Anhören: Kran Nummer sieben/ }).click()
    await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
    expect(await playerOf(page).innerText()).toContain('Kran Nummer sieben')
    expect(await playerOf(page).innerText()).toContain('KI-Stimme')

    await seekTo(page, 60)
    await button(page, 'Anhalten').click()
    const place = await positionOf(page)
    await button(page, '15 Sekunden zurück').click()
    expect(await positionOf(page)).toBe(place - 15)
    await seekTo(page, 40)
    await button(page, '15 Sekunden vor').click()
    expect(await positionOf(page)).toBe(55)
    await playerOf(page).getByLabel('Tempo').selectOption('1.25')
    expect(await audioOf(page).evaluate((element: HTMLAudioElement) => element.playbackRate)).toBe(1.25)

    // Client-side navigation: the same audio element continues.
    await seekTo(page, 20)
    await button(page, 'Abspielen').click()
    await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
    await page.getByRole('button', { name: /^Merken zum Hören: Nebel über der Aue/ }).click()
    await page.locator('main a[href^="/podcast/"]').first().click()
    await page.locator('main h1').filter({ hasNotText: 'Podcasts' }).waitFor()
    expect(await isPlaying(page)).toBe(true)
    expect(
      await page.evaluate(() => [navigator.mediaSession.metadata?.title, navigator.mediaSession.playbackState]),
    ).toEqual(['Kran Nummer sieben', 'playing'])

    // The queue: after the end of a piece the next one starts.
    await playerOf(page).getByRole('button', { name: 'Hörliste, 1 Beitrag' }).click()
    await playerOf(page).getByRole('button', { name: 'Aus der Hörliste nehmen: Nebel über der Aue' }).waitFor()
    await expectAccessible(page, { within: '#player' })
    await page.keyboard.press('Escape')
    expect(await playerOf(page).getByRole('group', { name: 'Hörliste' }).count()).toBe(0)
    await audioOf(page).evaluate((element: HTMLAudioElement) => (element.currentTime = element.duration - 0.3))
    await expect.poll(() => playerOf(page).innerText(), PATIENCE).toContain('Nebel über der Aue')
    await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
    await seekTo(page, 30)

    // The player does not cover the end of a page.
    const bar = (await playerOf(page).boundingBox())!
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    const last = (await page.locator('footer a').filter({ visible: true }).last().boundingBox())!
    expect(last.y + last.height).toBeLessThanOrEqual(bar.y)

    // A newly loaded document is silent, and offers to resume.
    await page.goto('/impressum')
    await untilAlive(page)
    await button(page, 'Weiterhören').click()
    await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
    expect(await positionOf(page)).toBeGreaterThanOrEqual(29)
    await button(page, 'Player schließen').click()
    expect(await playerOf(page).count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('R1-57 S1-08 an article is read aloud with its sentence marked, and continues during navigation', async () => {
    reader = await openReader({ device })
    const { page, context, errors } = reader
    await giveVoices(context)
    await page.goto(kinds.article!)
    await untilAlive(page)
    const title = (await page.locator('h1').innerText()).split('\n').at(-1)!.replaceAll('\u00a0', ' ')
    const listen = page.locator('main').getByRole('button', { name: /^Vorlesen/ })
    await listen.waitFor()
    expect(await listen.textContent()).toContain('Computerstimme')
    const heightBefore = await page.evaluate(() => document.querySelector('article')!.offsetHeight)
    await listen.click()
    const marked = () => page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join())
    await expect.poll(async () => (await spokenBy(page)).length, PATIENCE).toBeGreaterThan(2)
    expect((await spokenBy(page))[0]).toMatchObject({ voice: 'Anna', rate: 1 })
    expect((await spokenBy(page)).map(({ text }) => text).join(' ')).toContain(title)
    await expect.poll(marked, PATIENCE).not.toBe('')
    await button(page, 'Anhalten').click()
    const sentence = (await marked()).replace(/\s+/g, ' ')
    expect(sentence).toContain((await spokenBy(page)).at(-1)!.text)
    expect(await page.evaluate(() => document.querySelector('article')!.offsetHeight)).toBe(heightBefore)

    // Paused is silent; 15 seconds forward skips some sentences, back goes before them.
    const before = (await spokenBy(page)).length
    const placeOf = async () =>
      Number(await playerOf(page).getByRole('slider', { name: 'Wiedergabeposition' }).inputValue())
    const place = await placeOf()
    await button(page, '15 Sekunden vor').click()
    await expect.poll(async () => (await placeOf()) - place, PATIENCE).toBeGreaterThan(5)
    expect((await placeOf()) - place).toBeLessThan(28)
    await button(page, '15 Sekunden zurück').click()
    expect((await spokenBy(page)).length).toBe(before)
    await playerOf(page).getByLabel('Tempo').selectOption('2')
    await button(page, 'Abspielen').click()
    await expect.poll(async () => (await spokenBy(page)).at(-1)!.rate, PATIENCE).toBe(2)

    await page.locator('header a[href="/"]').filter({ visible: true }).first().click()
    await page.waitForURL(/\/$/)
    const sofar = (await spokenBy(page)).length
    await expect.poll(async () => (await spokenBy(page)).length, PATIENCE).toBeGreaterThan(sofar + 1)
    expect((await playerOf(page).innerText()).replaceAll('\u00a0', ' ')).toContain(title)
    expect(await marked()).toBe('')
    expect(errors).toEqual([])
  })

  it('R1-57 an icon leads to the radio, which plays live from the demo’s own process, and stops', async () => {
    reader = await openReader({ device })
    const { page, errors, foreignRequests } = reader
    await page.goto('/')
    await untilAlive(page)
    const icon = page
      .locator('a[href="/radio"]')
      .filter({ has: page.locator('svg') })
      .filter({ visible: true })
      .first()
    await icon.scrollIntoViewIfNeeded()
    await icon.click()
    await page.getByRole('heading', { level: 1, name: 'Auenradio' }).waitFor()
    await page.getByRole('button', { name: 'Livestream hören' }).click()
    await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
    expect(await playerOf(page).innerText()).toContain('Live')
    expect(await playerOf(page).getByRole('button', { name: '15 Sekunden vor' }).count()).toBe(0)
    expect(await page.locator('main').innerText()).toMatch(/Gerade läuft\s*\S+/)
    await page.locator('main a[href="/podcasts"]').click()
    await page.getByRole('heading', { level: 1, name: 'Podcasts' }).waitFor()
    expect(await isPlaying(page)).toBe(true)
    await button(page, 'Stoppen').click()
    expect(await audioOf(page).evaluate((element: HTMLAudioElement) => element.hasAttribute('src'))).toBe(false)
    expect([errors, foreignRequests]).toEqual([[], []])
  })

  it('is accessible in light and dark: an article that is read, the radio, the list', async () => {
    expect.hasAssertions()
    reader = await openReader({ device })
    const { page, context } = reader
    await giveVoices(context, { takes: 60_000 })
    await page.goto(kinds.article!)
    await untilAlive(page)
    await page
      .locator('main')
      .getByRole('button', { name: /^Vorlesen/ })
      .click()
    await expect.poll(async () => (await spokenBy(page)).length, PATIENCE).toBe(1)
    await playerOf(page).getByRole('button', { name: 'Hörliste, 0 Beiträge' }).click()
    await expectAccessibleDayAndNight(page)
    await page.goto('/radio')
    await button(page, 'Weiterhören').waitFor()
    await expectAccessibleDayAndNight(page)
  })
})

it('R1-57 a locked text is not read aloud; nor is anything without a local German voice', async () => {
  reader = await openReader()
  const { page, context } = reader
  await giveVoices(context)
  await page.goto(kinds['paid article']!)
  await untilAlive(page)
  await page.locator('[data-access="locked"]').waitFor()
  // The other article's player button is loaded by then.
  await page.locator('main a[href^="/"][href*="-"]').filter({ visible: true }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.paywall') !== null)
  expect(await page.getByRole('button', { name: /^Vorlesen/ }).count()).toBe(0)
  await reader.leave()
  reader = await openReader()
  await giveVoices(reader.context, { voices: [{ name: 'Google Deutsch', lang: 'de-DE', localService: false }] })
  await reader.page.goto(kinds.article!)
  await untilAlive(reader.page)
  await reader.page.waitForFunction(() => speechSynthesis.getVoices().length > 0)
  expect(await reader.page.getByRole('button', { name: /^Vorlesen/ }).count()).toBe(0)
})

it('R1-58 R1-59 works by keyboard, and stops by the sleep timer', async () => {
  reader = await openReader()
  const { page } = reader
  await page.clock.install()
  await page.goto(kinds.podcast!)
  await untilAlive(page)
  const begin = page.locator('main').getByRole('button', { name: 'Abspielen' }).first()
  await begin.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => isPlaying(page), PATIENCE).toBe(true)
  await button(page, '15 Sekunden vor').focus()
  const before = await positionOf(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => positionOf(page), PATIENCE).toBeGreaterThanOrEqual(before + 15)
  await playerOf(page).getByRole('slider', { name: 'Wiedergabeposition' }).focus()
  await page.keyboard.press('Home')
  await expect.poll(() => positionOf(page), PATIENCE).toBeLessThan(3)
  await playerOf(page).getByLabel('Schlaf-Timer').selectOption('15')
  await page.clock.fastForward(14 * 60_000)
  expect(await isPlaying(page)).toBe(true)
  await page.clock.fastForward(61_000)
  await expect.poll(() => isPlaying(page), PATIENCE).toBe(false)
  await button(page, 'Player schließen').focus()
  await page.keyboard.press('Enter')
  expect(await playerOf(page).count()).toBe(0)
})

it('R1-57 without scripts the browser’s own player plays the radio and episodes', async () => {
  reader = await openReader({ context: { javaScriptEnabled: false } })
  const { page } = reader
  for (const path of ['/radio', '/podcasts', kinds.podcast!]) {
    await page.goto(path)
    const audio = page.locator('main audio').first()
    expect([path, await audio.isVisible(), await audio.getAttribute('controls')]).toEqual([path, true, ''])
  }
})

it('R1-60 a film has captions that the browser reads', async () => {
  reader = await openReader()
  const { page } = reader
  await page.goto(kinds.film!)
  const cues = () =>
    page
      .locator('article video')
      .first()
      .evaluate((video: HTMLVideoElement) => {
        const [track] = video.textTracks
        track!.mode = 'showing'
        return [track!.kind, track!.language, track!.label, track!.cues?.length ?? 0]
      })
  await expect.poll(cues, PATIENCE).toEqual(['captions', 'de', 'Deutsch', 3])
})
