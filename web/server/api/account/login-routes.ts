/** Login, registration, passwords, and confirmation of an address with our own accounts service. */
import type { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../../http/portal-env.ts'
import { notLoggedIn, reply, toRefusal, toReply } from '../portal-api.ts'
import { atSso, atSsoAsReader, toLoginReply, type AccountContext } from './account-context.ts'

export function serveLogin(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi, sessions, ssoOf } = account
  portalApi.serve(app, PORTAL.login, { as: 'anyone' }, ({ body, context }) =>
    atSso(account, context, async (sso) => {
      const login = await sso.login({ body: { ...context.origin, ...body } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.register, { as: 'anyone' }, ({ body, context }) =>
    atSso(account, context, async (sso) => {
      const { terms, advertising, ...fields } = body
      const login = await sso.register({ body: { ...context.origin, ...fields, consents: { terms, advertising } } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.listMissingFields, { as: 'anyone' }, async ({ context }) => {
    if (ssoOf !== null)
      return atSsoAsReader(account, context, async (sso, accessToken) =>
        toReply(await sso.listMissingFields({ body: { accessToken } })),
      )
    // A publisher's own provider asks for consents itself.
    const session = await sessions.read(context.mandator, context.cookies)
    return session.kind === 'reader' ? reply([]) : notLoggedIn()
  })
  portalApi.serve(app, PORTAL.saveMissingFields, { as: 'anyone' }, ({ body, context }) =>
    atSsoAsReader(account, context, async (sso, accessToken) =>
      toReply(
        await sso.saveMissingFields({ body: { accessToken, fields: body.fields, address: context.origin.address } }),
      ),
    ),
  )
}

export function servePasswords(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi } = account
  portalApi.serve(app, PORTAL.getPasswordCode, { as: 'anyone' }, ({ params, context }) =>
    atSso(account, context, async (sso) => toReply(await sso.getPasswordCode({ params }))),
  )
  portalApi.serve(app, PORTAL.forgotPassword, { as: 'anyone' }, ({ body, context }) =>
    atSso(account, context, async (sso) =>
      toReply(await sso.forgotPassword({ body: { email: body.email, address: context.origin.address } })),
    ),
  )
  portalApi.serve(app, PORTAL.resetPassword, { as: 'anyone' }, ({ body, context }) =>
    atSso(account, context, async (sso) => {
      const login = await sso.resetPassword({ body: { ...context.origin, ...body } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.changePassword, { as: 'anyone' }, ({ body, context }) =>
    atSsoAsReader(account, context, async (sso, accessToken) => {
      const login = await sso.changePassword({ body: { ...context.origin, ...body, accessToken } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.sendEmailConfirmation, { as: 'anyone' }, ({ context }) =>
    atSsoAsReader(account, context, async (sso, accessToken) => {
      const sent = await sso.sendEmailConfirmation({ body: { accessToken } })
      return sent.ok ? reply({ ...sent.data, sent: true as const }) : toRefusal(sent)
    }),
  )
}
