/**
 * What a page of the account shows: its data, or why there is none. A session that has ended opens the login and loads
 * the page's data when the reader is back; a click of "try again" asks again in place.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { toAccountApi, type AccountApi } from '../../page/account-api.ts'
import type { Read } from '../../page/content-api.ts'
import type { LoadContext } from '../../page/page.ts'
import { session, useSession } from '../../browser/session/session.ts'

export type AccountState<T> =
  | { kind: 'ready'; data: T }
  | { kind: 'logged-out' }
  | { kind: 'no-access' }
  | { kind: 'failed' }

export type AccountQuestion<T> = (reader: AccountApi) => Promise<Read<T>>

function toAccountState<T>(read: Read<T>): AccountState<T> {
  if (read.ok) return { kind: 'ready', data: read.data }
  return { kind: read.status === 401 ? 'logged-out' : read.status === 403 ? 'no-access' : 'failed' }
}

/** A page's `load`: an account that cannot be shown is a page that says so, not a missing one. */
export const loadAccount =
  <T>(question: AccountQuestion<T>) =>
  async (_route: unknown, context: LoadContext): Promise<{ kind: 'ok'; data: AccountState<T> }> => ({
    kind: 'ok',
    data: toAccountState(await question(toAccountApi(context))),
  })

export function useAccountState<T>(initial: AccountState<T>, question: AccountQuestion<T>) {
  const [state, setState] = useState(initial)
  const [isLoading, setLoading] = useState(false)
  const { status } = useSession()
  const asked = useRef(question)
  const isAsking = useRef(false)

  const reload = useCallback(async () => {
    if (isAsking.current) return
    isAsking.current = true
    setLoading(true)
    const next = toAccountState(await asked.current(toAccountApi({})))
    isAsking.current = false
    setLoading(false)
    setState(next)
    // The reader has tried to renew the session: it is over.
    if (next.kind === 'logged-out') void session.openLogin(location.pathname + location.search).catch(() => {})
  }, [])

  // Of a page that came without data because its session had run out, and whenever somebody has logged in since.
  const isLoggedOut = state.kind === 'logged-out'
  const hasLogin = status === 'reader'
  useEffect(() => {
    if (isLoggedOut) void reload()
    // Not when the answer was no once more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasLogin])

  return { state, isLoading, reload, setData: (data: T) => setState({ kind: 'ready', data }) }
}
