import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createOfficePlace } from './office-place.ts'

const PUBLIC = {
  DEMO: '0',
  HOST: '0.0.0.0',
  MANDATOR: 'ak',
  PUBLIC_ORIGIN: 'https://www.auenkurier.example',
  PUBLICATION_ORIGINS: '{"fb":"https://www.flussbote.example"}',
}
const OWN = { ...PUBLIC, OFFICE_ORIGIN: 'https://redaktion.verlag.example' }

function place(env: Record<string, string>) {
  const parsed = readConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return createOfficePlace(parsed.config)
}

beforeAll(() => setPublications(TEST_PUBLICATIONS))

it.each<[string, Record<string, string>, string, string | null]>([
  ['the own origin of a publication', PUBLIC, 'www.flussbote.example', 'https://www.flussbote.example'],
  ['the host of the default publication', PUBLIC, 'www.auenkurier.example', 'https://www.auenkurier.example'],
  ['a name that is nobody’s', PUBLIC, 'evil.example', null],
  ['an address of this machine, where the paper is elsewhere', PUBLIC, 'localhost:3000', null],
  ['a name below another house', PUBLIC, 'ak.evil.example', null],
  ['the office’s own host', OWN, 'redaktion.verlag.example', 'https://redaktion.verlag.example'],
  ['a publication beside the own host', OWN, 'www.auenkurier.example', null],
  [
    'a publication with advertising',
    { ...PUBLIC, AD_SCRIPT: 'https://ads.example/a.js' },
    'www.auenkurier.example',
    null,
  ],
  [
    'a publication with further origins',
    { ...PUBLIC, THIRD_PARTY_ORIGINS: 'https://ads.example' },
    'www.auenkurier.example',
    null,
  ],
  [
    'a publication with further origins of one script',
    { ...PUBLIC, AD_ORIGINS: 'https://ads.example' },
    'www.auenkurier.example',
    null,
  ],
  ['a publication with the button of a provider', { ...PUBLIC, GOOGLE_CLIENT_ID: 'x' }, 'www.auenkurier.example', null],
  ['the demo', {}, 'localhost:3000', 'http://localhost:3000'],
  ['a publication of the demo on another port', {}, 'fb.localhost:4000', 'http://fb.localhost:4000'],
  ['the demo, with its own sample scripts', { AD_SCRIPT: 'reference' }, 'localhost:3000', 'http://localhost:3000'],
  ['a foreign name that leads to this machine', {}, 'evil.example:3000', null],
])('at %s', (_where, env, host, origin) => expect(place(env).originAt(host)).toBe(origin))

it.each<[Record<string, string>, string, string | null]>([
  [PUBLIC, 'localhost:3000', 'http://localhost:3000'],
  [PUBLIC, 'evil.example', null],
  [OWN, 'localhost:3000', null],
  [{ ...PUBLIC, AD_SCRIPT: 'https://ads.example/a.js' }, 'localhost:3000', null],
])('from this machine, before the host of the paper leads here', (env, host, origin) =>
  expect(place(env).originAt(host, true)).toBe(origin),
)

it('an office at an address without https is refused, but on this machine', () => {
  expect(readConfig({ OFFICE_ORIGIN: 'http://redaktion.verlag.example' })).toMatchObject({ ok: false })
  expect(readConfig({ OFFICE_ORIGIN: 'http://office.localhost:3000' })).toMatchObject({ ok: true })
})
