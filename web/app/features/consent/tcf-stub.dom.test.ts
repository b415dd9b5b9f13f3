// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TcfCall } from './tcf-stub.ts'

let listened: [string, EventListenerOrEventListenerObject][]
beforeEach(async () => {
  vi.resetModules()
  listened = []
  const listen = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      listened.push([type, listener])
      listen(type, listener)
    },
  )
  delete window.__tcfapi
  const { installTcfStub } = await import('./tcf-stub.ts')
  installTcfStub()
})
afterEach(() => {
  document.body.replaceChildren()
  for (const [type, listener] of listened) window.removeEventListener(type, listener)
  vi.restoreAllMocks()
})

function send(data: unknown, origin = 'https://ads.example'): unknown[] {
  const answers: unknown[] = []
  const source = { postMessage: (answer: unknown, options: unknown) => answers.push([answer, options]) }
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  window.dispatchEvent(event)
  return answers
}

it('answers ping by itself and keeps every other call for the manager', () => {
  const heard: unknown[] = []
  window.__tcfapi!('ping', 2, (...answer) => heard.push(answer))
  expect(heard).toEqual([[expect.objectContaining({ cmpLoaded: false, cmpStatus: 'stub', apiVersion: '2.3' }), true]])
  const callback = () => {}
  window.__tcfapi!('addEventListener', 2, callback)
  window.__tcfapi!('removeEventListener', 2, callback, 7)
  expect(window.__tcfapi!()).toEqual([
    ['addEventListener', 2, callback],
    ['removeEventListener', 2, callback, 7],
  ])
})

it('stands once, with one locator frame that no reader meets', async () => {
  const first = window.__tcfapi
  const { installTcfStub } = await import('./tcf-stub.ts')
  installTcfStub()
  expect(window.__tcfapi).toBe(first)
  const frames = document.querySelectorAll<HTMLIFrameElement>('iframe[name="__tcfapiLocator"]')
  expect([frames.length, frames[0]!.hidden, frames[0]!.getAttribute('aria-hidden'), frames[0]!.tabIndex]).toEqual([
    1,
    true,
    'true',
    -1,
  ])
})

const CALL = { __tcfapiCall: { command: 'getTCData', version: 2, parameter: 3, callId: 'a1' } }
it.each([
  ['an object', CALL, (answer: unknown) => answer],
  ['text', JSON.stringify(CALL), (answer: unknown) => JSON.parse(answer as string) as unknown],
])('answers a frame’s question that is %s, to the origin that asked', (_form, data, toObject) => {
  window.__tcfapi = (...call) => {
    const [asked, , callback, parameter] = call as TcfCall
    callback({ asked, parameter }, true)
  }
  const [[answer, options]] = send(data) as [[unknown, unknown]]
  expect([toObject(answer), options]).toEqual([
    { __tcfapiReturn: { returnValue: { asked: 'getTCData', parameter: 3 }, success: true, callId: 'a1' } },
    { targetOrigin: 'https://ads.example' },
  ])
})

it.each([
  null,
  42,
  'not JSON __tcfapiCall',
  '{"__tcfapiCall":null}',
  { __tcfapiCall: { command: 'ping' } },
  { __tcfapiCall: { command: 7, callId: 1 } },
  { other: true },
])('leaves the message %j alone', (data) => {
  expect(send(data)).toEqual([])
})

it('answers a frame without an origin, which has no other address', () => {
  window.__tcfapi = (...call) => (call as TcfCall)[2](null, false)
  expect(send(CALL, 'null')).toEqual([[expect.anything(), { targetOrigin: '*' }]])
})
