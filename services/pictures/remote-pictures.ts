/** Uploads pictures to a running portal, from a command on this or another machine. */
import type { Fetch } from '@lokalteil/contracts/kernel/client'

const TIMEOUT_MS = 60_000
const TRIES = 5

/** `base`: of the service, `{origin}/__services/pictures`. Rejects with a reason if the portal refuses. */
export function createRemotePictures(
  base: string,
  key: string,
  send: Fetch = (request) => fetch(request),
): (path: string, bytes: Uint8Array) => Promise<void> {
  const ask = (method: string, path: string, body?: Uint8Array<ArrayBuffer>) =>
    Promise.resolve(
      send(
        new Request(`${base}/originals/${path}`, {
          method,
          headers: { authorization: `Bearer ${key}` },
          signal: AbortSignal.timeout(TIMEOUT_MS),
          body,
        }),
      ),
    )
  return async (path, bytes) => {
    // Most pictures of a repeated delivery are there already.
    if ((await ask('HEAD', path)).ok) return
    for (let attempt = 1; ; attempt++) {
      const answer = await ask('PUT', path, bytes as Uint8Array<ArrayBuffer>)
      await answer.body?.cancel()
      if (answer.ok) return
      if (answer.status !== 503 || attempt === TRIES) throw new Error(`the portal answered ${answer.status}`)
      await new Promise((resolve) => setTimeout(resolve, 500 * attempt))
    }
  }
}
