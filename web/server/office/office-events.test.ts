import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createOfficeEvents } from './office-events.ts'

it('a heartbeat looks a session up once for all its tabs, and ends them with it', async () => {
  const open = new Set(['a', 'b'])
  const asked: string[] = []
  const events = createOfficeEvents({
    async findPerson({ headers }) {
      const sessionId = String(headers['x-session'])
      asked.push(sessionId)
      return open.has(sessionId) ? { sessionId, grants: [] } : null
    },
    onEvent: () => () => {},
    log: () => {},
    beatMs: 50,
  })
  const server = createServer((request, response) => events.serve(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const ended: string[] = []
  const follow = async (session: string) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const { body } = await fetch(address, { headers: { 'x-session': session } })
    void (async () => {
      for await (const _part of body!) continue
      ended.push(session)
    })().catch(() => {})
  }
  try {
    for (const session of ['a', 'a', 'a', 'b']) await follow(session)
    // The next beat is a whole one: all four are there.
    asked.length = 0
    await vi.waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(4))
    const beats = asked.filter((one) => one === 'b').length
    expect(Math.abs(asked.filter((one) => one === 'a').length - beats)).toBeLessThanOrEqual(1)
    open.delete('a')
    await vi.waitFor(() => expect(ended).toEqual(['a', 'a', 'a']))
  } finally {
    events.close()
    server.closeAllConnections()
    server.close()
  }
})
