import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createErasureNoticePart } from './erasure-notice-part.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const PENDING = () => Response.json({ eraseAt: '2026-12-05T22:30:00Z' })

async function logIn(answer: Response | Error, isNewLogin = true) {
  const asked: string[] = []
  const told: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (answer instanceof Error) throw answer
    return answer
  })
  const failed = await createErasureNoticePart()
    .load({ view: {} as never, isNewLogin, showToast: async (text) => void told.push(text) })
    .then(
      () => false,
      () => true,
    )
  return { asked, told, failed }
}

it('a login during the fourteen days shows when the account is erased and how to keep it', async () => {
  const { asked, told } = await logIn(PENDING())
  expect(asked).toEqual(['/api/mein/account'])
  expect(told).toEqual([
    'Ihr Konto wird am 5. Dezember 2026 gelöscht. Wenn Sie es behalten möchten, klicken Sie in Ihrem Konto auf „Konto behalten“.',
  ])
})

it('shows it again on the page the login leads to, until it could be read', async () => {
  await logIn(PENDING())
  vi.advanceTimersByTime(2999)
  expect((await logIn(PENDING(), false)).told).toHaveLength(1)
  vi.advanceTimersByTime(3000)
  expect((await logIn(PENDING(), false)).asked).toEqual([])
})

it('shows nothing without an erasure or an answer, and asks only once per login', async () => {
  expect((await logIn(Response.json({ eraseAt: null }))).told).toEqual([])
  expect((await logIn(PENDING(), false)).asked).toEqual([])
  expect((await logIn(new Response('', { status: 503 }))).told).toEqual([])
  expect(await logIn(new TypeError('no connection'))).toMatchObject({ told: [], failed: true })
})
