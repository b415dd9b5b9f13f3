import { PORTAL } from '@lokalteil/contracts/portal'
import { describe, expect, it } from 'vitest'
import { createPortalClient } from '../../page/portal-client.ts'
import { createSignOnClient, type CallResult } from './sign-on-client.ts'

type Answer = { status: number; body: unknown } | Error

function open(answer: Answer, isOnline = true) {
  const steps: string[] = []
  const requests: Request[] = []
  const calls = createSignOnClient({
    contentToken: { clear: async () => void steps.push('clear'), keep: async (jwt) => void steps.push(`keep ${jwt}`) },
    client: createPortalClient({
      isOnline: () => isOnline,
      fetcher: async (path, init) => {
        const request = new Request(new URL(path as string, 'https://ak.example'), init)
        steps.push(`${request.method} ${new URL(request.url).pathname}`)
        requests.push(request)
        if (answer instanceof Error) throw answer
        return new Response(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body), {
          status: answer.status,
        })
      },
    }),
  })
  return { calls, steps, requests }
}

const LOGIN = { userState: 'login', jwt: 'j.w.t', missingFields: [] }
const NEW = { password: 'Ein-langer-Satz-7', passwordConfirmation: 'Ein-langer-Satz-7' }
const problem = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { status, code, title: 'x', ...more },
})

describe('calls of the framed forms', () => {
  it('call the endpoints of the contract', async () => {
    const NAMES = [
      'login',
      'register',
      'forgotPassword',
      'resetPassword',
      'changePassword',
      'listMissingFields',
      'saveMissingFields',
      'listProviders',
      'startSocial',
      'googleLogin',
    ] as const
    for (const name of NAMES) {
      const { calls, steps } = open({ status: 200, body: {} })
      await (calls[name] as (given: unknown) => Promise<unknown>)('{provider}')
      expect(steps.map(decodeURIComponent)).toContain(`${PORTAL[name].method} ${PORTAL[name].path}`)
    }
  })

  it('S4.1-02 clear the bearer before a login is asked for and keep the new one after it', async () => {
    const table: [string, (calls: ReturnType<typeof open>['calls']) => Promise<CallResult<unknown>>, string][] = [
      ['login', (calls) => calls.login({ email: 'a@example.org', password: 'x' }), PORTAL.login.path],
      [
        'register',
        (calls) =>
          calls.register({
            salutation: '',
            firstName: 'E',
            lastName: 'S',
            email: 'a@example.org',
            password: 'x',
            terms: true,
            advertising: false,
          }),
        PORTAL.register.path,
      ],
      ['reset', (calls) => calls.resetPassword({ code: 'c', ...NEW }), PORTAL.resetPassword.path],
      ['google', (calls) => calls.googleLogin('credential'), PORTAL.googleLogin.path],
    ]
    for (const [name, call, path] of table) {
      const good = open({ status: 200, body: name === 'google' ? { kind: 'login', ...LOGIN } : LOGIN })
      expect((await call(good.calls)).kind).toBe('ok')
      expect(good.steps).toEqual(['clear', `POST ${path}`, 'keep j.w.t'])
      const bad = open(problem(401, 'WRONG_CREDENTIALS'))
      expect((await call(bad.calls)).kind).toBe('refused')
      expect(bad.steps).toEqual(['clear', `POST ${path}`])
    }
  })

  it('keep the session when a new password is refused, and store nothing without a bearer', async () => {
    const refused = open(problem(403, 'WRONG_PASSWORD'))
    await refused.calls.changePassword({ currentPassword: 'x', ...NEW })
    expect(refused.steps).toEqual([`POST ${PORTAL.changePassword.path}`])
    const foreign = open({ status: 200, body: { ...LOGIN, jwt: null } })
    await foreign.calls.login({ email: 'a@example.org', password: 'x' })
    expect(foreign.steps).toEqual(['clear', `POST ${PORTAL.login.path}`])
  })

  it('send JSON to this origin, past every cache', async () => {
    const { calls, requests } = open({ status: 200, body: [] })
    await calls.saveMissingFields({ terms: true })
    const [request] = requests
    expect(await request!.json()).toEqual({ fields: { terms: true } })
    expect([request!.headers.get('content-type'), request!.credentials, request!.cache, request!.redirect]).toEqual([
      'application/json',
      'same-origin',
      'no-store',
      'error',
    ])
  })

  it('name the provider in the address', async () => {
    const { calls, steps } = open({ status: 200, body: {} })
    await calls.startSocial('apple')
    expect(steps).toEqual(['POST /api/mein/oauth2/social/apple/start'])
  })

  it.each<[string, Answer, boolean, CallResult<never>]>([
    ['a code', problem(401, 'WRONG_CREDENTIALS'), true, { kind: 'refused', reason: 'WRONG_CREDENTIALS' }],
    [
      'fields',
      problem(422, 'INVALID_FIELDS', { fields: { email: 'INVALID_EMAIL' } }),
      true,
      { kind: 'fields', faults: { email: 'INVALID_EMAIL' } },
    ],
    ['no fields', problem(422, 'INVALID_FIELDS'), true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['a limit', problem(429, 'RATE'), true, { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' }],
    ['a limit of a proxy', { status: 429, body: '<html>' }, true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['a crowd', problem(503, 'X'), true, { kind: 'refused', reason: 'BUSY' }],
    ['a provider that is off', problem(404, 'PROVIDER_OFF'), true, { kind: 'refused', reason: 'SOCIAL_LOGIN_FAILED' }],
    ['a code of prototypes', problem(400, 'constructor'), true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['a bug', { status: 500, body: 'no' }, true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['JSON that is none', { status: 200, body: '<html>' }, true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['no answer', new TypeError('failed'), true, { kind: 'refused', reason: 'UNAVAILABLE' }],
    ['no connection', new TypeError('failed'), false, { kind: 'refused', reason: 'OFFLINE' }],
  ])('read %s', async (_name, answer, isOnline, expected) => {
    expect(await open(answer, isOnline).calls.login({ email: 'a@example.org', password: 'x' })).toEqual(expected)
  })
})
