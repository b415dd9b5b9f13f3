/** Login, registration, passwords, and confirmation of an address with our own accounts service. */
import type { Hono } from 'hono'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { PortalEnv } from '../../http/portal-env.ts'
import { notLoggedIn, reply, toRefusal, toReply } from '../portal-api.ts'
import { atAccounts, atAccountsAsReader, toLoginReply, type AccountContext } from './account-context.ts'

export function serveLogin(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi, sessions, accountsOf } = account
  portalApi.serve(app, PORTAL.login, { as: 'anyone' }, ({ body, context }) =>
    atAccounts(account, context, async (accounts) => {
      const login = await accounts.login({ body: { ...context.origin, ...body } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.register, { as: 'anyone' }, ({ body, context }) =>
    atAccounts(account, context, async (accounts) => {
      const { terms, advertising, ...fields } = body
      const login = await accounts.register({
        body: { ...context.origin, ...fields, consents: { terms, advertising } },
      })
      if (login.ok) account.countStep(context.publication, 'sign-up-done')
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.listMissingFields, { as: 'anyone' }, async ({ context }) => {
    if (accountsOf !== null)
      return atAccountsAsReader(account, context, async (accounts, accessToken) =>
        toReply(await accounts.listMissingFields({ body: { accessToken } })),
      )
    // A publisher's own provider asks for consents itself.
    const session = await sessions.read(context.publication, context.cookies)
    return session.kind === 'reader' ? reply([]) : notLoggedIn()
  })
  portalApi.serve(app, PORTAL.saveMissingFields, { as: 'anyone' }, ({ body, context }) =>
    atAccountsAsReader(account, context, async (accounts, accessToken) =>
      toReply(
        await accounts.saveMissingFields({
          body: { accessToken, fields: body.fields, address: context.origin.address },
        }),
      ),
    ),
  )
}

export function servePasswords(app: Hono<PortalEnv>, account: AccountContext): void {
  const { portalApi } = account
  portalApi.serve(app, PORTAL.getPasswordCode, { as: 'anyone' }, ({ params, context }) =>
    atAccounts(account, context, async (accounts) => toReply(await accounts.getPasswordCode({ params }))),
  )
  portalApi.serve(app, PORTAL.forgotPassword, { as: 'anyone' }, ({ body, context }) =>
    atAccounts(account, context, async (accounts) =>
      toReply(await accounts.forgotPassword({ body: { email: body.email, address: context.origin.address } })),
    ),
  )
  portalApi.serve(app, PORTAL.resetPassword, { as: 'anyone' }, ({ body, context }) =>
    atAccounts(account, context, async (accounts) => {
      const login = await accounts.resetPassword({ body: { ...context.origin, ...body } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.changePassword, { as: 'anyone' }, ({ body, context }) =>
    atAccountsAsReader(account, context, async (accounts, accessToken) => {
      const login = await accounts.changePassword({ body: { ...context.origin, ...body, accessToken } })
      return login.ok ? toLoginReply(account, login.data, context) : toRefusal(login)
    }),
  )
  portalApi.serve(app, PORTAL.sendEmailConfirmation, { as: 'anyone' }, ({ context }) =>
    atAccountsAsReader(account, context, async (accounts, accessToken) => {
      const sent = await accounts.sendEmailConfirmation({ body: { accessToken } })
      return sent.ok ? reply({ ...sent.data, sent: true as const }) : toRefusal(sent)
    }),
  )
}
