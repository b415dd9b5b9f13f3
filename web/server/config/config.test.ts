import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { baseHeaders } from '../http/security-headers.ts'
import { toConfigText } from './config-text.ts'
import { readConfig, type Config } from './config.ts'

const read = (environment: Record<string, string>) => {
  const result = readConfig(environment)
  return result.ok ? result.config : result.problems
}

describe('the configuration', () => {
  it('no variable is required', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      defaultPublication: 'ak',
      isDemo: true,
      homeSeconds: 120,
      isPaywallEnabled: true,
      databaseUrl: null,
      databaseReadUrls: [],
      workers: 1,
    })
  })

  it.each([
    ['is none', {}, null],
    ['may be one that cannot be purged', { EDGE: 'nginx' }, { kind: 'nginx', purgeUrls: [], purgeToken: '' }],
    [
      'may be several',
      {
        EDGE: 'varnish',
        EDGE_PURGE_URL: 'http://10.0.0.1:6081/, http://10.0.0.2:6081',
        EDGE_PURGE_TOKEN: 'x'.repeat(16),
      },
      { kind: 'varnish', purgeUrls: ['http://10.0.0.1:6081', 'http://10.0.0.2:6081'], purgeToken: 'x'.repeat(16) },
    ],
  ])('the cache in front %s', (_what, environment, edge) => {
    expect(read(environment as Record<string, string>)).toMatchObject({ edge })
  })

  it.each([
    ['1', 1],
    ['4', 4],
    ['auto', Math.min(availableParallelism(), 64)],
  ])('WEB_CONCURRENCY=%s are %i processes', (WEB_CONCURRENCY, workers) => {
    expect(read({ DATABASE_URL: 'postgres://db1/portal', WEB_CONCURRENCY })).toMatchObject({ workers })
  })

  it('replicas may be several', () => {
    const environment = {
      DATABASE_URL: 'postgres://db1/portal',
      DATABASE_READ_URL: 'postgres://db2/portal, postgres://db3/portal',
    }
    expect(read(environment)).toMatchObject({
      databaseUrl: 'postgres://db1/portal',
      databaseReadUrls: ['postgres://db2/portal', 'postgres://db3/portal'],
    })
  })

  it.each([
    ['without an address is the embedded service', {}, 'embedded'],
    ['with an empty address is the embedded service', { USER_API_URL: '' }, 'embedded'],
    ['R5-13 is off with none', { USER_API_URL: 'none' }, 'none'],
    ['is another house’s', { USER_API_URL: 'https://user.example' }, { url: 'https://user.example' }],
  ])('the library %s', (_what, environment, libraryApi) => {
    expect(read(environment as Record<string, string>)).toMatchObject({ libraryApi })
  })

  it.each([
    ['are counted by the embedded service', {}, 'embedded'],
    ['are not counted with none', { FIGURES_URL: 'none' }, 'none'],
    ['are another house’s', { FIGURES_URL: 'https://figures.example' }, { url: 'https://figures.example' }],
  ])('figures %s', (_what, environment, figures) => {
    expect(read(environment as Record<string, string>)).toMatchObject({ figures, figuresMonths: 25 })
  })

  it.each([
    ['R1-05 a publication that can be none', { MANDATOR: 'Auenkurier' }, 'MANDATOR'],
    ['a port that is none', { PORT: 'abc' }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['S7.7-03 a picture service without its secret', { IMAGE_CDN_URL: 'https://bilder.example' }, 'IMAGE_CDN_SECRET'],
    [
      'S7.7-03 an unknown scheme',
      { IMAGE_CDN_URL: 'https://bilder.example', IMAGE_CDN_SECRET: 'long-enough', IMAGE_CDN_SCHEME: 'crc32' },
      'IMAGE_CDN_SCHEME',
    ],
    ['S7.7-03 a secret for pictures that is too short', { IMAGE_SECRET: 'short' }, 'IMAGE_SECRET'],
    ['several processes on the embedded database', { WEB_CONCURRENCY: '2' }, 'WEB_CONCURRENCY'],
    ...['0', '65', '1.5', 'all'].map((count): [string, Record<string, string>, string] => [
      `${count} processes`,
      { DATABASE_URL: 'postgres://db1/portal', WEB_CONCURRENCY: count },
      'WEB_CONCURRENCY',
    ]),
    [
      'figures of a second process at the port for readers',
      {
        DATABASE_URL: 'postgres://db1/portal',
        WEB_CONCURRENCY: '2',
        METRICS_ADDRESS: '127.0.0.1:2999',
      },
      'METRICS_ADDRESS',
    ],
    [
      'figures of a second process at no port',
      { DATABASE_URL: 'postgres://db1/portal', WEB_CONCURRENCY: '2', METRICS_ADDRESS: '127.0.0.1:65535' },
      'METRICS_ADDRESS',
    ],
    ['replicas without a database', { DATABASE_READ_URL: 'postgres://x@db2/portal' }, 'DATABASE_READ_URL'],
    [
      'a replica that is no PostgreSQL',
      { DATABASE_URL: 'postgres://db1/portal', DATABASE_READ_URL: 'postgres://db2/portal,mysql://db3/portal' },
      'DATABASE_READ_URL',
    ],
    ['an edge of an unknown kind', { EDGE: 'squid' }, 'EDGE'],
    ['purges without an edge', { EDGE_PURGE_URL: 'http://127.0.0.1:6081/', EDGE_PURGE_TOKEN: 'x'.repeat(16) }, 'EDGE'],
    ['purges without a token', { EDGE: 'varnish', EDGE_PURGE_URL: 'http://127.0.0.1:6081/' }, 'EDGE_PURGE_TOKEN'],
    ['a token for purges that is too short', { EDGE_PURGE_TOKEN: 'short' }, 'EDGE_PURGE_TOKEN'],
    [
      'a token for purges that no header can carry',
      { EDGE_PURGE_TOKEN: 'with blanks and ümlauts' },
      'EDGE_PURGE_TOKEN',
    ],
    ['purges to no address', { EDGE: 'varnish', EDGE_PURGE_URL: 'varnish:6081' }, 'EDGE_PURGE_URL'],
    [
      'an address for purges with a password, which the log could show',
      { EDGE: 'http', EDGE_PURGE_URL: 'https://portal:geheim@cdn.example/purge', EDGE_PURGE_TOKEN: 'x'.repeat(16) },
      'EDGE_PURGE_URL',
    ],
    ['a home time that is neither 120 nor 300', { HOME_SWR_SECONDS: '60' }, 'HOME_SWR_SECONDS'],
    ['a database that is no PostgreSQL', { DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    ['an origin with a path', { PUBLIC_ORIGIN: 'http://localhost/x' }, 'PUBLIC_ORIGIN'],
    ['R1-93 another language', { LANG_CODE: 'en' }, 'LANG_CODE'],
    ['legal ids that are no digits', { LEGAL_SITE_IDS: '1,x' }, 'LEGAL_SITE_IDS'],
    ['origins that are no JSON', { PUBLICATION_ORIGINS: '{' }, 'PUBLICATION_ORIGINS'],
    [
      'the demo under a public address',
      { PUBLIC_ORIGIN: 'https://www.auenkurier.example' },
      'PUBLIC_ORIGIN: .*DEMO=public',
    ],
    [
      'the demo with a public address of another publication',
      { PUBLICATION_ORIGINS: '{"fb":"https://www.flussbote.example"}' },
      'PUBLICATION_ORIGINS: .*DEMO=public',
    ],
    ...['0.0.0.0', '::', '[::]', '192.168.2.4', 'fe80::1', '::ffff:10.0.0.1', 'portal.example', '0', 'a b'].map(
      (HOST): [string, Record<string, string>, string] => [`the demo at ${HOST}`, { HOST }, 'HOST: .*DEMO=public'],
    ),
    ['a demo of another kind', { DEMO: 'open' }, 'DEMO'],
    ['a short secret', { SSO_SECRET: 'short' }, 'SSO_SECRET'],
    ['a provider without a client', { SSO_ISSUER: 'https://sso.example' }, 'SSO_CLIENT_ID'],
    ['a provider over plain http', { SSO_ISSUER: 'http://sso.example/{mandator}', SSO_CLIENT_ID: 'x' }, 'SSO_ISSUER'],
    ['a provider that is no address', { SSO_ISSUER: 'sso.example', SSO_CLIENT_ID: 'x' }, 'SSO_ISSUER'],
    ['a content/auth API beside the embedded accounts', { AUTH_API_URL: 'https://auth.example' }, 'AUTH_API_URL'],
    [
      'an office with a provider but without a client',
      { OFFICE_SSO_ISSUER: 'https://sso.example', OFFICE_SSO_ROLES: '{"a":{"role":"chief"}}' },
      'OFFICE_SSO_CLIENT_ID',
    ],
    [
      'a provider of the office whose roles mean nothing',
      { OFFICE_SSO_ISSUER: 'https://sso.example', OFFICE_SSO_CLIENT_ID: 'x' },
      'OFFICE_SSO_ROLES',
    ],
    ['roles of the office that are no JSON', { OFFICE_SSO_ROLES: 'chief' }, 'OFFICE_SSO_ROLES: must be JSON like'],
    ['an unknown role of the office', { OFFICE_SSO_ROLES: '{"a":{"role":"boss"}}' }, 'OFFICE_SSO_ROLES.a.0.role'],
    [
      'a misspelt setting of a role',
      { OFFICE_SSO_ROLES: '{"a":[{"role":"editor","may_publish":true}]}' },
      'OFFICE_SSO_ROLES.a.0: .*may_publish',
    ],
    ['a provider of the office over plain http', { OFFICE_SSO_ISSUER: 'http://sso.example' }, 'OFFICE_SSO_ISSUER'],
    ['a scope of the office without openid', { OFFICE_SSO_SCOPE: 'email' }, 'OFFICE_SSO_SCOPE'],
    ['an office without any way in', { OFFICE_PASSWORDS: '0' }, 'OFFICE_PASSWORDS: .*OFFICE_SSO_ISSUER'],
    ['an address of the figures without a port', { METRICS_ADDRESS: '127.0.0.1' }, 'METRICS_ADDRESS'],
    ['one without a host', { METRICS_ADDRESS: ':9464' }, 'METRICS_ADDRESS'],
    ['one with a path', { METRICS_ADDRESS: '127.0.0.1:9464/metrics' }, 'METRICS_ADDRESS'],
    ['one with a port out of range', { METRICS_ADDRESS: '127.0.0.1:70000' }, 'METRICS_ADDRESS'],
    ['figures at the port for readers', { METRICS_ADDRESS: '127.0.0.1:3000' }, 'METRICS_ADDRESS: .*PORT'],
    ['an access log with more than it may have', { ACCESS_LOG: 'full' }, 'ACCESS_LOG'],
    [
      'a collector that is no address',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    ],
    ['a share of traces above one', { OTEL_TRACES_SAMPLER_ARG: '5' }, 'OTEL_TRACES_SAMPLER_ARG'],
    ['half an Apple client', { APPLE_CLIENT_ID: 'x', APPLE_TEAM_ID: 'T' }, 'APPLE_KEY_ID, APPLE_PRIVATE_KEY'],
    ['a cookie name with a blank', { BEARER_COOKIE: 'a b' }, 'BEARER_COOKIE'],
    ['preview hosts that are addresses', { PREVIEW_HOSTS: 'https://preview.example' }, 'PREVIEW_HOSTS'],
    [
      'a foreign content service without its key',
      { CONTENT_API_URL: 'https://content.example' },
      'CONTENT_SERVICE_KEY',
    ],
  ])('refuses %s and names it', (_name, environment, variable) => {
    const problems = read(environment)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${variable}`))])
  })

  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['metrics.intern:0', { host: 'metrics.intern', port: 0 }],
    ['', null],
  ])('the figures are at METRICS_ADDRESS=%s', (METRICS_ADDRESS, metricsAddress) =>
    expect(read({ METRICS_ADDRESS })).toMatchObject({ metricsAddress, isAccessLogged: false, traces: null }),
  )

  it('reads the variables of OpenTelemetry that it knows', () => {
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.intern:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20abc%3D, X-Tenant=1',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(read(environment)).toMatchObject({
      traces: {
        endpoint: 'http://collector.intern:4318',
        headers: { authorization: 'Basic abc=', 'x-tenant': '1' },
        serviceName: 'lokalteil',
        share: 0.25,
      },
    })
  })

  it.each(['geheim', '=geheim', 'a b=geheim', 'x=geheim%zz', 'x=geheim%0d%0ay: z'])(
    'refuses the headers %s without repeating them',
    (OTEL_EXPORTER_OTLP_HEADERS) => {
      const problems = read({ OTEL_EXPORTER_OTLP_HEADERS })
      expect(problems).toEqual([expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS: must be/)])
      expect(JSON.stringify(problems)).not.toContain('geheim')
    },
  )

  it('reports all problems at once: wrong values and contradictions', () => {
    const problems = read({
      MANDATOR: 'x-y',
      PORT: 'abc',
      UPSTREAM_MAX_BYTES: '10',
      PAYMENT_PROVIDERS: 'stripe',
      CONTENT_API_URL: 'https://content.example',
    })
    expect((problems as string[]).map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'MANDATOR',
      'UPSTREAM_MAX_BYTES',
      'CONTENT_SERVICE_KEY',
      'STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET',
    ])
  })

  it('warns about unknown variables whose names resemble ours', () => {
    const environment = {
      PUBLICATION_ORIGIN: 'https://www.musterbote.example',
      PUBLICATIONS_ORIGINS: '{}',
      PUBLICATION_DIR: '/srv',
      SMTP_URI: 'smtp://mail.example',
      DATABSE_URL: 'postgres://x',
      CONTENT_KEY: 'x',
      STRIPE_KEY: 'x',
      TRUST_PROXIES: '10.0.0.1',
      // Variables of other programs.
      CONTENT_TYPE: 'text/html',
      CONTENT_LENGTH: '1',
      HOSTNAME: 'web1',
      HOME: '/root',
      PATH: '/bin',
      IMAGE_NAME: 'x',
      LANG: 'de_DE.UTF-8',
      npm_config_cache: 'x',
      NODE_OPTIONS: '',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
    }
    const { unknown } = readConfig({ ...environment, DEMO: '0' })
    expect(unknown.map((line) => line.split(':')[0])).toEqual([
      'PUBLICATION_ORIGIN',
      'PUBLICATIONS_ORIGINS',
      'PUBLICATION_DIR',
      'SMTP_URI',
      'DATABSE_URL',
      'CONTENT_KEY',
      'STRIPE_KEY',
      'TRUST_PROXIES',
    ])
    expect(unknown[0]).toBe('PUBLICATION_ORIGIN: is not known; PUBLICATION_ORIGINS may be meant')
  })

  it.each([
    [{}, 'max-age=63072000'],
    [{ HSTS: 'subdomains' }, 'max-age=63072000; includeSubDomains'],
    [{ HSTS: 'preload' }, 'max-age=63072000; includeSubDomains; preload'],
    [{ HSTS: 'off' }, 'max-age=0'],
  ])('browsers keep https for this host only, unless configured: %j', (environment, header) => {
    const { hsts } = read(environment as Record<string, string>) as Config
    expect([baseHeaders(true, hsts)['strict-transport-security'], baseHeaders(false, hsts)]).toEqual([
      header,
      expect.not.objectContaining({ 'strict-transport-security': expect.anything() }),
    ])
  })

  it('says at the start what is weak by choice', () => {
    const CDN = { IMAGE_CDN_URL: 'https://bilder.example', IMAGE_CDN_SECRET: 'long-enough' }
    const tell = (environment: Record<string, string>) => toConfigText(readConfig(environment))
    expect(tell({ ...CDN, IMAGE_CDN_SCHEME: 'md5', HSTS: 'off' })).toMatch(
      /^Weaker than it could be, by your choice:\n {2}IMAGE_CDN_SCHEME=md5: .+\n {2}HSTS=off: .+\n$/,
    )
    expect(tell({ ...CDN, HSTS: 'subdomains' })).toBe('')
  })

  it('reports each problem once, and guesses nothing from a wrong value', () => {
    const ofSecret = read({ IMAGE_CDN_URL: 'https://bilder.example', IMAGE_CDN_SECRET: 'short' })
    expect(ofSecret).toEqual([expect.stringMatching(/^IMAGE_CDN_SECRET: (?!is needed)/)])
    const ofIssuer = read({ SSO_ISSUER: 'sso.example', AUTH_API_URL: 'https://auth.example' })
    expect(ofIssuer).toEqual([expect.stringMatching(/^SSO_ISSUER: /)])
  })

  it('reads the limits of upstreams, the status of an outage and the time to drain', () => {
    expect(read({})).toMatchObject({ upstreamMaxBytes: 5_000_000, outageStatus: 503, drainSeconds: 1 })
    expect(read({ UPSTREAM_MAX_BYTES: '100000', OUTAGE_STATUS: '404', DRAIN_SECONDS: '20' })).toMatchObject({
      upstreamMaxBytes: 100_000,
      outageStatus: 404,
      drainSeconds: 20,
    })
    for (const [name, value] of [
      ['OUTAGE_STATUS', '500'],
      ['DRAIN_SECONDS', '-1'],
      ['UPSTREAM_MAX_BYTES', 'all'],
    ] as const)
      expect(read({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name}`))])
  })

  it('reads the limit for pictures on the disk', () => {
    expect(read({})).toMatchObject({ pictureCacheBytes: 5_000_000_000 })
    expect(read({ PICTURE_CACHE_BYTES: '20000000000' })).toMatchObject({ pictureCacheBytes: 20_000_000_000 })
    for (const value of ['5 GB', '0', '-1'])
      expect(read({ PICTURE_CACHE_BYTES: value })).toEqual([expect.stringMatching(/^PICTURE_CACHE_BYTES/)])
  })

  it('DEMO=public opens the demo to every network, and changes nothing else of it', () => {
    const open = { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://demo.example' }
    expect(read({ ...open, DEMO: 'public' })).toMatchObject({ isDemo: true, isDemoPublic: true })
    expect(read({ ...open, DEMO: '0' })).toMatchObject({ isDemo: false, isDemoPublic: false })
    for (const HOST of ['127.0.0.1', '127.8.8.8', 'localhost', '::1', '[::1]'])
      expect(read({ HOST })).toMatchObject({ host: HOST, isDemo: true, isDemoPublic: false })
  })

  it('reads the provider of the office; a chief always publishes, roles count everywhere by default', () => {
    expect(read({})).toMatchObject({ officeProvider: null })
    const roles = { chefs: { role: 'chief' }, sport: [{ role: 'editor', publication: 'ak', sections: ['sport'] }] }
    const config = read({
      OFFICE_SSO_ISSUER: 'https://sso.example/',
      OFFICE_SSO_CLIENT_ID: 'redaktion',
      OFFICE_SSO_ROLES: JSON.stringify(roles),
      OFFICE_PASSWORDS: '0',
    })
    expect(config).toMatchObject({
      officeProvider: {
        issuer: 'https://sso.example/',
        clientSecret: null,
        scope: 'openid profile email',
        rolesClaim: 'roles',
        roles: {
          chefs: [{ publication: '*', role: 'chief', mayPublish: true, sections: [] }],
          sport: [{ publication: 'ak', role: 'editor', mayPublish: false, sections: ['sport'] }],
        },
        isOnlyWay: true,
      },
    })
  })

  it('R9-28 R5-17 reads a publisher’s provider, hosts and cookies; a social provider without a client id is off', () => {
    const config = read({
      SSO_ISSUER: 'https://sso.example/realms/{mandator}',
      SSO_CLIENT_ID: 'zeitung',
      AUTH_API_URL: 'https://auth.example/',
      AUTH_API_VERSION: 'v3',
      BEARER_COOKIE: 'leser',
      PREVIEW_HOSTS: 'a.example, B.example',
      GOOGLE_CLIENT_ID: ' ',
      GOOGLE_CLIENT_SECRET: 's',
    })
    expect(config).toMatchObject({
      foreignProvider: { issuer: 'https://sso.example/realms/{mandator}', clientId: 'zeitung', clientSecret: null },
      authApi: { url: 'https://auth.example', version: 'v3' },
      cookies: { bearer: 'leser', previewHosts: ['a.example', 'b.example'], isInsecureDevelopment: false },
      social: {},
    })
    expect(
      read({ APPLE_CLIENT_ID: 'a', APPLE_TEAM_ID: 'T', APPLE_KEY_ID: 'K', APPLE_PRIVATE_KEY: 'one\\ntwo' }),
    ).toMatchObject({ social: { apple: { privateKey: 'one\ntwo' } } })
  })

  it('lists all problems at once', () => {
    expect(read({ PORT: 'x', MANDATOR: 'x-y', HOME_SWR_SECONDS: '1' })).toHaveLength(3)
  })

  it('R1-04 gives each publication an origin and recognises its host', () => {
    const config = read({
      DEMO: '0',
      MANDATOR: 'fb',
      PUBLIC_ORIGIN: 'https://www.flussbote.example',
      PUBLICATION_ORIGINS: '{"ak":"https://auenkurier.example"}',
    })
    expect(['fb', 'ak', 'ht'].map((config as Config).originOf)).toEqual([
      'https://www.flussbote.example',
      'https://auenkurier.example',
      'http://ht.localhost:3000',
    ])
    expect(config).toMatchObject({ hosts: { 'www.flussbote.example': 'fb', 'auenkurier.example': 'ak' } })
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://ak.localhost:3000', 'http://[::1]:3000'])(
    'allows the demo at %s',
    (origin) => {
      expect(read({ PUBLIC_ORIGIN: origin })).toMatchObject({ isDemo: true })
    },
  )
})
