/** A collector for tests: takes OTLP in JSON, and gives the answers that a test sets. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}
type Body = {
  resourceSpans: { resource: { attributes: CollectedSpan['attributes'] }; scopeSpans: { spans: CollectedSpan[] }[] }[]
}

export type Collector = {
  endpoint: string
  /** Of taken requests alone. */
  spans: () => CollectedSpan[]
  /** Everything that came, as text. */
  received: () => string
  requests: () => { path: string; headers: IncomingHttpHeaders; body: Body }[]
  /** The status of answers from now on; null: there is none. */
  answerWith: (status: number | null) => void
  close: () => Promise<void>
}

export async function openCollector(): Promise<Collector> {
  const requests: { path: string; headers: IncomingHttpHeaders; body: Body; isTaken: boolean }[] = []
  let status: number | null = 200
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(text) as Body,
        isTaken: status === 200,
      })
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      requests
        .filter(({ isTaken }) => isTaken)
        .flatMap(({ body }) =>
          body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        ),
    received: () => JSON.stringify(requests),
    requests: () => requests,
    answerWith: (next) => void (status = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Attributes by name, as they were before they were encoded. */
export function attributesOf({ attributes }: Pick<CollectedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
