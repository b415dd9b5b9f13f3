/** The shared state of the push service's functions. */
import type { CONTENT } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PUSH } from '../contract/push.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '@lokalteil/services/platform/limits/limiter'
import type { Call } from '@lokalteil/services/platform/serve'
import type { PushHosts } from './push-hosts.ts'
import type { PushDb } from './schema.ts'
import type { Sender } from './sending/sender.ts'
import type { Gateway } from './shell-address.ts'
import type { Vapid } from './vapid.ts'

export type PushContent = Pick<
  Client<typeof CONTENT>,
  'listNewestArticles' | 'getBreakingNews' | 'getTeaser' | 'getAuthor' | 'listPersonalTopics' | 'listPersonalRegions'
>

export type PushContext = {
  db: PushDb
  vapid: Vapid
  hosts: PushHosts
  /** Null: devices of the app are refused. */
  gateway: Gateway | null
  /** The public content API of a publication: free of paid and embargoed content. */
  contentOf: (publication: PublicationCode) => PushContent
  sender: Sender
  limiter: Limiter
  /** Run soon, or so many milliseconds later. */
  wake: (afterMs?: number) => void
  now: () => Date
  onError: (error: unknown, requestId: string) => void
  /** Reports failures of a push service by host; names no device. */
  onTrouble: (host: string, reason: string, count: number) => void
}

export type PushCall<Name extends keyof typeof PUSH> = Call<(typeof PUSH)[Name], PublicationCode>
