/** What the functions of the weather share. */
import type { WeatherDb } from './schema.ts'

export type WeatherContext = {
  db: WeatherDb
  /** Null: nobody is asked, the weather is made up. */
  dwd: {
    url: string
    pollenUrl: string
    /** What the operator named may lie in their own network. */
    ownHosts: ReadonlySet<string>
  } | null
  now: () => Date
  isClosed: () => boolean
  /** The process ends. */
  signal: AbortSignal
  onError: (error: unknown, at: string) => void
}
