/**
 * The instructions of `deploy/Dockerfile`, carried out in folders instead of layers, because no container engine is at hand:
 * the files of the build context, the packages of `npm ci --omit=dev`, and a start of the image's process on them, as another
 * user than the owner of the files. Not covered: the base image and the engine itself.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { findFreePort } from './free-port.ts'

const NOT_ROOT = 1000
const LONGEST_MS = 20 * 60_000

type Instruction = { name: string; text: string }
type Stage = { from: string; name: string; instructions: Instruction[] }

let folder: string
let image: { app: string; data: string; environment: Record<string, string>; textOf: (name: string) => string }
const children: ChildProcess[] = []

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  // On the disk of the sources, so that packages can be linked.
  folder = mkdtempSync(join(root, '.cache', 'image-'))
  chmodSync(folder, 0o755)
  copyContext()
  const stages = readStages()
  for (const stage of stages) carryOut(stage)
  const { instructions } = stages.at(-1)!
  const textOf = (name: string) => instructions.find((one) => one.name === name)?.text ?? ''
  const pairs = textOf('ENV')
    .split(' ')
    .map((pair) => pair.split('='))
  const environment = Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, value.startsWith('$') ? '' : value]),
  )
  image = { app: placeOf('image'), data: join(folder, 'data'), environment, textOf }
}, LONGEST_MS)
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const placeOf = (stage: string) => join(folder, stage, 'app')

function readStages(): Stage[] {
  const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  const stages: Stage[] = []
  for (const line of text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')) {
    const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') {
      const [from = '', , as = 'image'] = rest.split(' ')
      stages.push({ from: from.replace('${PREVIOUS}', 'none'), name: as, instructions: [] })
    } else if (name !== '') stages.at(-1)?.instructions.push({ name, text: rest })
  }
  return stages
}

/** Files of the repository that deploy/Dockerfile.dockerignore does not leave out; the last pattern that fits decides. */
function copyContext(): void {
  const patterns = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isLeftOut = (path: string) =>
    patterns
      .findLast((line) => {
        const pattern = line.replace(/^!/, '')
        return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)
      })
      ?.startsWith('!') === false
  const listed = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root).split('\0')
  const paths = listed.filter((path) => path !== '' && existsSync(join(root, path)) && !isLeftOut(path))
  expect(paths.length).toBeGreaterThan(1000)
  for (const path of paths) cpSync(join(root, path), join(folder, 'context', path), { recursive: true })
}

function carryOut({ from, name, instructions }: Stage): void {
  const app = placeOf(name)
  mkdirSync(app, { recursive: true })
  if (existsSync(placeOf(from))) link(`${placeOf(from)}/.`, app)
  for (const { name: kind, text } of instructions) {
    if (kind === 'COPY') copy(text, app)
    if (kind === 'RUN') runStep(text, name, app)
  }
}

function copy(text: string, app: string): void {
  const words = text.split(' ')
  const [, from] = /^--from=(\w+)$/.exec(words[0]!) ?? []
  const sources = words.slice(from === undefined ? 0 : 1, -1)
  const target = join(app, words.at(-1)!)
  const base = from === undefined ? join(folder, 'context') : placeOf(from)
  for (const source of sources) {
    const place = from === undefined ? join(base, source) : join(base, source.replace(/^\/app\/?/, ''))
    // As Docker: of a folder its content is copied.
    const isFolder = readKind(place) === 'folder'
    mkdirSync(isFolder ? target : words.at(-1)!.endsWith('/') ? target : dirname(target), { recursive: true })
    link(isFolder ? `${place}/.` : place, target)
  }
}

function readKind(place: string): 'folder' | 'file' {
  try {
    readdirSync(place)
    return 'folder'
  } catch {
    return 'file'
  }
}

