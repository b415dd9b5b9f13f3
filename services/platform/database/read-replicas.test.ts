/** Which server answers a read. `replicas.test.ts` of the content service asks real ones. */
import assert from 'node:assert/strict'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openReadReplicas, type ReadReplicas, type ReplicaState, type Server } from './read-replicas.ts'

type Fake = Server & {
  /** In the log of changes; null on a server that is no primary, or no replica. */
  written: bigint | null
  replayed: bigint | null
  cluster: string
  /** Thrown by every statement. */
  fault: Error | null
  /** Rejected instead of a connection. */
  connectFault: Error | null
  isFullNow: boolean
  connections: number
  statements: string[]
}

const withCode = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' })

/** Each has one connection, as a pool that is not busy. */
function createFake(name: string, change: Partial<Fake>): Fake {
  const client = {
    async query(text: string) {
      fake.statements.push(text)
      if (fake.fault !== null) throw fake.fault
      const { cluster, written, replayed } = fake
      const position = { cluster, written: written?.toString() ?? null, replayed: replayed?.toString() ?? null }
      return { rows: [text.includes('pg_control_system') ? position : { name }] } as unknown as pg.QueryResult
    },
    release: () => void fake.connections--,
  }
  const fake: Fake = {
    written: null,
    replayed: null,
    cluster: '1',
    fault: null,
    connectFault: null,
    isFullNow: false,
    connections: 0,
    statements: [],
    ...change,
    isFull: () => fake.isFullNow,
    async connect() {
      if (fake.connectFault !== null) throw fake.connectFault
      fake.connections++
      return client
    },
    close: async () => {},
  }
  return fake
}

describe('a read', () => {
  let primary: Fake
  let one: Fake
  let two: Fake
  let reads: ReadReplicas
  let told: string[]
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    told = []
    primary = createFake('primary', { written: 100n })
    one = createFake('one', { replayed: 100n })
    two = createFake('two', { replayed: 100n })
    reads = openReadReplicas({
      primary,
      replicas: [
        { name: 'one', server: one },
        { name: 'two', server: two },
      ],
      onReplica: (name, error) => told.push(`${name} ${error === null ? 'back' : 'out'}`),
    })
    await reads.catchUp()
  })
  afterEach(async () => {
    await reads.close()
    vi.useRealTimers()
    assert.deepEqual(
      [primary, one, two].map(({ connections }) => connections),
      [0, 0, 0],
    )
  })

  const ask = async () => (await reads.read('select', [])).rows[0]!.name as string
  const askOften = async (times: number) => {
    const found: string[] = []
    for (let time = 0; time < times; time++) found.push(await ask())
    return found
  }

  it('goes to the replicas in turn', async () => {
    expect(await askOften(4)).toEqual(['one', 'two', 'one', 'two'])
  })

  type Case = [string, () => void, string, ReplicaState['state'][]]

  it.each<Case>([
    ['lags behind a change', () => (one.replayed = 99n), 'two', ['late', 'up']],
    ['is out', () => (one.connectFault = refused), 'two', ['down', 'up']],
    ['is a primary', () => Object.assign(one, { written: 200n, replayed: null }), 'two', ['down', 'up']],
    ['belongs to another database', () => (one.cluster = '2'), 'two', ['down', 'up']],
    ['has no connection free', () => (one.isFullNow = true), 'two', ['up', 'up']],
    ['lags, and so does the other', () => (one.replayed = two.replayed = 99n), 'primary', ['late', 'late']],
    ['is out, and so is the other', () => (one.connectFault = two.connectFault = refused), 'primary', ['down', 'down']],
  ])('does not go to a replica that %s', async (_title, change, answer, states) => {
    change()
    expect(await askOften(3)).toEqual([answer, answer, answer])
    expect(reads.list().map(({ state }) => state)).toEqual(states)
  })

  it.each<Case>([
    ['loses its connection', () => (one.fault = new Error('Connection terminated')), 'two', ['down', 'up']],
    ['ends it because of the primary', () => (one.fault = withCode('40001')), 'two', ['up', 'up']],
    ['dies, as the other does', () => (one.fault = two.fault = withCode('57P01')), 'primary', ['down', 'down']],
  ])('is repeated when a replica %s', async (_title, change, answer, states) => {
    // Both positions are known now.
    await askOften(2)
    change()
    expect(await askOften(2)).toEqual([answer, answer])
    expect(reads.list().map(({ state }) => state)).toEqual(states)
  })

  it('waits where all connections of replicas are in use, and goes to the primary if none becomes free', async () => {
    one.isFullNow = two.isFullNow = true
    expect(await askOften(2)).toEqual(['one', 'two'])
    one.connectFault = two.connectFault = new Error('timeout exceeded when trying to connect')
    expect(await askOften(2)).toEqual(['primary', 'primary'])
    expect(reads.list().map(({ state }) => state)).toEqual(['up', 'up'])
  })

  it('is not repeated when the statement is wrong', async () => {
    await askOften(2)
    one.fault = withCode('42P01')
    await expect(reads.read('select', [])).rejects.toThrow('x')
    expect([primary, two].map(({ statements }) => statements.filter((text) => text === 'select').length)).toEqual([
      0, 1,
    ])
  })

  it('asks a connection for its position once for each change', async () => {
    await askOften(6)
    expect(one.statements.filter((text) => text !== 'select')).toHaveLength(1)
    primary.written = one.replayed = two.replayed = 200n
    await reads.catchUp()
    await askOften(6)
    expect(one.statements.filter((text) => text !== 'select')).toHaveLength(2)
  })

  it('goes to a replica again as soon as it has come as far', async () => {
    primary.written = 200n
    await reads.catchUp()
    expect(await askOften(2)).toEqual(['primary', 'primary'])
    one.replayed = 200n
    // It is not asked with every read.
    expect(await ask()).toBe('primary')
    vi.advanceTimersByTime(100)
    expect(await askOften(2)).toContain('one')
  })

  it('tries a replica again that was out', async () => {
    one.connectFault = refused
    await askOften(3)
    expect(told).toEqual(['one out'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await askOften(2)).toEqual(['two', 'two'])
    one.connectFault = null
    await vi.advanceTimersByTimeAsync(2000)
    expect(told).toEqual(['one out', 'one back'])
    expect(await askOften(2)).toContain('one')
  })

  it('goes to the primary until its position is known', async () => {
    primary.connectFault = refused
    await reads.catchUp()
    primary.connectFault = null
    expect(await askOften(2)).toEqual(['primary', 'primary'])
    await vi.advanceTimersByTimeAsync(1000)
    expect(await askOften(2)).toEqual(expect.arrayContaining(['one', 'two']))
  })
})
