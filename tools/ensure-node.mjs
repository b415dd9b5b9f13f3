/**
 * Brings what every script of this repository stands on: Node 24 and the locked dependencies.
 * Plain JavaScript without dependencies, because it runs first, on whatever Node (20 or newer) the machine has.
 * `ensureNode` answers a Node 24 binary, fetched once into `.runtime/` where the machine's own is older.
 * `ensureDependencies` runs `npm ci` only when node_modules does not hold what package-lock.json names.
 * `runNode` becomes (or runs) a program on that Node and hands over signals and exit code.
 * Nothing here throws at the caller: a step that fails prints what failed and the way out, and ends the process.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_MAJOR = 24
const NODE_VERSION = '24.21.0'
const NODE_PACKAGES = new Set(['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win-x64'])
const isWindows = process.platform === 'win32'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * One plain line of progress.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`lokalteil: ${text}\n`)
}

/**
 * Prints what failed and the way out, and ends the process.
 * @param {string} what
 * @param {string} wayOut
 * @returns {never}
 */
export function giveUp(what, wayOut) {
  process.stderr.write(`lokalteil: ${what}\nlokalteil: ${wayOut}\n`)
  process.exit(1)
}

/** The path of a Node 24 (or newer) binary; PATH of this process starts with its folder afterwards. */
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

/** Runs `npm ci` unless node_modules already holds what the lockfile names. */
export function ensureDependencies() {
  const missing = findMissingPackage()
  if (missing === null) return
  say(`installing dependencies (npm ci; ${missing})`)
  const started = Date.now()
  // NODE_ENV=production would leave out Vite, which builds the pages.
  const end = runNpm(['ci', '--include=dev', '--include=optional'])
  if (end !== 0) {
    giveUp(
      `npm ci failed (exit code ${end}).`,
      'Read npm\'s message above; a second try after "rm -rf node_modules" with a working connection to the npm registry usually helps.',
    )
  }
  say(`dependencies are there (${toSeconds(started)})`)
}

/**
 * Why node_modules does not fit the lockfile, or null when it does. Compared is npm's own record of what it installed,
 * which npm writes last: an interrupted installation leaves none, and a developer's `npm install` needs no second one.
 */
export function findMissingPackage(folder = root) {
  const locked = readPackages(join(folder, 'package-lock.json'))
  if (locked === null) return 'package-lock.json cannot be read'
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (installed === null) return 'nothing is installed yet'
  for (const [path, entry] of Object.entries(locked)) {
    if (!path.startsWith('node_modules/')) continue
    const found = installed[path]
    // An optional package that is not there is one for another system.
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

/** Runs npm on the Node that comes first on PATH; answers its exit code. Its chatter goes to standard error. */
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
  // Inside `npm run` the path of npm's own program is known; on Windows that also spares the detour over npm.cmd.
  const own = process.env.npm_execpath
  const end = own?.endsWith('npm-cli.js')
    ? spawnSync(isWindows ? 'node.exe' : 'node', [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: isWindows })
  if (end.error) say(end.error.message)
  return end.status ?? 1
}

/**
 * Runs a program on Node 24 with this process's input and output, and ends with its exit code.
 * Started by hand on Node 24, and not on Windows, this process becomes the program and there is no second one.
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
    // A Ctrl-C at the terminal already reaches the whole process group; a second one would cut the clean end short.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    child.kill(signal)
  }
  for (const signal of SIGNALS) process.on(signal, forward)
  // npm hands a signal to the shell it started; that dies of it without a word to us, and the program would live on.
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
