// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { answerCalls, leave, press, render, settle } from '../../browser/dom.testing.tsx'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { codeTexts } from '../../messages/commerce/codes.ts'
import { page } from './CodePage.tsx'

const portal = { publication: { rooms: [] }, site: {} } as unknown as Portal
const inPortal = (shown: ReactNode) => (
  <PortalProvider surroundings={portal} moment={portal}>
    {shown}
  </PortalProvider>
)
const CALL = 'POST /api/mein/codes'
afterEach(leave)

async function redeem(code: string, answer: () => Response) {
  const asked = answerCalls({ [CALL]: answer })
  const place = await render(inPortal(<page.Page route={{ name: 'order/code' }} data={null} />))
  const field = place.querySelector<HTMLInputElement>('input[name="code"]')!
  field.value = code
  await press(place.querySelector('button[type="submit"]'))
  await settle()
  const alerts = [...place.querySelectorAll('[role="alert"]')]
  return { asked, place, field, alerts: alerts.map(({ textContent }) => textContent?.trim()) }
}
const problem = (status: number, code: string) => () => Response.json({ status, code, title: code }, { status })

it('S2.3-03 says that a code does not work, without the reason', async () => {
  const { alerts, asked } = await redeem('DEMO-PLUS-2026', problem(422, 'INVALID_CODE'))
  expect([alerts, asked]).toEqual([[codeTexts.invalid], [CALL]])
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
})

it('S2.3-03 explains a code for something the reader already has', async () => {
  const { alerts } = await redeem('DEMO-PLUS-2026', problem(409, 'HAS_IT'))
  expect(alerts).toEqual([codeTexts.hasIt + codeTexts.hasItAdvice])
})

it('S2.3-03 shows neither before an attempt', async () => {
  const place = await render(inPortal(<page.Page route={{ name: 'order/code' }} data={null} />))
  expect(place.querySelectorAll('[role="alert"]')).toHaveLength(0)
})

it('S2.3-03 makes no call for an impossible code', async () => {
  const { alerts, asked } = await redeem('x', problem(500, 'X'))
  expect([alerts, asked]).toEqual([[codeTexts.invalid], []])
})

it('S2.3-03 requires a code', async () => {
  const { asked, alerts, field } = await redeem('', problem(500, 'X'))
  expect([asked, alerts, document.activeElement === field, field.getAttribute('aria-invalid')]).toEqual([
    [],
    [],
    true,
    'true',
  ])
})
