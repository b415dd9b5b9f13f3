/** One article from the page cache, against a bare server that sends the same bytes, in turns. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, toShort, type Report } from './figures.ts'
import { findFreePort } from '@lokalteil/tools/free-port'
import { readCpu, startPortal, startServer, type ServerProcess } from './processes.ts'
import { fetchOnce, sendRequests } from './requests.ts'
import { importTexts, listArticlePaths } from './articles.ts'

const ROUNDS = 31
const REQUESTS = 2_000
const WARMING = 15_000
const TARGET = 1.25

export async function measureCachedArticle(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-bench-'))
  const running: ServerProcess[] = []
  try {
    const portal = await startPortal(folder)
    running.push(portal)
    await importTexts(portal.port, folder, 40)
    const path = (await listArticlePaths(portal.port))[0]!
    await fetchOnce(portal.port, path)
    const stored = await fetchOnce(portal.port, path)
    if (stored.headers['x-cache'] !== 'HIT' || stored.headers['content-encoding'] !== 'br')
      throw new Error(`${path} did not come from the cache: ${JSON.stringify(stored.headers)}`)

    const answerFile = join(folder, 'answer.json')
    // Headers that node:http adds itself.
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = stored.headers
    writeFileSync(answerFile, JSON.stringify({ headers, body: stored.body.toString('base64') }))
    const bare = await startServer('bench/bare-server.ts', await findFreePort(), { ANSWER_FILE: answerFile })
    running.push(bare)
    const same = await fetchOnce(bare.port, path)
    if (!same.body.equals(stored.body) || Object.keys(same.headers).length !== Object.keys(stored.headers).length)
      throw new Error('The bare server does not send the same answer')

    const run = async ({ port, pid }: ServerProcess, count: number) => {
      const before = readCpu(pid)
      await sendRequests(port, count, () => path)
      return ((readCpu(pid) - before) * 1000) / count
    }
    await run(portal, WARMING)
    await run(bare, WARMING)
    const rounds: { ours: number; bare: number }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ ours: await run(portal, REQUESTS), bare: await run(bare, REQUESTS) })
    const ratio = median(rounds.map((round) => round.ours / round.bare))
    report({
      group: 'cached article',
      name: 'CPU per request',
      measured: `${toShort(median(rounds.map(({ ours }) => ours)))} µs`,
      baseline: `bare Node HTTP server, same bytes and headers: ${toShort(median(rounds.map((round) => round.bare)))} µs`,
      ratio,
      target: `≤ ${TARGET} ×`,
      isReached: ratio <= TARGET,
    })
  } finally {
    for (const server of running) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
