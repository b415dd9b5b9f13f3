/**
 * Installs the system packages that tests need, on Debian and its relatives, if they are missing. If that is not
 * possible it prints the command to run by hand and lets the tests fail.
 */
import { spawn, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { findChromium, findHeadlessShell } from './chromium.ts'
import { hasNginx, hasVarnish } from './edges.ts'
import { findPostgres } from './postgres.ts'

type Package = { name: string; package: string; isThere: () => boolean }
type Needed = Package & { variable: string; what: string; without?: undefined }
/** Optional: `without` names the tests that are skipped without it. */
type Wanted = Package & { without: string }
export type Need = Needed | Wanted

export const CHROMIUM: Need = {
  name: 'Chromium',
  package: 'chromium',
  variable: 'CHROME_PATH',
  what: 'the path of a Chromium or Chrome',
  isThere: () => findChromium() !== null,
}

export const HEADLESS_SHELL: Need = {
  name: 'Chromium without windows',
  package: 'chromium-headless-shell',
  isThere: () => findHeadlessShell() !== null,
  without: 'take longer',
}

/** Has the same widths as Arial and Times New Roman, which most readers have and a plain Debian lacks. */
export const FONTS: Need = {
  name: 'Liberation fonts',
  package: 'fonts-liberation',
  isThere: () => process.platform !== 'linux' || globSync('/usr/share/fonts/**/LiberationSerif-Regular.ttf').length > 0,
  without: 'see pages in DejaVu until their fonts come',
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

export const VARNISH: Need = {
  name: 'Varnish',
  package: 'varnish',
  isThere: hasVarnish,
  without: 'skip those behind a real one',
}

export const NGINX: Need = {
  name: 'nginx with Lua',
  package: 'nginx libnginx-mod-http-lua',
  isThere: hasNginx,
  without: 'skip those behind a real one',
}

/** Whether the package list was updated. */
let isUpdated = false

/** Calls wait for one another, because apt-get allows only one process. */
export async function ensureSystemPackages(needs: readonly Need[], say: (text: string) => void): Promise<void> {
  const missing = needs.filter((need) => !need.isThere())
  const needed = missing.filter((need) => need.without === undefined)
  if (missing.length === 0) return
  const prefix = isCommand('apt-get') ? toPrefix() : null
  if (prefix === null) {
    if (needed.length === 0) return
    const names = needed.map((need) => need.name).join(' and ')
    if (isCommand('apt-get')) say(`The tests need ${names}; only root may install it. Run: sudo ${toInstall(needed)}`)
    else
      for (const need of needed)
        say(`The tests need ${need.name}; install it and, if it is not found, set ${need.variable} to ${need.what}.`)
    return
  }
  const run = (command: string, isLoud: boolean): Promise<boolean> =>
    new Promise((resolve) => {
      // Standard input is closed: an unanswered prompt would block the tests.
      const child = spawn('sh', ['-c', `${prefix}${command} -qq`], {
        stdio: ['ignore', 'ignore', isLoud ? 2 : 'ignore'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      const end = (how: string | number | null) => {
        if (isLoud && how !== 0) say(`"${command}" ended with ${how}.`)
        resolve(how === 0)
      }
      child.once('error', (error) => end(error.message))
      child.once('exit', (status, signal) => end(status ?? signal))
    })
  say(`installing ${missing.map((need) => need.package).join(' and ')} (apt-get)`)
  if (!isUpdated) isUpdated = await run('apt-get update', needed.length > 0)
  if (needed.length > 0) await run(toInstall(needed), true)
  for (const need of missing.filter((one) => one.without !== undefined)) {
    if (!(await run(toInstall([need]), false)))
      say(`${need.name} could not be installed; the tests do without and ${need.without}.`)
  }
  for (const need of needed.filter((one) => !one.isThere())) {
    say(`${need.name} could not be installed. Run: sudo ${toInstall(needed)}; or set ${need.variable} to ${need.what}.`)
  }
}

function toInstall(needs: readonly Need[]): string {
  return `apt-get install --yes --no-install-recommends ${needs.map((need) => need.package).join(' ')}`
}

/** The prefix for running as root: empty as root, sudo if it needs no password, null otherwise. */
function toPrefix(): string | null {
  if (process.getuid?.() === 0) return ''
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0
    ? 'sudo -n DEBIAN_FRONTEND=noninteractive '
    : null
}

function isCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}
