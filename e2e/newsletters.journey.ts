/** Newsletters, onboarding, settings and visits in a browser with the real services. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { logIn, readMail, registerReader, toDemoEmail, untilReader } from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import { closeBrowser, expectAccessible, openReader, originOf, servedPortal, untilAlive } from './reader.ts'

afterAll(closeBrowser)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Willkommen' })
const hashOf = (page: Page) => page.evaluate(() => location.hash)
const statusOf = (page: Page) =>
  page.evaluate(
    async () =>
      ((await (await fetch('/api/onboarding')).json()) as { isOnboardingCompleted: boolean }).isOnboardingCompleted,
  )
const begin = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/onboarding', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"isOnboardingCompleted":false}',
    })
  })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

/** Changes settings like `npx lokalteil settings`; the browser polls for changes every five seconds. */
async function changeSettings(changes: object): Promise<void> {
  const key = readFileSync(join(servedPortal().dataDir, 'keys', 'user.key'), 'utf8').trim()
  const answer = await fetch(`${originOf()}/__services/user/mandators/ak/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ changes }),
  })
  expect(answer.status).toBe(200)
  await expect
    .poll(
      async () => {
        const settings = (await (await fetch(`${originOf()}/api/settings`)).json()) as Record<string, unknown>
        return Object.entries(changes).every(([name, value]) => settings[name] === value)
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(true)
}

describe('newsletters', () => {
  it.each([true, false])(
    'R2.1-18 S2.1-13 are ordered and confirmed, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, leave, errors } = await openReader({ device: 'phone', context: { javaScriptEnabled } })
      const email = `post-${javaScriptEnabled ? 'mit' : 'ohne'}-${Date.now()}@example.org`
      await page.goto('/newsletter-anmeldung')
      if (javaScriptEnabled) {
        await untilAlive(page)
        await page.getByRole('button', { name: 'Bestellen' }).click()
        await page.getByText('Bitte wählen Sie mindestens einen Newsletter aus.').first().waitFor()
        await expectAccessible(page)
      }
      await page.locator('input[name="newsletter"]').first().check()
      await page.getByLabel('E-Mail-Adresse').fill(email)
      await page.getByLabel('Ich bin einverstanden').check()
      await page.getByRole('button', { name: 'Bestellen' }).click()
      await page.getByText('Bitte bestätigen Sie Ihre Anmeldung über den Link in der E-Mail.').waitFor()
      const { text } = await readMail(email, /./)
      await page.goto(/\/newsletter-anmeldung\?bestaetigen=[\w.-]+/.exec(text)![0])
      await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click()
      await page.getByText('Ab der nächsten Ausgabe').waitFor()
      expect(new URL(page.url()).search).toBe('')
      expect(errors).toEqual([])
      await leave()
    },
  )

  it('R1-29 R2.2-15 R6-22 are switched on and off by a reader, and stay so', async () => {
    const { page, context, leave, errors } = await openReader()
    await logIn(context, toDemoEmail('epaper'))
    await open(page, '/newsletters')
    const first = page.getByRole('switch').first()
    expect(await first.getAttribute('aria-checked')).toBe('false')
    await first.click()
    await page.getByText('ab der nächsten Ausgabe').waitFor()
    await expectAccessible(page)
    await page.reload()
    await untilAlive(page)
    expect(await first.getAttribute('aria-checked')).toBe('true')
    await first.click()
    await page.getByText('ist abbestellt').waitFor()
    expect(errors).toEqual([])
    await leave()
  })
})

describe('the onboarding', () => {
  it('R2.4-05 R6-24 R1-30 R4.7-03 S2.4-07 has three steps; the cross and Escape leave it open, "Fertig" completes it for every browser', async () => {
    await changeSettings({ onboardingpopup_enabled: true })
    const { page, context, leave, errors } = await openReader()
    await logIn(context, toDemoEmail('tagsub'))
    await open(page, '/lokales')
    await begin(page)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialogOf(page).getByRole('button', { name: 'Schließen' }).click(),
    ]) {
      await open(page, '/impressum#onboarding')
      await dialogOf(page).getByText('Schritt 1 von 3').waitFor()
      await close()
      await dialogOf(page).waitFor({ state: 'detached' })
      expect([await hashOf(page), await statusOf(page)]).toEqual(['', false])
    }
    await open(page, '/impressum#onboarding')
    await dialogOf(page).getByRole('checkbox').first().check()
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'Weiter' }).click()
    await dialogOf(page).getByText('Schritt 2 von 3').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ihre Themen')
    await dialogOf(page).getByRole('button', { name: 'Weiter' }).click()
    await dialogOf(page).getByRole('button', { name: 'Fertig' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect([await hashOf(page), await statusOf(page)]).toEqual(['', true])

    const other = await openReader()
    await logIn(other.context, toDemoEmail('tagsub'))
    await open(other.page, '/impressum#onboarding')
    await expect.poll(() => hashOf(other.page)).toBe('')
    expect([await dialogOf(other.page).count(), errors]).toEqual([0, []])
    await other.leave()
    await leave()
  })

  it('R2.4-13 R2.4-14 R2.4-20 does not open with the feature flag off, or for an anonymous reader', async () => {
    const { page, context, leave } = await openReader()
    await open(page, '/impressum#onboarding')
    await expect.poll(() => hashOf(page)).toBe('')
    await changeSettings({ onboardingpopup_enabled: false })
    await logIn(context, toDemoEmail('wallet'))
    await open(page, '/agb#onboarding')
    await expect.poll(() => hashOf(page)).toBe('')
    expect(await dialogOf(page).count()).toBe(0)
    await changeSettings({ onboardingpopup_enabled: true })
    await leave()
  })

  it.each([
    ['R4.2-18 R4.2-19', 'login', 'onboardingpopup_afterlogin_enabled'],
    ['R4.2-17 R4.2-19', 'registration_verified', 'onboardingpopup_afterregistration_enabled'],
  ])('%s S4.2-05 opens after a %s only when its own flag is on', async (_ids, userState, flag) => {
    const { page, context, leave } = await openReader()
    await logIn(context, toDemoEmail('pur'))
    await page.goto('/impressum')
    await begin(page)
    for (const isOn of [false, true]) {
      await changeSettings({
        onboardingpopup_afterlogin_enabled: false,
        onboardingpopup_afterregistration_enabled: false,
        [flag]: isOn,
      })
      await open(page, `/impressum?userState=${userState}`)
      await untilReader(page)
      if (isOn) await dialogOf(page).getByText('Schritt 1 von 3').waitFor()
      else {
        await page.waitForTimeout(1500)
        expect(await dialogOf(page).count()).toBe(0)
      }
    }
    await changeSettings({ onboardingpopup_afterlogin_enabled: false, onboardingpopup_afterregistration_enabled: true })
    await leave()
  })

  it('R2.4-08 waits for the dialog that asks to confirm the address', async () => {
    await changeSettings({ onboardingpopup_enabled: true, onboardingpopup_afterlogin_enabled: true })
    const { page, context, leave } = await openReader()
    await registerReader(context)
    await open(page, '/impressum?userState=login')
    await page.getByRole('dialog', { name: /bestätigen Sie/ }).waitFor()
    expect(await dialogOf(page).count()).toBe(0)
    await changeSettings({ onboardingpopup_afterlogin_enabled: false })
    await leave()
  })
})

describe('visits', () => {
  it('R4.7-01 S4.7-01 counts three articles, opened directly or by navigation, and no prefetch', async () => {
    const { page, context, leave } = await openReader()
    const visits = async () => (await context.cookies()).find(({ name }) => name === 'recent_visits')?.value
    const [first, second, third] = (await listArticles())
      .map(({ targetPathOrUrl }) => targetPathOrUrl)
      .filter((path) => path.startsWith('/'))
    await open(page, '/schlagzeilen')
    await page.waitForTimeout(1500)
    expect(await visits()).toBeUndefined()
    await open(page, first!)
    await expect.poll(visits).toBe('1')
    await open(page, second!)
    await expect.poll(visits).toBe('2')
    await page.evaluate((path) => {
      const link = document.createElement('a')
      link.href = path
      document.querySelector('main')!.append(link)
      link.click()
    }, third!)
    await expect.poll(visits).toBe('3')
    await leave()
  })
})

describe('settings', () => {
  it('R3.13-01 R3.13-14 R3.13-18 R3.13-19 S3.13-03 reach the page without a restart', async () => {
    const { page, leave } = await openReader()
    const looks = () =>
      page.evaluate(() => ({
        link: document.querySelector('header a[href*="abo"]')?.getAttribute('href'),
        hasStripes: getComputedStyle(document.querySelector('[data-logo] > span')!).backgroundImage.includes(
          'gradient',
        ),
        hasPlusLogo: 'plusLogo' in document.documentElement.dataset,
      }))
    await open(page, '/')
    expect(await looks()).toEqual({ link: '/order/abo', hasStripes: false, hasPlusLogo: false })
    await changeSettings({
      header_subscription_link: 'https://abo.example/',
      xp_lgbtqi_logo_enabled: true,
      plus_logo_enabled: true,
    })
    await expect
      .poll(async () => (await open(page, '/'), looks()), { timeout: 20_000, interval: 500 })
      .toEqual({ link: 'https://abo.example/', hasStripes: true, hasPlusLogo: true })
    await changeSettings({ header_subscription_link: '', xp_lgbtqi_logo_enabled: false, plus_logo_enabled: false })
    await leave()
  })
})
