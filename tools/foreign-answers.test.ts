/**
 * Answers of other processes are read only in one place, which limits their size. Any other `fetch`, or a body read
 * without a limit, could bring this process down: 512 MB of JSON once took 4 GB and a minute.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readModule } from './module-reader.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = globSync(['{contracts,services,web/server}/**/*.ts', 'rooms/*/{contract,service,server}/**/*.ts'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules') || /\.(?:test|testing)\.ts$|(?:^|[/\\])test-[\w-]+\.ts$/.test(path),
})
  .map((path) => path.replaceAll(sep, '/'))
  .toSorted()

/** Files that may call `fetch` without `services/platform/upstream.ts`, and why. */
const FETCHERS: Readonly<Record<string, string>> = {
  'services/platform/upstream.ts': 'is the one place',
  'services/import/delivery/sources.ts': 'a command; an address that its user typed, 5 MB at most',
  'services/import/delivery/destination.ts': 'a command; asks the own portal through the typed client, which bounds',
  'services/consent/cli.ts': 'a command; asks the one address of the list of vendors, whose schema bounds it',
  'services/platform/commands/reach.ts': 'a command; asks the own portal through the typed client, which bounds',
  'services/platform/known-publications.ts': 'a command; asks the own portal through the typed client, which bounds',
  'services/pictures/remote-pictures.ts': 'a command; asks the own portal and reads no body',
  'services/platform/s3-store.ts': 'files piece by piece, bounded by the largest one allowed',
  'web/server/main.ts': 'asks the own home page and reads no body',
  'web/server/http/edge-purge.ts': 'tells the cache in front of the portal what changed and reads no body',
  'web/server/watch/span-exporter.ts': 'sends spans to the collector of the publisher and reads no body',
  ...(existsSync(join(root, 'rooms/epaper'))
    ? { 'rooms/epaper/service/cli.ts': 'a command; asks the own portal, whose answer is read within bounds' }
    : {}),
}
/**
 * Libraries that make requests themselves, with the option by which a file passes them `services/platform/upstream.ts`.
 */
const ASKING_LIBRARIES: Readonly<Record<string, string | null>> = {
  aws4fetch: null,
  undici: null,
  'openid-client': 'customFetch',
  stripe: 'createFetchHttpClient',
}
/** Calls that read an answer without a size limit. `c.req` is a request, which has other limits. */
const WHOLE_BODY = /(?<!c\.req)\.(?:json|text|arrayBuffer|blob|bytes|formData)\(\)/
/** These parse a form from bytes whose size was already limited. */
const FORMS = new Set(['web/server/setup/setup-form.ts'])

describe('answers of other processes', () => {
  it('finds the files of the server', () => {
    expect(paths.length).toBeGreaterThan(150)
    expect(Object.keys(FETCHERS).filter((path) => !paths.includes(path))).toEqual([])
  })

  it.each(paths)('%s', (path) => {
    const source = readFileSync(join(root, path), 'utf8')
    if (!(path in FETCHERS)) {
      const uses = readModule(path, source).globals.filter(({ name }) => /(?:^|\.)fetch$/.test(name))
      expect(uses, 'asks without a bound; use services/platform/upstream.ts').toEqual([])
    }
    for (const { name, isType } of readModule(path, source).imports) {
      const word = ASKING_LIBRARIES[name]
      if (word === undefined || isType || path in FETCHERS) continue
      // Calls with a configuration use the fetch that the configuration was made with.
      if (
        name === 'openid-client' &&
        !/\boidc\.(?:discovery|dynamicClientRegistration)\(|new oidc\.Configuration\(/.test(source)
      )
        continue
      expect(word !== null && source.includes(word), `${name} asks without a bound`).toBe(true)
    }
    if (source.includes('createRemoteJWKSet')) expect(source).toContain('[customFetch]')
    const lines = source
      .split('\n')
      .flatMap((line, index) => (WHOLE_BODY.test(line) && !FORMS.has(path) ? [`${index + 1}: ${line}`] : []))
    expect(lines, 'reads a body of any size; use contracts/kernel/bounded-body.ts').toEqual([])
  })
})
