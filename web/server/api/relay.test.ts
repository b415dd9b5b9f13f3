import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { contract } from '@lokalteil/contracts/kernel/endpoint'
import { relayed } from '@lokalteil/contracts/kernel/relayed'
import type { PortalEnv } from '../http/portal-env.ts'
import type { Authorised } from '../session/session.ts'
import { createPortalApi, refusal, reply } from './portal-api.ts'
import { serveRelays, SUB, VIEWER } from './relay.ts'
import { NO_SESSIONS } from '../session/sessions.testing.ts'

const SERVICE = contract({
  vote: {
    method: 'POST',
    path: '/comments/{comment}/vote',
    summary: 'Votes',
    params: z.object({ comment: z.string() }),
    body: z.object({
      reader: z.string(),
      value: z.number(),
      place: z.string(),
      isModerator: z.boolean().optional(),
    }),
    answer: z.object({ up: z.number() }),
    problems: { 409: 'CLOSED' },
  },
  list: {
    method: 'POST',
    path: '/comments/list',
    summary: 'Lists',
    body: z.object({ viewer: z.string().nullable(), page: z.number() }),
    answer: z.object({ up: z.number() }),
  },
})
const CALLS = contract({
  vote: relayed(SERVICE, 'vote', 'POST /api/comments/{comment}/vote', {
    as: 'reader',
    sent: ['comment', 'value'],
    given: ['reader', 'place'],
  }),
  list: relayed(SERVICE, 'list', 'GET /api/comments', {
    as: 'reader-or-guest',
    query: z.object({ page: z.coerce.number().default(1) }),
    given: ['viewer'],
  }),
  other: { method: 'GET', path: '/api/other', summary: 'Left to a function', answer: null },
})
const EVA: Authorised = { kind: 'reader', ssoId: 'eva', roles: [], accessToken: 'secret' }

function open(authorised: Authorised, isThere = true) {
  const asked: unknown[] = []
  const app = new Hono<PortalEnv>()
  const client = createTestClient(SERVICE, {
    base: 'http://service',
    fetch: async (request) => {
      asked.push([new URL(request.url).pathname, await request.json()])
      return Response.json({ up: 3 })
    },
  })
  serveRelays({
    app,
    portalApi: createPortalApi(
      { originOf: (publication) => `https://${publication}.example`, trustedProxies: [] },
      { ...NO_SESSIONS, authorise: async () => authorised },
    ),
    endpoints: CALLS,
    clientOf: () => (isThere ? client : null),
    supplies: {
      reader: SUB,
      viewer: VIEWER,
      place: ({ sent }) => (sent.value === 9 ? refusal(409, 'CLOSED', 'Closed') : reply('here')),
    },
  })
  const send = async (path: string, body?: object) => {
    const answer = await app.request(`https://ak.example${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-publication': 'ak' },
    })
    const { up, code } = (await answer.json()) as { up?: number; code?: string }
    return [answer.status, up ?? code]
  }
  return { asked, send, vote: (value: number, more: object = {}) => send('/api/comments/c1/vote', { value, ...more }) }
}

it('derives an endpoint that takes only the fields of its row', () => {
  const { method, path, params, query, body, answer, problems } = CALLS.vote
  expect([method, path, query, answer]).toEqual([
    'POST',
    '/api/comments/{comment}/vote',
    undefined,
    SERVICE.vote.answer,
  ])
  expect([Object.keys(params.shape), Object.keys(body.shape)]).toEqual([['comment'], ['value']])
  expect(problems).toEqual({ 401: 'NOT_LOGGED_IN', 409: 'CLOSED', 503: 'UNAVAILABLE' })
})

it('does not compile where a field of the service is unfilled or unknown', () => {
  const rows = [
    // @ts-expect-error `reader` and `place` are required.
    relayed(SERVICE, 'vote', 'POST /api/vote', { as: 'reader', sent: ['comment', 'value'] }),
    // @ts-expect-error The service has no such field.
    relayed(SERVICE, 'list', 'GET /api/list', { as: 'anyone', sent: ['sort'], given: ['viewer', 'page'] }),
    // @ts-expect-error The service takes a number.
    relayed(SERVICE, 'list', 'GET /a', { as: 'anyone', query: z.object({ page: z.string() }), given: ['viewer'] }),
  ]
  expect(rows).toHaveLength(3)
})

it('takes the reader from the session and drops fields that a page may not send', async () => {
  const { asked, vote } = open(EVA)
  expect(await vote(1, { reader: 'otto', place: 'there', isModerator: true })).toEqual([200, 3])
  expect(asked).toEqual([['/comments/c1/vote', { reader: 'eva', value: 1, place: 'here' }]])
})

it('asks the service nothing where a supply refuses, no reader is logged in, or the publication lacks it', async () => {
  const [eva, guest, closed] = [open(EVA), open({ kind: 'anonymous' }), open(EVA, false)]
  expect(await eva.vote(9)).toEqual([409, 'CLOSED'])
  expect(await guest.vote(1)).toEqual([401, 'NOT_LOGGED_IN'])
  expect(await closed.vote(1)).toEqual([404, 'NOT_FOUND'])
  expect([...eva.asked, ...guest.asked, ...closed.asked]).toEqual([])
})

it('lets a guest ask where the row says so', async () => {
  const { asked, send } = open({ kind: 'anonymous' })
  expect(await send('/api/comments?page=2')).toEqual([200, 3])
  expect(asked).toEqual([['/comments/list', { viewer: null, page: 2 }]])
})
