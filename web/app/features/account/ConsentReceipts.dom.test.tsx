// @vitest-environment happy-dom
/** What the account shows of a reader's answers about consent. */
import { afterEach, expect, it } from 'vitest'
import { answerCalls, leave, render, settle } from '../../browser/dom.testing.tsx'
import ConsentReceipts from './ConsentReceipts.lazy.tsx'

const answer = (at: string, granted: readonly string[], text = '2026-12-01') => ({
  at,
  text,
  asked: ['kdm', 'youtube'],
  granted,
  partners: {},
})
const PHONE = '5f1c4e0a-7a42-4c8e-9d7d-0c2f6f1a9b11'
const DESK = '0d4f3f3c-0d8c-4c55-8a7e-2f3a1f7a6c22'

afterEach(leave)

async function show(answers: Parameters<typeof answerCalls>[0]) {
  const asked = answerCalls(answers)
  const place = await render(<ConsentReceipts />)
  await settle()
  return { place, asked }
}
const show200 = (receipts: readonly object[]) =>
  show({ 'GET /api/mein/consent-receipts': () => Response.json({ receipts }) })

it('shows the last answer of each device, with its texts, its receipt and the way to take it back', async () => {
  const { place, asked } = await show200([
    {
      id: PHONE,
      answers: [
        answer('2026-12-01T09:00:00Z', ['kdm', 'youtube'], '2026-11-30'),
        answer('2026-12-05T09:00:00Z', ['youtube']),
      ],
    },
    { id: DESK, answers: [answer('2026-11-30T09:00:00Z', [], 'sourcepoint-34')] },
  ])
  expect(asked).toEqual(['GET /api/mein/consent-receipts'])
  const cards = [...place.querySelectorAll('article')]
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    `Beantwortet am 5. Dezember 2026Erlaubt: YouTubeTextfassung 2026-12-01 · ${PHONE}Beleg herunterladen`,
    `Beantwortet am 30. November 2026Nichts erlaubtTextfassung sourcepoint-34 · ${DESK}Beleg herunterladen`,
  ])
  // The texts of an external manager are its provider's.
  expect(cards.map((card) => [...card.querySelectorAll('a')].map((link) => link.getAttribute('href')))).toEqual([
    ['/api/consent/texts/2026-12-01', `/api/consent/receipts/${PHONE}`],
    [`/api/consent/receipts/${DESK}`],
  ])
  expect(cards[0]!.querySelector('a[download]')!.getAttribute('download')).toBe(`einwilligung-${PHONE}.json`)
  expect(place.querySelector('a[data-consent-settings]')!.getAttribute('href')).toBe('/datenschutz#einstellungen')
})

it('is not there without an answer', async () => {
  expect((await show200([])).place.textContent).toBe('')
})

it.each([
  ['is logged out', () => Response.json({ code: 'NOT_LOGGED_IN' }, { status: 401 })],
  ['gets no answer of the server', () => new Response('<!doctype html>', { status: 503 })],
])('is not there when the reader %s', async (_why, refuse) => {
  const { place } = await show({ 'GET /api/mein/consent-receipts': refuse })
  expect(place.textContent).toBe('')
})
