/**
 * Installs what the tests need from the system, on Debian and its relatives, and only what is missing. Where that is
 * not possible it prints one plain sentence that says what to do by hand and lets the tests fail on their own.
 */
import { spawnSync } from 'node:child_process'
import { findChromium } from './chromium.ts'
import { findPostgres } from './postgres.ts'

export type Need = { name: string; package: string; variable: string; what: string; isThere: () => boolean }

export const CHROMIUM: Need = {
  name: 'Chromium',
  package: 'chromium',
  variable: 'CHROME_PATH',
  what: 'the path of a Chromium or Chrome',
  isThere: () => findChromium() !== null,
}

export const POSTGRES: Need = {
  name: 'PostgreSQL',
  package: 'postgresql',
  variable: 'TEST_DATABASE_URL',
  what: 'the address of a PostgreSQL 15 or newer whose role may create databases',
  isThere: () => (process.env.TEST_DATABASE_URL ?? '') !== '' || findPostgres() !== null,
}

export const REDIS: Need = {
  name: 'Redis',
  package: 'redis-server',
  variable: 'TEST_CACHE_URL',
  what: 'the address of an empty Valkey or Redis',
  isThere: () => (process.env.TEST_CACHE_URL ?? '') !== '' || isCommand('redis-server') || isCommand('valkey-server'),
}

export function ensureSystemPackages(needs: readonly Need[], say: (text: string) => void): void {
  const missing = needs.filter((need) => !need.isThere())
  if (missing.length === 0) return
  const packages = missing.map((need) => need.package)
  const install = `apt-get install --yes --no-install-recommends ${packages.join(' ')}`
  if (!isCommand('apt-get')) {
    for (const need of missing)
      say(`The tests need ${need.name}; install it and, if it is not found, set ${need.variable} to ${need.what}.`)
    return
  }
  const prefix = toPrefix()
  if (prefix === null) {
    say(
      `The tests need ${missing.map((need) => need.name).join(' and ')}; only root may install it. Run: sudo ${install}`,
    )
    return
  }
  say(`installing ${packages.join(' and ')} (apt-get)`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of ['apt-get update', install]) {
    // Standard input is closed: a question nobody answers would hang the tests.
    const end = spawnSync('sh', ['-c', `${prefix}${command} -qq`], { stdio: ['ignore', 'ignore', 2], env: environment })
    if (end.status !== 0) say(`"${command}" ended with ${end.status ?? end.signal}.`)
  }
  for (const need of missing.filter((one) => !one.isThere())) {
    say(`${need.name} could not be installed. Run: sudo ${install}; or set ${need.variable} to ${need.what}.`)
  }
}

/** How to become root: nothing when we are, sudo when it asks nothing, null otherwise. */
function toPrefix(): string | null {
  if (process.getuid?.() === 0) return ''
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? 'sudo -n DEBIAN_FRONTEND=noninteractive '
    : null
}

function isCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}
