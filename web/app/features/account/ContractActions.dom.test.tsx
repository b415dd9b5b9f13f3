// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import { answerCalls, leave, press, render, settle } from '../../browser/dom.testing.tsx'
import { contractTexts as texts } from '../../messages/commerce/contracts.ts'
import { ContractActions } from './ContractActions.tsx'

const CALL = 'POST /api/mein/account/contracts/S-1/pay'
const CONTRACT = {
  id: 'S-1',
  name: 'Plus Monat',
  state: 'payment_failed',
  priceCents: 990,
  payment: { kind: 'card', label: 'Visa •••• 4242' },
  payments: [{ kind: 'card', provider: 'stripe', isTest: false, leavesSite: true }],
  open: { cents: 990, since: '2026-11-21', endsOn: '2026-12-21' },
  plans: [],
  pause: null,
  pauseFrom: null,
  change: null,
  earliestEnd: null,
  isCancellationUndoable: false,
} as unknown as ContractView
afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
})

async function payNow(answer: object) {
  const asked = answerCalls({ [CALL]: () => Response.json({ contracts: [], documents: [], ...answer }) })
  const moves: string[] = []
  vi.spyOn(location, 'assign').mockImplementation((to) => void moves.push(String(to)))
  const place = await render(<ContractActions contract={CONTRACT} onChange={() => {}} />)
  const button = [...place.querySelectorAll('button')].find(
    ({ textContent }) => textContent === texts.payAgain(CONTRACT.open!.cents),
  )
  await press(button ?? null)
  await settle()
  return { moves, calls: asked.filter((call) => call === CALL), text: place.textContent }
}

it('“pay now” leads to the page of a bank that asks for the reader', async () => {
  const { moves, calls } = await payNow({ outcome: 'leave', redirectUrl: 'https://bank.example/3ds' })
  expect([moves, calls]).toEqual([['https://bank.example/3ds'], [CALL]])
})

it('“pay now” stays on the page when the card was charged', async () => {
  const { moves, text } = await payNow({ outcome: 'paid', redirectUrl: null })
  expect([moves, text]).toEqual([[], expect.stringContaining(texts.outcomes.paid)])
})
