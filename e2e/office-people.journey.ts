/** People of the office: passkeys, with an authenticator that Chromium plays. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from './account-reader.ts'
import { openEditor } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, openWholeBrowser, untilQuiet } from './reader.ts'

let portal: OwnPortal
beforeAll(async () => {
  await openWholeBrowser()
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

it(
  'a passkey is set up and signs in, alone and after the password, by keyboard, until it is removed',
  { timeout: 180_000 },
  async () => {
    const { page, context, keys, leave } = await openEditor(portal, 'desk')
    const session = await context.newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    const rail = page.getByRole('navigation', { name: 'Bereiche' })
    const byPasskey = page.getByRole('button', { name: 'Mit Passkey anmelden' })
    // The heading of a screen takes the focus when the screen is there.
    const untilIn = async () => {
      await rail.waitFor()
      await untilQuiet(page)
    }
    const signOut = async () => {
      await keys.press(page.getByRole('button', { name: 'Abmelden' }))
      await byPasskey.waitFor()
    }
    await page.goto('/redaktion/konto')
    await keys.write(page.getByLabel('Name des neuen Passkeys'), 'Dienstrechner')
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: 'Dienstrechner entfernen' })
    await remove.waitFor()
    await expectAccessible(page)

    await signOut()
    await expectAccessible(page)
    await keys.press(byPasskey)
    await untilIn()

    await signOut()
    await keys.write(page.getByLabel('E-Mail-Adresse'), 'desk@redaktion.example')
    await keys.write(page.getByLabel('Passwort'), DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Bestätigen Sie die Anmeldung mit Ihrem Passkey.').waitFor()
    await expectAccessible(page)
    await keys.press(byPasskey)
    await untilIn()

    await page.goto('/redaktion/konto')
    await keys.press(remove)
    await page.getByText('Noch keiner.').waitFor()
    await signOut()
    await keys.press(byPasskey)
    await page.getByRole('alert').waitFor()
    expect(await rail.count()).toBe(0)
    await leave()
  },
)
