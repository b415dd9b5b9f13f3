/**
 * Configuration: only from environment variables, parsed once at start. Wrong values stop the start with a list of all
 * problems; nothing is guessed. Times in seconds, sizes in bytes.
 */
import { readDiscovery, type DiscoveryConfig } from './discovery.ts'
import { readEdge, type EdgeConfig } from './edge.ts'
import { createEnvironmentReader, type Environment, type EnvironmentReader } from './environment.ts'
import { readMail, type MailConfig } from './mail.ts'
import { readOffice, type OfficeConfig } from './office.ts'
import { readPayments, type PaymentsConfig } from './payments.ts'
import { readPaywall, type PaywallConfig } from './paywall.ts'
import { readPictures, type PicturesConfig } from './pictures.ts'
import { readServices, type ServicesConfig } from './services.ts'
import { readSignOn, type SignOnConfig } from './sign-on.ts'
import { readSite, type SiteConfig } from './site.ts'
import { readStorage, type StorageConfig } from './storage.ts'
import { readThirdParties, type ThirdPartiesConfig } from './third-parties.ts'
import { readWatch, type WatchConfig } from './watch.ts'

export type Config = SiteConfig &
  StorageConfig &
  ServicesConfig &
  PaymentsConfig &
  MailConfig &
  SignOnConfig &
  PaywallConfig &
  PicturesConfig &
  DiscoveryConfig &
  WatchConfig &
  EdgeConfig &
  OfficeConfig & {
    thirdParties: ThirdPartiesConfig
    isDevelopment: boolean
    /** The configuration of each room, by its name. */
    rooms: Readonly<Record<string, unknown>>
  }

type ConfiguredRoom = { name: string; configure: (environment: EnvironmentReader) => unknown }

/** Only warnings: `unknown`, variable names that resemble ours, and `advice`, what should be written in another way. */
export type ConfigResult = { unknown: string[]; advice: string[] } & (
  | { ok: true; config: Config }
  | { ok: false; problems: string[] }
)

export function readConfig(environment: Environment, rooms: readonly ConfiguredRoom[] = []): ConfigResult {
  const reader = createEnvironmentReader(environment)
  const site = readSite(reader)
  const storage = readStorage(reader)
  const office = readOffice(reader)
  const others: Omit<Config, keyof SiteConfig> = {
    ...storage,
    ...readServices(reader),
    ...readPayments(reader, site),
    ...readMail(reader),
    ...readSignOn(reader),
    ...readPaywall(reader),
    ...readPictures(reader),
    ...readThirdParties(reader, { ...site, ...office }),
    ...readDiscovery(reader, site),
    ...readWatch(reader, { port: site.port, workers: storage.workers }),
    ...readEdge(reader),
    ...office,
    isDevelopment: environment.LOKALTEIL_DEV === '1',
    rooms: Object.fromEntries(rooms.map(({ name, configure }) => [name, configure(reader)])),
  }
  // The default publication and the hosts may change while the portal runs, so they are getters.
  const config: Config = Object.defineProperties(others as Config, Object.getOwnPropertyDescriptors(site))
  const problems = reader.listProblems()
  const warnings = { unknown: reader.listUnknown(), advice: reader.listAdvice() }
  return problems.length === 0 ? { ok: true, config, ...warnings } : { ok: false, problems, ...warnings }
}
