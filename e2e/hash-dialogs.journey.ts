/** The dialogs that open by a hash, the pages framed in them, and the script that opens them. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flowOf, logIn, logInByForm, toDemoEmail, untilReader } from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import {
  closeBrowser,
  expectAccessible,
  forgetSession,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'

let reader: Reader
const open = async (path: string) => {
  await reader.page.goto(path)
  await untilAlive(reader.page)
}
const hash = () => new URL(reader.page.url()).hash
const place = () => reader.page.url().slice(new URL(reader.page.url()).origin.length)
const dialog = () => reader.page.getByRole('dialog')
const TITLES = {
  login: 'Anmelden',
  register: 'Registrieren',
  'forgot-password': 'Passwort vergessen',
  'change-password': 'Passwort ändern',
} as const
const NAMES = Object.keys(TITLES) as (keyof typeof TITLES)[]

/** Long enough for anything that would have opened. */
const waitForNothing = () => reader.page.waitForTimeout(700)

afterAll(closeBrowser)
beforeEach(async () => {
  reader = await openReader()
})
afterEach(() => reader.leave())

describe('deep links', () => {
  it.each<DeviceName>(['phone', 'desk'])(
    'R6-19 R2.4-01 R2.4-03 R2.4-04 R2.4-06 R2.4-08 R2.4-22 R9-76 open every form on the page they name, 300 px wide, accessible, on a %s',
    { timeout: 120_000 },
    async (device) => {
      await reader.leave()
      reader = await openReader({ device })
      for (const name of NAMES) {
        await reader.page.goto('about:blank')
        await reader.page.goto(`/autoren#${name}`)
        await dialog().getByRole('heading', { name: TITLES[name] }).first().waitFor()
        await flowOf(reader.page).locator('button').first().waitFor()
        const width = await dialog().evaluate((element) => (element as HTMLElement).offsetWidth)
        expect([name, place(), width, await dialog().count()]).toEqual([name, `/autoren#${name}`, 300, 1])
        // For a form of any height: on a phone it fills the screen, and its button is visible.
        const { height, inner } = await dialog().evaluate((element) => ({
          height: (element as HTMLElement).offsetHeight,
          inner: window.innerHeight,
        }))
        if (device === 'phone') expect([name, height]).toEqual([name, inner])
        const submit = flowOf(reader.page).locator('button[type="submit"]').first()
        if ((await submit.count()) > 0) {
          const box = (await submit.boundingBox())!
          expect([name, box.y + box.height < inner]).toEqual([name, true])
        }
        await expectAccessible(reader.page)
      }
      await flowOf(reader.page).getByText('Bitte fordern Sie einen Link zum Zurücksetzen an.').waitFor()
      expect(reader.errors).toEqual([])
    },
  )

  it('R2.4-14 R2.4-16 R2.4-20 R2.4-21 remove a hash that is for readers only', async () => {
    for (const name of ['verify-email', 'onboarding']) {
      await reader.page.goto('about:blank')
      await open(`/autoren#${name}`)
      await expect.poll(hash).toBe('')
      expect(await dialog().count()).toBe(0)
    }
  })

  it(
    'R2.4-09 R2.4-10 R2.4-11 R2.4-12 R2.4-17 R2.4-18 R2.4-19 R2.4-21 open for a logged-in reader only if they apply',
    { timeout: 90_000 },
    async () => {
      await logIn(reader.context, toDemoEmail('free'))
      for (const name of ['login', 'register', 'verify-email']) {
        await reader.page.goto('about:blank')
        await open(`/autoren#${name}`)
        await expect.poll(hash).toBe('')
        expect([name, await dialog().count()]).toEqual([name, 0])
      }
      await reader.page.goto('about:blank')
      await open('/autoren#forgot-password')
      await untilReader(reader.page)
      await waitForNothing()
      // The specification lists the hashes that are removed; this one is not among them.
      expect([hash(), await dialog().count()]).toEqual(['#forgot-password', 0])
      await reader.page.goto('about:blank')
      await open('/autoren#change-password')
      await flowOf(reader.page).getByLabel('Bisheriges Passwort').waitFor()
    },
  )
})

