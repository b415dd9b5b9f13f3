/** Settings for machines: WebSub hub, app stores, ads.txt sellers, Fediverse. */
import type { EnvironmentReader } from './environment.ts'
import { AdsRecords, FediverseAccounts, StoreLinks } from './publisher-values.ts'
import { httpAddress, listByBlanks } from './values.ts'

const FINGERPRINT = '[0-9A-F]{2}(?::[0-9A-F]{2}){31}'
const ANDROID_APP = new RegExp(`^[A-Za-z][\\w.]{2,150}=${FINGERPRINT}(?:,${FINGERPRINT})*$`)

const VARIABLES = {
  /** A WebSub hub that is notified of new articles, so that search engines and feed readers need not poll. */
  WEBSUB_HUB: httpAddress.optional(),
  /** Apps that open our links: `de.example.app=AB:CD:…[,…]`, separated by blanks. */
  ANDROID_APPS: listByBlanks
    .refine(
      (apps) => apps.every((app) => ANDROID_APP.test(app)),
      'each app is its package, =, and SHA-256 fingerprints of its certificates',
    )
    .transform((apps) =>
      apps.map((app) => ({
        packageName: app.slice(0, app.indexOf('=')),
        fingerprints: app.slice(app.indexOf('=') + 1).split(','),
      })),
    )
    .default([]),
  /** The same for iOS: `TEAMID1234.de.example.app`, separated by blanks. */
  IOS_APPS: listByBlanks
    .refine(
      (apps) => apps.every((app) => /^[A-Z0-9]{10}\.[A-Za-z][\w.-]{2,150}$/.test(app)),
      'each app is the team and the bundle, ABCDE12345.de.example.app',
    )
    .default([]),
  /** JSON: code → records of ads.txt and app-ads.txt. */
  ADS_RECORDS: AdsRecords,
  /** JSON: code → Fediverse account named as author of shared articles. */
  FEDIVERSE_ACCOUNTS: FediverseAccounts,
  /** JSON: code → pages of the app in the stores. */
  APP_STORES: StoreLinks,
}

export type DiscoveryConfig = {
  websubHub: string | null
  adsRecords: AdsRecords
  fediverseAccounts: FediverseAccounts
  /** Pages of the app in the stores; null: no app. */
  storesOf: (code: string) => StoreLinks[string] | null
  apps: { android: readonly { packageName: string; fingerprints: readonly string[] }[]; ios: readonly string[] }
}

/** The demo has no app, so its badges lead to the stores' front pages. */
const FRONT_PAGES = { apple: 'https://apps.apple.com/de/', google: 'https://play.google.com/store/apps?hl=de' }

export function readDiscovery(environment: EnvironmentReader, { isDemo }: { isDemo: boolean }): DiscoveryConfig {
  const values = environment.parse(VARIABLES)
  return {
    websubHub: values.WEBSUB_HUB ?? null,
    adsRecords: values.ADS_RECORDS,
    fediverseAccounts: values.FEDIVERSE_ACCOUNTS,
    storesOf: (code) => values.APP_STORES[code] ?? (isDemo ? FRONT_PAGES : null),
    apps: { android: values.ANDROID_APPS, ios: values.IOS_APPS },
  }
}
