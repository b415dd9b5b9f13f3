import { afterEach, expect, it } from 'vitest'
import { getSession, setSession } from '../../browser/session.ts'
import { createReadablePart } from './readable-part.ts'

const part = createReadablePart()
const load = (...roles: string[]) =>
  part.load({ view: { ...getSession().view, isLoggedIn: true, roles }, isNewLogin: false, showToast: async () => {} })
const isOpen = (id: string, ...tagIds: string[]) => getSession().isReadable?.(getSession(), { id, tagIds }) ?? null
afterEach(() => part.reset?.())

it('R1-86 opens the lock of every article for Plus, of its tags for a subscriber to them', async () => {
  expect(isOpen('1')).toBe(null)
  await load('PLUS_USER')
  expect(isOpen('1')).toBe(true)
  await load('PLUS-TAG-7')
  expect([isOpen('1', '7', '9'), isOpen('2', '9'), isOpen('3')]).toEqual([true, false, false])
})

it('R1-86 opens the lock of what was bought as soon as it is, and shuts all with the logout', async () => {
  await load('WALLET_USER')
  expect(isOpen('1')).toBe(false)
  setSession({ wallet: { articleCreditPurchasesIds: ['1'] } as never })
  expect([isOpen('1'), isOpen('2')]).toEqual([true, false])
  part.reset?.()
  expect(isOpen('1')).toBe(null)
  setSession({ wallet: null })
})