describe('a dialog', () => {
  it('R2.4-02 R2.5-01 R4.10-03 closes by Back, which stays on the page and keeps the scroll position', async () => {
    await open('/lokales')
    await reader.page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }))
    for (let round = 0; round < 2; round++) {
      await reader.page.locator('header a[href="#login"]').evaluate((link: HTMLElement) => link.click())
      await flowOf(reader.page).getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
      await reader.page.goBack()
      await dialog().waitFor({ state: 'detached' })
      expect(place()).toBe('/lokales')
    }
    expect(Math.abs((await reader.page.evaluate(() => window.scrollY)) - 600)).toBeLessThan(3)
  })

  it('closes by its button, Escape, also inside the frame, and by the backdrop, without a history entry', async () => {
    await open('/autoren')
    const ways: Record<string, () => Promise<void>> = {
      cross: () => dialog().getByRole('button', { name: 'Schließen' }).click(),
      'Escape in the frame': async () => {
        await flowOf(reader.page).getByLabel('E-Mail-Adresse').focus()
        await reader.page.keyboard.press('Escape')
      },
      'Escape beside it': async () => {
        await dialog().getByRole('button', { name: 'Schließen' }).focus()
        await reader.page.keyboard.press('Escape')
      },
      backdrop: () => reader.page.mouse.click(5, 400),
    }
    const link = reader.page.locator('header a[href="#login"]')
    for (const [name, close] of Object.entries(ways)) {
      await link.focus()
      await reader.page.keyboard.press('Enter')
      await flowOf(reader.page).getByLabel('E-Mail-Adresse').waitFor()
      const entries = await reader.page.evaluate(() => history.length)
      await close()
      await dialog().waitFor({ state: 'detached' })
      expect([
        name,
        place(),
        (await reader.page.evaluate(() => history.length)) - entries,
        await link.evaluate((element) => element === document.activeElement),
      ]).toEqual([name, '/autoren', 0, true])
    }
  })

  it('changes between forms within one history entry', async () => {
    await open('/autoren')
    await reader.page.locator('header a[href="#login"]').click()
    const flow = flowOf(reader.page)
    await flow.getByRole('button', { name: 'Passwort vergessen?' }).click()
    await flow.getByRole('button', { name: 'Zur Anmeldung' }).click()
    await flow.getByRole('button', { name: 'Jetzt registrieren' }).click()
    await flow.getByRole('button', { name: 'Konto anlegen' }).waitFor()
    await reader.page.goBack()
    await dialog().waitFor({ state: 'detached' })
    expect(place()).toBe('/autoren')
  })

  it('R9-75 is stacked above an earlier one: 1000, then 1002', async () => {
    const [article] = await listArticles()
    await open(article!.targetPathOrUrl)
    await reader.page.locator('[data-bookmark]').first().click()
    await dialog().waitFor()
    await reader.page.evaluate(() => void (location.hash = '#login'))
    await expect.poll(() => reader.page.locator('dialog[open]').count()).toBe(2)
    expect(
      await reader.page
        .locator('dialog[open]')
        .evaluateAll((all) => all.map((element) => getComputedStyle(element).zIndex).toSorted()),
    ).toEqual(['1000', '1002'])
    await reader.page.keyboard.press('Escape')
    await expect.poll(() => reader.page.locator('dialog[open]').count()).toBe(1)
    expect(hash()).toBe('')
  })

  it('reports that the form could not be loaded, and tries again', async () => {
    let isBroken = true
    await reader.context.route('**/__mein-portal/dialog-flow/login', (route) =>
      isBroken ? route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503</h1>' }) : route.continue(),
    )
    await open('/autoren')
    await reader.page.locator('header a[href="#login"]').click()
    await dialog().getByText('Das Formular konnte nicht geladen werden.').waitFor()
    await expectAccessible(reader.page)
    isBroken = false
    await dialog().getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await flowOf(reader.page).getByLabel('E-Mail-Adresse').waitFor()
    expect(hash()).toBe('#login')
  })
})

