/** Where the portal answers, for which publications, and whether it is the demo. */
import { z } from 'zod'
import { findPublication, listMandators, oncePerState, type Mandator } from '@lokalteil/domain/publication/publications'
import { PublicationCode } from '@lokalteil/contracts/publication/values'
import { HSTS, type Hsts } from '../http/security-headers.ts'
import type { EnvironmentReader } from './environment.ts'
import { perPublication } from './publisher-values.ts'
import { count, isLocalHost, isThisMachine, origin } from './values.ts'

const VARIABLES = {
  PORT: count(3000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The publication of every host that is nobody's own; absent: the first. */
  MANDATOR: PublicationCode.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  /** Folders of publications, applied at the start. */
  PUBLICATIONS_DIR: z.string().min(1).optional(),
  /** For furnishing publications; made at the first start otherwise. */
  PUBLICATIONS_SERVICE_KEY: z.string().min(16).optional(),
  /** JSON: code → origin of the other publications. */
  PUBLICATION_ORIGINS: perPublication(origin, '{"musterbote":"https://www.musterbote.example"}'),
  DEMO: z.enum(['0', '1', 'public', 'false', 'true', '']).default('1').transform(toDemo),
  /** Issues of the e-paper of each paper of the demo; a week of a daily has six. */
  DEMO_ISSUES: count(6, 0, 6),
  /** `/__looks`, for whoever furnishes publications; absent: in the demo of this machine. */
  LOOKS_PAGE: z
    .enum(['0', '1', 'false', 'true'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
  LANG_CODE: z.literal('de').default('de'),
  /** Between "not ready" and the end of the port, for balancers to notice. */
  DRAIN_SECONDS: count(1, 0, 300),
  /** Readers who follow live reports in this process; the others ask. */
  LIVE_CONNECTIONS: count(12_000, 0, 50_000),
  /** What browsers are told of https; see `HSTS` in `http/security-headers.ts`. */
  HSTS: z.enum(Object.keys(HSTS) as [Hsts, ...Hsts[]]).default('host'),
  /** Addresses of balancers in front; only from them are X-Forwarded-* headers believed. */
  TRUST_PROXY: z.string().default(''),
}

type Values = z.output<z.ZodObject<typeof VARIABLES>>

/** `public`: for every network, without known passwords and without the mailbox. */
type Demo = 'off' | 'local' | 'public'

export type SiteConfig = {
  port: number
  host: string
  /** '' while there is no publication. */
  readonly mandator: Mandator
  /** Left in the database by a demo that is off now: none of them is the default beside a publisher's own. */
  readonly passedOver: readonly Mandator[]
  passOver: (mandators: readonly Mandator[]) => void
  /** Null: those of the database, and with a demo the demo's. */
  publicationsDir: string | null
  /** Null: kept in the data directory. */
  publicationsServiceKey: string | null
  /** Canonical origin of each publication. */
  originOf: (mandator: Mandator) => string
  /** Host (without port) → publication, from the configured origins. */
  hosts: Readonly<Record<string, Mandator>>
  isDemo: boolean
  /** For every network: nobody knows a password, and mails are not shown. */
  isDemoPublic: boolean
  demoIssues: number
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
  let passedOver: readonly Mandator[] = []
  const toDefault = () => {
    const known = listMandators()
    return values.MANDATOR ?? known.find((code) => !passedOver.includes(code)) ?? known[0] ?? ''
  }
  const hosts = oncePerState(() => toHosts(values, toDefault()))
  return {
    port: values.PORT,
    host: values.HOST,
    get mandator() {
      return toDefault()
    },
    get passedOver() {
      return passedOver
    },
    passOver(mandators) {
      passedOver = mandators
    },
    publicationsDir: values.PUBLICATIONS_DIR ?? null,
    publicationsServiceKey: values.PUBLICATIONS_SERVICE_KEY ?? null,
    originOf: (mandator) => toOrigin(values, mandator, toDefault()),
    get hosts() {
      return hosts()
    },
    isDemo: values.DEMO !== 'off',
    isDemoPublic: values.DEMO === 'public',
    demoIssues: values.DEMO_ISSUES,
    hasLooksPage: values.LOOKS_PAGE ?? values.DEMO === 'local',
    drainSeconds: values.DRAIN_SECONDS,
    liveConnections: values.LIVE_CONNECTIONS,
    hsts: values.HSTS,
    trustedProxies: values.TRUST_PROXY.split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  }
}

function toDemo(value: string): Demo {
  return value === 'public' ? 'public' : value === '1' || value === 'true' ? 'local' : 'off'
}

/** Why the demo with its known passwords and its open mailbox may not start: others than this machine could reach it. */
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

/** A configured origin, else the publication's own host, else `{code}.localhost`; the default one answers at localhost. */
function toOrigin(values: Values, code: Mandator, fallback: Mandator): string {
  const configured = values.PUBLICATION_ORIGINS[code] ?? (code === fallback ? values.PUBLIC_ORIGIN : undefined)
  if (configured !== undefined) return configured
  const [host] = findPublication(code)?.hosts ?? []
  if (host !== undefined) return `https://${host}`
  return `http://${code === fallback ? '' : `${code}.`}localhost:${values.PORT}`
}

/** Host (without port) → publication, of what is configured. */
function toHosts({ PUBLICATION_ORIGINS, PUBLIC_ORIGIN }: Values, fallback: Mandator): Record<string, Mandator> {
  const origins = { ...(PUBLIC_ORIGIN === undefined ? {} : { [fallback]: PUBLIC_ORIGIN }), ...PUBLICATION_ORIGINS }
  return Object.fromEntries(Object.entries(origins).map(([code, address]) => [new URL(address).hostname, code]))
}
