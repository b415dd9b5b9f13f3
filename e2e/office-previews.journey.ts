/** A link to a preview: an editor makes it, somebody without an account reads it, the editor revokes it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { headline, openEditor, untilSaved, writeArticle } from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, expectAccessibleDayAndNight, openReader } from './reader.ts'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

it(
  'a person without an account reads the linked revision on a phone, until the link is revoked',
  { timeout: 240_000 },
  async () => {
    const editor = await openEditor(portal, 'reporter')
    const { page, keys, errors, leave } = editor
    await writeArticle(editor, 'Zitat zur Freigabe', 'Wir bauen die Brücke bis Ostern, sagte die Bürgermeisterin.')
    await keys.press(page.locator('summary', { hasText: 'Links für Außenstehende' }))
    await keys.press(page.getByRole('button', { name: 'Link anlegen' }))
    const dialog = page.getByRole('dialog', { name: 'Link zur Vorschau' })
    const address = (await dialog.getByText('/redaktion/einsicht#').textContent())!
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByText(/^von Mara/).waitFor()
    await expectAccessibleDayAndNight(page)
    await headline(page).fill('Nach der Freigabe geändert')
    await untilSaved(page)

    const outsider = await openReader({ device: 'phone', context: { baseURL: portal.origin } })
    const requested: string[] = []
    const referers: (string | undefined)[] = []
    outsider.page.on('request', (request) => {
      requested.push(request.url())
      referers.push(request.headers().referer)
    })
    await outsider.page.goto(address)
    await outsider.page.getByText('Spätere Änderungen sind hier nicht enthalten').waitFor()
    const frame = outsider.page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Zitat zur Freigabe' }).waitFor()
    await frame.getByText('Wir bauen die Brücke bis Ostern').waitFor()
    expect(await frame.getByText('Nach der Freigabe geändert').count()).toBe(0)
    await expectAccessible(outsider.page)
    expect(await outsider.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const token = new URL(address).hash.slice(1)
    // No address that a server or log could see has the token.
    const sent = requested.map((url) => url.split('#', 1)[0])
    expect([...sent, ...referers].filter((one) => one?.includes(token))).toEqual([])
    expect(sent.filter((url) => /\/api\/(?!preview-links)|matomo|views/.test(url!))).toEqual([])

    await keys.press(page.getByRole('button', { name: /^Link zu Stand \d+ von .* widerrufen$/ }))
    await page.getByText('Kein offener Link.').waitFor()
    await outsider.page.reload()
    await outsider.page.getByText('Dieser Link gilt nicht mehr').waitFor()
    await expectAccessible(outsider.page)
    expect([...errors, ...outsider.foreignRequests]).toEqual([])
    await outsider.leave()
    await leave()
  },
)
