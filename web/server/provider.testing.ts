/** A social provider for tests: discovery, keys, and a token endpoint that checks PKCE and the redirect address. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>

export async function openTestProvider(now: () => Date) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { url: URL; idToken: string }>()
  let issuer = ''
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/.well-known/openid-configuration')
        return send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
        })
      if (request.url === '/jwks')
        return send(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'p1', alg: 'RS256', use: 'sig' }] })
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const given = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (
        given === undefined ||
        given.url.searchParams.get('code_challenge') !== challenge ||
        given.url.searchParams.get('redirect_uri') !== form.get('redirect_uri')
      )
        return send(400, { error: 'invalid_grant' })
      return send(200, { access_token: 'x', token_type: 'bearer', id_token: given.idToken })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const toToken = (claims: object) => {
    const at = Math.floor(now().getTime() / 1000)
    const text = `${encode({ alg: 'RS256', kid: 'p1' })}.${encode({ iss: issuer, iat: at - 5, exp: at + 600, ...claims })}`
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  }
  return {
    issuer,
    toToken,
    /** The code that a reader returns with after agreeing on the page at `url`. */
    grant(url: URL, claims: object): string {
      const code = `code-${codes.size + 1}-${Math.random().toString(36).slice(2)}`
      codes.set(code, {
        url,
        idToken: toToken({ aud: url.searchParams.get('client_id'), nonce: url.searchParams.get('nonce'), ...claims }),
      })
      return code
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
