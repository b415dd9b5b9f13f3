/**
 * vitest's globalSetup: holds the run's one PostgreSQL cluster. Test files run in processes of their own and ask for it
 * over a local port; the first question starts it, so a run without such a test never pays for it.
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
