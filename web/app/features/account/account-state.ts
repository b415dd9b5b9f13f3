/**
 * The state of a page of the account: its data, or why there is none. An ended session opens the login, and the data is
 * loaded when the reader is back; "try again" reloads in place.
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

/** A page's `load`: if the account cannot be shown, the page says so and is not missing. */
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
    // A renewal has already failed, so the session is over.
    if (next.kind === 'logged-out') void session.openLogin(location.pathname + location.search).catch(() => {})
  }, [])

  // Loads the data of a page that came without because its session had ended, whenever the reader has logged in.
  const isLoggedOut = state.kind === 'logged-out'
  const hasLogin = status === 'reader'
  useEffect(() => {
    if (isLoggedOut) void reload()
    // `state` is left out: the same negative answer must not ask again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasLogin])

  return { state, isLoading, reload, setData: (data: T) => setState({ kind: 'ready', data }) }
}
