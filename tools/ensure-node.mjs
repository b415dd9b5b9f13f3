/**
 * Prepares what every script of this repository needs: Node 24 and the locked dependencies. Plain JavaScript without
 * dependencies, because it runs first, on any Node from 20 on. `ensureNode` returns a Node 24 binary, downloaded once
 * into `.runtime/` if the machine's own is older. `ensureDependencies` runs `npm ci` only if node_modules does not
 * match package-lock.json. `runNode` runs a program on that Node and passes on signals and exit code. Nothing here
 * throws: a failed step prints the failure and the remedy, and ends the process.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_MAJOR = 24
const NODE_VERSION = '24.21.0'
const NODE_PACKAGES = new Set(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win-x64'])
const isWindows = process.platform === 'win32'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Prints one line of progress.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`lokalteil: ${text}\n`)
}

/**
 * Prints the failure and the remedy, and ends the process.
 * @param {string} what
 * @param {string} wayOut
 * @returns {never}
 */
export function giveUp(what, wayOut) {
  process.stderr.write(`lokalteil: ${what}\nlokalteil: ${wayOut}\n`)
  process.exit(1)
}

/** Returns the path of a Node 24 (or newer) binary. Afterwards PATH of this process starts with its folder. */
export function ensureNode() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  const binary = major >= NODE_MAJOR ? process.execPath : fetchNode(major)
  const path = process.env.PATH ?? ''
  if (!path.startsWith(dirname(binary) + delimiter)) process.env.PATH = dirname(binary) + delimiter + path
  return binary
}

function fetchNode(major) {
  if (major < 20) {
    giveUp(
      `This is Node ${process.versions.node}, which is too old to start from.`,
      'Install Node 20 or newer and run the same command again.',
    )
  }
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
  const name = `node-${platform}`
  const home = join(root, '.runtime')
  const folder = isWindows ? join(home, 'node_modules', name) : join(home, 'lib', 'node_modules', name)
  const binary = join(folder, 'bin', isWindows ? 'node.exe' : 'node')
  if (readVersion(folder) === NODE_VERSION && existsSync(binary)) return binary
  if (!NODE_PACKAGES.has(platform)) {
    giveUp(
      `Node ${NODE_MAJOR} is needed, this is ${process.versions.node}, and there is no package of it for ${platform}.`,
      `Install Node ${NODE_MAJOR} and run the same command again.`,
    )
  }
  say(`this is Node ${process.versions.node}; fetching Node ${NODE_VERSION} once into .runtime`)
  const end = runNpm(['install', '--global', '--prefix', home, `${name}@${NODE_VERSION}`])
  if (end !== 0) {
    giveUp(
      `npm could not fetch Node ${NODE_VERSION} (exit code ${end}).`,
      `Check the connection to the npm registry and that ${home} can be written, or install Node ${NODE_MAJOR} yourself.`,
    )
  }
  const tried = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  if (tried.stdout?.trim() !== `v${NODE_VERSION}`) {
    giveUp(
      `The fetched Node does not run here: ${tried.error?.message ?? tried.stderr?.trim() ?? 'no answer'}.`,
      `Install Node ${NODE_MAJOR} yourself (on Alpine: apk add nodejs) and run the same command again.`,
    )
  }
  return binary
}

function readVersion(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
  } catch {
    return null
  }
}

/**
 * Runs `npm ci` unless node_modules already holds the packages of the lockfile. `needsDevelopment`: false where the pages are
 * built already, so that an image does without the packages that `npm ci --omit=dev` leaves out.
 */
export function ensureDependencies({ needsDevelopment = true } = {}) {
  const missing = findMissingPackage(root, needsDevelopment)
  if (missing === null) return linkCommand()
  say(`installing dependencies (npm ci; ${missing})`)
  const started = Date.now()
  // With NODE_ENV=production npm would leave out Vite, which builds the pages.
  const end = runNpm(['ci', '--include=dev', '--include=optional'])
  if (end !== 0) {
    giveUp(
      `npm ci failed (exit code ${end}).`,
      'Read npm\'s message above; a second try after "rm -rf node_modules" with a working connection to the npm registry usually helps.',
    )
  }
  say(`dependencies are there (${toSeconds(started)})`)
}

/** npm links `npx lokalteil` when it installs; where an update changed no package, it installs nothing. */
function linkCommand() {
  const link = join(root, 'node_modules', '.bin', 'lokalteil')
  if (isWindows || existsSync(link)) return
  try {
    symlinkSync('../@lokalteil/tools/lokalteil.mjs', link)
  } catch {
    // An installation that cannot be written to: nothing but npx needs the link.
  }
}

/**
 * Why node_modules does not match the lockfile, or null if it does. Compares npm's own record of the installation,
 * which npm writes last: an interrupted installation has none, and a developer's `npm install` causes no second one.
 */
export function findMissingPackage(folder = root, needsDevelopment = true) {
  const locked = readPackages(join(folder, 'package-lock.json'))
  if (locked === null) return 'package-lock.json cannot be read'
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (installed === null) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/') || (entry.dev && !needsDevelopment)) continue
    const found = installed[path]
    // A missing optional package is one for another system.
    if (found === undefined && (entry.optional || entry.devOptional)) continue
    if (found === undefined || !existsSync(join(folder, path))) return `${path} is missing`
    if (!entry.link && (found.version !== entry.version || found.integrity !== entry.integrity))
      return `${path} has changed`
  }
  return null
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}

/** Runs npm on the first Node in PATH; returns its exit code. Its output goes to standard error. */
function runNpm(args) {
  const options = {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: {
      ...process.env,
      npm_config_loglevel: 'error',
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
    },
  }
  // Inside `npm run` the path of npm's own program is known, which also avoids npm.cmd on Windows.
  const own = process.env.npm_execpath
  const end = own?.endsWith('npm-cli.js')
    ? spawnSync(isWindows ? 'node.exe' : 'node', [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows })
  if (end.error) say(end.error.message)
  return end.status ?? 1
}

/**
 * Runs a program on Node 24 with this process's input and output, and ends with its exit code. If this process already
 * runs on Node 24 and not on Windows, it replaces itself by the program.
 */
export function runNode(binary, args, env = {}) {
  const whole = { ...process.env, ...env }
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  if (binary === process.execPath && !isWindows && !isUnderNpm && typeof process.execve === 'function') {
    process.chdir(root)
    process.execve(binary, [binary, ...args], whole)
  }
  const child = spawn(binary, args, { cwd: root, stdio: 'inherit', env: whole })
  const forward = (signal) => {
    // Ctrl-C in a terminal reaches the whole process group already; a second signal would interrupt the shutdown.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  // npm sends a signal only to the shell it started, which dies without passing it on, and the program would keep
  // running.
  if (isUnderNpm && !isWindows) {
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 200)
  }
  child.on('error', (error) =>
    giveUp(
      `${binary} could not be started: ${error.message}.`,
      'Remove the folder .runtime and run the same command again.',
    ),
  )
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    for (const name of SIGNALS) process.removeListener(name, forward)
    process.kill(process.pid, signal)
  })
}

export function toSeconds(started) {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`
}
