/**
 * Where the office answers. Scripts of other houses (advertising, analytics, sign-in) run on readers' pages with the power of their
 * origin, so beside them the office answers only at `OFFICE_ORIGIN`. Without them and without `OFFICE_ORIGIN` it answers at the
 * publications' own origins.
 */
import { publicationOfHost } from '@lokalteil/domain/publication/publications'
import type { Config } from '../config/config.ts'
import { isThisMachine } from '../config/values.ts'

type PlaceConfig = Pick<Config, 'officeOrigin' | 'originOf' | 'mandator' | 'hosts' | 'thirdParties' | 'social'>

export type OfficePlace = {
  /** The origin of a host at which the office answers; null: nowhere there. */
  originAt: (host: string | undefined) => string | null
  /** Whether the host is the office's own and serves nothing else. */
  isOwnHost: (host: string | undefined) => boolean
}

export function createOfficePlace(config: PlaceConfig): OfficePlace {
  const own = config.officeOrigin
  const isShared = own === null && !hasForeignScripts(config)
  return {
    originAt(host = '') {
      if (own !== null) return toOwn(own, host)
      if (!isShared) return null
      const origin = config.originOf(publicationOfHost(host, config.mandator, config.hosts).code)
      if (new URL(origin).host === host.toLowerCase()) return origin
      // On this machine a publication has several names, and a test any port.
      const asked = toLocal(host)
      return isThisMachine(origin) ? asked : null
    },
    isOwnHost: (host = '') => own !== null && toOwn(own, host) !== null,
  }
}

export function hasForeignScripts({ thirdParties, social }: Pick<Config, 'thirdParties' | 'social'>): boolean {
  return (
    Object.values(thirdParties.scripts).some((address) => !address.startsWith('/')) ||
    thirdParties.origins.length > 0 ||
    social.google !== undefined
  )
}

function toOwn(own: string, host: string): string | null {
  if (new URL(own).host === host.toLowerCase()) return own
  const asked = isThisMachine(own) ? toLocal(host) : null
  return asked !== null && new URL(asked).hostname === new URL(own).hostname ? asked : null
}

/** Null: the host is not of this machine. */
function toLocal(host: string): string | null {
  const asked = `http://${host.toLowerCase()}`
  return URL.canParse(asked) && new URL(asked).origin === asked && isThisMachine(asked) ? asked : null
}
