// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import type { AccountView } from '@lokalteil/contracts/portal'
import { answerCalls, leave, press, render, settle } from '../../browser/dom.testing.tsx'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { SignInSection } from './SignInSection.tsx'

const CALL = 'POST /api/mein/account/sessions/end'
const TIMES = { createdAt: '2026-11-20T12:00:00Z', usedAt: '2026-11-21T12:00:00Z' }
const SESSIONS = [
  { id: 'here', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', isCurrent: true, ...TIMES },
  { id: 'there', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', isCurrent: false, ...TIMES },
]
const VIEW = { isEditable: true, hasPassword: true, providers: [], sessions: SESSIONS } as unknown as AccountView
const portal = { publication: { rooms: [] }, now: '2026-11-21T12:30:00Z' } as unknown as Portal
afterEach(leave)

async function logOutThere(answer: () => Response) {
  const asked = answerCalls({ [CALL]: answer })
  const left: string[][] = []
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      <SignInSection view={VIEW} onEnded={(sessions) => left.push(sessions.map(({ id }) => id))} />
    </PortalProvider>,
  )
  const buttons = place.querySelectorAll<HTMLElement>('li button')
  await press(buttons[0] ?? null)
  await settle()
  return {
    calls: asked.filter((call) => call === CALL).length,
    labels: [...buttons].map((button) => button.getAttribute('aria-label')),
    left,
    text: place.textContent,
  }
}

it('every other session has a button that ends it', async () => {
  const { calls, labels, left, text } = await logOutThere(() => new Response(null, { status: 204 }))
  expect([calls, labels, left]).toEqual([1, ['Abmelden: Firefox auf Windows'], [['here']]])
  expect(text).toContain('Firefox auf Windows ist abgemeldet.')
})

it('a session that could not be ended stays in the list', async () => {
  const { left, text } = await logOutThere(() => Response.json({ code: 'UNAVAILABLE' }, { status: 503 }))
  expect(left).toEqual([])
  expect(text).not.toContain('ist abgemeldet')
})
