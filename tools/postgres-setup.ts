/**
 * vitest's globalSetup: holds the one PostgreSQL cluster of the run. Test files run in other processes and ask for it
 * over a local port; the first request starts it, so a run without such tests never does.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { openTestPostgres, type TestPostgres } from './postgres.ts'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<TestPostgres> | null = null
  const broker = createServer((_request, response) => {
    cluster ??= openTestPostgres()
    cluster.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve))
  project.provide('testPostgres', `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`)
  return async () => {
    broker.closeAllConnections()
    broker.close()
    await cluster?.then(
      ({ stop }) => stop(),
      () => {},
    )
  }
}
