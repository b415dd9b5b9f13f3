/** An outage and the end of a process, as readers and load balancers see them. */
import { request as ask, Agent } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, openReader, untilAlive, type Reader } from './reader.ts'

let reader: Reader | undefined
let portal: OwnPortal | undefined
afterEach(async () => {
  await reader?.leave()
  await portal?.close()
  reader = undefined
  portal = undefined
})
afterAll(closeBrowser)

describe('while the content service is out', () => {
  it('a navigation ends at the error page, which continues as soon as the service is back', async () => {
    reader = await openReader({ hasServiceWorker: true })
    const { page } = reader
    await page.goto('/lokales', { waitUntil: 'load' })
    await untilAlive(page)
    let isOut = true
    await page.route('**/__proxy_content_api/**', (route) =>
      isOut
        ? route.fulfill({ status: 503, headers: { 'retry-after': '5' }, contentType: 'application/json', body: '{}' })
        : route.continue(),
    )
    await page.evaluate(() => window.navigation!.navigate('/sport'))
    await page.waitForFunction(() =>
      document.querySelector('main h1')?.textContent?.includes('gerade nicht erreichbar'),
    )
    expect(await page.title()).toContain('Gerade nicht erreichbar')
    expect(await page.textContent('main')).toContain('Diese Seite wurde nicht gefunden: /sport')
    isOut = false
    await page.getByRole('link', { name: 'Erneut versuchen' }).click()
    await page.waitForFunction(() => document.querySelector('main h1')?.textContent?.startsWith('Sport'))
  })
})

describe('the end of a process', () => {
  type Outcome = { status: number; connection: string | undefined; text: string } | { error: string }

  const get = (port: number, path: string, agent: Agent): Promise<Outcome> =>
    new Promise((resolve) => {
      const call = ask({ host: '127.0.0.1', port, path, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection, text }),
        )
      })
      call.once('error', (error: NodeJS.ErrnoException) =>
        resolve({ error: call.reusedSocket ? `reused: ${error.code}` : 'refused' }),
      )
      call.end()
    })

  // Each test opens a portal of its own.
  const PATIENCE = { timeout: 180_000 }

  it(
    'reports "not ready" before the port closes, breaks no request of 20 busy clients, and ends',
    PATIENCE,
    async () => {
      portal = await openOwnPortal({ env: { DRAIN_SECONDS: '2' } })
      const { port, child } = portal
      const outcomes: Outcome[] = []
      const seen: string[] = []
      let isOver = false
      const clients = Array.from({ length: 20 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        while (!isOver) {
          const outcome = await get(port, '/', agent)
          outcomes.push(outcome)
          if ('error' in outcome) break
        }
        agent.destroy()
      })
      const balancer = (async () => {
        while (!isOver) {
          const outcome = await get(port, '/api/health/ready', new Agent())
          seen.push('error' in outcome ? 'refused' : `${outcome.status} ${outcome.text}`)
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      })()
      await new Promise((resolve) => setTimeout(resolve, 500))
      const started = performance.now()
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      const took = performance.now() - started
      isOver = true
      await Promise.all([...clients, balancer])
      expect([took > 1900, took < 15_000]).toEqual([true, true])
      expect([...new Set(seen)]).toEqual(['200 ok', '503 stopping', 'refused'])
      const broken = outcomes.filter(
        (outcome) => !('status' in outcome ? outcome.status === 200 : outcome.error === 'refused'),
      )
      expect(broken).toEqual([])
      expect(
        outcomes.filter((outcome) => 'status' in outcome && outcome.connection === 'close').length,
      ).toBeGreaterThan(0)
    },
  )

  it('a second signal ends it at once', PATIENCE, async () => {
    portal = await openOwnPortal({ env: { DRAIN_SECONDS: '60' } })
    const { port, child } = portal
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Still answering.
    await new Promise<void>((resolve, reject) =>
      connect(port, '127.0.0.1', () => resolve())
        .once('error', reject)
        .unref(),
    )
    const started = performance.now()
    child.kill('SIGINT')
    expect([await ended, performance.now() - started < 1500]).toEqual([1, true])
  })
})
