/**
 * The stub of the Transparency & Consent Framework: `__tcfapi` answers `ping` and keeps all other calls for the consent
 * manager, which takes them over by a call without arguments. A frame named `__tcfapiLocator` tells frames of other
 * houses where to send their questions as messages. It stands before the first script of others is loaded.
 */
export type TcfCallback = (answer: unknown, isSuccess: boolean) => void
export type TcfCall = [command: string, version: number, callback: TcfCallback, ...parameters: readonly unknown[]]

declare global {
  interface Window {
    /** Without arguments: the stub's calls. */
    __tcfapi?: (...call: TcfCall | []) => unknown
  }
}

export const isTcfCall = (call: TcfCall | []): call is TcfCall => call.length > 0

const LOCATOR = '__tcfapiLocator'

export function installTcfStub(): void {
  if (window.__tcfapi !== undefined) return
  const calls: TcfCall[] = []
  window.__tcfapi = (...call) => {
    if (!isTcfCall(call)) return calls
    const [command, , callback] = call
    if (typeof callback !== 'function') return undefined
    if (command !== 'ping') return void calls.push(call)
    const status = { cmpLoaded: false, cmpStatus: 'stub', displayStatus: 'hidden' }
    return callback({ gdprApplies: true, ...status, apiVersion: '2.3' }, true)
  }
  if (!(LOCATOR in window.frames)) {
    const frame = document.createElement('iframe')
    frame.name = LOCATOR
    frame.hidden = true
    frame.setAttribute('aria-hidden', 'true')
    frame.tabIndex = -1
    document.body.append(frame)
  }
  addEventListener('message', answerMessage)
}

/** A question of a frame: an object or its JSON. The answer goes to the origin that asked, in the form of the question. */
function answerMessage({ data, source, origin }: MessageEvent): void {
  const asked = readCall(data)
  if (asked === null || source === null) return
  const { command, version, parameter, callId } = asked
  window.__tcfapi?.(
    command,
    version,
    (returnValue, success) => {
      const answer = { __tcfapiReturn: { returnValue, success, callId } }
      const target = origin === 'null' || origin === '' ? '*' : origin
      source.postMessage(typeof data === 'string' ? JSON.stringify(answer) : answer, { targetOrigin: target })
    },
    parameter,
  )
}

type Asked = { command: string; version: number; parameter: unknown; callId: string | number }

function readCall(data: unknown): Asked | null {
  const message = typeof data === 'string' ? parse(data) : data
  const { __tcfapiCall: call } = toRecord(message)
  const { command, version, parameter, callId } = toRecord(call)
  if (typeof command !== 'string' || (typeof callId !== 'string' && typeof callId !== 'number')) return null
  return { command, version: typeof version === 'number' ? version : 2, parameter, callId }
}

/** Other messages of a page are text, too. */
function parse(text: string): unknown {
  if (!text.includes('__tcfapiCall')) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
