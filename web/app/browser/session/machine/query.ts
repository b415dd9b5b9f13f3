/** Executes the request in an address's query. */
import { clearCookie, readCookie } from '../../consent/cookies.ts'
import { navigateTo } from '../../navigation/link-clicks.ts'
import { settle } from './identity.ts'
import { succeed } from './login.ts'
import { logout } from './logout.ts'
import { ID_TOKEN, type SessionMachine } from './machine.ts'
import { renew } from './renewal.ts'

export async function followQuery(machine: SessionMachine): Promise<boolean> {
  if (!/[?&](logout|state|userState)\b/.test(location.search)) return false
  const { decideQuery } = await import('../../navigation/query-parameters.lazy.ts')
  const { pathname, search, hash, origin } = location
  const request = decideQuery({ path: pathname, search, hash, origin }, readCookie)
  const replace = (to: string) => history.replaceState(history.state, '', to)
  switch (request.kind) {
    case 'nothing':
      return false
    case 'redirect':
      clearCookie(request.clear)
      location.replace(request.to)
      return true
    case 'drop-state':
      if (request.clear !== null) clearCookie(request.clear)
      replace(request.to)
      return followQuery(machine)
    case 'logout':
      // The page was rendered for the reader, so it is loaded again, without a history entry for the way here.
      if (await logout(machine)) navigateTo(request.to, { history: 'replace' })
      return true
    case 'user-state':
      replace(request.to)
      if (readCookie(ID_TOKEN) === null) return false
      if (request.userState !== null) await succeed(machine, request.userState)
      else if (await settle(machine, false)) await renew(machine, true)
      return true
  }
}
