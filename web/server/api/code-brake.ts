/**
 * Throttles guessing of voucher codes from many IP addresses, which a rate limit per address does not see: wrong codes of all
 * clients together delay every answer about a code. The first `FREE_MISSES` of about ten minutes are free, each further one adds a
 * little, up to five seconds. Counted in this process.
 */
import { refusal, type Reply } from './portal-api.ts'

const FREE_MISSES = 60
const EACH_MS = 50
const LONGEST_MS = 5000
/** Time constant of the exponential decay of the count, in milliseconds. */
const FADING_MS = 10 * 60_000
const MOST_WAITING = 100

export type CodeBrake = ReturnType<typeof createCodeBrake>

export function createCodeBrake(
  now: () => number,
  sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
) {
  let misses = 0
  let at = now()
  let waiting = 0

  function fade(): number {
    const time = now()
    misses *= Math.exp(-Math.max(0, time - at) / FADING_MS)
    at = time
    return misses
  }

  return async function brake<T>(
    code: string | null | undefined,
    work: () => Promise<Reply<T>>,
    isWrong: (answer: Reply<T>) => boolean,
  ): Promise<Reply<T>> {
    if ((code ?? '').trim() === '') return work()
    const pause = Math.min(LONGEST_MS, (fade() - FREE_MISSES) * EACH_MS)
    if (pause > 0) {
      if (waiting >= MOST_WAITING)
        return refusal(429, 'TOO_MANY_ATTEMPTS', 'Too many wrong codes in a short time', { retryAfter: '60' })
      waiting++
      await sleep(pause)
      waiting--
    }
    const answer = await work()
    if (isWrong(answer)) misses = fade() + 1
    return answer
  }
}
