// @vitest-environment happy-dom
/** The target of a login belongs to its dialog: it is deleted with it, unless the reader has logged in. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leave, press, render } from '../../browser/dom.testing.tsx'
import { provideSession, setSession } from '../../browser/session/session.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { FrameDialog } from './FrameDialog.tsx'

// The test document loads no frames, and logs an error for each.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
})

const cookie = () => /redirectAfterLogin=([^;]*)/.exec(document.cookie)?.[1] ?? null

async function open(state: Parameters<typeof setSession>[0]) {
  provideSession(async () => ({ recheck: async () => false }) as never)
  setSession({ status: 'anonymous', isLoginProgress: false })
  document.cookie = 'redirectAfterLogin=/newsletters; path=/'
  let closed = 0
  const place = await render(<FrameDialog dialog="login" onClose={() => closed++} />)
  expect(cookie()).toBe('/newsletters')
  setSession(state)
  await press(place.querySelector(`button[aria-label="${sessionTexts.close}"]`) ?? place.querySelector('button'))
  expect(closed).toBe(1)
  await leave()
}

it('S9-04 R4.2-13 is deleted when the dialog is closed without a login', async () => {
  await open({})
  expect(cookie()).toBeNull()
})

it.each([
  ['somebody has logged in', { status: 'reader' as const }],
  ['a login is on its way', { isLoginProgress: true }],
])('R4.2-13 is kept when %s', async (_case, state) => {
  await open(state)
  expect(cookie()).toBe('/newsletters')
})
