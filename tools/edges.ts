/**
 * Starts real shared caches in front of a portal with the configurations of `deploy/`, for tests and benchmarks. Only addresses,
 * folders and the token of a configuration are replaced.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Edge = { port: number; stop: () => Promise<void> }

export type EdgeOptions = {
  port: number
  portalPort: number
  token: string
  /** Changes the configuration, to see the effect of a fault in it. */
  edit?: (text: string) => string
}

const START_MS = 30_000
const PATH = `${process.env.PATH}:/usr/sbin:/sbin:/usr/local/sbin`
const deploy = (name: string) => readFileSync(fileURLToPath(new URL(`../deploy/${name}`, import.meta.url)), 'utf8')

export function hasVarnish(): boolean {
  return isCommand('varnishd')
}

/** With its module for Lua. */
export function hasNginx(): boolean {
  return isCommand('nginx') && findLuaModules() !== null
}

/** Its purges go to the port of its pages. */
export async function startVarnish({ port, portalPort, token, edit = (text) => text }: EdgeOptions): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-varnish-'))
  const file = join(folder, 'edge.vcl')
  writeFileSync(file, edit(replaceOnce(deploy('varnish.vcl'), '.port = "3000";', `.port = "${portalPort}";`)))
  const program = ['varnishd', '-F', '-j', 'none', '-n', join(folder, 'work'), '-f', file]
  return start([...program, '-a', `127.0.0.1:${port}`, '-s', 'malloc,400m'], { EDGE_PURGE_TOKEN: token }, port, folder)
}

/** `purgePort` null: without the parts that purge by key, as for an nginx without Lua. */
export async function startNginx({
  port,
  purgePort,
  portalPort,
  token,
  edit = (text) => text,
}: EdgeOptions & { purgePort: number | null }): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), 'lokalteil-nginx-'))
  let text = replaceOnce(deploy('nginx.conf'), 'server 127.0.0.1:3000;', `server 127.0.0.1:${portalPort};`)
  text = replaceOnce(text, 'listen 80;', `listen 127.0.0.1:${port};`)
  text = replaceOnce(text, '/var/cache/nginx/lokalteil', join(folder, 'cache'))
  if (purgePort === null) text = text.replace(/^ *# ── purge by key\n.*?^ *# ── end of purge by key\n/gms, '')
  else {
    text = replaceOnce(text, 'listen 127.0.0.1:8081;', `listen 127.0.0.1:${purgePort};`)
    text = replaceOnce(text, "set $lokalteil_purge_token '';", `set $lokalteil_purge_token '${token}';`)
  }
  writeFileSync(join(folder, 'edge.conf'), edit(text))
  const modules = purgePort === null ? [] : (findLuaModules() ?? [])
  const main = [
    'daemon off;',
    // As root, workers would be another account's and could not write into the folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    'error_log stderr warn;',
    `pid ${join(folder, 'nginx.pid')};`,
    ...modules.map((module) => `load_module ${module};`),
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((use) => `${use}_temp_path ${join(folder, use)};`),
    `include ${join(folder, 'edge.conf')};`,
    '}',
  ]
  writeFileSync(join(folder, 'main.conf'), main.join('\n'))
  return start(['nginx', '-p', folder, '-c', join(folder, 'main.conf'), '-e', 'stderr'], {}, port, folder)
}

async function start(
  [program, ...parameters]: string[],
  environment: Record<string, string>,
  port: number,
  folder: string,
): Promise<Edge> {
  const child = spawn(program!, parameters, {
    cwd: folder,
    env: { ...process.env, PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (data: Buffer) => (output = (output + data).slice(-4000)))
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  for (const until = Date.now() + START_MS; !(await canConnect(port));) {
    if (child.exitCode === null && Date.now() < until) {
      await setTimeout(50)
      continue
    }
    await stop()
    throw new Error(`${program} does not start:\n${output}`)
  }
  return { port, stop }
}

/** A configuration that no longer has the text must not be started with half of the changes. */
function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`The configuration must have ${from} exactly once`)
  return text.replace(from, () => to)
}

/** Paths of the modules in the order of loading; null: not there. Some builds of nginx have them built in. */
function findLuaModules(): string[] | null {
  for (const folder of ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules'])
    if (existsSync(join(folder, 'ngx_http_lua_module.so')))
      return globSync(join(folder, '{ndk_http_module,ngx_http_lua_module}.so')).toSorted()
  const { stderr } = spawnSync('nginx', ['-V'], { env: { ...process.env, PATH }, encoding: 'utf8' })
  return stderr?.includes('lua') ? [] : null
}

function isCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { env: { ...process.env, PATH }, stdio: 'ignore' }).status === 0
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), 5000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
