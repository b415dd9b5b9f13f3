/** Settings for operators: metrics at an address of their own, the access log, traces. */
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { flag, httpAddress } from './values.ts'

const LAST_PORT = 65_535
const ADDRESS = /^(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9.-]{1,253}):(\d{1,5})$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/

const listenAddress = z.string().transform((text, context) => {
  const [, host = '', port = ''] = ADDRESS.exec(text) ?? []
  if (host !== '' && Number(port) <= LAST_PORT) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  context.addIssue({ code: 'custom', message: 'must be a host and a port like 127.0.0.1:9464' })
  return z.NEVER
})

/** `name=value,name=value` with values in percent-encoding, as OpenTelemetry writes them. */
const headerList = z.string().transform((text, context) => {
  const pairs = text.split(',').map((item): [string, string] | null => {
    const cut = item.indexOf('=')
    const name = item.slice(0, Math.max(0, cut)).trim().toLowerCase()
    const value = decode(item.slice(cut + 1).trim())
    return HEADER_NAME.test(name) && value !== null && HEADER_VALUE.test(value) ? [name, value] : null
  })
  if (!pairs.includes(null)) return Object.fromEntries(pairs as [string, string][])
  // The message must not repeat the value, which is a credential.
  context.addIssue({ code: 'custom', message: 'must be name=value, several separated by commas' })
  return z.NEVER
})

const VARIABLES = {
  /** Address for Prometheus: host and port, not those of the portal. */
  METRICS_ADDRESS: listenAddress.optional(),
  /** One line in the log for each request. */
  ACCESS_LOG: flag(false),
  /** Base address of an OpenTelemetry collector that takes OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('lokalteil'),
  /** Share of the traces that begin here, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

export type TracesConfig = {
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** 0 to 1; of a request with a trace of its own, that trace decides. */
  share: number
}

export type WatchConfig = {
  /** Null: no figures. */
  metricsAddress: { host: string; port: number } | null
  isAccessLogged: boolean
  /** Null: no traces. */
  traces: TracesConfig | null
}

/** `workers`: each has the next port. */
export function readWatch(
  environment: EnvironmentReader,
  { port, workers }: { port: number; workers: number },
): WatchConfig {
  const values = environment.parse(VARIABLES)
  const { METRICS_ADDRESS, OTEL_EXPORTER_OTLP_ENDPOINT } = values
  const first = METRICS_ADDRESS?.port ?? 0
  const last = first + workers - 1
  if (first !== 0 && first <= port && port <= last)
    environment.refuse(`METRICS_ADDRESS: ${port} is the port for readers (PORT), who must not reach the figures`)
  if (last > LAST_PORT)
    environment.refuse(
      `METRICS_ADDRESS, WEB_CONCURRENCY: each process has the next port, and there is none after ${LAST_PORT}`,
    )
  return {
    metricsAddress: METRICS_ADDRESS ?? null,
    isAccessLogged: values.ACCESS_LOG,
    traces:
      OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
            serviceName: values.OTEL_SERVICE_NAME,
            share: values.OTEL_TRACES_SAMPLER_ARG,
          },
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
