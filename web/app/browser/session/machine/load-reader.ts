/** Loads data of the reader: missing consents, the content account, and the data of other parts. */
import { portalClient } from '../../../page/portal-client.ts'
import { keepStored, readStored } from '../../device-storage.ts'
import { createContentSession } from '../content-session.ts'
import { createContentToken } from '../content-token.ts'
import { getSession, setSession, type ReaderPart } from '../session.ts'
import { getSignOnClient } from '../sign-on-client.ts'
import { report, toPartContext, type SessionMachine } from './machine.ts'
import { BRIEF, dataOf } from './requests.ts'

/** In the session storage, which a logout empties: a login often leads to another page before the parts are loaded. */
const NEW_LOGIN_KEY = 'newLogin'

/**
 * Loads all in parallel; a failure is logged and stops nothing else. A login counts as new until every part has been notified.
 */
export async function loadReader(machine: SessionMachine, isNewLogin: boolean): Promise<void> {
  if (isNewLogin) markNewLogin(true)
  const context = toPartContext(machine, isNewLogin || hasNewLogin())
  const loads = [
    loadMissingFields(),
    loadContentUser(),
    (async () => {
      machine.parts = (await machine.host.readerParts?.()) ?? []
      // The login may be over by now; then the parts must not load data of its reader.
      if (getSession().view.userData?.ssoId !== context.view.userData?.ssoId) return
      const told = await Promise.all(machine.parts.map((part) => load(part, context)))
      if (machine.parts.length > 0 && !told.includes(false)) markNewLogin(false)
    })(),
  ]
  await Promise.all(loads.map((each) => each.catch(report)))
}

async function load(part: ReaderPart, context: Parameters<ReaderPart['load']>[0]): Promise<boolean> {
  try {
    await part.load(context)
    return true
  } catch (error) {
    report(error)
    return false
  }
}

const hasNewLogin = (): boolean => readStored(NEW_LOGIN_KEY, 'sessionStorage') !== null

/** Where storage is blocked, only this page knows of the new login. */
function markNewLogin(isNew: boolean): void {
  keepStored(NEW_LOGIN_KEY, isNew ? '1' : null, 'sessionStorage')
}

async function loadMissingFields(): Promise<void> {
  const fields = await dataOf(portalClient.call('GET /api/mein/oauth2/registration/form/missing-fields', BRIEF))
  if (Array.isArray(fields) && getSession().status === 'reader') {
    setSession({ missedConsentFormFields: fields.map((field: { name?: unknown }) => String(field.name)) })
  }
}

export async function loadContentUser(): Promise<void> {
  if (getSession().user === null) await (await openContentSession())?.fetchUser()
}

export async function openContentSession() {
  const { contentApi, contentApiVersion, bearerCookie } = await getSignOnClient()
  const token = createContentToken(bearerCookie)
  return contentApi === null
    ? null
    : createContentSession({
        base: contentApi,
        version: contentApiVersion,
        token,
        setUser: (user) => setSession({ user }),
      })
}
