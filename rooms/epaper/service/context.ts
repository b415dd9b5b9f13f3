/** The dependencies that the functions of the e-paper service share. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { JobRunner } from '@lokalteil/services/platform/jobs/job-runner'
import type { ObjectStore } from '@lokalteil/services/platform/s3-store'
import type { EpaperDb } from './schema.ts'

/** The e-paper settings of a publication, from `rooms.yaml`. */
export type EpaperSettings = {
  editions: readonly { id: string; name: string }[]
  /** Default price of an issue in coins, for deliveries that name no price; null: issues are not sold singly. */
  coins: number | null
}

export type Contents = {
  public: (publication: PublicationCode) => Pick<Client<typeof CONTENT>, 'listNewestArticles'>
  internal: (publication: PublicationCode) => Pick<Client<typeof CONTENT_INTERNAL>, 'getFullArticle'>
}

export type EpaperContext = {
  db: EpaperDb
  /** Where new files of issues are stored; null: in the database. */
  store: ObjectStore | null
  /** Working folder for files that are coming in or being drawn. */
  folder: string
  /** Null: the publication has no e-paper. */
  settingsOf: (publication: PublicationCode) => EpaperSettings | null
  contents: Contents
  threads: number
  /** Time limit for one page in milliseconds. */
  pageMs: number
  runner: () => JobRunner
  now: () => Date
  onError: (error: unknown, at: string) => void
}
