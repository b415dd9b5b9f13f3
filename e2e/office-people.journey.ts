/** People of the office: invitations by link and by mail, one-time codes, and passkeys with an authenticator that Chromium plays. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@lokalteil/tools/free-port'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, KeyboardReader, readMail } from './account-reader.ts'
import { runCommand } from './command.ts'
import { openEditor, writeArticle } from './office-editor.ts'
import { toOneTimeCode } from './one-time-code.ts'
import { startPortal, stopPortal } from './portal-process.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessibleDayAndNight, openReader, openWholeBrowser, untilQuiet } from './reader.ts'

const PASSWORD = 'Kahn Laterne Moos achtzehn'

let portal: OwnPortal
beforeAll(async () => {
  await openWholeBrowser()
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

const railOf = (page: Page) => page.getByRole('navigation', { name: 'Bereiche' })
const screen = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

/** The heading of a screen takes the focus when the screen is there. */
async function untilInside(page: Page): Promise<void> {
  await railOf(page).waitFor()
  await untilQuiet(page)
}

async function plugAuthenticatorIn(session: CDPSession): Promise<void> {
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
}

/** Somebody who has an invitation and nothing else. */
async function openGuest(origin: string) {
  const reader = await openReader({ context: { baseURL: origin, reducedMotion: 'reduce' } })
  return { ...reader, keys: new KeyboardReader(reader.page) }
}
type Guest = Awaited<ReturnType<typeof openGuest>>

