/** A publisher without any publication uses the setup page: from an empty start to a named paper. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { findFreePort } from '@lokalteil/tools/free-port'
import { closeBrowser, expectAccessible, openReader, type DeviceName } from './reader.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const open: { child: ChildProcess; dataDir: string }[] = []

afterAll(async () => {
  await closeBrowser()
  for (const { child, dataDir } of open) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** The address of the setup page from the terminal, and a promise for the running paper. */
async function startWithNothing(): Promise<{ address: string; origin: string; ready: Promise<void>; dataDir: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lokalteil-setup-'))
  const port = await findFreePort()
  const child = spawn(process.execPath, ['--liftoff-only', 'web/server/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DEMO: '0', PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  open.push({ child, dataDir })
  let output = ''
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(output)?.[0]
      if (found !== undefined) return found
      await once(child.stdout!, 'data')
    }
  }
  child.stdout!.on('data', (data: Buffer) => (output += data))
  const address = await said(/http:\S+\/setup\/\S+/)
  return { address, origin: new URL(address).origin, ready: said(/^ready /m).then(() => {}), dataDir }
}

// Includes two starts of a portal.
it.each<DeviceName>(['phone', 'desk'])(
  'a publisher fills the form and sees the paper: %s',
  { timeout: 180_000 },
  async (device) => {
    const { address, origin, ready, dataDir } = await startWithNothing()
    const { page, errors, foreignRequests, leave } = await openReader({ device, context: { baseURL: origin } })
    await page.goto(address)
    await expectAccessible(page)
    const answers = {
      'Name der Zeitung': 'Märkischer Musterbote',
      Verbreitungsgebiet: 'Musterstadt und Umgebung',
      Verlag: 'Musterverlag GmbH',
      'Straße und Hausnummer': 'Am Markt 1',
      Postleitzahl: '?',
      Ort: 'Musterstadt',
      'E-Mail-Adresse der Redaktion': 'redaktion@musterbote.example',
    }
    for (const [label, value] of Object.entries(answers)) await page.getByLabel(label, { exact: true }).fill(value)
    const wordmark = join(dataDir, 'wordmark.svg')
    writeFileSync(wordmark, '<svg viewBox="0 0 9 9"><text>Bote</text></svg>')
    await page.getByLabel('Wortmarke').setInputFiles(wordmark)

    // Faults are shown in German beside their fields, and valid input stays.
    await page.getByRole('button', { name: 'Zeitung anlegen' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bitte prüfen Sie Ihre Angaben' }).waitFor()
    await expectAccessible(page, { isWhole: true })
    expect(await page.getByLabel('Name der Zeitung').inputValue()).toBe('Märkischer Musterbote')
    await page.getByLabel('Postleitzahl').fill('01234')
    await page.getByLabel('Wortmarke').setInputFiles(wordmark)
    await page.getByRole('button', { name: 'Zeitung anlegen' }).click()
    await page.getByText('Wandeln Sie sie vor dem Speichern in Pfade um').first().waitFor()
    expect(await page.locator('[lang="en"]').count()).toBe(0)

    await page.getByRole('button', { name: 'Zeitung anlegen' }).click()
    await page.getByRole('heading', { level: 1, name: /Märkischer Musterbote/ }).waitFor()
    await expectAccessible(page, { isWhole: true })
    await ready
    await page.goto('/impressum')
    expect(await page.title()).toContain('Märkischer Musterbote')
    await page.getByText('Musterverlag GmbH').first().waitFor()
    // Both refusals answer 422.
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    expect(foreignRequests).toEqual([])
    await leave()
  },
)
