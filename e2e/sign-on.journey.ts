/** From registration to a reset password, by keyboard only: forms, mails, dialogs, and axe. */
import { afterAll, describe, expect, it } from 'vitest'
import { RUN } from '@lokalteil/tools/runs'
import {
  flowOf,
  isLoggedIn,
  KeyboardReader,
  readClaims,
  readMail,
  toLink,
  untilAnonymous,
  untilReader,
} from './account-reader.ts'
import { closeBrowser, expectAccessible, openReader, untilAlive, type DeviceName } from './reader.ts'

afterAll(closeBrowser)

const FIRST = 'Der Fluss steigt im Mai'
const SECOND = 'Im Juni sinkt er wieder'
const THIRD = 'Und im Juli ist er warm'

describe.each<DeviceName>(['phone', 'desk'])('an account, by keyboard on a %s', (device) => {
  it(
    'R1-39 R7.5-21 R4.2-17 R4.2-19 R4.2-20 R2.2-22 R1-31 registers, confirms, logs in, changes the password, logs out, resets it and logs in',
    { timeout: 400_000 },
    async () => {
      const email = `tasten-${device}-${Date.now()}@example.org`
      const reader = await openReader({ device })
      const { page, context } = reader
      // The release run tests that the Tab key reaches each field.
      const keys = new KeyboardReader(page, { jumps: RUN === 'gate' })
      const flow = flowOf(page)
      const dialog = page.getByRole('dialog')
      const hash = () => new URL(page.url()).hash
      const openLogin = async () => {
        await page.goto('/schlagzeilen')
        await untilAlive(page)
        await keys.press(page.locator('header a[href="#login"]'))
        await flow.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
      }
      const enter = async (password: string) => {
        await keys.write(flow.getByLabel('E-Mail-Adresse'), email)
        await keys.write(flow.getByLabel('Passwort', { exact: true }), password)
        await page.keyboard.press('Enter')
      }
      const leave = async () => {
        await page.goto('/account')
        await untilAlive(page)
        await keys.press(page.getByRole('button', { name: 'Abmelden', exact: true }))
        await page.waitForURL((url) => url.pathname === '/' && url.search === '')
        await untilAnonymous(page)
        expect(await isLoggedIn(context)).toBe(false)
      }

      // Register
      await openLogin()
      await expectAccessible(page)
      await keys.press(flow.getByRole('button', { name: 'Jetzt registrieren' }))
      await flow.getByRole('button', { name: 'Konto anlegen' }).waitFor()
      expect(hash()).toBe('#register')
      await keys.press(flow.getByRole('button', { name: 'Konto anlegen' }))
      await flow.getByText('Angaben fehlen noch oder stimmen nicht').waitFor()
      await expectAccessible(page)
      await keys.goTo(flow.getByLabel('Anrede'))
      await page.keyboard.type('Frau')
      await keys.write(flow.getByLabel('Vorname'), 'Lena')
      await keys.write(flow.getByLabel('Nachname'), 'Ufer')
      await keys.write(flow.getByLabel('E-Mail-Adresse'), email)
      await keys.write(flow.getByLabel('Passwort', { exact: true }), 'kurz')
      await keys.tick(flow.getByLabel(/Ich stimme den/))
      await keys.press(flow.getByRole('button', { name: 'Konto anlegen' }))
      await flow.getByText('Das Passwort muss mindestens 10 Zeichen lang sein.').first().waitFor()
      await keys.write(flow.getByLabel('Passwort', { exact: true }), FIRST)
      await keys.press(flow.getByRole('button', { name: 'Konto anlegen' }))

      // Logged in, and asked to confirm
      await dialog.getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail-Adresse' }).waitFor()
      await dialog.getByText(email).waitFor()
      expect([hash(), (await readClaims(context))?.emailVerified]).toEqual(['#verify-email', false])
      await expectAccessible(page)
      await keys.press(dialog.getByRole('button', { name: 'Ich habe bestätigt' }))
      await dialog.getByText('noch nicht bestätigt').waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      expect(hash()).toBe('')

      // Confirm
      await page.goto(toLink(await readMail(email, /^Bitte bestätigen/), 'E-Mail-Adresse bestätigen'))
      await expectAccessible(page)
      await keys.press(page.getByRole('button'))
      await page.waitForURL((url) => url.pathname === '/' && url.search === '')
      await untilReader(page)
      expect((await readClaims(context))?.emailVerified).toBe(true)
      await dialog.waitFor()
      expect(hash()).toBe('#onboarding')
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })

      // Log in
      await leave()
      await openLogin()
      await enter(SECOND)
      await flow.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
      await expectAccessible(page)
      expect(await flow.getByLabel('E-Mail-Adresse').inputValue()).toBe(email)
      await enter(FIRST)
      await dialog.waitFor({ state: 'detached' })
      await untilReader(page)

      // Change the password
      await keys.press(page.locator('header a[href="/account"]'))
      await page.waitForURL('**/account')
      await expectAccessible(page)
      await keys.press(page.getByRole('link', { name: 'Passwort ändern' }))
      await flow.getByLabel('Bisheriges Passwort').waitFor()
      await keys.write(flow.getByLabel('Bisheriges Passwort'), THIRD)
      await keys.write(flow.getByLabel('Neues Passwort', { exact: true }), SECOND)
      await keys.write(flow.getByLabel('Neues Passwort wiederholen'), SECOND)
      await page.keyboard.press('Enter')
      await flow.getByText('Das bisherige Passwort ist falsch.').waitFor()
      await expectAccessible(page)
      await keys.write(flow.getByLabel('Bisheriges Passwort'), FIRST)
      await page.keyboard.press('Enter')
      await flow.getByRole('heading', { name: 'Gespeichert' }).waitFor()
      await expectAccessible(page)
      await keys.press(flow.getByRole('button', { name: 'Schließen' }))
      await dialog.waitFor({ state: 'detached' })
      expect(await isLoggedIn(context)).toBe(true)

      // Forget it
      await leave()
      await openLogin()
      await enter(FIRST)
      await flow.getByText('E-Mail-Adresse oder Passwort ist falsch.').waitFor()
      await keys.press(flow.getByRole('button', { name: 'Passwort vergessen?' }))
      await keys.write(flow.getByLabel('E-Mail-Adresse'), email)
      await page.keyboard.press('Enter')
      await flow.getByRole('heading', { name: 'Bitte sehen Sie in Ihr Postfach' }).waitFor()
      expect(hash()).toBe('#forgot-password')
      await expectAccessible(page)

      // Reset it
      const link = toLink(await readMail(email, /^Ihr neues Passwort/), 'Neues Passwort festlegen')
      await page.goto(link)
      await page.waitForURL((url) => url.pathname === '/' && url.hash === '#change-password')
      await flow.getByRole('heading', { name: 'Neues Passwort festlegen' }).waitFor()
      await expectAccessible(page)
      await keys.write(flow.getByLabel('Neues Passwort', { exact: true }), THIRD)
      await keys.write(flow.getByLabel('Neues Passwort wiederholen'), SECOND)
      await page.keyboard.press('Enter')
      await flow.getByText('Die Passwörter stimmen nicht überein.').first().waitFor()
      await keys.write(flow.getByLabel('Neues Passwort wiederholen'), THIRD)
      await page.keyboard.press('Enter')
      await flow.getByRole('heading', { name: 'Gespeichert' }).waitFor()
      await keys.press(flow.getByRole('button', { name: 'Schließen' }))
      await dialog.waitFor({ state: 'detached' })
      await page.goto(link)
      await page.waitForURL('**/error/invalid-code')
      await page.getByText('Dieser Link ist ungültig oder wurde bereits verwendet.').waitFor()

      // And in again
      await leave()
      await openLogin()
      await enter(THIRD)
      await dialog.waitFor({ state: 'detached' })
      await untilReader(page)
      expect((await readClaims(context))?.email).toBe(email)
      // Browsers log expected refusals as errors.
      expect(reader.errors.filter((error) => !/status of 4(01|03|22) /.test(error))).toEqual([])
      expect(reader.foreignRequests).toEqual([])
      await reader.leave()
    },
  )
})
