/**
 * `npm run audit`: asks the registry for known holes of all packages (`npm audit`) and says until when each has to be
 * closed (docs/dependencies.md). Ends with 1 if there are holes, and with 2 if the registry did not answer.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './ensure-node.mjs'
import { readSources } from './import-rules.ts'
import { readPackages } from './packages.ts'
import { listShipped, type Lock } from './sbom.ts'

type Via = string | { title: string; url: string }
export type Audit = {
  vulnerabilities?: Record<
    string,
    {
      name: string
      severity: string
      via: readonly Via[]
      nodes: readonly string[]
      fixAvailable: boolean | { name: string; version: string }
    }
  >
}

const SEVERITIES = ['critical', 'high', 'moderate', 'low', 'info']

/** A line for each package with a hole, the worst first; null: the answer says nothing about holes. */
export function toReport(audit: Audit, shipped: ReadonlySet<string>): string[] | null {
  if (audit.vulnerabilities === undefined) return null
  return Object.values(audit.vulnerabilities)
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.name < b.name ? -1 : 1))
    .map(({ name, severity, via, nodes, fixAvailable }) => {
      const isShipped = nodes.some((place) => shipped.has(place))
      const isUrgent = isShipped && ['critical', 'high'].includes(severity)
      const causes = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`))
      const fix =
        fixAvailable === false
          ? 'no version without it is out: replace the package, or switch off what uses it'
          : fixAvailable === true
            ? 'a newer version closes it'
            : `${fixAvailable.name} ${fixAvailable.version} closes it`
      return `${severity}, ${isShipped ? 'in production' : 'for development'}: ${name}: ${causes.join('; ')}. ${fix}. Close it within ${isUrgent ? 'two days' : 'a month'}.`
    })
}

function main(): number {
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const report = toReport(parse(stdout), listShipped(lock, readPackages(readSources(root)).bundled))
  if (report === null) {
    console.error('The registry does not say which packages have holes (some mirrors do not).')
    console.error('Ask another one: npm run audit --registry=ADDRESS')
    return 2
  }
  for (const line of report) console.log(line)
  console.log(report.length === 0 ? 'No package has a known hole.' : `${report.length} packages have known holes.`)
  return report.length === 0 ? 0 : 1
}

function parse(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}

if (import.meta.main) process.exitCode = main()
