/** The harm that a broken service elsewhere can do to this process, and its limits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createClient } from '@lokalteil/contracts/kernel/client'
import { CONTENT } from '@lokalteil/contracts/content'
import { DeadlineExceeded, timeLeft, withDeadline } from './deadline.ts'
import { openFaultProxy, type FaultProxy } from './fault-proxy.testing.ts'
import { createUpstream, UpstreamError, type Upstream } from './upstream.ts'

let service: Server
let proxy: FaultProxy
let upstream: Upstream
let changes: string[]

beforeEach(async () => {
  service = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"n":1}'))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  proxy = await openFaultProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  changes = []
  upstream = createUpstream({
    name: 'content',
    maxBytes: 1_000_000,
    concurrency: 12,
    timeout: 1200,
    onChange: ({ isDown, reason }) => changes.push(isDown ? `down: ${reason}` : 'back'),
  })
})
afterEach(async () => {
  upstream.close()
  await proxy.close()
  await new Promise((resolve) => service.close(resolve))
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The status, or the code of the `UpstreamError`. */
async function ask(path = '/', method = 'GET'): Promise<number | string> {
  try {
    return (await upstream.fetch(new Request(proxy.url + path, { method }))).status
  } catch (error) {
    return error instanceof UpstreamError ? error.code : String(error)
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

async function until(isTrue: () => boolean, most = 10_000): Promise<void> {
  const end = performance.now() + most
  while (!isTrue() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isTrue()).toBe(true)
}

describe('an upstream', () => {
  it.each([
    ['hang', 'TIMEOUT', 1500],
    ['drip', 'TIMEOUT', 1500],
    ['huge', 'TOO_LARGE', 1000],
    ['503', 503, 500],
    ['refuse', 'UNREACHABLE', 500],
    ['reset', 'UNREACHABLE', 500],
  ] as const)('%s is %s in time, and opens the circuit after five times', async (fault, outcome, most) => {
    await proxy.setFault(fault)
    // The shortest of five: a pause of a busy machine delays only one of them.
    let shortest = Infinity
    for (let turn = 0; turn < 5; turn++) {
      const { value, ms } = await timed(() => ask())
      expect(value).toBe(outcome)
      shortest = Math.min(shortest, ms)
    }
    expect(shortest).toBeLessThan(most)
    expect(changes.length).toBe(1)
    proxy.forget()
    expect(new Set(await Promise.all(Array.from({ length: 100 }, () => ask())))).toEqual(new Set(['DOWN']))
    // The median of many: a busy machine delays a few of them, a wait in our code would delay all.
    const times: number[] = []
    for (let turn = 0; turn < 101; turn++) times.push((await timed(() => ask())).ms)
    expect(times.toSorted((a, b) => a - b)[50]).toBeLessThan(50)
    expect(proxy.requests()).toEqual([])
  })

  it('keeps no more of an endless answer than its limit', async () => {
    await proxy.setFault('huge')
    await ask()
    const before = process.memoryUsage().rss
    for (let turn = 0; turn < 4; turn++) expect(await ask()).toBe('TOO_LARGE')
    expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
  })

  it('is found to be back by a probe, without a request of a reader', async () => {
    await proxy.setFault('503')
    for (let turn = 0; turn < 5; turn++) await ask('/home')
    await proxy.setFault('pass')
    proxy.forget()
    await until(() => changes.length === 2, 3000)
    expect([changes, proxy.requests()]).toEqual([['down: status 503', 'back'], ['GET /home']])
    expect(await ask()).toBe(200)
  })

  it('repeats no write to see whether it is back', async () => {
    await proxy.setFault('reset')
    for (let turn = 0; turn < 5; turn++) await ask('/order', 'POST')
    await proxy.setFault('pass')
    proxy.forget()
    await until(() => changes.length === 2, 3000)
    expect(proxy.requests()).toEqual(['HEAD /order'])
  })

  it('gets few requests at first when it is back, however many wait', async () => {
    await proxy.setFault('503')
    for (let turn = 0; turn < 5; turn++) await ask()
    await proxy.setFault('slow')
    await until(() => changes.length === 2, 5000)
    proxy.forget()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    // On a busy machine the last of them may find that they waited too long.
    expect(new Set(answers.filter((answer) => answer !== 'BUSY'))).toEqual(new Set([200]))
    expect(proxy.mostAtOnce()).toBeLessThanOrEqual(10)
  })

  it('gets no more requests at once than its limit; waiting ones are refused in time', async () => {
    await proxy.setFault('slow')
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask()))
    expect(proxy.mostAtOnce()).toBe(12)
    // Aborted requests take a moment to close.
    await until(() => proxy.openSockets() <= 12)
    // 12 every 300 ms for 1,200 ms; a busy machine leaves out a turn or two.
    expect(answers.filter((answer) => answer === 200).length).toBeGreaterThanOrEqual(24)
    expect(answers.filter((answer) => ![200, 'BUSY', 'TIMEOUT'].includes(answer))).toEqual([])
  })

  it('a request with little time left does not count as a slow answer', async () => {
    await proxy.setFault('slow')
    for (let turn = 0; turn < 10; turn++)
      await withDeadline(20, async () => expect(await ask()).toBe('TIMEOUT')).catch(() => undefined)
    expect([changes, await ask()]).toEqual([[], 200])
  })

  it('a failing origin does not affect other origins', async () => {
    const other = await openFaultProxy(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
    await proxy.setFault('503')
    for (let turn = 0; turn < 5; turn++) await ask()
    expect(await ask()).toBe('DOWN')
    expect((await upstream.fetch(new Request(`${other.url}/`))).status).toBe(200)
    await other.close()
  })

  it('an error answer below 500 counts as an answer', async () => {
    const strict = createServer((_request, response) => response.writeHead(404).end())
    await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`
    for (let turn = 0; turn < 8; turn++) expect((await upstream.fetch(new Request(base))).status).toBe(404)
    strict.close()
    expect(changes).toEqual([])
  })
})

describe('giving up', () => {
  const never = new AbortController().signal
  const send = async (signal?: AbortSignal) => upstream.fetch(new Request(proxy.url, signal ? { signal } : {}))
  const viaClient = (more: { signal?: AbortSignal } = {}) =>
    createClient(CONTENT, { base: proxy.url, fetch: upstream.fetch, timeout: 600 }).listNewsletters({}, more)
  const forms: Record<string, () => Promise<unknown>> = {
    'by its own limit': () => send(),
    'by the signal of the caller': () => send(AbortSignal.timeout(600)),
    'by one signal of several': () => send(AbortSignal.any([AbortSignal.timeout(600), never])),
    'by the client': () => viaClient(),
    'by the client, beside a signal': () => viaClient({ signal: never }),
    'by a deadline': () => withDeadline(600, () => send()),
  }

  // `fetch` and combined signals hold each other weakly: without care the garbage collector takes the one that aborts
  // the call.
  it.each(Object.keys(forms).flatMap((form) => (['hang', 'drip'] as const).map((fault) => [form, fault] as const)))(
    'outlives a garbage collection: %s, %s',
    async (form, fault) => {
      await proxy.setFault(fault)
      let isOver = false
      void forms[form]!().then(
        () => (isOver = true),
        () => (isOver = true),
      )
      await until(() => proxy.requests().length === 1)
      for (let turn = 0; turn < 5; turn++) {
        collectGarbage()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      await until(() => isOver, 4000)
      await until(() => proxy.openSockets() === 0, 1000)
      expect(proxy.requests().length).toBe(1)
    },
  )
})

describe('a deadline', () => {
  it('limits all calls inside, and none afterwards', async () => {
    let later = 0
    await withDeadline(500, async () => {
      expect(timeLeft()).toBeGreaterThan(400)
      await withDeadline(5000, async () => expect(timeLeft()).toBeLessThanOrEqual(500))
      setTimeout(() => (later = timeLeft()), 20)
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([later, timeLeft()]).toEqual([Infinity, Infinity])
  })

  it('ends work that hangs, and refuses its later calls', async () => {
    const gone = Promise.withResolvers<number>()
    const hanging = Promise.withResolvers<void>()
    await expect(
      withDeadline(50, async () => {
        await hanging.promise
        gone.resolve(timeLeft())
      }),
    ).rejects.toBeInstanceOf(DeadlineExceeded)
    hanging.resolve()
    expect(await gone.promise).toBeLessThan(0)
  })
})
