/**
 * For tests and benchmarks: waits until a portal has drawn the demo's issues, which takes minutes of a processor after
 * its start.
 */
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { toDayKey } from '@lokalteil/domain/german'
import { DEMO_PUBLICATIONS, type DemoCode } from '../codes.ts'
import { listIssueDays } from './issue-days.ts'
import { DEMO_EDITION } from './issues.ts'

/** The newest issue of a demo filled today. */
export function newestIssueDay(publication: DemoCode): string {
  return listIssueDays(publication, toDayKey(new Date()))[0]!
}

/** `most`: `DEMO_ISSUES` of the portal. Gives up after `longest` milliseconds. */
export async function untilIssuesAreDrawn(port: number, longest: number, most = Infinity): Promise<void> {
  const end = Date.now() + longest
  const today = toDayKey(new Date())
  for (const publication of DEMO_PUBLICATIONS)
    for (const day of listIssueDays(publication, today).slice(0, most))
      while (Date.now() < end && !(await isThere(port, publication, `/api/epaper/issues/${DEMO_EDITION}/${day}`)))
        await setTimeout(500)
}

function isThere(port: number, publication: string, path: string): Promise<boolean> {
  const headers = { host: `${publication}.localhost:${port}` }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    }).on('error', reject)
  })
}
