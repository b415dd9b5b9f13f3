/** A small OpenID provider over HTTP: discovery, keys, codes with PKCE, a token endpoint. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { exportJWK, SignJWT } from 'jose'

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>

/** `now`: the times of its tokens. */
export async function openTestProvider(now: () => Date) {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { challenge: string; redirectUri: string; idToken: string }>()
  const seen: { secret: string | null; scope: string | null; mode: string | null }[] = []
  let issuer = ''
  let isDown = false
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'p1', alg: 'RS256', use: 'sig' }
  const server: Server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      if (isDown) return send(503, {})
      if (request.url === '/.well-known/openid-configuration')
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        })
      if (request.url === '/jwks') return send(200, { keys: [jwk] })
      if (request.url !== '/token') return send(404, {})
      const code = codes.get(form.get('code') ?? '')
      seen.push({ secret: form.get('client_secret'), scope: null, mode: null })
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (code === undefined || challenge !== code.challenge || form.get('redirect_uri') !== code.redirectUri)
        return send(400, { error: 'invalid_grant' })
      return send(200, { access_token: 'x', token_type: 'bearer', id_token: code.idToken })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const at = () => Math.floor(now().getTime() / 1000)
  const sign = (claims: object, header: object = {}) =>
    new SignJWT({ iss: issuer, iat: at() - 10, exp: at() + 600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'p1', ...header })
      .sign(pair.privateKey)
  /** The redirect after the reader agreed on the provider's page. */
  function grant(url: URL, idToken: string): string {
    const code = `code-${codes.size}-${Math.random()}`
    codes.set(code, {
      challenge: url.searchParams.get('code_challenge')!,
      redirectUri: url.searchParams.get('redirect_uri')!,
      idToken,
    })
    return code
  }
  return {
    issuer,
    seen,
    setDown: (value: boolean) => (isDown = value),
    sign,
    grant,
    /** The query with which the provider leads the browser back. */
    async leadBack(address: string, claims: object): Promise<string> {
      const url = new URL(address)
      const { client_id: aud, nonce, state = '' } = Object.fromEntries(url.searchParams)
      const code = grant(url, await sign({ aud, nonce, ...claims }))
      return new URLSearchParams({ code, state }).toString()
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
