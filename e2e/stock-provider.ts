/**
 * A publisher's OpenID Connect provider as its package ships it: default configuration, its own login and consent
 * pages, all claims only at the userinfo endpoint, and a refresh token only with consent. Only the portal as a client
 * and the accounts are ours. A process of its own, with a movable clock.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { findFreePort } from '@lokalteil/tools/free-port'

export type StockProvider = {
  issuer: string
  /** Environment variables for a portal that uses it. */
  env: Record<string, string>
  setClock: (ahead: number) => Promise<void>
  /** Its pages for readers answer 503, like a gateway without its server; calls of the portal still work. */
  setPagesAway: (areAway: boolean) => Promise<void>
  close: () => Promise<void>
}

type Settings = { port: number; redirectUri: string; client: object; people: Record<string, object> }

const CLIENT = { client_id: 'zeitung', client_secret: 'what the publisher was given' }
const self = fileURLToPath(import.meta.url)

/** `people`: claims by the typed login; by default a reader has only a subject. */
export async function openStockProvider(
  portalOrigin: string,
  options: { client?: object; people?: Record<string, object> } = {},
): Promise<StockProvider> {
  const port = await findFreePort()
  const settings: Settings = {
    port,
    redirectUri: `${portalOrigin}/api/mein/oauth2/callback`,
    client: options.client ?? {},
    people: options.people ?? {},
  }
  const child = spawn(process.execPath, ['--import', './e2e/movable-clock.ts', self], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, STOCK_PROVIDER: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  await untilReady(child)
  const issuer = `http://127.0.0.1:${port}`
  const tell = async (message: { ahead: number } | { areAway: boolean }) => {
    const heard = once(child, 'message')
    child.send(message)
    await heard
  }
  return {
    issuer,
    env: { SSO_ISSUER: issuer, SSO_CLIENT_ID: CLIENT.client_id, SSO_CLIENT_SECRET: CLIENT.client_secret },
    setClock: (ahead) => tell({ ahead }),
    setPagesAway: (areAway) => tell({ areAway }),
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Fills in the provider's pages: the login, and its consent page if shown. */
export async function signInThere(page: Page, issuer: string, login: string): Promise<void> {
  await page.waitForURL(`${issuer}/interaction/**`)
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('irgendeins')
  await page.locator('form').getByRole('button').first().click()
  await agreeThere(page, issuer)
}

export async function agreeThere(page: Page, issuer: string): Promise<void> {
  const consent = page.getByRole('button', { name: 'Continue' })
  await Promise.race([consent.waitFor(), page.waitForURL((url) => url.origin !== issuer)])
  if (page.url().startsWith(issuer)) await consent.click()
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr!.on('data', (data: Buffer) => (output += data))
    child.stdout!.on('data', (data: Buffer) => {
      output += data
      if (output.includes('provider ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The provider ended with ${code}:\n${output}`)))
  })
}

async function serve({ port, redirectUri, client, people }: Settings): Promise<void> {
  const { default: Provider } = await import('oidc-provider')
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        ...client,
      },
    ],
    ...(Object.keys(people).length === 0
      ? {}
      : {
          claims: {
            profile: ['name', 'given_name', 'family_name', 'preferred_username', 'realm_access'],
            email: ['email', 'email_verified'],
          },
          findAccount: (_ctx: unknown, sub: string) => ({
            accountId: sub,
            claims: async () => ({ sub, ...people[sub] }),
          }),
        }),
  })
  const handle = provider.callback()
  let areAway = false
  process.on('message', (message: { areAway?: boolean }) => {
    if (message.areAway === undefined) return
    areAway = message.areAway
    process.send?.('told')
  })
  createServer((request, response) => {
    if (areAway && request.url!.startsWith('/auth?')) response.writeHead(503).end()
    else void handle(request, response)
  }).listen(port, '127.0.0.1', () => process.stdout.write('provider ready\n'))
}

if (process.argv[1] === self) await serve(JSON.parse(process.env.STOCK_PROVIDER ?? '{}') as Settings)
