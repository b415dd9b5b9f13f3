import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign as signRaw,
  type KeyObject,
} from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTokenVerifier, type TokenKind } from './verify-token.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const AT = NOW.getTime() / 1000
const ISSUER = 'https://ak.example/__services/sso/ak'
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')
const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
const der = pair.publicKey.export({ type: 'spki', format: 'der' })
const KID = 'key-of-today'

const HEADER = { alg: 'RS256', kid: KID, typ: 'JWT' }
const CLAIMS = {
  iss: ISSUER,
  aud: 'portal-ak',
  sub: 'reader-1',
  mandator: 'ak',
  iat: AT - 60,
  exp: AT + 840,
  subscriptionRoles: ['PLUS_USER'],
}

const verifierOf = (kind: TokenKind) =>
  createTokenVerifier({
    getKey: async (kid) => (kid === KID ? pair.publicKey : null),
    kind,
    issuer: ISSUER,
    audience: kind === 'id' ? 'portal-ak' : 'urn:lokalteil:user-api',
    publication: 'ak',
    now: () => NOW,
  })
const verify = verifierOf('id')

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
/** Signs any value, valid or not. */
function rs256(header: unknown, claims: unknown, key: KeyObject = pair.privateKey): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${signRaw('sha256', Buffer.from(input), key).toString('base64url')}`
}
function hs256(header: unknown, claims: unknown, secret: string | Buffer): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

const good = rs256(HEADER, CLAIMS)
const [head, body, signature] = good.split('.') as [string, string, string]
const changed = (claims: object) => rs256(HEADER, { ...CLAIMS, ...claims })
const headed = (header: object) => rs256({ ...HEADER, ...header }, CLAIMS)
const without = (...names: string[]) =>
  rs256(HEADER, Object.fromEntries(Object.entries(CLAIMS).filter(([name]) => !names.includes(name))))
const jwk = { ...(await exportJWK(foreign.publicKey)), kid: KID, alg: 'RS256', use: 'sig' }
const signed = (alg: string, key: KeyObject) => new SignJWT(CLAIMS).setProtectedHeader({ ...HEADER, alg }).sign(key)

const FORGERIES: [string, unknown][] = [
  // No signature.
  ...['none', 'None', 'NONE', 'nOnE', 'none ', ''].map((alg): [string, unknown] => [
    `alg ${JSON.stringify(alg)}`,
    `${encode({ ...HEADER, alg })}.${body}.`,
  ]),
  ...['none', 'NONE'].map((alg): [string, unknown] => [
    `alg ${alg} with a signature`,
    rs256({ ...HEADER, alg }, CLAIMS),
  ]),
  ['alg missing', rs256({ kid: KID, typ: 'JWT' }, CLAIMS)],
  ['alg null', headed({ alg: null })],
  ['alg a list', headed({ alg: ['RS256'] })],
  ['alg an object', headed({ alg: { name: 'RS256' } })],
  ['alg in lower case', headed({ alg: 'rs256' })],
  ['alg with a blank', headed({ alg: 'RS256 ' })],
  ['empty signature', `${head}.${body}.`],
  ['no signature part', `${head}.${body}`],
  // The public key used as an HMAC secret.
  ...[
    ['the PEM', pem],
    ['the PEM without line end', pem.trim()],
    ['the PEM with CRLF', pem.replaceAll('\n', '\r\n')],
    ['the base64 of the PEM', pem.replace(/-----[A-Z ]+-----|\n/g, '')],
    ['the DER', der],
    ['the hash of the PEM', createHash('sha256').update(pem).digest()],
    ['nothing', ''],
    ['its id', KID],
  ].map(([name, secret]): [string, unknown] => [
    `HS256 with ${String(name)}`,
    hs256({ ...HEADER, alg: 'HS256' }, CLAIMS, secret as string),
  ]),
  ['HS256 signed, RS256 said', hs256(HEADER, CLAIMS, pem)],
  ...['HS384', 'HS512'].map((alg): [string, unknown] => [`${alg} said`, hs256({ ...HEADER, alg }, CLAIMS, pem)]),
  // Valid signatures by other keys or algorithms.
  ['another RSA key', rs256(HEADER, CLAIMS, foreign.privateKey)],
  ['another RSA key, RS512', await signed('RS512', foreign.privateKey)],
  ['our key, RS384', await signed('RS384', pair.privateKey)],
  ['our key, RS512', await signed('RS512', pair.privateKey)],
  ['our key, PS256', await signed('PS256', pair.privateKey)],
  ['ES256', await signed('ES256', elliptic.privateKey)],
  ['EdDSA', await signed('EdDSA', edwards.privateKey)],
  ['ES256 of zeros', `${encode({ ...HEADER, alg: 'ES256' })}.${body}.${Buffer.alloc(64).toString('base64url')}`],
  ['RS256 of zeros', `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`],
  ['RS256 of ones', `${head}.${body}.${Buffer.alloc(256, 1).toString('base64url')}`],
  // Tokens that name their own key.
  ['jwk in the header', rs256({ ...HEADER, jwk }, CLAIMS, foreign.privateKey)],
  ['jwk in the header, no kid', rs256({ alg: 'RS256', typ: 'JWT', jwk }, CLAIMS, foreign.privateKey)],
  ['jku in the header', rs256({ ...HEADER, jku: 'https://evil.example/jwks' }, CLAIMS, foreign.privateKey)],
  ['x5u in the header', rs256({ ...HEADER, x5u: 'https://evil.example/cert' }, CLAIMS, foreign.privateKey)],
  ['x5c in the header', rs256({ ...HEADER, x5c: ['MIIB'] }, CLAIMS, foreign.privateKey)],
  ['x5t in the header', rs256({ ...HEADER, x5t: 'abc' }, CLAIMS, foreign.privateKey)],
  ...[
    'unknown',
    '',
    '../../keys/private',
    "' or 1=1 --",
    '__proto__',
    'constructor',
    'x'.repeat(300),
    '/dev/null',
    `${KID}\u0000`,
    `${KID} `,
  ].map((kid): [string, unknown] => [`kid ${JSON.stringify(kid).slice(0, 30)}`, headed({ kid })]),
  ['kid missing', rs256({ alg: 'RS256', typ: 'JWT' }, CLAIMS)],
  ['kid a list', headed({ kid: [KID] })],
  ['kid a number', headed({ kid: 1 })],
  ['kid null', headed({ kid: null })],
  ['crit', headed({ crit: ['exp'], exp: 1 })],
  ['crit empty', headed({ crit: [] })],
  ['b64 false', headed({ b64: false, crit: ['b64'] })],
  // Wrong kinds.
  ['an access token', headed({ typ: 'at+jwt' })],
  ['a content token', headed({ typ: 'content+jwt' })],
  ['a logout token', headed({ typ: 'logout+jwt' })],
  ['typ a list', headed({ typ: ['JWT'] })],
  ['typ null', headed({ typ: null })],
  // Wrong issuer or audience.
  ['another issuer', changed({ iss: 'https://evil.example' })],
  ['the issuer of another publication', changed({ iss: ISSUER.replace('/ak', '/fb') })],
  ['the issuer with a slash', changed({ iss: `${ISSUER}/` })],
  ['the issuer in a list', changed({ iss: [ISSUER] })],
  ['no issuer', without('iss')],
  ['another audience', changed({ aud: 'portal-fb' })],
  ['the library as audience', changed({ aud: 'urn:lokalteil:user-api' })],
  ['no audience', without('aud')],
  ['an empty audience', changed({ aud: [] })],
  ['an audience that begins like ours', changed({ aud: 'portal-ak2' })],
  ['an audience as an object', changed({ aud: { 0: 'portal-ak' } })],
  ['two audiences', changed({ aud: ['portal-ak', 'evil'] })],
  ['two audiences, another authorised', changed({ aud: ['portal-ak', 'evil'], azp: 'evil' })],
  ['another publication', changed({ mandator: 'fb' })],
  ['no publication', without('mandator')],
  ['publications in a list', changed({ mandator: ['ak'] })],
  ['no subject', without('sub')],
  ['an empty subject', changed({ sub: '' })],
  ['a numeric subject', changed({ sub: 1 })],
  ['a subject as an object', changed({ sub: { $ne: null } })],
  ['an endless subject', changed({ sub: 'x'.repeat(300) })],
  // Wrong times.
  ['ended', changed({ exp: AT - 61 })],
  ['ended long ago', changed({ iat: 1, exp: 2 })],
  ['no end', without('exp')],
  ['an end as text', changed({ exp: String(AT + 840) })],
  ['an end with a fraction', changed({ exp: AT + 840.5 })],
  ['an end beyond numbers', rs256(HEADER, JSON.stringify(CLAIMS).replace(/"exp":\d+/, '"exp":1e999'))],
  ['an end beyond whole numbers', changed({ exp: 2 ** 60 })],
  ['a negative end', changed({ exp: -1 })],
  ['an end null', changed({ exp: null })],
  ['an end true', changed({ exp: true })],
  ['an end before the beginning', changed({ iat: AT, exp: AT - 1 })],
  ['from the future', changed({ iat: AT + 61, exp: AT + 900 })],
  ['no beginning', without('iat')],
  ['a beginning with a fraction', changed({ iat: AT - 0.5 })],
  ['a beginning as text', changed({ iat: '1' })],
  ['not valid yet', changed({ nbf: AT + 61 })],
  ['nbf as text', changed({ nbf: '1' })],
  ['nbf with a fraction', changed({ nbf: AT - 0.5 })],
  // Broken.
  ...Array.from({ length: 12 }, (_, index): [string, unknown] => [
    `cut to ${index * 8} %`,
    good.slice(0, Math.floor((good.length * index * 8) / 100)),
  ]),
  [
    'one letter of the signature',
    `${head}.${body}.${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`,
  ],
  ['roles changed, signature kept', `${head}.${encode({ ...CLAIMS, subscriptionRoles: ['PUR_USER'] })}.${signature}`],
  ['header changed, signature kept', `${encode({ ...HEADER, x: 1 })}.${body}.${signature}`],
  ['the signature twice', `${good}.${signature}`],
  ['five parts', `${good}.a.b`],
  ['blanks around', ` ${good} `],
  ['a line break', `${good}\n`],
  ['padding', `${good}==`],
  ['standard base64', good.replaceAll('-', '+').replaceAll('_', '/').concat('=')],
  ['Bearer in front', `Bearer ${good}`],
  ['not JSON inside', rs256(HEADER, 'not json')],
  ['a list inside', rs256(HEADER, [CLAIMS])],
  ['null inside', rs256(HEADER, 'null')],
  ['a number inside', rs256(HEADER, '1')],
  ['text inside', rs256(HEADER, '"text"')],
  ['bytes that are no text', `${head}.${Buffer.from([0xff, 0xfe, 0x7b]).toString('base64url')}.${signature}`],
  ['a header that is a list', `${encode([HEADER])}.${body}.${signature}`],
  ['a header that is null', `${encode('null')}.${body}.${signature}`],
  ['claims by prototype', rs256(HEADER, `{"__proto__":${JSON.stringify(CLAIMS)}}`)],
  ['ten thousand levels', rs256(HEADER, `${'['.repeat(2000)}${']'.repeat(2000)}`)],
  ['a megabyte', `${head}.${'A'.repeat(1_000_000)}.${signature}`],
  ['a megabyte of dots', '.'.repeat(1_000_000)],
  ['encrypted', 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d'],
  ['JSON form', JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] })],
  ['empty', ''],
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['an object', { toString: () => good }],
  ['a list', [good]],
]

describe('tokens', () => {
  it('a valid one is accepted', async () => {
    expect(await verify(good)).toMatchObject({ ok: true, claims: CLAIMS })
    expect(await verify(headed({ typ: undefined }))).toMatchObject({ ok: true })
    expect(await verify(changed({ aud: ['portal-ak', 'x'], azp: 'portal-ak' }))).toMatchObject({ ok: true })
    expect(await verify(changed({ exp: AT - 59 }))).toMatchObject({ ok: true })
  })

  it('R5-06 S4.2-01 the list has more than a hundred forgeries', () => {
    expect(FORGERIES.length).toBeGreaterThanOrEqual(100)
    expect(new Set(FORGERIES.map(([name]) => name)).size).toBe(FORGERIES.length)
  })

  it.each(FORGERIES)('R5-06 S4.2-01 is refused without an exception: %s', async (_name, token) => {
    const started = performance.now()
    expect(await verify(token as string)).toMatchObject({ ok: false, code: expect.any(String) })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('of one kind are not accepted as another', async () => {
    const access = rs256({ ...HEADER, typ: 'at+jwt' }, { ...CLAIMS, aud: 'urn:lokalteil:user-api' })
    expect(await verifierOf('access')(access)).toMatchObject({ ok: true })
    expect(await verifierOf('access')(good)).toMatchObject({ ok: false })
    expect(await verifierOf('access')(rs256(HEADER, { ...CLAIMS, aud: 'urn:lokalteil:user-api' }))).toMatchObject({
      ok: false,
      code: 'WRONG_KIND',
    })
    expect(await verify(access)).toMatchObject({ ok: false, code: 'WRONG_KIND' })
  })

  it('may be expired if the caller says so, but nothing else', async () => {
    expect(await verify(changed({ iat: 1, exp: 2 }), { mayBeExpired: true })).toMatchObject({ ok: true })
    expect(
      await verify(rs256(HEADER, { ...CLAIMS, exp: 2, iat: 1 }, foreign.privateKey), { mayBeExpired: true }),
    ).toMatchObject({ ok: false })
  })

  it('are refused while the keys cannot be loaded', async () => {
    const broken = createTokenVerifier({
      getKey: () => Promise.reject(new Error('down')),
      kind: 'id',
      issuer: ISSUER,
      audience: 'portal-ak',
      now: () => NOW,
    })
    expect(await broken(good)).toMatchObject({ ok: false })
  })

  it('are cheap to check: well under a millisecond', async () => {
    const key = createPublicKey(pem)
    const quick = createTokenVerifier({
      getKey: async () => key,
      kind: 'id',
      issuer: ISSUER,
      audience: 'portal-ak',
      now: () => NOW,
    })
    await quick(good)
    const started = process.cpuUsage()
    for (let round = 0; round < 300; round++) await quick(good)
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1000 / 300).toBeLessThan(1)
  })
})
