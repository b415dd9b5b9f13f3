/** For tests and benchmarks: a portal draws the demo's issues after it has begun to serve, for a minute of a processor. */
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { DEMO_ISSUES } from './issues.ts'

/** What is not there after `longest` milliseconds is not waited for. */
export async function untilIssuesAreDrawn(port: number, longest: number): Promise<void> {
  const end = Date.now() + longest
  for (const { publication, edition, day } of DEMO_ISSUES) {
    while (Date.now() < end && !(await isThere(port, publication, `/api/epaper/issues/${edition}/${day}`)))
      await setTimeout(500)
  }
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
