/**
 * Push messages from the bell to the notification and its unsubscribe button. Chromium creates subscriptions only with
 * Google's push service, so the subscription is simulated. Everything else is real: the permission, the encrypted
 * message that the portal sends to a local push service, and the worker that receives it from the browser.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBrowserDouble, startPushDouble, type BrowserDouble, type PushDouble } from '@lokalteil/tools/push-double'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from '@lokalteil/e2e/account-reader'
import { openOwnPortal, type OwnPortal } from '@lokalteil/e2e/portal-setup'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  openWholeBrowser,
  storeRefusal,
  untilAlive,
} from '@lokalteil/e2e/reader'

const POLL = { timeout: 40_000, interval: 100 }
let portal: OwnPortal
let double: PushDouble
beforeAll(async () => {
  double = await startPushDouble()
  portal = await openOwnPortal({ env: { PUSH_HOSTS: double.origin } })
  await openWholeBrowser()
})
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
  await double?.close()
})

const keyOf = (name: string) => readFileSync(join(portal.dataDir, 'keys', `${name}.key`), 'utf8').trim()

async function ask(path: string, key: string, body?: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${portal.port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${keyOf(key)}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  expect([answer.status, answer.ok ? '' : text]).toEqual([200, ''])
  return JSON.parse(text)
}

const getStatus = () =>
  ask('/__services/push/ak/internal/status', 'push') as Promise<{ devices: number; ofAccounts: number }>

let articles = 0
function publishFlash(headline: string): Promise<unknown> {
  return ask('/api/ingest/documents?publication=ak', 'ingest', {
    uri: `urn:push-journey:${++articles}`,
    type: 'text',
    version: '1',
    versioncreated: new Date().toISOString(),
    pubstatus: 'usable',
    language: 'de',
    urgency: 1,
    headline,
    body_html: '<p>Die Aue steigt weiter.</p><p>Mehr steht im Text.</p>',
  })
}

/** A browser that returns a simulated device's subscription, and counts permission requests. */
async function openDevice(device: 'phone' | 'desk') {
  const reader = await openReader({
    device,
    hasServiceWorker: true,
    context: {
      baseURL: portal.origin,
      colorScheme: device === 'phone' ? 'dark' : 'light',
      ...(device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}),
    },
  })
  const browser = createBrowserDouble(`${double.origin}/${device}-${Math.random()}`)
  await reader.context.grantPermissions(['notifications'], { origin: portal.origin })
  await reader.context.addInitScript((subscription) => {
    const make = () => ({
      endpoint: subscription.endpoint,
      options: {},
      toJSON: () => subscription,
      unsubscribe: async () => {
        document.cookie = 'subscribed=; path=/; max-age=0'
        return true
      },
    })
    // Stored in a cookie, because a logout empties the storages but real browsers keep their subscription.
    const isThere = () => document.cookie.includes('subscribed=1')
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isThere() ? make() : null),
      subscribe: async () => {
        document.cookie = 'subscribed=1; path=/'
        return make()
      },
    })
    const request = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      sessionStorage.setItem('asked', String(Number(sessionStorage.getItem('asked')) + 1))
      return request()
    }
  }, browser.subscription)
  return { ...reader, browser }
}

/** Waits for the newest message to this device, decrypted as its browser would. */
async function untilMessage(browser: BrowserDouble, title: string): Promise<string> {
  const path = new URL(browser.subscription.endpoint).pathname
  let found = ''
  await expect
    .poll(() => {
      const texts = double.received.filter((one) => one.path === path).map(({ body }) => browser.open(body))
      found = texts.find((text) => text.includes(title)) ?? ''
      return found !== ''
    }, POLL)
    .toBe(true)
  return found
}

async function handToWorker(page: Page, data: string): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const first = registrations.find(({ isDeleted }) => !isDeleted)
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: portal.origin,
    registrationId: await registered,
    data,
  })
  // The session stays: ended, it would take the message from a worker that has still to start.
}

const listShown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }))
    return (await getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      actions: ((one as unknown as { actions?: { title: string }[] }).actions ?? []).map(({ title }) => title),
    }))
  })

const isWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  it('R1-55: the bell leads to the choices; permission is asked only after a click; one tap in the message unsubscribes', async () => {
    const flash = `Deich bei Tannau hält ${device}`
    const { page, browser, errors, foreignRequests, leave } = await openDevice(device)
    await publishFlash(`Pegel steigt ${device}`)
    // A stored page may still show the earlier state of the bar.
    let visit = 0
    await expect
      .poll(async () => {
        await page.goto(`/suche?q=Pegel+${++visit}`)
        return page.getByRole('region', { name: 'Eilmeldung' }).getByText(`Pegel steigt ${device}`).count()
      }, POLL)
      .toBe(1)
    await untilAlive(page)
    await page
      .getByRole('region', { name: 'Eilmeldung' })
      .getByRole('link', { name: 'Eilmeldungen aufs Gerät' })
      .click()
    await page.locator('[data-push-phase="off"]').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBeNull()
    expect(await isWide(page)).toBe(0)
    await expectAccessible(page)

    const turnOn = page.getByRole('button', { name: 'Mitteilungen einschalten' })
    await turnOn.focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-push-phase="on"]').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBe('1')
    const { devices } = await getStatus()
    await page.locator('details[data-kind="topic"] summary').focus()
    await page.keyboard.press('Enter')
    const topic = page.locator('[data-push-follow]').first()
    await topic.focus()
    await page.keyboard.press('Space')
    await page.getByRole('status').getByText('Gespeichert.').waitFor({ state: 'attached' })
    const quiet = page.getByRole('checkbox', { name: 'Ruhezeit', exact: true })
    await quiet.click()
    await expect.poll(() => page.getByRole('group', { name: 'Ruhezeit' }).count(), POLL).toBe(0)
    await page.getByText('1 gewählt').waitFor()
    expect(await isWide(page)).toBe(0)
    await expectAccessible(page)

    await publishFlash(flash)
    const message = await untilMessage(browser, flash)
    expect(message).not.toContain('Mehr steht im Text')
    await handToWorker(page, message)
    await expect
      .poll(() => listShown(page), POLL)
      .toEqual([
        {
          title: flash,
          body: expect.stringMatching(/Weil Sie Eilmeldungen gewählt haben$/),
          actions: ['Keine Eilmeldungen mehr'],
        },
      ])
    const [worker] = page.context().serviceWorkers()
    await worker!.evaluate(async () => {
      const scope = globalThis as unknown as {
        registration: ServiceWorkerRegistration
        NotificationEvent: new (type: string, init: object) => Event
      }
      const [notification] = await scope.registration.getNotifications()
      const event = new scope.NotificationEvent('notificationclick', { notification, action: 'off' })
      // A synthetic event cannot be prolonged.
      Object.defineProperty(event, 'waitUntil', { value: () => {} })
      dispatchEvent(event)
    })
    await expect
      .poll(async () => (await listShown(page)).map(({ title, actions }) => [title, actions]), POLL)
      .toEqual([['Keine Eilmeldungen mehr', []]])

    // The page lists the messages with their reasons; the unsubscribed kind is off.
    await page.reload()
    await page.locator('[data-push-phase="on"]').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Eilmeldungen', exact: true }).isChecked()).toBe(false)
    await page.getByRole('heading', { name: 'Warum bekomme ich das?' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: flash }).waitFor()
    // Scrolled to the top, because a link half covered by the fixed bar would count as too small.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Auf diesem Gerät ausschalten' }).click()
    await page.locator('[data-push-phase="off"]').waitFor()
    await expect.poll(async () => (await getStatus()).devices, POLL).toBe(devices - 1)
    expect([errors, foreignRequests]).toEqual([[], []])
    await leave()
  })
})

it('choices belong to the account; a logout removes the device from it, a revoked permission ends all', async () => {
  const before = await getStatus()
  const { page, context, errors, leave } = await openDevice('desk')
  await logIn(context, toDemoEmail('free'), undefined, portal.origin)
  await page.goto('/mitteilungen')
  await untilAlive(page)
  await page.getByRole('checkbox', { name: 'Antworten auf meine Beiträge', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Mitteilungen einschalten' }).click()
  await page.getByText(/^Ihre Auswahl gehört zu Ihrem Konto/).waitFor()
  expect(await getStatus()).toMatchObject({ devices: before.devices + 1, ofAccounts: before.ofAccounts + 1 })
  await page.goto('/?logout')
  await expect.poll(getStatus, POLL).toMatchObject({ devices: before.devices + 1, ofAccounts: before.ofAccounts })
  await page.goto('/mitteilungen')
  await page.locator('[data-push-phase="on"]').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Antworten auf meine Beiträge', exact: true }).count()).toBe(0)
  await storeRefusal(context, portal.origin)
  await page.goto('/impressum')
  await expect.poll(getStatus, POLL).toMatchObject({ devices: before.devices })
  expect(errors).toEqual([])
  await leave()
})

it.each<[string, string, object, (() => void) | null]>([
  [
    'a browser without push',
    'Dieser Browser kennt keine Mitteilungen',
    {},
    () => Reflect.deleteProperty(window, 'PushManager'),
  ],
  [
    'an iPhone',
    'zuerst auf den Home-Bildschirm',
    {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    },
    () => Reflect.deleteProperty(window, 'PushManager'),
  ],
  [
    'a reader who said no before',
    'Ihr Browser lässt keine Mitteilungen zu',
    {},
    () => Object.defineProperty(Notification, 'permission', { value: 'denied' }),
  ],
])('shows the reader the steps to %s', async (_name, words, more, prepare) => {
  const { page, context, leave } = await openReader({
    device: 'phone',
    hasServiceWorker: true,
    context: { baseURL: portal.origin, ...more },
  })
  if (prepare !== null) await context.addInitScript(prepare)
  await page.goto('/mitteilungen')
  await page.getByRole('heading', { name: words }).waitFor()
  expect(await page.getByRole('button', { name: 'Mitteilungen einschalten' }).count()).toBe(0)
  expect(await isWide(page)).toBe(0)
  await expectAccessible(page, { within: 'main' })
  await leave()
})
