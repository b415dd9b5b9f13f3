/**
 * Saves a draft while somebody types: to the browser's database soon after a key, to the server after a pause, with the
 * revision the work began from. It knows no screen, no database and no server, only these functions, so that tests drive
 * it with a clock of their own.
 *
 * Promise: an answer is written back only if it carries a merged draft and nothing was typed since it was sent.
 */
import { Refusal } from './client.ts'

const KEEP_MS = 300
/** While somebody types without a pause. */
const KEEP_AT_MOST_MS = 1000
const SEND_MS = 1500
const SEND_AT_MOST_MS = 10_000
const RETRY_MS = [2000, 5000, 10_000, 20_000, 30_000]
const FLUSH_TRIES = 5

export type SavingState =
  | { kind: 'saved'; at: string | null }
  | { kind: 'edited' }
  | { kind: 'saving' }
  /** No connection, or the server is busy: it is tried again. */
  | { kind: 'waiting' }
  /** The server will not have it; the next change is tried again. */
  | { kind: 'refused'; code: string }

export type Copy<Draft> = { base: number; draft: Draft }
export type SaveAnswer<Draft> = { revision: number; savedAt: string; draft: Draft | null }

export type SavingOptions<Draft, Answer extends SaveAnswer<Draft>> = {
  base: number
  savedAt: string | null
  /** The draft as it stands on the screen. */
  take: () => Draft
  send: (base: number, draft: Draft, isKept: boolean) => Promise<Answer>
  keep: (copy: Copy<Draft>) => Promise<void>
  forget: () => Promise<void>
  onState: (state: SavingState) => void
  /** `merged`: the draft to show, or null. */
  onAnswer: (answer: Answer, merged: Draft | null) => void
}

export type Saving = {
  edit: () => void
  /** Saves open changes; returns the revision of the server. Rejects with the refusal. */
  flush: (isKept?: boolean) => Promise<number>
  /** After a connection came back. */
  retry: () => void
  /** The screen took a later revision of the server. False: there is unsaved work, which is merged instead. */
  adopt: (revision: number) => boolean
  /** Part of a merged draft could not be shown: the next save names the revision before, so that it is merged again. */
  stepBack: () => void
  isClean: () => boolean
  /** Ends the timers; open changes are kept in the browser and sent once more. */
  stop: () => void
}

export function createSaving<Draft, Answer extends SaveAnswer<Draft>>(options: SavingOptions<Draft, Answer>): Saving {
  let base = options.base
  let baseBefore = base
  let savedAt = options.savedAt
  /** Edits are counted; a save confirms all up to a number. */
  let edits = 0
  let saved = 0
  let kept = 0
  let firstUnsaved: number | null = null
  let firstUnkept: number | null = null
  let failures = 0
  let sending: Promise<void> | null = null
  let isStopped = false
  let sendTimer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined

  const now = () => performance.now()

  function moveTo(revision: number): void {
    baseBefore = base
    base = revision
  }

  function keepNow(): void {
    clearTimeout(keepTimer)
    firstUnkept = null
    if (kept === edits || saved === edits) return
    kept = edits
    // A full or blocked database: the server's copy is the one that counts.
    options.keep({ base, draft: options.take() }).catch(() => {})
  }

  function planSending(wait: number): void {
    clearTimeout(sendTimer)
    if (isStopped || sending !== null) return
    sendTimer = setTimeout(() => void sendNow(false).catch(() => {}), wait)
  }

  function sendNow(isKept: boolean): Promise<void> {
    clearTimeout(sendTimer)
    const sent = edits
    firstUnsaved = null
    options.onState({ kind: 'saving' })
    const work = options.send(base, options.take(), isKept).then(
      (answer) => {
        sending = null
        failures = 0
        saved = sent
        savedAt = answer.savedAt
        const isCurrent = edits === sent
        // Merged, and typed on meanwhile: the next save is merged from the old base, which loses neither.
        if (answer.draft === null || isCurrent) moveTo(answer.revision)
        options.onAnswer(answer, isCurrent ? answer.draft : null)
        if (isCurrent) {
          options.forget().catch(() => {})
          options.onState({ kind: 'saved', at: savedAt })
        } else {
          options.onState({ kind: 'edited' })
          // The screen was left meanwhile: this is its last save.
          if (isStopped) sendNow(false).catch(() => {})
          else planSending(SEND_MS)
        }
      },
      (error: unknown) => {
        sending = null
        const refusal = error instanceof Refusal ? error : new Refusal(0, 'UNKNOWN')
        if (isWorthAnother(refusal)) {
          options.onState({ kind: 'waiting' })
          planSending(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!)
          failures++
        } else {
          options.onState({ kind: 'refused', code: refusal.code })
        }
        throw refusal
      },
    )
    sending = work
    return work
  }

  function edit(): void {
    const time = now()
    edits++
    firstUnsaved ??= time
    firstUnkept ??= time
    clearTimeout(keepTimer)
    keepTimer = setTimeout(keepNow, Math.max(0, Math.min(KEEP_MS, firstUnkept + KEEP_AT_MOST_MS - time)))
    if (sending !== null) return
    // While the server is away, the pause of the retry counts.
    if (failures > 0) return
    options.onState({ kind: 'edited' })
    planSending(Math.max(0, Math.min(SEND_MS, firstUnsaved + SEND_AT_MOST_MS - time)))
  }

  return {
    edit,
    async flush(isKept = false) {
      for (let tries = 0; tries < FLUSH_TRIES; tries++) {
        if (sending !== null) await sending.catch(() => {})
        if (edits === saved && !isKept) return base
        await sendNow(isKept)
        isKept = false
      }
      if (edits === saved) return base
      throw new Refusal(0, 'STILL_EDITED')
    },
    retry() {
      if (sending === null && edits !== saved) planSending(0)
    },
    adopt(revision) {
      if (sending !== null || edits !== saved) return false
      moveTo(revision)
      return true
    },
    stepBack() {
      base = baseBefore
      edit()
    },
    isClean: () => sending === null && edits === saved,
    stop() {
      keepNow()
      clearTimeout(keepTimer)
      clearTimeout(sendTimer)
      isStopped = true
      if (edits !== saved && sending === null) sendNow(false).catch(() => {})
    },
  }
}

function isWorthAnother({ status, code }: Refusal): boolean {
  return status === 0 || status === 429 || status >= 500 || code === 'CANCELLED'
}
