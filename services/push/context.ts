/** What the functions of the push service share. */
import type { CONTENT } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { PUSH } from '@lokalteil/contracts/push'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { Call } from '../platform/serve.ts'
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
  /** Null: devices of the app are not taken. */
  gateway: Gateway | null
  /** The public content API of a publication: nothing of it is behind a wall or an embargo. */
  contentOf: (mandator: Mandator) => PushContent
  sender: Sender
  limiter: Limiter
  /** Something waits: it is worked on soon. */
  wake: () => void
  now: () => Date
  onError: (error: unknown, requestId: string) => void
  /** Of push services that do not take what they are given; names no device. */
  onTrouble: (host: string, reason: string, count: number) => void
}

export type PushCall<Name extends keyof typeof PUSH> = Call<(typeof PUSH)[Name], Mandator>
