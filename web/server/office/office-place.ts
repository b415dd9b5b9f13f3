/**
 * Where the office answers. Scripts of other houses (advertising, analytics, sign-in) run on readers' pages with the power of their
 * origin, so beside them the office answers only at `OFFICE_ORIGIN`. Without them and without `OFFICE_ORIGIN` it answers at the
 * publications' own origins.
 */
import { publicationOfHost } from '@lokalteil/domain/publication/publications'
import type { Config } from '../config/config.ts'
import { hasForeignScripts } from '../config/third-parties.ts'
import { isThisMachine } from '../config/values.ts'

type PlaceConfig = Pick<
  Config,
  'officeOrigin' | 'originOf' | 'defaultPublication' | 'hosts' | 'thirdParties' | 'social'
>

export type OfficePlace = {
  /**
   * The origin of a host at which the office answers; null: nowhere there. `isHere`: the request comes from this machine, where a
   * paper is made before its host leads here.
   */
  originAt: (host: string | undefined, isHere?: boolean) => string | null
  /** Whether the host is the office's own and serves nothing else. */
  isOwnHost: (host: string | undefined) => boolean
}

export function createOfficePlace(config: PlaceConfig): OfficePlace {
  const toOwn = config.officeOrigin === null ? null : matchOrigin(config.officeOrigin)
  const isShared = toOwn === null && !hasForeignScripts(config)
  return {
    originAt(host = '', isHere = false) {
      if (toOwn !== null) return toOwn(host)
      if (!isShared) return null
      const origin = config.originOf(publicationOfHost(host, config.defaultPublication, config.hosts).code)
      if (new URL(origin).host === host.toLowerCase()) return origin
      // On this machine a publication has several names, and a test any port.
      return isHere || isThisMachine(origin) ? toLocal(host) : null
    },
    isOwnHost: (host = '') => toOwn !== null && toOwn(host) !== null,
  }
}

/** The origin of a host that is the configured one; on this machine with any port. */
function matchOrigin(origin: string): (host: string) => string | null {
  const { host: own, hostname } = new URL(origin)
  const isLocal = isThisMachine(origin)
  return (host) => {
    if (host.toLowerCase() === own) return origin
    const asked = isLocal ? toLocal(host) : null
    return asked !== null && new URL(asked).hostname === hostname ? asked : null
  }
}

/** Null: the host is not of this machine. */
function toLocal(host: string): string | null {
  const asked = `http://${host.toLowerCase()}`
  return URL.canParse(asked) && new URL(asked).origin === asked && isThisMachine(asked) ? asked : null
}
