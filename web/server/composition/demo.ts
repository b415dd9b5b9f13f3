/** The demo publications: filled at the first start, their pictures shipped as files. */
import type { ContentService } from '@lokalteil/services/content/app'
import { DEMO_PUBLICATIONS_FOLDER } from '@lokalteil/demo/publications-folder'
import { findPictureFile } from '@lokalteil/demo/pictures/catalogue'
import { toContentSeed } from '@lokalteil/demo/seed/content'
import { DEMO_PASSWORD, DEMO_PERSONAS, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { listMandators, type Mandator } from '@lokalteil/domain/publication/publications'
import type { Settings } from '@lokalteil/domain/publication/settings'
import type { SubscriptionService } from '@lokalteil/services/commerce/app'
import { seedCodes } from '@lokalteil/demo/seed/reader-codes'
import type { UserService } from '@lokalteil/services/library/app'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log.ts'

export type Demo = {
  fill: (content: ContentService) => Promise<void>
  fillCodes: (subscription: SubscriptionService) => Promise<void>
  fillSettings: (user: UserService) => Promise<void>
  findPicture: (path: string) => string | null
  publications: string
  /** `hasAccounts`: they are kept here, not at a provider elsewhere. */
  announce: (base: string, hasAccounts: boolean) => void
}

/** So that a first look shows what settings can do; a publisher's own changes stay. */
const SETTINGS: Readonly<Record<Mandator, Partial<Settings>>> = {
  ak: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  fb: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    plus_logo_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  ht: {
    sourcepoint_enabled: true,
    onboardingpopup_enabled: true,
    onboardingpopup_afterregistration_enabled: true,
    swipe_tooltip_enabled: true,
    ressort_label_homemix_enabled: true,
  },
  la: {},
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
      for (const mandator of listMandators())
        await user.fillSettings(mandator, (SETTINGS[mandator] ?? {}) as Record<string, string | number | boolean>)
    },
    findPicture: findPictureFile,
    publications: DEMO_PUBLICATIONS_FOLDER,
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
