/** The demo publications: filled at the first start, their pictures shipped as files. */
import { readFileSync } from 'node:fs'
import type { ContentService } from '@lokalteil/services/content/app'
import { DEMO_ISSUES, readDemoIssue } from '@lokalteil/demo/epaper/issues'
import { EPISODES, episodeFile } from '@lokalteil/demo/media/episodes'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { findPictureFile } from '@lokalteil/demo/pictures/catalogue'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import { listDemoListings } from '@lokalteil/demo/markets/listings'
import { listDemoDeliveries } from '@lokalteil/demo/sport-leagues'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { DEMO_SETTINGS } from '@lokalteil/demo/settings'
import { findPublication, listMandators } from '@lokalteil/domain/publication/publications'
import type { SubscriptionService } from '@lokalteil/services/commerce/app'
import { seedCodes } from '@lokalteil/demo/seed/reader-codes'
import type { MarketService } from '@lokalteil/services/markets/app'
import type { SportService } from '@lokalteil/services/sport/app'
import type { EpaperService } from '@lokalteil/services/epaper/app'
import type { UserService } from '@lokalteil/services/library/app'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log.ts'
import { createDemoRadio, type DemoRadio } from '../live/demo-radio.ts'
import { DEMO_STREAM } from '../rendering/radio-source.ts'

/** Its podcasts, one after the other. */
export function openDemoRadio(): DemoRadio {
  return createDemoRadio({
    path: DEMO_STREAM,
    read: () => EPISODES.map((episode) => ({ title: episode.title, bytes: readFileSync(episodeFile(episode)) })),
  })
}

export type Demo = {
  fill: (content: ContentService) => Promise<void>
  fillCodes: (subscription: SubscriptionService) => Promise<void>
  fillSettings: (user: UserService) => Promise<void>
  /** Leagues that follow the week: the same again within a week changes nothing. */
  fillSport: (sport: SportService) => Promise<void>
  /** Homes and jobs that follow the week, as the leagues do. */
  fillMarkets: (markets: MarketService) => Promise<void>
  /** Delivers the issues that are not there yet; they are drawn beside everything else. */
  fillIssues: (epaper: EpaperService) => Promise<void>
  findPicture: (path: string) => string | null
  folders: typeof DEMO_FOLDERS
  /** `hasAccounts`: they are kept here, not at a provider elsewhere. */
  announce: (base: string, hasAccounts: boolean) => void
}

type DemoOptions = {
  config: Pick<Config, 'isDemoPublic'>
  log: Log
  print: (line: string) => void
}

export function createDemo({ config, log, print }: DemoOptions): Demo {
  return {
    async fill(content) {
      const started = Date.now()
      const outcome = await content.saveContent(toContentSeed(new Date()))
      if (outcome === 'saved') log('info', 'demo-filled', { milliseconds: Date.now() - started })
    },
    fillCodes: seedCodes,
    async fillSettings(user) {
      const all = Object.entries(DEMO_SETTINGS) as [string, Record<string, string | number | boolean>][]
      for (const [mandator, settings] of all)
        if (findPublication(mandator) !== null) await user.fillSettings(mandator, settings)
    },
    async fillSport(sport) {
      for (const { publication, delivery } of listDemoDeliveries(new Date()))
        if (findPublication(publication) !== null) await sport.take(publication, delivery)
    },
    async fillMarkets(markets) {
      for (const { publication, delivery } of listDemoListings(new Date()))
        if (findPublication(publication) !== null) await markets.take(publication, delivery)
    },
    async fillIssues(epaper) {
      for (const issue of DEMO_ISSUES) {
        // The same again changes nothing.
        if (findPublication(issue.publication)?.hasEpaper === true)
          await epaper.deliver(issue.publication, issue, await readDemoIssue(issue))
      }
    },
    findPicture: findPictureFile,
    folders: DEMO_FOLDERS,
    announce(base, hasAccounts) {
      const port = new URL(base).port
      const hosts = listMandators().map((code) => `http://${code}.localhost${port === '' ? '' : `:${port}`}`)
      print(`publications: ${hosts.join('  ')}\n`)
      if (hasAccounts && !config.isDemoPublic)
        print(
          `demo logins: ${DEMO_PERSONAS.map(({ name }) => toDemoEmail(name)).join('  ')}  each with the password ${DEMO_PASSWORD}\n`,
        )
    },
  }
}
