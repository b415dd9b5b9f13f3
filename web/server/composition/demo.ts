/** The demo publications: filled at the first start, with pictures shipped as files. */
import { readFileSync } from 'node:fs'
import type { ContentService } from '@lokalteil/services/content/app'
import { DISCUSSIONS, type DemoComment } from '@lokalteil/demo/discussions'
import { EPISODES, episodeFile } from '@lokalteil/demo/media/episodes'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { findPictureFile } from '@lokalteil/demo/pictures/catalogue'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { DEMO_SETTINGS } from '@lokalteil/demo/settings'
import { findPublication, listPublicationCodes } from '@lokalteil/domain/publication/publications'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import { seedCodes } from '@lokalteil/demo/seed/reader-codes'
import type { SeedDiscussion, SeededComment } from '@lokalteil/services/community/seed'
import type { LibraryService } from '@lokalteil/services/library/app'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log.ts'
import { createDemoRadio, type DemoRadio } from '../live/demo-radio.ts'
import { DEMO_STREAM } from '../rendering/rooms/radio-source.ts'

/** Plays the demo's podcasts one after the other. */
export function openDemoRadio(): DemoRadio {
  return createDemoRadio({
    path: DEMO_STREAM,
    read: () => EPISODES.map((episode) => ({ title: episode.title, bytes: readFileSync(episodeFile(episode)) })),
  })
}

/** The embedded services that the demo fills; null: a service is elsewhere. */
type FilledServices = {
  content: ContentService | null
  commerce: CommerceService | null
  library: LibraryService | null
  seedDiscussion: SeedDiscussion | null
  fillRooms: () => Promise<void>
}

export type Demo = {
  fill: (services: FilledServices) => Promise<void>
  findPicture: (path: string) => string | null
  folders: typeof DEMO_FOLDERS
  /** `hasAccounts`: accounts are kept here, not at an external provider. */
  announce: (base: string, hasAccounts: boolean) => void
}

type DemoOptions = {
  config: Pick<Config, 'isDemoPublic'>
  log: Log
  print: (line: string) => void
  /** Rooms with pictures of their own. */
  rooms: readonly { findDemoPicture: Demo['findPicture'] }[]
}

export function createDemo({ config, log, print, rooms }: DemoOptions): Demo {
  return {
    async fill({ content, library, fillRooms, seedDiscussion, commerce }) {
      if (content !== null) await fillContent(content, log)
      if (library !== null) await fillSettings(library)
      await fillRooms()
      if (seedDiscussion !== null) await fillDiscussions(seedDiscussion)
      if (commerce !== null) await seedCodes(commerce)
    },
    findPicture: (path) =>
      findPictureFile(path) ?? rooms.map((room) => room.findDemoPicture(path)).find((file) => file !== null) ?? null,
    folders: DEMO_FOLDERS,
    announce(base, hasAccounts) {
      const port = new URL(base).port
      const hosts = listPublicationCodes().map((code) => `http://${code}.localhost${port === '' ? '' : `:${port}`}`)
      print(`publications: ${hosts.join('  ')}\n`)
      if (hasAccounts && !config.isDemoPublic)
        print(
          `demo logins: ${DEMO_PERSONAS.map(({ name }) => toDemoEmail(name)).join('  ')}  each with the password ${DEMO_PASSWORD}\n`,
        )
    },
  }
}

async function fillContent(content: ContentService, log: Log): Promise<void> {
  const started = Date.now()
  const outcome = await content.saveContent(toContentSeed(new Date()))
  if (outcome === 'saved') log('info', 'demo-filled', { milliseconds: Date.now() - started })
}

async function fillSettings(library: LibraryService): Promise<void> {
  const all = Object.entries(DEMO_SETTINGS) as [string, Record<string, string | number | boolean>][]
  for (const [publication, settings] of all)
    if (findPublication(publication) !== null) await library.fillSettings(publication, settings)
}

/** Discussions that are not there yet; the rooms of readers look like any day. */
async function fillDiscussions(seed: SeedDiscussion): Promise<void> {
  const now = new Date()
  for (const { publication, articleId, comments, reviews = [] } of DISCUSSIONS)
    if (findPublication(publication)?.hasCommunity === true) {
      const toTime = createClock(now, countTexts(comments) + reviews.length)
      await seed(publication, articleId, {
        comments: comments.map((comment) => toSeeded(comment, toTime)),
        reviews: reviews.map((review) => ({ ...review, at: toTime() })),
      })
    }
}

/** One after the other over the last half hour before now, so that each is younger than its article. */
function createClock(now: Date, texts: number): () => Date {
  let at = 0
  return () => {
    at += 1
    return new Date(now.getTime() - ((texts - at + 1) * 1_000_000) / (texts + 1))
  }
}

function countTexts(comments: readonly DemoComment[]): number {
  return comments.reduce((sum, { replies = [] }) => sum + 1 + countTexts(replies), 0)
}

function toSeeded({ replies = [], up = 0, down = 0, ...comment }: DemoComment, toTime: () => Date): SeededComment {
  return { ...comment, up, down, at: toTime(), replies: replies.map((reply) => toSeeded(reply, toTime)) }
}
