import { Hono } from 'hono'
import { describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded } from '@lokalteil/services/platform/deadline'
import { createRoutes, type RoutesOptions } from './routes.ts'
import type { PortalEnv } from '../http/portal-env.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })

function open(error: Error) {
  const log = vi.fn()
  const part = new Hono<PortalEnv>().get('/api/of-the-test', () => {
    throw error
  })
  const none = () => {
    throw new Error('Nobody asks for it')
  }
  const options: RoutesOptions = {
    buildId: 'x',
    startedAt: new Date(0),
    contentOf: none,
    accessOf: none,
    addressOf: none,
    readSession: none,
    proxyContent: null,
    readerRoutes: new Hono(),
    services: [],
    parts: [part],
    isCall: () => true,
    whyNotReady: async () => null,
    log,
  }
  return { ask: () => createRoutes(options).request('/api/of-the-test'), log }
}

describe('a call that fails', () => {
  it.each<[string, Error, string, string]>([
    ['a database that is away', withCode('ECONNREFUSED', { syscall: 'connect' }), 'DATABASE_UNAVAILABLE', '5'],
    ['one that is given up', new DatabaseUnavailable('No answer'), 'DATABASE_UNAVAILABLE', '5'],
    ['a full disk', withCode('53100'), 'DATABASE_FULL', '30'],
    ['the end of its time', new DeadlineExceeded('Not done in 1800 ms'), 'UNAVAILABLE', '5'],
  ])('at %s is 503 with retry-after, and is not logged as our error', async (_name, error, code, retryAfter) => {
    const { ask, log } = open(error)
    const answer = await ask()
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
      503,
      retryAfter,
      'private, no-store',
    ])
    expect(await answer.json()).toMatchObject({ status: 503, code })
    expect(log.mock.calls.map(([level, event]) => [level, event])).toEqual([['warn', 'call-unanswered']])
  })

  it('with any other error is 500 without details', async () => {
    const { ask, log } = open(new Error('of the inside'))
    const answer = await ask()
    const text = await answer.text()
    expect([answer.status, text.includes('INTERNAL'), text.includes('of the inside')]).toEqual([500, true, false])
    expect(log.mock.calls.map(([level, event]) => [level, event])).toEqual([['error', 'call-failed']])
  })
})
