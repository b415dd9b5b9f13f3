import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (environment: Record<string, string>) => {
  const result = readConfig(environment)
  return result.ok ? result.config : result.problems
}

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(read({})).toMatchObject({ port: 3000, mandator: 'ak', isDemo: true, homeSeconds: 120, isPaywallEnabled: true, databaseUrl: null })
  })

  it.each([
    ['R1-05 a fifth publication', { MANDATOR: 'xy' }, 'MANDATOR'],
    ['a port that is none', { PORT: 'abc' }, 'PORT'],
    ['a port out of range', { PORT: '70000' }, 'PORT'],
    ['a home time that is neither 120 nor 300', { HOME_SWR_SECONDS: '60' }, 'HOME_SWR_SECONDS'],
    ['a database that is no PostgreSQL', { DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
    ['an origin with a path', { PUBLIC_ORIGIN: 'http://localhost/x' }, 'PUBLIC_ORIGIN'],
    ['R1-93 another language', { LANG_CODE: 'en' }, 'LANG_CODE'],
    ['legal ids that are no digits', { LEGAL_SITE_IDS: '1,x' }, 'LEGAL_SITE_IDS'],
    ['origins that are no JSON', { PUBLICATION_ORIGINS: '{' }, 'PUBLICATION_ORIGINS'],
    ['the demo under a public address', { PUBLIC_ORIGIN: 'https://www.auenkurier.example' }, 'DEMO'],
    ['a foreign content service without its key', { CONTENT_API_URL: 'https://content.example' }, 'CONTENT_SERVICE_KEY'],
  ])('refuses %s and names it', (_name, environment, variable) => {
    const problems = read(environment)
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${variable}`))])
  })

  it('lists everything that is wrong at once', () => {
    expect(read({ PORT: 'x', MANDATOR: 'xy', HOME_SWR_SECONDS: '1' })).toHaveLength(3)
  })

  it('R1-04 gives each publication an origin and recognises its host', () => {
    const config = read({ DEMO: '0', MANDATOR: 'fb', PUBLIC_ORIGIN: 'https://www.flussbote.example', PUBLICATION_ORIGINS: '{"ak":"https://auenkurier.example"}' })
    expect(config).toMatchObject({
      origins: { fb: 'https://www.flussbote.example', ak: 'https://auenkurier.example', ht: 'http://ht.localhost:3000' },
      hosts: { 'www.flussbote.example': 'fb', 'auenkurier.example': 'ak' },
    })
  })

  it.each(['http://localhost:3000', 'http://127.0.0.1:8080', 'http://ak.localhost:3000', 'http://[::1]:3000'])('lets the demo run at %s', (origin) => {
    expect(read({ PUBLIC_ORIGIN: origin })).toMatchObject({ isDemo: true })
  })
})
