/**
 * The live programmes of publications and their current titles. The title is loaded from the publisher's address by
 * this process for all readers, at most every fifteen seconds. If that fails the title is empty, and the programme
 * still plays.
 */
import type { RadioView } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { requestGuarded } from '@lokalteil/services/platform/guarded-request'
import type { RoomSettings } from './room-settings.ts'

export type RadioSource = {
  /** Null: the room is off. */
  read: (code: PublicationCode) => Promise<RadioView | null>
}

export type RadioSourceOptions = {
  rooms: Pick<RoomSettings, 'of'>
  /** Hosts in the publisher's own network (`IMPORT_HOSTS`). */
  internalHosts: ReadonlySet<string>
  /** The title of the demo's programme; null: no demo. */
  nowOnDemo: (() => string) | null
  now: () => number
  onError: (reason: string, code: PublicationCode) => void
  request?: typeof requestGuarded
}

/** The demo's stream, served by its process. */
export const DEMO_STREAM = '/api/radio/demo'
const FRESH_MS = 15_000
/** Pages may wait for it. */
const TIMEOUT_MS = 1500
const MOST_BYTES = 16 * 1024
const LONGEST_TITLE = 200

export function createRadioSource(options: RadioSourceOptions): RadioSource {
  const { rooms, internalHosts, nowOnDemo, now, onError, request = requestGuarded } = options
  const known = new Map<string, { until: number; title: string | null }>()
  const running = new Map<string, Promise<string | null>>()

  async function ask(address: string, code: PublicationCode): Promise<string | null> {
    const answer = await request(address, {
      accept: 'application/json',
      maxBytes: MOST_BYTES,
      timeout: TIMEOUT_MS,
      reach: 'https of one host',
      internalHosts,
    })
    const title = answer.kind === 'answer' && answer.status === 200 ? toTitle(answer.bytes) : null
    if (title === null)
      onError(
        answer.kind === 'failed' ? answer.reason : answer.status === 200 ? 'no title' : `status ${answer.status}`,
        code,
      )
    known.set(address, { until: now() + FRESH_MS, title })
    return title
  }

  function renew(address: string, code: PublicationCode): Promise<string | null> {
    const renewal = running.get(address) ?? ask(address, code).finally(() => running.delete(address))
    running.set(address, renewal)
    return renewal
  }

  return {
    async read(code) {
      const room = rooms.of(code, 'radio')
      if (room === null) return null
      const { title, stream, nowPlaying, fallback = null } = room
      const view = { title, stream, fallback }
      if (nowPlaying === undefined)
        return { ...view, nowPlaying: stream === DEMO_STREAM ? (nowOnDemo?.() ?? null) : null }
      const last = known.get(nowPlaying)
      if (last !== undefined && now() < last.until) return { ...view, nowPlaying: last.title }
      return { ...view, nowPlaying: await renew(nowPlaying, code) }
    },
  }
}

/** `{"title": "…"}`; other fields are ignored. */
function toTitle(bytes: Buffer): string | null {
  try {
    const { title } = JSON.parse(bytes.toString('utf8')) as { title?: unknown }
    const line = typeof title === 'string' ? title.replace(/[\s\p{Cc}]+/gu, ' ').trim() : ''
    return line === '' ? null : line.slice(0, LONGEST_TITLE)
  } catch {
    return null
  }
}
