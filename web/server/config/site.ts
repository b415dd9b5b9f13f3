/** Where the portal answers, for which publications, and whether it is the demo. */
import { z } from 'zod'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import type { EnvironmentReader } from './environment.ts'
import { perPublication } from './publisher-values.ts'
import { count, isThisMachine, origin } from './values.ts'

const VARIABLES = {
  PORT: count(3000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  MANDATOR: z.enum(MANDATORS).default('ak'),
  PUBLIC_ORIGIN: origin.optional(),
  /** JSON: code → origin of the other publications. */
  PUBLICATION_ORIGINS: perPublication(origin, '{"fb":"https://www.flussbote.example"}'),
  DEMO: z.enum(['0', '1', 'public', 'false', 'true', '']).default('1').transform(toDemo),
  LANG_CODE: z.literal('de').default('de'),
  /** Between "not ready" and the end of the port, for balancers to notice. */
  DRAIN_SECONDS: count(1, 0, 300),
  /** Addresses of balancers in front; only from them are X-Forwarded-* headers believed. */
  TRUST_PROXY: z.string().default(''),
}

type Values = z.output<z.ZodObject<typeof VARIABLES>>

/** `public`: for every network, without known passwords and without the mailbox. */
type Demo = 'off' | 'local' | 'public'

export type SiteConfig = {
  port: number
  host: string
  mandator: Mandator
  /** Canonical origin of each publication. */
  origins: Readonly<Record<Mandator, string>>
  /** Host (without port) → publication, from the configured origins. */
  hosts: Readonly<Record<string, Mandator>>
  isDemo: boolean
  /** For every network: nobody knows a password, and mails are not shown. */
  isDemoPublic: boolean
  drainSeconds: number
  trustedProxies: readonly string[]
}

export function readSite(environment: EnvironmentReader): SiteConfig {
  const values = environment.parse(VARIABLES)
  if (values.DEMO === 'local') for (const problem of listOpenAddresses(values)) environment.refuse(problem)
  const origins = toOrigins(values)
  return {
    port: values.PORT,
    host: values.HOST,
    mandator: values.MANDATOR,
    origins,
    hosts: toHosts(values, origins),
    isDemo: values.DEMO !== 'off',
    isDemoPublic: values.DEMO === 'public',
    drainSeconds: values.DRAIN_SECONDS,
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
  const host = `http://${HOST.includes(':') && !HOST.startsWith('[') ? `[${HOST}]` : HOST}`
  const isFar = (address: string | undefined) => address !== undefined && !isThisMachine(address)
  const place = 'the demo with its known passwords and open mailbox is for this machine alone'
  return [
    ...(!URL.canParse(host) || isFar(host) ? [`HOST: ${place}, and ${HOST} is open to others; ${way}`] : []),
    ...(isFar(PUBLIC_ORIGIN) ? [`PUBLIC_ORIGIN: ${place}; ${way}`] : []),
    ...(Object.values(PUBLICATION_ORIGINS).some(isFar) ? [`PUBLICATION_ORIGINS: ${place}; ${way}`] : []),
  ]
}

/** Without an origin of its own a publication answers at `{code}.localhost`, the default one at localhost. */
function toOrigins(values: Values): Record<Mandator, string> {
  const entries = MANDATORS.map((code) => {
    const configured = code === values.MANDATOR ? values.PUBLIC_ORIGIN : undefined
    const label = code === values.MANDATOR ? '' : `${code}.`
    return [code, values.PUBLICATION_ORIGINS[code] ?? configured ?? `http://${label}localhost:${values.PORT}`]
  })
  return Object.fromEntries(entries) as Record<Mandator, string>
}

function toHosts(values: Values, origins: Readonly<Record<Mandator, string>>): Record<string, Mandator> {
  const configured = MANDATORS.filter(
    (code) =>
      values.PUBLICATION_ORIGINS[code] !== undefined ||
      (code === values.MANDATOR && values.PUBLIC_ORIGIN !== undefined),
  )
  return Object.fromEntries(configured.map((code) => [new URL(origins[code]).hostname, code]))
}
