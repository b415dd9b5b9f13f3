/** What the functions of the e-paper share. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import type { EpaperDb } from './schema.ts'

/** As `rooms.yaml` says it. */
export type EpaperSettings = {
  editions: readonly { id: string; name: string }[]
  /** Of an issue whose delivery says nothing; null: issues are not sold alone. */
  coins: number | null
}

export type Contents = {
  public: (mandator: Mandator) => Pick<Client<typeof CONTENT>, 'listNewestArticles'>
  internal: (mandator: Mandator) => Pick<Client<typeof CONTENT_INTERNAL>, 'getFullArticle'>
}

export type EpaperContext = {
  db: EpaperDb
  /** For what lies on disk while it comes in or is drawn. */
  folder: string
  /** Null: the publication has no e-paper. */
  settingsOf: (mandator: Mandator) => EpaperSettings | null
  contents: Contents
  threads: number
  /** Milliseconds a page may take. */
  pageMs: number
  runner: () => JobRunner
  now: () => Date
  onError: (error: unknown, at: string) => void
}
