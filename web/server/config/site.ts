/** Addresses of the portal, its publications, and demo mode. */
import { z } from 'zod'
import { findPublication, listPublicationCodes, oncePerState } from '@lokalteil/domain/publication/publications'
import { PublicationCode } from '@lokalteil/contracts/publication/values'
import { isProxyEntry } from '../http/client-address.ts'
import { HSTS, type Hsts } from '../http/security-headers.ts'
import type { EnvironmentReader } from './environment.ts'
import { perPublication } from './publisher-values.ts'
import { count, isLocalHost, isThisMachine, listByCommas, origin } from './values.ts'

const VARIABLES = {
  PORT: count(3000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The publication for hosts that belong to none; default: the first one. */
  MANDATOR: PublicationCode.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  /** Folders of publications, applied at the start. */
  PUBLICATIONS_DIR: z.string().min(1).optional(),
  /** Key for managing publications; default: generated at the first start. */
  PUBLICATIONS_SERVICE_KEY: z.string().min(16).optional(),
  /** JSON: code → origin of the other publications. */
  PUBLICATION_ORIGINS: perPublication(origin, '{"musterbote":"https://www.musterbote.example"}'),
  DEMO: z.enum(['0', '1', 'public', 'false', 'true', '']).default('1').transform(toDemo),
  /** `/__looks`, a preview for people who design publications; default: only in the local demo. */
  LOOKS_PAGE: z
    .enum(['0', '1', 'false', 'true'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
  LANG_CODE: z.literal('de').default('de'),
  /** Seconds between "not ready" and closing the port, so that load balancers can react. */
  DRAIN_SECONDS: count(1, 0, 300),
  /** Most open connections for live reports in this process; further readers poll. */
  LIVE_CONNECTIONS: count(12_000, 0, 50_000),
  /** HTTP Strict Transport Security; see `HSTS` in `http/security-headers.ts`. */
  HSTS: z.enum(Object.keys(HSTS) as [Hsts, ...Hsts[]]).default('host'),
  /** Addresses of load balancers in front. X-Forwarded-* headers are trusted only from them. */
  TRUST_PROXY: listByCommas
    .pipe(z.array(z.string().refine(isProxyEntry, 'must be addresses, or networks like 10.0.0.0/8, with commas')))
    .default([]),
}

type Values = z.output<z.ZodObject<typeof VARIABLES>>

/** `public`: reachable from every network, without known passwords and without the mailbox. */
type Demo = 'off' | 'local' | 'public'

export type SiteConfig = {
  port: number
  host: string
  /** '' while there is no publication. */
  readonly defaultPublication: PublicationCode
  /** Publications left in the database by an earlier demo. They are not the default beside a publisher's own. */
  readonly passedOver: readonly PublicationCode[]
  passOver: (publications: readonly PublicationCode[]) => void
  /** Null: those of the database, and in a demo the demo's. */
  publicationsDir: string | null
  /** Null: stored in the data directory. */
  publicationsServiceKey: string | null
  /** Canonical origin of each publication. */
  originOf: (publication: PublicationCode) => string
  /** Host (without port) → publication, from the configured origins. */
  hosts: Readonly<Record<string, PublicationCode>>
  isDemo: boolean
  /** Reachable from every network: no known passwords, and the mailbox is hidden. */
  isDemoPublic: boolean
  hasLooksPage: boolean
  drainSeconds: number
  liveConnections: number
  hsts: Hsts
  trustedProxies: readonly string[]
}

export function readSite(environment: EnvironmentReader): SiteConfig {
  const values = environment.parse(VARIABLES)
  if (values.DEMO === 'local') for (const problem of listOpenAddresses(values)) environment.refuse(problem)
  if (values.LOOKS_PAGE === true && !isLocalHost(values.HOST))
    environment.refuse(`LOOKS_PAGE: the page is for this machine alone, and ${values.HOST} (HOST) is open to others`)
  let passedOver: readonly PublicationCode[] = []
  const toDefault = () => {
    const known = listPublicationCodes()
    return values.MANDATOR ?? known.find((code) => !passedOver.includes(code)) ?? known[0] ?? ''
  }
  const hosts = oncePerState(() => toHosts(values, toDefault()))
  return {
    port: values.PORT,
    host: values.HOST,
    get defaultPublication() {
      return toDefault()
    },
    get passedOver() {
      return passedOver
    },
    passOver(publications) {
      passedOver = publications
    },
    publicationsDir: values.PUBLICATIONS_DIR ?? null,
    publicationsServiceKey: values.PUBLICATIONS_SERVICE_KEY ?? null,
    originOf: (publication) => toOrigin(values, publication, toDefault()),
    get hosts() {
      return hosts()
    },
    isDemo: values.DEMO !== 'off',
    isDemoPublic: values.DEMO === 'public',
    hasLooksPage: values.LOOKS_PAGE ?? values.DEMO === 'local',
    drainSeconds: values.DRAIN_SECONDS,
    liveConnections: values.LIVE_CONNECTIONS,
    hsts: values.HSTS,
    trustedProxies: values.TRUST_PROXY,
  }
}

function toDemo(value: string): Demo {
  return value === 'public' ? 'public' : value === '1' || value === 'true' ? 'local' : 'off'
}

/**
 * Reasons why the demo, with its known passwords and open mailbox, may not start: it would be reachable from other
 * machines.
 */
function listOpenAddresses({ HOST, PUBLIC_ORIGIN, PUBLICATION_ORIGINS }: Values): string[] {
  const way = 'set DEMO=0, or DEMO=public, which closes its accounts and its mailbox'
  const isFar = (address: string | undefined) => address !== undefined && !isThisMachine(address)
  const place = 'the demo with its known passwords and open mailbox is for this machine alone'
  return [
    ...(!isLocalHost(HOST) ? [`HOST: ${place}, and ${HOST} is open to others; ${way}`] : []),
    ...(isFar(PUBLIC_ORIGIN) ? [`PUBLIC_ORIGIN: ${place}; ${way}`] : []),
    ...(Object.values(PUBLICATION_ORIGINS).some(isFar) ? [`PUBLICATION_ORIGINS: ${place}; ${way}`] : []),
  ]
}

/**
 * A configured origin, else the publication's own host, else `{code}.localhost`; the default one answers at localhost.
 */
function toOrigin(values: Values, code: PublicationCode, fallback: PublicationCode): string {
  const configured = values.PUBLICATION_ORIGINS[code] ?? (code === fallback ? values.PUBLIC_ORIGIN : undefined)
  if (configured !== undefined) return configured
  const [host] = findPublication(code)?.hosts ?? []
  if (host !== undefined) return `https://${host}`
  return `http://${code === fallback ? '' : `${code}.`}localhost:${values.PORT}`
}

/** Host (without port) → publication, from the configuration. */
function toHosts(
  { PUBLICATION_ORIGINS, PUBLIC_ORIGIN }: Values,
  fallback: PublicationCode,
): Record<string, PublicationCode> {
  const origins = { ...(PUBLIC_ORIGIN === undefined ? {} : { [fallback]: PUBLIC_ORIGIN }), ...PUBLICATION_ORIGINS }
  return Object.fromEntries(Object.entries(origins).map(([code, address]) => [new URL(address).hostname, code]))
}
