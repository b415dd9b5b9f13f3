/** Publishing with time and with mishaps: planned, withdrawn, brought back, led to, and a process that dies in the middle of it. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { toBerlinIso } from '@lokalteil/domain/german'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseMore, openEditor, readPage as readPageOf, writeArticle } from './office-editor.ts'
import { startPortal, stopPortal } from './portal-process.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible } from './reader.ts'

const HOUR = 3_600_000
const live = { name: 'Auf der Seite ansehen' } as const

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({ hasMovableClock: true })
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

const readPage = (path: string) => readPageOf(portal, path)

it('a planned article comes online at its time, and no reader has it before', { timeout: 240_000 }, async () => {
  const editor = await openEditor(portal, 'desk')
  const { page, keys, errors, leave } = editor
  await writeArticle(editor, 'Das Freibad öffnet morgen', 'Um sechs Uhr geht das Tor auf.')
  const plan = async (entry: string, hours: number) => {
    await chooseMore(editor, entry)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Wann').fill(toBerlinIso(new Date(Date.now() + hours * HOUR)).slice(0, 16))
    await expectAccessible(page)
    await keys.press(dialog.getByRole('button', { name: 'Planen' }))
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Geplant für/).waitFor()
  }
  await plan('Planen …', 5)
  await chooseMore(editor, 'Plan aufheben')
  await page.getByText('Der Plan ist aufgehoben').waitFor()
  await plan('Planen …', 5)
  await plan('Anders planen …', 2)
  expect((await readPage('/')).body).not.toContain('Das Freibad öffnet morgen')

  await moveClock(portal, 2 * HOUR + 60_000)
  await expect.poll(async () => (await readPage('/')).body, { timeout: 20_000 }).toContain('Das Freibad öffnet morgen')
  // The stream tells the open screen.
  const href = await page.getByRole('link', live).getAttribute('href')
  expect((await readPage(new URL(href!).pathname)).body).toContain('Um sechs Uhr geht das Tor auf.')
  expect(errors).toEqual([])
  await leave()
})

it(
  'an article is withdrawn with a reason, brought back, and an old address leads to it',
  { timeout: 240_000 },
  async () => {
    const editor = await openEditor(portal, 'chief')
    const { page, keys, errors, leave } = editor
    await writeArticle(editor, 'Zu früh gemeldet', 'Diese Meldung kam zu früh.')
    await keys.press(page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    const path = new URL((await page.getByRole('link', live).getAttribute('href'))!).pathname
    expect((await readPage(path)).status).toBe(200)
    expect((await readPage('/')).body).toContain('Zu früh gemeldet')

    await chooseMore(editor, 'Zurückziehen …')
    await keys.write(page.getByLabel('Warum? Das steht nur im Protokoll.'), 'Der Ort war falsch')
    await expectAccessible(page)
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Zurückziehen' }))
    await page.getByText('Zurückgezogen', { exact: true }).waitFor()
    expect((await readPage(path)).status).toBe(410)
    expect((await readPage('/')).body).not.toContain('Zu früh gemeldet')

    await chooseMore(editor, 'Wieder online stellen')
    await page.getByText('Wieder online', { exact: true }).waitFor()
    expect((await readPage(path)).status).toBe(200)
    await expect.poll(async () => (await readPage('/')).body).toContain('Zu früh gemeldet')

    expect((await readPage('/alte-meldung-77')).status).toBe(404)
    await chooseMore(editor, 'Adresse hierher leiten …')
    await keys.write(page.getByLabel('Adresse auf dieser Site, auf der keine Seite ist'), '/alte-meldung-77')
    await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Leiten' }))
    await page.getByText('/alte-meldung-77 führt jetzt hierher').waitFor()
    const led = await readPage('/alte-meldung-77')
    expect([led.status >= 301 && led.status <= 308, new URL(led.location, portal.origin).pathname]).toEqual([
      true,
      path,
    ])
    expect(errors).toEqual([])
    await leave()
  },
)

describe('when the process is killed', () => {
  let own: OwnPortal
  let child: ChildProcess
  beforeAll(async () => {
    own = await openOwnPortal()
    child = own.child
  })
  afterAll(async () => {
    await stopPortal(child)
    rmSync(own.dataDir, { recursive: true, force: true })
  })

  async function killAndStart(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    child = await startPortal({ port: own.port, dataDir: own.dataDir })
  }

  it.each([0, 15, 60, 150])(
    '%i ms after the press, readers have the whole article or none, and the office knows which',
    { timeout: 300_000 },
    async (delay) => {
      const editor = await openEditor(own, 'desk')
      const { page, leave } = editor
      const title = `Meldung ${delay} vor dem Absturz`
      await writeArticle(editor, title, `Text der Meldung ${delay}.`)
      const address = page.url()
      await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
      await setTimeout(delay)
      await killAndStart()
      await page.goto(address)
      const online = page.getByRole('link', live)
      const publish = page.getByRole('button', { name: 'Veröffentlichen', exact: true })
      await publish.waitFor()
      // The next process has three seconds to find the unfinished plan.
      await online.waitFor({ timeout: 8000 }).catch(() => {})
      if ((await online.count()) === 0) {
        expect((await readPageOf(own, '/')).body).not.toContain(title)
        await publish.click()
      }
      const { pathname } = new URL((await online.getAttribute('href'))!)
      const article = await readPageOf(own, pathname)
      expect([article.status, article.body.includes(`Text der Meldung ${delay}.`)]).toEqual([200, true])
      await expect.poll(async () => (await readPageOf(own, '/')).body).toContain(title)
      await leave()
    },
  )

  it(
    'killed before the time of a plan: the next process publishes it when it is due',
    { timeout: 300_000 },
    async () => {
      const editor = await openEditor(own, 'desk')
      const { page, leave } = editor
      await writeArticle(editor, 'Geplant vor dem Absturz', 'Dieser Text war geplant.')
      const id = /\/artikel\/(\d+)/.exec(page.url())![1]
      const call = `${own.origin}/redaktion/api/ak/articles/${id}`
      const { revision } = (await (await page.request.get(call)).json()) as { revision: number }
      const planned = await page.request.post(`${call}/schedule`, {
        headers: { origin: own.origin },
        data: { revision, at: new Date(Date.now() + 1500).toISOString() },
      })
      expect(planned.status()).toBe(200)
      await killAndStart()
      await expect
        .poll(async () => (await readPageOf(own, '/')).body, { timeout: 20_000 })
        .toContain('Geplant vor dem Absturz')
      await leave()
    },
  )
})