function runStep(text: string, stage: string, app: string): void {
  const command = text
    .replace(/^--mount=\S+ /, '')
    .replaceAll(/(?<=\s)\/app(?=\/|\s|$)/g, app)
    .replaceAll(/(?<=\s)\/data\b/g, join(folder, 'data'))
  // The same packages as here, which the run of the tests has installed.
  if (stage === 'build' && command === 'npm ci') {
    for (const path of globSync('{,*/}node_modules', { cwd: root })) link(join(root, path), join(app, dirname(path)))
    return
  }
  // Only an image has this user; the folder is given to the user of the process below.
  run('sh', ['-ec', command.replace(/ && chown node:node \S+/, '')], app)
}

/** Hard links: nothing here is changed in place. */
function link(from: string, to: string): void {
  run('cp', ['-alf', from, to], folder)
}

function run(program: string, parameters: string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...toCleanEnvironment(), npm_config_prefer_offline: 'true' },
  })
  if (status !== 0) throw new Error(`${program} ${parameters.join(' ')}: ${error?.message ?? stderr.slice(-2000)}`)
  return stdout
}

/** Without the variables that npm and the test runner set for their own processes. */
function toCleanEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|VITEST|NODE_OPTIONS|NODE_ENV|LOKALTEIL_|PUBLICATIONS_DIR)/.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}

/** The user of the process, where the tests may choose it and it can reach the files. */
function toUser(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {}
  const user = { uid: NOT_ROOT, gid: NOT_ROOT }
  const canRun = spawnSync(process.execPath, ['--version'], { ...user, cwd: '/' }).status === 0
  return canRun && spawnSync('test', ['-r', join(image.app, 'package.json')], { ...user, cwd: '/' }).status === 0
    ? user
    : {}
}

describe('an image by deploy/Dockerfile', () => {
  it('has no packages for development, no tests, and no sources of theirs', () => {
    const isThere = (path: string) => existsSync(join(image.app, path))
    for (const path of [
      'node_modules/pg',
      'node_modules/react',
      'dist/current.json',
      'web/server/main.ts',
      'demo/publications',
    ])
      expect([path, isThere(path)]).toEqual([path, true])
    for (const path of [
      'node_modules/vite',
      'node_modules/vitest',
      'node_modules/typescript',
      'node_modules/playwright-core',
      'web/server/portal-edge.test.ts',
      'docs',
      'e2e/checkout.journey.ts',
      'web/node_modules/vite',
    ])
      expect([path, isThere(path)]).toEqual([path, false])
  })

  it(
    'starts, is healthy, shows the home page and its scripts, takes commands, and ends',
    { timeout: 300_000 },
    async () => {
      const user = toUser()
      if ('uid' in user) chownSync(image.data, NOT_ROOT, NOT_ROOT)
      const port = await findFreePort()
      const options = {
        cwd: image.app,
        ...user,
        env: {
          ...toCleanEnvironment(),
          ...image.environment,
          DATA_DIR: image.data,
          HOST: '127.0.0.1',
          PORT: String(port),
          DEMO: 'public',
          DEMO_ISSUES: '0',
          HOME: image.data,
        },
      }
      const [program = '', ...parameters] = JSON.parse(image.textOf('CMD')) as string[]
      const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      children.push(child)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data))
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      await expect
        .poll(() => output.includes('ready http') || child.exitCode, { timeout: 200_000, interval: 200 })
        .toBe(true)
      // Nothing was installed or built at the start.
      expect(output).not.toMatch(/installing|building/)

      const [, health = ''] = /CMD (\[.*\])$/.exec(image.textOf('HEALTHCHECK')) ?? []
      const [asked = '', ...words] = JSON.parse(health) as string[]
      expect(spawnSync(asked, words, options).status).toBe(0)
      const home = await fetch(`http://127.0.0.1:${port}/`)
      const html = await home.text()
      expect([home.status, /<title>[^<]*Auenkurier/.test(html)]).toEqual([200, true])
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
      expect((await fetch(`http://127.0.0.1:${port}${script}`)).status).toBe(200)
      const status = spawnSync(program, ['tools/lokalteil.mjs', 'status', 'queues'], { ...options, encoding: 'utf8' })
      expect([status.stderr, status.status]).toEqual(['', 0])

      child.kill('SIGTERM')
      expect(await ended).toBe(0)
      expect(spawnSync(asked, words, options).status).toBe(1)
    },
  )
})
