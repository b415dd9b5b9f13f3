/**
 * Two simulated sign-in providers that behave like the real ones: discovery, keys, signed tokens. Token-based (Google):
 * a script that draws a button and returns a credential. Popup (Apple): a page that posts a code to the callback as a
 * cross-site form, and a token endpoint that requires PKCE and a freshly signed client secret.
 */
import { createHash, generateKeyPairSync, randomUUID, sign, verify, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SocialReader = { sub: string; email: string; isEmailVerified: boolean; firstName: string; lastName: string }

export type SocialProviders = {
  /** Environment variables for a portal. */
  env: Record<string, string>
  /** The reader logged in at both providers. */
  setReader: (reader: SocialReader) => void
  /** `forged`: tokens are signed with another key than the published one. */
  setMode: (mode: 'good' | 'forged') => void
  /** Queries with which the popup provider was opened. */
  opened: URLSearchParams[]
  /** Number of requests for the token-based provider's script. */
  countScripts: () => number
  close: () => Promise<void>
}

const GOOGLE_CLIENT = 'google-like-client'
export const APPLE_CLIENT = 'apple-like-client'
const TEAM = 'TEAM000001'
const KEY_ID = 'KEY0000001'

export const EVA: SocialReader = {
  sub: 'reader-1',
  email: 'eva.social@example.org',
  isEmailVerified: true,
  firstName: 'Eva',
  lastName: 'Süß',
}

export async function openSocialProviders(): Promise<SocialProviders> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const client = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const opened: URLSearchParams[] = []
  let reader = EVA
  let mode: 'good' | 'forged' = 'good'
  let scripts = 0

  const toIdToken = (issuer: string, audience: string, nonce: string | null, extra: object = {}) => {
    const now = Math.floor(Date.now() / 1000)
    const { sub, email, isEmailVerified } = reader
    const claims = {
      iss: issuer,
      aud: audience,
      sub,
      email,
      email_verified: isEmailVerified,
      iat: now,
      exp: now + 600,
      ...(nonce === null ? {} : { nonce }),
      ...extra,
    }
    return toJwt(claims, mode === 'good' ? keys.privateKey : others.privateKey)
  }

  const google = await serve(({ url, origin }, response) => {
    switch (url.pathname) {
      case '/gsi/client':
        scripts++
        return send(response, 'text/javascript', toButtonScript(origin))
      case '/gsi/select': {
        const { firstName, lastName } = reader
        const credential = toIdToken(origin, url.searchParams.get('client_id') ?? '', url.searchParams.get('nonce'), {
          given_name: firstName,
          family_name: lastName,
        })
        return send(response, 'text/html', toChoicePage(reader.email, credential, url.searchParams.get('origin') ?? ''))
      }
      default:
        return serveKeys(url, origin, keys.publicKey, response)
    }
  })

  const codes = new Map<string, { challenge: string; redirectUri: string; idToken: string }>()
  const apple = await serve(({ url, origin, form }, response) => {
    switch (url.pathname) {
      case '/authorize': {
        const query = url.searchParams
        opened.push(query)
        const redirectUri = query.get('redirect_uri') ?? ''
        const isFit =
          query.get('client_id') === APPLE_CLIENT &&
          query.get('response_mode') === 'form_post' &&
          query.get('response_type') === 'code' &&
          query.get('code_challenge_method') === 'S256'
        if (!isFit || !URL.canParse(redirectUri)) return send(response, 'text/plain', 'invalid_request', 400)
        const code = randomUUID()
        codes.set(code, {
          challenge: query.get('code_challenge') ?? '',
          redirectUri,
          idToken: toIdToken(origin, APPLE_CLIENT, query.get('nonce')),
        })
        return send(response, 'text/html', toConsentPage(reader, redirectUri, code, query.get('state') ?? ''))
      }
      case '/token': {
        const code = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const isFit =
          code !== undefined &&
          code.challenge === challenge &&
          code.redirectUri === form.get('redirect_uri') &&
          isClientSecret(form.get('client_secret') ?? '', client.publicKey, origin)
        return isFit
          ? sendJson(response, { access_token: randomUUID(), token_type: 'bearer', id_token: code.idToken })
          : sendJson(response, { error: 'invalid_grant' }, 400)
      }
      default:
        return serveKeys(url, origin, keys.publicKey, response)
    }
  })

  return {
    env: {
      GOOGLE_CLIENT_ID: GOOGLE_CLIENT,
      GOOGLE_ISSUER: google.origin,
      GOOGLE_SCRIPT: `${google.origin}/gsi/client`,
      APPLE_CLIENT_ID: APPLE_CLIENT,
      APPLE_TEAM_ID: TEAM,
      APPLE_KEY_ID: KEY_ID,
      APPLE_PRIVATE_KEY: client.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      APPLE_ISSUER: apple.origin,
    },
    setReader: (next) => (reader = next),
    setMode: (next) => (mode = next),
    opened,
    countScripts: () => scripts,
    async close() {
      await Promise.all([google.close(), apple.close()])
    },
  }
}

