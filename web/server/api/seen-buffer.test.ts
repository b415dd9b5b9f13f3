import type { Seen } from '@lokalteil/contracts/figures'
import { seenOf } from '@lokalteil/services/figures/figures.testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSeenBuffer } from './seen-buffer.ts'

const AT = new Date('2026-11-30T11:00:00Z')
type Body = { seen: Seen[]; dropped?: number }
type Answer = { ok: true; data: undefined } | { ok: false; status: number; problem: { code: string } }

let told: [string, Body][]
let logged: string[]
let answer: Answer

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  logged = []
  answer = { ok: true, data: undefined }
})
afterEach(() => vi.useRealTimers())

const open = (most = 10_000) =>
  createSeenBuffer({
    figuresOf: (publication) => ({
      addSeen: (async ({ body }: { body: Body }) => {
        told.push([publication, body])
        return answer
      }) as never,
    }),
    log: (_level, event, fields) => logged.push(`${event} ${JSON.stringify(fields)}`),
    most,
    pauseMs: 2000,
  })
const sizes = () => told.map(([publication, { seen, dropped = 0 }]) => [publication, seen.length, dropped])

it('hands over what pages told once in a while, each publication by itself, in batches', async () => {
  const buffer = open()
  for (let count = 0; count < 700; count++) buffer.add('ak', seenOf(AT))
  buffer.add('fb', seenOf(AT))
  await vi.advanceTimersByTimeAsync(1999)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sizes()).toEqual([
    ['ak', 250, 0],
    ['ak', 250, 0],
    ['ak', 200, 0],
    ['fb', 1, 0],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toHaveLength(4)
})

it('drops what is beyond its limit, and says how much', async () => {
  const buffer = open(3)
  for (let count = 0; count < 5; count++) buffer.add('ak', seenOf(AT))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sizes()).toEqual([['ak', 3, 2]])
  buffer.add('ak', seenOf(AT))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sizes().at(-1)).toEqual(['ak', 1, 0])
})

it('keeps what could not be written, and tells the log once', async () => {
  answer = { ok: false, status: 503, problem: { code: 'DATABASE_OUT' } }
  const buffer = open(3)
  buffer.add('ak', seenOf(AT))
  await vi.advanceTimersByTimeAsync(6000)
  for (let count = 0; count < 4; count++) buffer.add('ak', seenOf(AT))
  answer = { ok: true, data: undefined }
  await vi.advanceTimersByTimeAsync(2000)
  expect(sizes()).toEqual([
    ['ak', 1, 0],
    ['ak', 1, 0],
    ['ak', 1, 0],
    ['ak', 3, 2],
  ])
  expect(logged).toEqual(['figures-unwritten {"publication":"ak","status":503,"code":"DATABASE_OUT"}'])
})

it('does not tell again what may have been counted', async () => {
  answer = { ok: false, status: 0, problem: { code: 'UNREACHABLE' } }
  const buffer = open()
  buffer.add('ak', seenOf(AT))
  await vi.advanceTimersByTimeAsync(2000)
  answer = { ok: true, data: undefined }
  buffer.add('ak', seenOf(AT))
  await vi.advanceTimersByTimeAsync(2000)
  expect(sizes()).toEqual([
    ['ak', 1, 0],
    ['ak', 1, 1],
  ])
})

it('hands over everything at its end', async () => {
  const buffer = open()
  buffer.add('ak', seenOf(AT))
  await buffer.close()
  expect(sizes()).toEqual([['ak', 1, 0]])
})
