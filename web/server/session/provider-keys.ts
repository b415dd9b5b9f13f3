/** The RSA keys of a publisher's provider, cached for ten minutes; old ones stay in use while it does not answer. */
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { readText } from '@lokalteil/contracts/kernel/bounded-body'
import { LARGEST_ANSWER, type Fetch } from '@lokalteil/contracts/kernel/client'

export type ProviderKeys = {
  /** Throws `KEYS_UNAVAILABLE` without any key. `kid` is null if the token names none. */
  get: (kid: string | null) => Promise<KeyObject | null>
  /** All signing keys: during a key rotation tokens of both are in use. */
  list: () => Promise<readonly KeyObject[]>
}

const KEEP_MS = 10 * 60_000
/** Rate limit: unknown key ids must not cause many requests to the provider. */
const MISS_MS = 10_000
const RETRY_MS = 5000

export function createProviderKeys(address: string, ask: Fetch, timeoutMs: number, now: () => number): ProviderKeys {
  let held: { kid: string | null; key: KeyObject }[] = []
  let loadedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null

  async function load(): Promise<void> {
    triedAt = now()
    const response = await ask(
      new Request(address, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { accept: 'application/json' },
      }),
    )
    if (!response.ok) throw new Error(`The provider's keys answer ${response.status}`)
    const { keys } = JSON.parse(await readText(response, LARGEST_ANSWER)) as {
      keys?: (JsonWebKey & { kid?: string })[]
    }
    const found = (keys ?? []).filter(
      (key) => key.kty === 'RSA' && key.use !== 'enc' && (key.alg === undefined || key.alg === 'RS256'),
    )
    held = found.map(({ kty, n, e, kid }) => ({
      kid: kid ?? null,
      key: createPublicKey({ key: { kty, n, e } as JsonWebKey, format: 'jwk' }),
    }))
    loadedAt = now()
  }

  async function ensure(maxAge: number): Promise<void> {
    if (Math.abs(now() - loadedAt) < maxAge) return
    if (Math.abs(now() - triedAt) >= Math.min(maxAge, RETRY_MS)) {
      loading ??= load().finally(() => (loading = null))
    }
    await loading?.catch(() => {})
    if (held.length === 0)
      throw Object.assign(new Error('The provider’s keys cannot be read'), { code: 'KEYS_UNAVAILABLE' })
  }

  const find = (kid: string | null) =>
    (kid === null ? (held.length === 1 ? held[0] : undefined) : held.find((one) => one.kid === kid))?.key ?? null
  return {
    async get(kid) {
      await ensure(KEEP_MS)
      const found = find(kid)
      if (found !== null) return found
      await ensure(MISS_MS)
      return find(kid)
    },
    async list() {
      await ensure(KEEP_MS)
      return held.map(({ key }) => key)
    },
  }
}
