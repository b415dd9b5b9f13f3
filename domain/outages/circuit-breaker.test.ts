import { describe, expect, it } from 'vitest'
import {
  CLOSED_CIRCUIT,
  afterFailure,
  afterProbe,
  afterSuccess,
  concurrencyOf,
  type Circuit,
} from './circuit-breaker.ts'

const fail = (circuit: Circuit, times: number, now = 0) =>
  Array.from({ length: times }).reduce<Circuit>((state) => afterFailure(state, now), circuit)

describe('the circuit breaker of an upstream', () => {
  it('opens after five failures in a row and not before', () => {
    expect(fail(CLOSED_CIRCUIT, 4).kind).toBe('closed')
    expect(fail(CLOSED_CIRCUIT, 5, 700)).toEqual({ kind: 'open', probes: 0, probeAt: 1700 })
    expect(fail(afterSuccess(fail(CLOSED_CIRCUIT, 4)), 4).kind).toBe('closed')
  })

  it('lets no request through while it is open, even if a late answer arrives', () => {
    const open = fail(CLOSED_CIRCUIT, 5)
    expect(concurrencyOf(open, 32, 0)).toBe(0)
    expect([afterSuccess(open), afterFailure(open, 500)]).toEqual([open, open])
  })

  it('probes after 1, 2, 4 and then every 5 seconds', () => {
    let circuit = fail(CLOSED_CIRCUIT, 5)
    const pauses: number[] = []
    for (let at = 0; pauses.length < 6;) {
      if (circuit.kind === 'closed') throw new Error('closed by a bad probe')
      pauses.push(circuit.probeAt - at)
      at = circuit.probeAt
      circuit = afterProbe(circuit, false, at)
    }
    expect(pauses).toEqual([1000, 2000, 4000, 5000, 5000, 5000])
  })

  it('is careful with an upstream that has come back: eight requests at once for ten seconds, and one failure reopens it', () => {
    const back = afterProbe(fail(CLOSED_CIRCUIT, 5), true, 1000)
    expect([0, 9999, 10_000].map((after) => concurrencyOf(back, 32, 1000 + after))).toEqual([8, 8, 32])
    expect(afterFailure(back, 1100).kind).toBe('open')
    expect(fail(afterSuccess(back), 4, 1100).kind).toBe('closed')
  })

  it('never allows more requests at once than configured for the upstream', () => {
    expect(concurrencyOf(afterProbe(fail(CLOSED_CIRCUIT, 5), true, 0), 3, 0)).toBe(3)
  })
})
