import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { toUser } from '@lokalteil/domain/accounts/login'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import type { PortalEnv } from '../http/portal-env.ts'
import type { Authorised, ReaderSession } from '../session/session.ts'
import { createPortalApi, reply, type Principal, type PrincipalOf } from './portal-api.ts'
import { NO_SESSIONS } from '../session/sessions.testing.ts'

const { write } = contract({
  write: {
    method: 'POST',
    path: '/write/{id}',
    summary: 'Writes',
    params: z.object({ id: z.string().regex(/^\d+$/) }),
    query: z.object({ page: z.string().optional() }),
    body: z.strictObject({ text: z.string() }),
    answer: z.object({ who: z.string() }),
  },
})
const EVA: Authorised = { kind: 'reader', ssoId: 'eva', roles: ['WALLET_USER'], accessToken: 'secret' }
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

function open(as: keyof PrincipalOf, authorised: Authorised, session: ReaderSession = { kind: 'anonymous' }) {
  const asked: string[] = []
  const seen: (Principal | null | undefined)[] = []
  const told: (object | undefined)[] = []
  const app = new Hono<PortalEnv>()
  const portalApi = createPortalApi(
    { originOf: (publication) => `https://${publication}.example`, trustedProxies: [] },
    {
      ...NO_SESSIONS,
      authorise: async (publication, cookies) => {
        asked.push(`authorise ${publication} ${cookies}`)
        return authorised
      },
      read: async (publication, cookies) => {
        asked.push(`read ${publication} ${cookies}`)
        return session
      },
    },
  )
  portalApi.serve(app, write, { as }, async ({ principal }) => {
    seen.push(principal)
    return reply({ who: principal?.sub ?? 'nobody' })
  })
  const post = async (headers: Record<string, string> = {}, path = '/write/1', body: unknown = { text: 'x' }) => {
    const response = await app.request(`https://ak.example${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...OWN, 'x-publication': 'ak', cookie: 'FA_ACCESS_TOKEN=secret', ...headers },
    })
    const { who, code, fields } = (await response.json()) as { who?: string; code?: string; fields?: object }
    told.push(fields)
    return [response.status, who ?? code, response.headers.get('cache-control'), response.headers.get('retry-after')]
  }
  return { asked, seen, told, post }
}
const [ONCE, READ] = ['authorise ak FA_ACCESS_TOKEN=secret', 'read ak FA_ACCESS_TOKEN=secret']
const PRIVATE = 'private, no-store'

it.each<[keyof PrincipalOf, Authorised, unknown[], string[]]>([
  ['reader', EVA, [200, 'eva', PRIVATE, null], [ONCE]],
  ['reader', { kind: 'anonymous' }, [401, 'NOT_LOGGED_IN', PRIVATE, null], [ONCE]],
  ['reader', { kind: 'unavailable' }, [503, 'UNAVAILABLE', PRIVATE, '5'], [ONCE]],
  ['reader-or-guest', EVA, [200, 'eva', PRIVATE, null], [ONCE]],
  ['reader-or-guest', { kind: 'anonymous' }, [200, 'nobody', PRIVATE, null], [ONCE]],
  ['reader-or-guest', { kind: 'unavailable' }, [503, 'UNAVAILABLE', PRIVATE, '5'], [ONCE]],
  ['anyone', EVA, [200, 'nobody', PRIVATE, null], []],
])('as %s answers %j and asks once for the session, or not at all', async (as, authorised, answer, asked) => {
  const kernel = open(as, authorised)
  expect(await kernel.post()).toEqual(answer)
  expect(kernel.asked).toEqual(asked)
  expect(kernel.seen).toHaveLength(answer[0] === 200 ? 1 : 0)
})

it('does not look up the session for a request of another site or with invalid input', async () => {
  const kernel = open('reader', EVA)
  expect(await kernel.post({ 'sec-fetch-site': 'cross-site' })).toEqual([403, 'FORBIDDEN', PRIVATE, null])
  expect(await kernel.post({}, '/write/x')).toEqual([400, 'BAD_REQUEST', PRIVATE, null])
  expect(await kernel.post({}, '/write/1', { text: 1, more: 'secret' })).toEqual([400, 'BAD_REQUEST', PRIVATE, null])
  expect(await kernel.post({}, '/write/1?page=1&page=2')).toEqual([400, 'BAD_REQUEST', PRIVATE, null])
  // The log has the path of a fault, but no input.
  expect(kernel.told.slice(1)).toEqual([
    { 'params.id': 'NOT_ALLOWED' },
    { 'body.text': 'NOT_ALLOWED', body: 'NOT_ALLOWED' },
    { 'query.page': 'NOT_ALLOWED' },
  ])
  expect(kernel.asked).toEqual([])
  expect(kernel.seen).toEqual([])
})

it('takes the reader from the access token, and uses an ID token only of the same reader', async () => {
  const sessionOf = (sub: string): ReaderSession => ({
    kind: 'reader',
    user: toUser({ sub, email: `${sub}@example.org` }),
    flags: toReaderFlags({ isLoggedIn: true, roles: [], emailVerified: true }),
    idToken: 'id',
    accessToken: 'secret',
  })
  const own = open('reader', EVA, sessionOf('eva'))
  await own.post()
  const principal = own.seen[0]!
  expect(principal).toMatchObject({
    publication: 'ak',
    sub: 'eva',
    accessToken: 'secret',
    flags: { isWalletUser: true },
  })
  expect(own.asked).toEqual([ONCE])
  expect((await principal.readUser())?.email).toBe('eva@example.org')
  expect(own.asked).toEqual([ONCE, READ])

  const others = open('reader', EVA, sessionOf('otto'))
  await others.post()
  expect(await others.seen[0]!.readUser()).toBeNull()
})
