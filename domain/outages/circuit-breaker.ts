/**
 * Circuit breaker for an upstream. After some failures in a row it opens: no requests are sent but single probes, with
 * growing pauses. After a good probe it closes carefully: few requests at once for a while, and one more failure opens
 * it again. Times in milliseconds of one clock.
 */
export type Circuit =
  | { kind: 'closed'; failures: number; carefulUntil: number }
  | { kind: 'open'; probes: number; probeAt: number }

const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5000
const CAREFUL_MS = 10_000
/** Requests at once to an upstream that has just come back. */
const CAREFUL_CONCURRENCY = 8

export const CLOSED_CIRCUIT: Circuit = { kind: 'closed', failures: 0, carefulUntil: 0 }

/** A late answer while the circuit is open changes nothing: the probe decides. */
export function afterSuccess(circuit: Circuit): Circuit {
  return circuit.kind === 'closed' && circuit.failures > 0 ? { ...circuit, failures: 0 } : circuit
}

export function afterFailure(circuit: Circuit, now: number): Circuit {
  if (circuit.kind === 'open') return circuit
  const failures = circuit.failures + 1
  return failures < FAILURES_TO_OPEN
    ? { ...circuit, failures }
    : { kind: 'open', probes: 0, probeAt: now + FIRST_PAUSE_MS }
}

export function afterProbe(circuit: Circuit, isGood: boolean, now: number): Circuit {
  if (circuit.kind === 'closed') return circuit
  if (isGood) return { kind: 'closed', failures: FAILURES_TO_OPEN - 1, carefulUntil: now + CAREFUL_MS }
  const probes = circuit.probes + 1
  return { kind: 'open', probes, probeAt: now + Math.min(FIRST_PAUSE_MS * 2 ** probes, LONGEST_PAUSE_MS) }
}

/** The number of requests allowed at once. `most`: the limit for a healthy upstream. */
export function concurrencyOf(circuit: Circuit, most: number, now: number): number {
  if (circuit.kind === 'open') return 0
  return now < circuit.carefulUntil ? Math.min(CAREFUL_CONCURRENCY, most) : most
}