describe('framed pages', () => {
  it.each([
    ['login', '#login'],
    ['registration', '#register'],
    ['forgot-password', '#forgot-password'],
    ['change-password', '#change-password'],
    ['complete-registration', '#register'],
  ])(
    'R2.2-02 R5-03 %s opened outside its frame redirects to its dialog on the home page, keeping the query',
    async (name, expected) => {
      await reader.page.goto(`/__mein-portal/dialog-flow/${name}?quelle=mail`)
      await dialog().waitFor()
      expect(place()).toBe(`/?quelle=mail${expected}`)
    },
  )

  it('R2.2-01 have no header, no footer and no menu', async () => {
    await open('/autoren#login')
    const flow = flowOf(reader.page)
    await flow.getByLabel('E-Mail-Adresse').waitFor()
    for (const name of ['header', 'footer', 'nav']) expect([name, await flow.locator(name).count()]).toEqual([name, 0])
    expect(await flow.locator('html').getAttribute('data-route')).toBe('__mein-portal/dialog-flow/login')
  })

  it('R5-04 R2.2-07 ask a reader for missing consents, once, and then close', { timeout: 90_000 }, async () => {
    const { context, page } = reader
    const email = `fehlt-${Date.now()}@example.org`
    const password = 'Der Fluss steigt im Mai'
    const made = await context.request.post('/api/auth/local/register', {
      data: { username: email, email, password, firstName: 'Lena', lastName: 'Ufer' },
      headers: { origin: originOf() },
    })
    expect(made.status()).toBe(200)
    await forgetSession(context)
    await open('/autoren#login')
    await logInByForm(reader.page, email, password)
    const flow = flowOf(page)
    await flow.getByRole('button', { name: 'Weiter' }).click()
    await flow.getByText('Bitte stimmen Sie den AGB zu.').first().waitFor()
    await expectAccessible(page)
    // The two forms for anonymous readers redirect here as well.
    for (const name of ['login', 'registration'])
      expect(await ask(`/__mein-portal/dialog-flow/${name}`)).toContain(
        '/__mein-portal/dialog-flow/complete-registration',
      )
    await flow.getByLabel(/Ich stimme den/).check()
    await flow.getByRole('button', { name: 'Weiter' }).click()
    await dialog().getByRole('heading', { name: 'Bitte bestätigen Sie' }).waitFor()
    const left = await context.request.get('/api/mein/oauth2/registration/form/missing-fields')
    expect([left.status(), await left.json()]).toEqual([200, []])
    // With nothing missing the frame tells the overlay to close.
    for (const name of ['login', 'registration', 'complete-registration'])
      expect([name, await hearFrame(`/__mein-portal/dialog-flow/${name}`)]).toEqual([name, 'dialog-close'])
  })

  const ask = (path: string) => reader.page.evaluate(async (to) => (await fetch(to)).url, path)
  const hearFrame = (path: string) =>
    reader.page.evaluate(
      (src) =>
        new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          const hear = (event: MessageEvent) => {
            if (event.source !== frame.contentWindow) return
            removeEventListener('message', hear)
            frame.remove()
            resolve((event.data as { type: string }).type)
          }
          addEventListener('message', hear)
          frame.src = src
          document.body.append(frame)
        }),
      path,
    )
})

describe('window.sso', () => {
  it('R2.4-23 R2.4-24 starts login and signup at once, and stores a safe return path', async () => {
    await open('/autoren')
    await reader.page.waitForFunction(() => window.sso !== undefined)
    await reader.page.evaluate(() => window.sso!.sendToSignup())
    await flowOf(reader.page).getByRole('button', { name: 'Konto anlegen' }).waitFor()
    await reader.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await reader.page.evaluate(() => window.sso!.sendToLogin('//evil.example/'))
    await flowOf(reader.page).getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
    expect((await reader.context.cookies()).some(({ name }) => name === 'redirectAfterLogin')).toBe(false)
    await reader.page.keyboard.press('Escape')
    await reader.page.evaluate(() => window.sso!.sendToLogin('/schlagzeilen'))
    await logInByForm(reader.page)
    await reader.page.waitForURL('**/schlagzeilen')
  })

  it('cannot be replaced', async () => {
    await open('/autoren')
    await reader.page.waitForFunction(() => window.sso !== undefined)
    const isSame = await reader.page.evaluate(() => {
      const before = window.sso!
      try {
        Object.assign(window, { sso: {} })
        Object.assign(before, { sendToLogin: null })
      } catch {
        // The object is frozen.
      }
      return window.sso === before && typeof before.sendToLogin === 'function'
    })
    expect(isSame).toBe(true)
  })
})
