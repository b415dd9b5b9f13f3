import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createBrowserDouble } from '@lokalteil/tools/push-double'
import { afterEach, describe, expect, it } from 'vitest'
import { toVapid } from '../vapid.ts'
import { createSending, type SendJob } from './send-batch.ts'

let close: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(close.map((one) => one()))
  close = []
})

/** A push service whose connections take a number of messages each and then end without notice. */
async function startService({ perConnection }: { perConnection: number }) {
  const taken = new Map<Socket, number>()
  const paths: string[] = []
  const server: Server = createServer((request, response) => {
    const { socket } = request
    const count = (taken.get(socket) ?? 0) + 1
    taken.set(socket, count)
    if (count > perConnection) {
      socket.resetAndDestroy()
      return
    }
    request.resume().on('end', () => {
      paths.push(request.url!)
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sending = createSending({
    vapid: toVapid('a secret of more than thirty-two characters', 'mailto:push@auenkurier.example'),
    hosts: { hosts: [], origins: [origin] },
    gateway: null,
  })
  close.push(async () => sending.close())
  const { keys } = createBrowserDouble(origin).subscription
  const toJobs = (name: string, count: number): SendJob[] =>
    Array.from({ length: count }, (_, index) => ({
      publication: 'ak',
      endpoint: `${origin}/${name}-${index}`,
      ...keys,
      payload: '{}',
      ttl: 60,
      urgency: 'high' as const,
      topic: name,
    }))
  return { send: (name: string, count: number) => sending.send(toJobs(name, count)), paths, taken }
}

describe('connections that stay open', () => {
  it('that turn out to be closed cost no message: it is sent again at once over a new one', async () => {
    const { send, paths, taken } = await startService({ perConnection: 1 })
    const kindsOf = async (name: string) => [...new Set((await send(name, 40)).map(({ kind }) => kind))]
    expect(await kindsOf('first')).toEqual(['sent'])
    expect(await kindsOf('second')).toEqual(['sent'])
    expect(new Set(paths).size).toBe(80)
    // Half of them had to be sent again.
    expect([...taken.values()].filter((count) => count === 2).length).toBeGreaterThan(20)
  })

  it('are reused, and a service that takes nothing is not tried without end', async () => {
    const patient = await startService({ perConnection: 1000 })
    await patient.send('first', 40)
    await patient.send('second', 40)
    expect(patient.taken.size).toBeLessThanOrEqual(40)
    const deaf = await startService({ perConnection: 0 })
    expect(await deaf.send('first', 1)).toEqual([{ kind: 'retry', afterMs: 0, reason: 'ECONNRESET' }])
    expect(deaf.taken.size).toBe(1)
  })
})
