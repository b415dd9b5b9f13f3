import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthCallError, createContentSession, type ContentSession } from './content-session.ts'
import { createContentToken } from './content-token.ts'
import { openTestWindow, type TestWindow } from './window.testing.ts'

let win: TestWindow
let users: unknown[]
beforeEach(async () => {
  win = await openTestWindow(vi.stubGlobal)
  users = []
})
afterEach(() => vi.unstubAllGlobals())

const open = (more: { version?: 'v3' | 'v4'; base?: string; bearerCookie?: string } = {}) =>
  createContentSession({
    base: more.base ?? '/api',
    version: more.version ?? 'v4',
    token: createContentToken(more.bearerCookie),
    setUser: (user) => users.push(user),
  })

const BEGINNINGS: [string, string, (session: ContentSession) => Promise<unknown>][] = [
  ['R7.2-06 login', 'POST /api/auth/local', (session) => session.login({ identifier: 'r@example.org', password: 'x' })],
  [
    'register',
    'POST /api/auth/local/register',
    (session) => session.register({ email: 'r@example.org', password: 'x' }),
  ],
  [
    'reset password',
    'POST /api/auth/reset-password',
    (session) => session.resetPassword({ code: 'c', password: 'x', passwordConfirmation: 'x' }),
  ],
  ['social callback', 'GET /api/auth/google/callback', (session) => session.enterWithProvider('google', 'credential')],
]

it.each(BEGINNINGS)(
  'R4.1-03 R4.1-04 R4.1-05 R4.1-06 %s clears the token first, R4.1-07 stores the new one, R4.1-08 and fetches the user',
  async (_name, rule, begin) => {
    win.setCookie('content_jwt', 'eyJ.old')
    win.answer(rule, () => Response.json({ jwt: 'eyJ.new', user: {} }))
    win.answer('GET /api/users/me', () => Response.json({ id: '7' }))
    await begin(open())
    expect(win.calls.map(({ cookie, headers }) => [cookie, headers.get('authorization')])).toEqual([
      ['', null],
      ['content_jwt=eyJ.new', 'Bearer eyJ.new'],
    ])
    expect(win.asked()[1]).toBe('GET /api/users/me?populate[0]=role')
    expect(users).toEqual([{ id: '7' }])
  },
)

it.each(BEGINNINGS)('S4.1-02 leaves no session when it fails: %s', async (_name, rule, begin) => {
  win.setCookie('content_jwt', 'eyJ.old')
  win.answer(rule, () =>
    Response.json({ error: { status: 400, name: 'ValidationError', message: 'no', details: {} } }, { status: 400 }),
  )
  await expect(begin(open())).rejects.toBeInstanceOf(AuthCallError)
  expect(win.cookie('content_jwt')).toBeNull()
})

it('R4.1-09 forgot password clears the token before it sends', async () => {
  win.setCookie('content_jwt', 'eyJ.old')
  win.answer('POST /api/auth/forgot-password', () => Response.json({ ok: true }))
  await open().forgotPassword({ email: 'r@example.org' })
  expect(win.calls[0]!.cookie).toBe('')
})

it('R4.1-10 logout clears token and user', () => {
  win.setCookie('content_jwt', 'eyJ.old')
  open().logout()
  expect([win.cookie('content_jwt'), users]).toEqual([null, [null]])
})

it.each<[string, Response | Error, boolean, string | null]>([
  ['refused', Response.json({}, { status: 401 }), true, null],
  ['nobody answers', new TypeError('Failed to fetch'), true, null],
  ['offline', new TypeError('Failed to fetch'), false, 'eyJ'],
])(
  'R4.1-02 R8-09 S4.1-03 clears the token silently when the user cannot be fetched: %s',
  async (_case, answer, onLine, kept) => {
    vi.stubGlobal('navigator', { onLine })
    const errors: Event[] = []
    win.document.addEventListener('auth:error', (event) => errors.push(event))
    win.setCookie('content_jwt', 'eyJ')
    win.answer('GET /api/users/me', () => answer)
    expect(await open().fetchUser()).toBeNull()
    expect([win.cookie('content_jwt'), errors]).toEqual([kept, []])
  },
)

it('R7.1-11 S7.1-01 sends one request, however it is answered', async () => {
  for (const answer of [() => Response.json({}, { status: 503 }), () => new TypeError('Failed to fetch')]) {
    win.calls.length = 0
    win.setCookie('content_jwt', 'eyJ')
    win.answer('GET /api/users/me', answer)
    await open().fetchUser()
    expect(win.calls).toHaveLength(1)
  }
})

it('R4.1-01 fetches no user without a token', async () => {
  expect(await open().fetchUser()).toBeNull()
  expect(win.calls).toEqual([])
})

const BODY = { error: { status: 400, name: 'ValidationError', message: 'Invalid identifier or password', details: {} } }
it.each<[string, 'v3' | 'v4', () => Response | Error, unknown]>([
  ['R8-05 R8-06 the body of the server', 'v4', () => Response.json(BODY, { status: 400 }), BODY],
  [
    'R8-07 none, version 4',
    'v4',
    () => new TypeError('Failed to fetch'),
    { error: { status: 500, name: 'UnknownError', message: 'Failed to fetch', details: {} } },
  ],
  [
    'R8-08 none, version 3',
    'v3',
    () => new TypeError('Failed to fetch'),
    { error: 'UnknownError', message: 'Failed to fetch', statusCode: 500 },
  ],
  [
    'R8-07 an answer without a body',
    'v4',
    () => new Response('', { status: 502 }),
    { error: { status: 500, name: 'UnknownError', message: 'HTTP 502', details: {} } },
  ],
])('raises and broadcasts %s', async (_case, version, answer, body) => {
  const heard: unknown[] = []
  win.document.addEventListener('auth:error', (event) => heard.push((event as CustomEvent).detail))
  win.answer('POST /api/auth/local', answer)
  await expect(open({ version }).login({ identifier: 'a', password: 'b' })).rejects.toMatchObject({ body })
  expect(heard).toEqual([body])
})

it('R9-28 S9-18 the name of the cookie is configured', async () => {
  win.setCookie('bearer_of_mine', 'eyJ.mine')
  win.answer('GET /api/users/me', () => Response.json({ id: '7' }))
  await open({ bearerCookie: 'bearer_of_mine' }).fetchUser()
  expect(win.calls[0]!.headers.get('authorization')).toBe('Bearer eyJ.mine')
})

it('R6-33 R7.2-03 sends the bearer with every call while there is one', async () => {
  win.setCookie('content_jwt', 'eyJ')
  win.answer('GET /api/users/me', () => Response.json({ id: '7' }))
  await open().fetchUser()
  expect(win.calls[0]!.headers.get('authorization')).toBe('Bearer eyJ')
})
