import { expect, it, vi } from 'vitest'
import { getSession, provideSession, setSession, type SessionVerbs } from '../../browser/session/session.ts'
import { markLoginProgress, resetLogin } from './login-progress.ts'

it('R8-39 a failed token-based login is no login in progress, and the cookies are read again', async () => {
  const recheck = vi.fn(async () => {
    setSession({ status: 'anonymous' })
    return false
  })
  provideSession(async () => ({ recheck }) as unknown as SessionVerbs)
  setSession({ status: 'unknown' })
  markLoginProgress()
  expect(getSession().isLoginProgress).toBe(true)
  resetLogin()
  expect(getSession().isLoginProgress).toBe(false)
  await vi.waitFor(() => expect([recheck.mock.calls.length, getSession().status]).toEqual([1, 'anonymous']))
})

it('R8-39 stays silent when even that fails', async () => {
  const recheck = vi.fn(async () => Promise.reject(new Error('no')))
  provideSession(async () => ({ recheck }) as unknown as SessionVerbs)
  resetLogin()
  await vi.waitFor(() => expect(recheck).toHaveBeenCalled())
})
