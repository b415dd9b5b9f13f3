// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PageState } from '../../page/page.ts'
import type { PageStore } from '../../page/page-store.ts'
import { answerCalls } from '../dom.testing.tsx'
import type { Analytics } from './analytics.lazy.ts'

const STATE = {
  route: { name: 'home' },
  title: 'Titel',
  path: '/',
  content: { kind: 'page', data: {} },
  chrome: { publication: { code: 'ak', isLocalEdition: false }, device: 'desktop' },
} as unknown as PageState
const STORE = { get: () => ({ state: STATE }), subscribe: () => () => {} } as unknown as PageStore

let analytics: Analytics
beforeEach(() => void vi.resetModules())
afterEach(() => {
  // It looks for its tag no more.
  analytics.allow(false)
  delete window.pageAnalytics
  delete window.analyticsState
})

async function start() {
  const asked = answerCalls({
    'GET /api/settings': () => Response.json({ tracking_systemenvironment_name: 'production' }),
  })
  const { startAnalytics } = await import('./analytics.lazy.ts')
  analytics = startAnalytics(STORE)
  return { asked, ...analytics }
}

it('R3.13-11 describes the page with the name of the setting, once a reader has allowed analytics', async () => {
  const { allow, asked } = await start()
  expect(window.pageAnalytics).toMatchObject({ environment: '' })
  allow(null)
  expect(asked).toEqual([])
  allow(true)
  await expect.poll(() => window.pageAnalytics).toMatchObject({ environment: 'production' })
  expect(asked).toEqual(['GET /api/settings'])
})

it('R3.13-11 asks for no setting after a refusal', async () => {
  const { allow, asked } = await start()
  allow(false)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([asked, window.pageAnalytics?.environment]).toEqual([[], ''])
})
