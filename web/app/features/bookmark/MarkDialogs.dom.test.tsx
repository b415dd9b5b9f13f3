// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, settle } from '../../browser/dom.testing.tsx'
import { markTexts } from '../../messages/reading/marks.ts'

beforeEach(() => void vi.resetModules())
afterEach(() => document.body.replaceChildren())

it.each<[string, boolean, () => Response, string, number]>([
  [
    'the address of the setting',
    true,
    () => Response.json({ bookmark_subscription_link: 'https://abo.example/merken' }),
    'https://abo.example/merken',
    1,
  ],
  ['our own offers without one', true, () => Response.json({ bookmark_subscription_link: '' }), '/order/abo', 1],
  [
    'our own offers in place of an unsafe one',
    true,
    () => Response.json({ bookmark_subscription_link: 'javascript:alert(1)' }),
    '/order/abo',
    1,
  ],
  ['our own offers while settings do not answer', true, () => new Response(null, { status: 503 }), '/order/abo', 1],
  ['our own offers, unasked, in a local edition', false, () => Response.json({}), '/order/abo', 0],
])('R3.13-02 the offer at the limit of bookmarks leads to %s', async (_where, hasSettings, answer, expected, calls) => {
  const asked = answerCalls({ 'GET /api/settings': answer })
  const { openMarkDialog } = await import('./MarkDialogs.lazy.tsx')
  await act(async () => openMarkDialog('limit', { hasSettings, onClose: () => {} }))
  for (let round = 0; round < 5; round++) await settle()
  const links = [...document.querySelectorAll('dialog a')]
  expect(links.find(({ textContent }) => textContent === markTexts.limit.offer)?.getAttribute('href')).toBe(expected)
  expect(asked).toEqual(Array.from({ length: calls }, () => 'GET /api/settings'))
})
