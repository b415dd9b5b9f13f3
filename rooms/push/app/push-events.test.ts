/** The worker's handling of messages and taps, in a simulated worker scope. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushPayload } from '../domain/push.ts'

type Listener = (event: unknown) => void
const DEVICE = '00000000-0000-4000-8000-000000000001'
const listeners = new Map<string, Listener>()
const shown: { title: string; options: { body?: string; actions?: { title: string }[]; data: unknown } }[] = []
const asked: { path: string; body: unknown }[] = []
const opened: string[] = []
const kept = new Map<string, string>()
let status = 204
let windows: { url: string; focus: () => Promise<void>; navigate: (url: string) => Promise<void> }[] = []
let subscription: { unsubscribe: () => Promise<boolean>; toJSON: () => object } | null = null

Object.assign(globalThis, {
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  location: { origin: 'https://www.auenkurier.example' },
  registration: {
    showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
      void shown.push({ title, options }),
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => (subscription = { unsubscribe: async () => true, toJSON: () => ({ endpoint: 'new' }) }),
    },
  },
  clients: {
    matchAll: async () => windows,
    openWindow: async (url: string) => void opened.push(url),
  },
  caches: {
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    open: async () => ({
      put: async (key: string, response: Response) => void kept.set(key, await response.text()),
      delete: async (key: string) => kept.delete(key),
    }),
  },
})
vi.stubGlobal('fetch', async (path: string, init?: { body?: string }) => {
  asked.push({ path, body: init?.body === undefined ? null : JSON.parse(init.body) })
  return path === '/api/push/key' ? Response.json({ publicKey: 'key' }) : new Response(null, { status })
})
afterAll(() => vi.unstubAllGlobals())

const { pushWorker } = await import('./push-events.ts')
pushWorker.listen()

async function tell(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(type)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
}

const payload: PushPayload = {
  v: 1,
  device: DEVICE,
  kind: 'topic',
  ref: '12',
  label: 'Hochwasser',
  title: 'Deich hält',
  body: 'Der Pegel fällt.',
  path: '/deich-haelt-77',
  tag: 'article:77',
  icon: '/assets/brand/ak/icon-192.png',
  at: '2026-11-24T12:00:00.000Z',
}
const push = (data: unknown) => tell('push', { data: { json: () => data } })
const tap = (action: string, data: unknown = payload) =>
  tell('notificationclick', { action, notification: { close: () => {}, data } })

beforeEach(() => {
  for (const list of [shown, asked, opened]) list.length = 0
  kept.clear()
  status = 204
  windows = []
  subscription = null
})

describe('a message', () => {
  it('R1-55 shows its subject and reason, and can be ended with one tap', async () => {
    await push(payload)
    expect(shown).toMatchObject([
      {
        title: 'Deich hält',
        options: {
          body: 'Der Pegel fällt.\nWeil Sie das Thema „Hochwasser“ gewählt haben',
          actions: [{ title: 'Nicht mehr zu „Hochwasser“' }],
        },
      },
    ])
    await tap('off')
    expect(asked).toEqual([{ path: '/api/push/off', body: { device: DEVICE, kind: 'topic', ref: '12' } }])
    expect(opened).toEqual([])
    expect(shown.at(-1)!.title).toBe('Nicht mehr zu „Hochwasser“: ist abgestellt')
  })

  it.each<[string, unknown]>([
    ['that nobody can read', null],
    ['of another version', { ...payload, v: 2 }],
    ['that leads to another site', { ...payload, path: 'https://evil.example/' }],
    ['that leads to another site by a path', { ...payload, path: '//evil.example/' }],
  ])('%s is shown without its content, and leads to the settings', async (_name, data) => {
    await push(data)
    expect(shown).toMatchObject([{ title: 'Es gibt Neues', options: { data: null } }])
    await tap('', shown[0]!.options.data)
    expect(opened).toEqual(['https://www.auenkurier.example/mitteilungen?utm_medium=push'])
  })

  it('reports a tap that failed', async () => {
    status = 503
    await tap('off')
    expect(shown).toMatchObject([{ title: 'Das hat nicht geklappt', options: { data: null } }])
  })

  it('opens its page, in the tab that already has it', async () => {
    await tap('')
    expect(opened).toEqual(['https://www.auenkurier.example/deich-haelt-77?utm_medium=push'])
    const focused: string[] = []
    windows = [
      {
        url: 'https://www.auenkurier.example/deich-haelt-77#kommentare',
        focus: async () => void focused.push('focus'),
        navigate: async () => {},
      },
    ]
    await tap('')
    expect([opened.length, focused]).toEqual([1, ['focus']])
  })
})

describe('a logout', () => {
  it('detaches the device from the account', async () => {
    await push(payload)
    await pushWorker.forget()
    expect(asked).toEqual([{ path: '/api/push/detach', body: { device: DEVICE } }])
  })

  it('ends the messages on the device if the server cannot be reached', async () => {
    await push(payload)
    let isEnded = false
    subscription = { unsubscribe: async () => (isEnded = true), toJSON: () => ({}) }
    status = 503
    await pushWorker.forget()
    expect([isEnded, kept.size]).toEqual([true, 0])
  })

  it('makes no request without a device', async () => {
    await pushWorker.forget()
    expect(asked).toEqual([])
  })
})

it('reports a device whose address the browser changed', async () => {
  await push(payload)
  await tell('pushsubscriptionchange', {})
  expect(asked).toEqual([
    { path: '/api/push/key', body: null },
    { path: '/api/push/replace', body: { device: DEVICE, subscription: { endpoint: 'new' } } },
  ])
})
