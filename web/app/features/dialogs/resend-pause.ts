/** The pause before the confirmation mail can be requested again, and the meaning of the server's answer (S2.4-08). */

const PAUSE_SECONDS = 60

export type ResendOutcome = { kind: 'sent' | 'too-many' | 'ended' | 'failed'; pauseSeconds: number }

export function decideResend(status: number, answer: unknown): ResendOutcome {
  if (status === 401) return { kind: 'ended', pauseSeconds: 0 }
  if (status === 429) return { kind: 'too-many', pauseSeconds: PAUSE_SECONDS }
  if (status < 200 || status > 299) return { kind: 'failed', pauseSeconds: 0 }
  const after = (answer as { nextAfterSeconds?: unknown } | null)?.nextAfterSeconds
  return {
    kind: 'sent',
    pauseSeconds: typeof after === 'number' && after > PAUSE_SECONDS && after <= 86_400 ? after : PAUSE_SECONDS,
  }
}

/** Whole seconds, counting down to 0. */
export function leftOfPause(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}