/** Leads from the link of an invitation to the account, which alone is open then. */
async function acceptInvitation({ page, keys }: Guest, link: string, name: string): Promise<void> {
  await page.goto(link)
  await screen(page, 'Willkommen in der Redaktion')
  await page.getByLabel('Passwort').waitFor()
  await expectAccessibleDayAndNight(page)
  await keys.write(page.getByLabel('Ihr Name, wie ihn die Redaktion sieht'), name)
  await keys.write(page.getByLabel('Passwort'), PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText(/^Richten Sie zuerst einen zweiten Faktor ein/).waitFor()
  await untilQuiet(page)
  await expectAccessibleDayAndNight(page)
  expect(await page.getByRole('link', { name: 'Pult' }).count()).toBe(0)
}

describe('the first person of a new paper', () => {
  const place = mkdtempSync(join(tmpdir(), 'lokalteil-first-person-'))
  let paper: Awaited<ReturnType<typeof startPortal>>
  let origin: string
  let link: string

  beforeAll(async () => {
    const served = { port: await findFreePort(), dataDir: join(place, 'data') }
    origin = `http://localhost:${served.port}`
    const env = { PORT: String(served.port), DATA_DIR: served.dataDir, INIT_CWD: place, DEMO: '0' }
    const run = (...args: readonly string[]) => runCommand(args, env)
    const answers = {
      name: 'Märkischer Bote',
      region: 'Musterstadt',
      company: 'Bote Verlag GmbH',
      street: 'Am Markt 1',
      postcode: '01234',
      town: 'Musterstadt',
      email: 'post@bote.example',
      colour: '#7d1c2b',
    }
    const made = await run(
      'publication',
      'new',
      'bote',
      ...Object.entries(answers).flatMap(([key, value]) => [`--${key}`, value]),
    )
    // The commands that the command prints, in their order.
    const next = (verb: string) => new RegExp(`npx lokalteil (${verb} .+)`).exec(made)![1]!.split(' ')
    await run(...next('publication apply'))
    paper = await startPortal({ ...served, env: { DEMO: '0' } })
    const invited = await run(...next('staff invite'))
    link = /\/redaktion\/einladung#\S+/.exec(invited)![0]
  }, 240_000)
  afterAll(async () => {
    if (paper !== undefined) await stopPortal(paper)
    rmSync(place, { recursive: true, force: true })
  })

  it(
    'opens the link of the terminal, sets up one-time codes and signs in with a code or a recovery code, by keyboard',
    { timeout: 240_000 },
    async () => {
      const guest = await openGuest(origin)
      const { page, keys, errors, foreignRequests, leave } = guest
      await acceptInvitation(guest, link, 'Paula Post')
      await keys.press(page.getByRole('button', { name: 'Einmalcodes einrichten' }))
      const secret = await page.getByText(/^[A-Z2-7]{32}$/).innerText()
      await page.getByRole('img', { name: 'QR-Code für die App' }).waitFor()
      await expectAccessibleDayAndNight(page)
      await keys.write(page.getByLabel('Code aus der App'), toOneTimeCode(secret))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Wiederherstellungscodes' }).waitFor()
      const codes = await page.getByText(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/).allInnerTexts()
      expect(new Set(codes).size).toBe(10)
      await expectAccessibleDayAndNight(page)
      await keys.press(page.getByRole('button', { name: 'Ich habe sie verwahrt' }))
      await page.getByRole('link', { name: 'Team' }).waitFor()

      const enter = async (code: string) => {
        await keys.press(page.getByRole('button', { name: 'Abmelden' }))
        await keys.write(page.getByLabel('E-Mail-Adresse'), 'post@bote.example')
        await keys.write(page.getByLabel('Passwort'), PASSWORD)
        await page.keyboard.press('Enter')
        await page.getByLabel('Einmalcode').waitFor()
        await confirm(code)
      }
      const confirm = async (code: string) => {
        await keys.write(page.getByLabel('Einmalcode'), code)
        await page.keyboard.press('Enter')
      }
      await enter(toOneTimeCode(secret, 1))
      await untilInside(page)
      await enter(codes[0]!)
      await untilInside(page)
      // Each recovery code counts once.
      await enter(codes[0]!)
      await page.getByRole('alert').waitFor()
      await expectAccessibleDayAndNight(page)
      expect(await railOf(page).count()).toBe(0)
      await confirm(codes[1]!)
      await untilInside(page)
      // And so does the invitation.
      await page.goto('/impressum')
      await page.goto(link)
      await page.getByText('Diese Einladung gilt nicht mehr.').waitFor()
      await expectAccessibleDayAndNight(page)
      // Expected: 401 before the sign-in, and the refusal of a used code.
      expect(errors.filter((error) => !/status of 40[0-9]/.test(error))).toEqual([])
      expect(foreignRequests).toEqual([])
      await leave()
    },
  )
})

it(
  'a person invited by mail chooses a password and a passkey, and enters the office',
  { timeout: 180_000 },
  async () => {
    const email = 'nora@redaktion.example'
    const publisher = await openEditor(portal, 'publisher')
    await publisher.page.goto('/redaktion/team')
    await publisher.keys.press(publisher.page.getByRole('button', { name: 'Einladen' }))
    await publisher.page.getByRole('dialog').waitFor()
    await expectAccessibleDayAndNight(publisher.page)
    await publisher.keys.write(publisher.page.getByLabel('E-Mail-Adresse'), email)
    await publisher.keys.write(publisher.page.getByLabel('Name', { exact: true }), 'Nora Neumann')
    await publisher.page.keyboard.press('Enter')
    await publisher.page.getByText('Nora Neumann ist eingeladen. Die Einladung gilt 48 Stunden.').waitFor()
    await publisher.leave()

    const mail = await readMail(email, /./, portal.origin)
    const guest = await openGuest(portal.origin)
    const { page, context, keys, foreignRequests, leave } = guest
    await plugAuthenticatorIn(await context.newCDPSession(page))
    await acceptInvitation(guest, /\/redaktion\/einladung#[\w-]+/.exec(mail.text)![0], 'Nora Neumann')
    await keys.write(page.getByLabel('Name des neuen Passkeys'), 'Handy')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Handy entfernen' }).waitFor()
    await keys.press(page.getByRole('link', { name: 'Pult' }))
    await page.getByRole('heading', { name: 'Eigene Arbeit' }).waitFor()
    expect(foreignRequests).toEqual([])
    await leave()
  },
)

it(
  'a passkey is set up and signs in, alone and after the password, by keyboard, until it is removed',
  { timeout: 180_000 },
  async () => {
    const { page, context, keys, leave } = await openEditor(portal, 'desk')
    await plugAuthenticatorIn(await context.newCDPSession(page))
    const rail = railOf(page)
    const byPasskey = page.getByRole('button', { name: 'Mit Passkey anmelden' })
    const untilIn = () => untilInside(page)
    const signOut = async () => {
      await keys.press(page.getByRole('button', { name: 'Abmelden' }))
      await byPasskey.waitFor()
    }
    await page.goto('/redaktion/konto')
    await keys.write(page.getByLabel('Name des neuen Passkeys'), 'Dienstrechner')
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: 'Dienstrechner entfernen' })
    await remove.waitFor()
    await expectAccessibleDayAndNight(page)

    await signOut()
    await expectAccessibleDayAndNight(page)
    await keys.press(byPasskey)
    await untilIn()

    await signOut()
    await keys.write(page.getByLabel('E-Mail-Adresse'), 'desk@redaktion.example')
    await keys.write(page.getByLabel('Passwort'), DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('Bestätigen Sie die Anmeldung mit Ihrem Passkey.').waitFor()
    await expectAccessibleDayAndNight(page)
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

it(
  'the publisher gives a reporter the right to publish, and takes it back, by keyboard',
  { timeout: 180_000 },
  async () => {
    const { page, keys, errors, leave } = await openEditor(portal, 'publisher')
    const reporter = await openEditor(portal, 'reporter')
    const publishButton = reporter.page.getByRole('button', { name: 'Veröffentlichen', exact: true })
    const mara = page.getByRole('list', { name: 'Alle im Team' }).getByRole('listitem').filter({ hasText: 'reporter@' })
    const change = async (mayPublish: boolean) => {
      await page.goto('/redaktion/team')
      await keys.press(mara.getByRole('button', { name: /ändern$/ }))
      const dialog = page.getByRole('dialog')
      const right = dialog.getByLabel('darf veröffentlichen')
      expect(await right.isChecked()).toBe(!mayPublish)
      await keys.goTo(right)
      await page.keyboard.press('Space')
      await expectAccessibleDayAndNight(page)
      await keys.press(dialog.getByRole('button', { name: 'Sichern' }))
      await dialog.waitFor({ state: 'detached' })
      expect(await mara.getByText('darf veröffentlichen').count()).toBe(mayPublish ? 1 : 0)
    }
    await writeArticle(reporter, 'Wer darf das veröffentlichen?', 'Der Rat tagt am Abend.')
    expect(await publishButton.count()).toBe(0)
    await change(true)
    await reporter.page.reload()
    await publishButton.waitFor()
    await change(false)
    await reporter.page.reload()
    await reporter.page.getByRole('button', { name: /zur Durchsicht/i }).waitFor()
    expect(await publishButton.count()).toBe(0)
    expect(errors).toEqual([])
    await reporter.leave()
    await leave()
  },
)
