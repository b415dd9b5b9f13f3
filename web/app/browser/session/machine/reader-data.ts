/** What is loaded of a reader: consents still missing, the content account, and what pages keep. */
import { portalClient } from '../../../page/portal-client.ts'
import { createContentSession, createContentToken } from '../content-session.ts'
import { getSession, setSession } from '../session.ts'
import { getSignOnClient } from '../sign-on-client.ts'
import { report, toPartContext, type SessionMachine } from './machine.ts'
import { BRIEF, dataOf } from './requests.ts'

/** All at once; what fails is logged and stops nothing else. */
export async function loadReader(machine: SessionMachine, isNewLogin: boolean): Promise<void> {
  const context = toPartContext(machine, isNewLogin)
  const loads = [
    loadMissingFields(),
    loadContentUser(),
    (async () => {
      machine.parts = (await machine.host.readerParts?.()) ?? []
      // The login may be over by now: what came too late must not ask for its reader.
      if (getSession().view.userData?.ssoId !== context.view.userData?.ssoId) return
      await Promise.all(machine.parts.map((part) => part.load(context).catch(report)))
    })(),
  ]
  await Promise.all(loads.map((load) => load.catch(report)))
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
