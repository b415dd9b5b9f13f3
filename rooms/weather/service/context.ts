/** The context that all functions of the weather service receive. */
import type { WeatherDb } from './schema.ts'

export type WeatherContext = {
  db: WeatherDb
  /** Null: no requests, sample weather. */
  dwd: {
    url: string
    pollenUrl: string
    /** Hosts that the operator configured: they may be in a private network (an exception from the SSRF guard). */
    ownHosts: ReadonlySet<string>
  } | null
  now: () => Date
  isClosed: () => boolean
  /** Aborted when the process ends. */
  signal: AbortSignal
  onError: (error: unknown, at: string) => void
}