type Asked = { url: URL; origin: string; form: URLSearchParams }

async function serve(answer: (asked: Asked, response: ServerResponse) => void) {
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () =>
      answer(
        {
          url: new URL(request.url ?? '/', origin),
          origin,
          form: new URLSearchParams(Buffer.concat(chunks).toString()),
        },
        response,
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function serveKeys(url: URL, origin: string, key: KeyObject, response: ServerResponse): void {
  if (url.pathname === '/.well-known/openid-configuration') {
    return sendJson(response, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
  }
  if (url.pathname === '/jwks')
    return sendJson(response, { keys: [{ ...key.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
  send(response, 'text/plain', 'not found', 404)
}

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body)
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  send(response, 'application/json', JSON.stringify(body), status)
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

function toJwt(claims: object, key: KeyObject): string {
  const text = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** Signed by the client's key, for our audience, and not expired. */
function isClientSecret(secret: string, key: KeyObject, origin: string): boolean {
  const [header = '', payload = '', signature = ''] = secret.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return false
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  return (
    claims.iss === TEAM &&
    claims.sub === APPLE_CLIENT &&
    claims.aud === origin &&
    Number(claims.exp) > Date.now() / 1000
  )
}

/** The two functions of the provider's interface that pages use: `initialize` and `renderButton`. */
function toButtonScript(origin: string): string {
  return `(function () {
  var options, opened
  window.addEventListener('message', function (event) {
    if (event.origin === '${origin}' && event.source === opened && options) options.callback(event.data)
  })
  window.google = { accounts: { id: {
    initialize: function (given) { options = given },
    renderButton: function (place, look) {
      var button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'Über Google anmelden'
      button.style.cssText = 'border:1px solid #747775;border-radius:4px;background:#fff;color:#1f1f1f;font:500 14px Arial,sans-serif;width:' + look.width + 'px;height:' + { large: 40, medium: 32, small: 20 }[look.size] + 'px'
      button.addEventListener('click', function () {
        var query = new URLSearchParams({ client_id: options.client_id, nonce: options.nonce, origin: location.origin })
        opened = window.open('${origin}/gsi/select?' + query, '_blank', 'popup,width=420,height=520')
      })
      place.replaceChildren(button)
    }
  } } }
})()`
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function toChoicePage(email: string, credential: string, origin: string): string {
  const say = (data: object) =>
    escape(`opener.postMessage(${JSON.stringify(data)}, ${JSON.stringify(origin)}); close()`)
  return toPage(
    'Konto auswählen',
    `<button onclick="${say({ credential })}">Weiter als ${escape(email)}</button> <button onclick="${say({})}">Ohne Antwort zurück</button>`,
  )
}

function toConsentPage(
  { email, firstName, lastName }: SocialReader,
  redirectUri: string,
  code: string,
  state: string,
): string {
  const user = JSON.stringify({ name: { firstName, lastName }, email })
  const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escape(value)}">`
  const form = (fields: string, text: string) =>
    `<form method="post" action="${escape(redirectUri)}">${fields}${field('state', state)}<button>${text}</button></form>`
  return toPage(
    'Mit Apple anmelden',
    form(field('code', code) + field('user', user), `Weiter als ${escape(email)}`) +
      form(field('error', 'user_cancelled_authorize'), 'Ohne Antwort zurück'),
  )
}

function toPage(title: string, body: string): string {
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`
}
