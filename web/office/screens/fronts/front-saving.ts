/**
 * Saves the edits of a front soon after each change: one save at a time, the latest edits next. It knows no screen and no
 * server, only these functions, so that tests drive it with a clock of their own. Promise: an answer is written back only if
 * nothing was changed since it was sent. The server merges edits that others saved meanwhile, from the edits that this screen
 * began with.
 */
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { Refusal } from '../../kit/client.ts'

const SEND_MS = 200
const RETRY_MS = [2000, 5000, 10_000, 20_000, 30_000]
const FLUSH_TRIES = 5

export type FrontSavingState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** No connection, or the server is busy: it is tried again. */
  | { kind: 'waiting' }
  /** The server will not have it; the next change is tried again. */
  | { kind: 'refused'; error: Refusal }

type SavedFront = { revision: number; edits: FrontEdit[] }

type FrontSavingOptions<Front extends SavedFront> = {
  first: Front
  send: (was: FrontEdit[], edits: FrontEdit[]) => Promise<Front>
  onEdits: (edits: FrontEdit[]) => void
  onState: (state: FrontSavingState) => void
  onAnswer: (front: Front) => void
}

export type FrontSaving<Front extends SavedFront> = {
  change: (edits: FrontEdit[]) => void
  /** Saves open changes; returns the revision of the server. Rejects with the refusal. */
  flush: () => Promise<number>
  retry: () => void
  /** Takes over the server's present state. False: it is older, or there are unsaved changes, which are merged instead. */
  adopt: (front: Front) => boolean
  /** Takes it over unsaved changes, which the server would not have. */
  replace: (front: Front) => void
  isClean: () => boolean
  /** Ends the timers; open changes are sent once more. */
  stop: () => void
}

export function createFrontSaving<Front extends SavedFront>(options: FrontSavingOptions<Front>): FrontSaving<Front> {
  /** The last state that the server and this screen share. */
  let was = options.first.edits
  let edits = was
  let revision = options.first.revision
  let sending: Promise<void> | null = null
  let failures = 0
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(next: FrontEdit[]): void {
    edits = next
    options.onEdits(next)
  }

  function plan(wait: number): void {
    clearTimeout(timer)
    if (isStopped || sending !== null) return
    timer = setTimeout(() => void sendNow().catch(() => {}), wait)
  }

  function sendNow(): Promise<void> {
    clearTimeout(timer)
    const sent = edits
    options.onState({ kind: 'saving' })
    sending = options.send(was, sent).then(
      (front) => {
        sending = null
        failures = 0
        revision = front.revision
        if (edits === sent) {
          was = front.edits
          show(front.edits)
          options.onState({ kind: 'saved' })
        } else {
          was = sent
          // The screen was left meanwhile: this is its last save.
          if (isStopped) sendNow().catch(() => {})
          else plan(0)
        }
        options.onAnswer(front)
      },
      (error: unknown) => {
        sending = null
        const refusal = error instanceof Refusal ? error : new Refusal(0, 'UNKNOWN')
        if (isWorthAnother(refusal)) {
          options.onState({ kind: 'waiting' })
          plan(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!)
          failures++
        } else {
          failures = 0
          options.onState({ kind: 'refused', error: refusal })
        }
        throw refusal
      },
    )
    return sending
  }

  function take(front: Front): void {
    revision = front.revision
    was = front.edits
    show(front.edits)
  }

  return {
    change(next) {
      show(next)
      if (sending !== null || failures > 0) return
      options.onState({ kind: 'saving' })
      plan(SEND_MS)
    },
    async flush() {
      for (let tries = 0; tries < FLUSH_TRIES; tries++) {
        if (sending !== null) await sending.catch(() => {})
        if (edits === was) return revision
        await sendNow()
      }
      throw new Refusal(0, 'STILL_EDITED')
    },
    retry() {
      if (sending === null && edits !== was) plan(0)
    },
    adopt(front) {
      if (front.revision < revision || sending !== null || edits !== was) return false
      take(front)
      return true
    },
    replace(front) {
      clearTimeout(timer)
      take(front)
      options.onState({ kind: 'saved' })
    },
    isClean: () => sending === null && edits === was,
    stop() {
      clearTimeout(timer)
      isStopped = true
      if (edits !== was && sending === null) sendNow().catch(() => {})
    },
  }
}

function isWorthAnother({ status, code }: Refusal): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'CANCELLED'
}
