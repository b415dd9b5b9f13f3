/** Ways to the login: guarded pages, the native app's own login, and requests for an unconfirmed address afterwards. */
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isLoggedIn,
  logIn,
  logInByForm,
  readClaims,
  registerReader,
  toDemoEmail,
  untilReader,
} from './account-reader.ts'
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

/** Long enough for anything that would have opened. */
const waitForNothing = () => reader.page.waitForTimeout(700)

afterAll(closeBrowser)
beforeEach(async () => {
  reader = await openReader({ hasServiceWorker: true })
})
afterEach(() => reader.leave())

describe('a guarded page', () => {
  it.each(['/account', '/newsletters', '/regions', '/deine-themen-verwalten', '/order/code'])(
    'R2.2-08 R2.2-14 R2.2-15 R2.2-16 R4.2-13 R4.2-14 R9-25 %s asks an anonymous reader to log in and continues afterwards',
    async (path) => {
      await reader.page.goto(`${path}?von=mail`)
      expect(place()).toBe('/#login')
      const kept = async () => (await reader.context.cookies()).find(({ name }) => name === 'redirectAfterLogin')?.value
      expect(decodeURIComponent((await kept()) ?? '')).toBe(`${path}?von=mail`)
      await logInByForm(reader.page)
      await reader.page.waitForURL(`**${path}?von=mail`)
      expect([await kept(), await isLoggedIn(reader.context)]).toEqual([undefined, true])
    },
  )

  it('R2.2-11 R2.2-12 R2.2-13 of the account sends nothing of it to an anonymous reader', async () => {
    for (const path of ['/account', '/account/abo', '/account/coins', '/account/plus-verification']) {
      const answer = await reader.context.request.get(path, { maxRedirects: 0 })
      expect([path, answer.status(), answer.headers().location, await answer.text()]).toEqual([
        path,
        302,
        '/#login',
        '',
      ])
    }
  })

  it('asks without leaving the page if the link was clicked there', async () => {
    await open('/autoren')
    await reader.page.waitForFunction(() => window.sso !== undefined)
    await reader.page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await reader.page.evaluate(() => location.assign('/newsletters'))
    await dialog().waitFor()
    expect([place(), await reader.page.evaluate(() => 'isSamePage' in window)]).toEqual(['/autoren#login', true])
    await logInByForm(reader.page)
    await reader.page.waitForURL('**/newsletters')
  })

  it('R4.2-15 follows no return path to another site', async () => {
    for (const value of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
      await forgetSession(reader.context)
      await reader.context.addCookies([
        { name: 'redirectAfterLogin', value: encodeURIComponent(value), url: originOf() },
      ])
      await reader.page.goto('about:blank')
      await open('/autoren#login')
      await logInByForm(reader.page)
      await untilReader(reader.page)
      await dialog().waitFor({ state: 'detached' })
      expect([value, new URL(reader.page.url()).origin, place()]).toEqual([value, originOf(), '/autoren'])
    }
    expect(reader.foreignRequests).toEqual([])
  })
})

describe('in the native app', () => {
  const APP = `Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36 NewsPortalApp/3.1`
  const told = () =>
    reader.page.evaluate(() => (window as unknown as { told: { type: string; payload?: object }[] }).told)
  beforeEach(async () => {
    await reader.leave()
    reader = await openReader({ device: 'phone', hasServiceWorker: true, context: { userAgent: APP } })
    await reader.context.addInitScript(() => {
      const messages: unknown[] = []
      Object.assign(window, {
        told: messages,
        NativeApp: { postMessage: (text: string) => messages.push(JSON.parse(text)) },
      })
    })
  })

  it('R1-43 the app shell’s login opens instead of ours, by link, deep link and script', async () => {
    await open('/autoren')
    await reader.page.locator('header a[href="#login"]').evaluate((link: HTMLElement) => link.click())
    await expect.poll(told).toEqual([{ type: 'login' }])
    await expect.poll(hash).toBe('')
    await reader.page.waitForFunction(() => window.sso !== undefined)
    await reader.page.evaluate(() => window.sso!.sendToLoginWithHash())
    await expect.poll(async () => (await told()).length).toBe(2)
    for (const name of ['#login', '#register']) {
      await reader.page.goto('about:blank')
      await open(`/autoren${name}`)
      await expect.poll(told).toEqual([{ type: 'login' }])
      await expect.poll(hash).toBe('')
    }
    expect(await dialog().count()).toBe(0)
  })

  it('R2.2-08 a guarded page asks the shell', async () => {
    await reader.page.goto('/account')
    await expect.poll(told).toEqual([{ type: 'login' }])
    expect(await dialog().count()).toBe(0)
  })

  it('R4.2-36 the app shell triggers the logout', async () => {
    await logIn(reader.context, toDemoEmail('free'))
    await reader.page.goto('/autoren?logout')
    await expect
      .poll(async () => (await told()).filter(({ type }) => type === 'toast'))
      .toEqual([{ type: 'toast', payload: { message: 'Erfolgreich ausgeloggt' } }])
      .catch(async (error: unknown) => {
        throw new Error(`${JSON.stringify(await told())} ${String(error)}`)
      })
    expect(await isLoggedIn(reader.context)).toBe(false)
  })
})

describe('an unconfirmed address', () => {
  it.each<DeviceName>(['phone', 'desk'])(
    'R2.4-07 R4.2-20 R1-31 is asked for after the login, and its mail can be sent again once a minute, on a %s',
    async (device) => {
      await reader.leave()
      reader = await openReader({ device, hasServiceWorker: device === 'phone' })
      await open('/autoren#login')
      await logInByForm(reader.page, toDemoEmail('unverified'))
      await dialog().getByRole('heading', { name: 'Bitte bestätigen Sie Ihre E-Mail-Adresse' }).waitFor()
      expect([place(), (await readClaims(reader.context))?.emailVerified]).toEqual(['/autoren#verify-email', false])
      await expectAccessible(reader.page)
      await dialog().getByRole('button', { name: 'E-Mail erneut senden' }).click()
      await dialog()
        .getByRole('button', { name: /E-Mail erneut senden \(\d+ s\)/ })
        .waitFor()
      await expectAccessible(reader.page)
      await dialog().getByRole('button', { name: 'Schließen' }).click()
      await dialog().waitFor({ state: 'detached' })
      await reader.page.goto('about:blank')
      await open('/schlagzeilen#verify-email')
      await dialog().getByText(toDemoEmail('unverified')).waitFor()
    },
  )

  it('R4.2-16 R4.2-20 does not disturb an order', async () => {
    const { email, password } = await registerReader(reader.context)
    await reader.context.clearCookies({ name: /^(FA_|idToken|content_jwt)/ })
    await reader.page.goto('/order/code')
    expect(place()).toBe('/#login')
    await logInByForm(reader.page, email, password)
    await reader.page.waitForURL('**/order/code')
    await waitForNothing()
    expect([place(), await dialog().count()]).toEqual(['/order/code', 0])
  })
})
