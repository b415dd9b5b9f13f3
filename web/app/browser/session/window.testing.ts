/**
 * A simulated browser for tests of the session: cookies, address, history, tabs, storage, and a server with answers.
 */

export type Call = { method: string; path: string; body: string | null; headers: Headers; cookie: string }
export type Answer = Response | Promise<Response> | Error | undefined
export type TestWindow = Awaited<ReturnType<typeof openTestWindow>>

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
let pair: Promise<CryptoKeyPair> | undefined
const createPair = () =>
  crypto.subtle.generateKey({ ...RS256, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    'sign',
    'verify',
  ])

export const NOW = new Date('2026-11-21T12:00:00Z')
export const ORIGIN = 'https://www.auenkurier.example'
export const CLIENT = {
  issuer: `${ORIGIN}/__services/sso/ak`,
  clientId: 'portal-ak',
  signOn: 'own',
  contentApi: '/api',
  contentApiVersion: 'v4',
  bearerCookie: 'content_jwt',
} as const

export async function openKeys() {
  pair ??= createPair()
  const keys = await pair
  const toText = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64')
  const toPem = async (key: CryptoKey) =>
    `-----BEGIN PUBLIC KEY-----\n${toText(await crypto.subtle.exportKey('spki', key)).replace(/.{64}/g, '$&\n')}\n-----END PUBLIC KEY-----\n`
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = async (
    claims: Record<string, unknown>,
    header: Record<string, unknown> = { alg: 'RS256', typ: 'JWT', kid: '1' },
    key = keys.privateKey,
  ) => {
    const text = `${part(header)}.${part(claims)}`
    return `${text}.${Buffer.from(await crypto.subtle.sign(RS256, key, Buffer.from(text))).toString('base64url')}`
  }
  return {
    pem: await toPem(keys.publicKey),
    sign,
    createOther: async () =>
      createPair().then(async (other) => ({ key: other.privateKey, pem: await toPem(other.publicKey) })),
  }
}

export function toClaims(more: Record<string, unknown> = {}): Record<string, unknown> {
  const seconds = NOW.getTime() / 1000
  return {
    iss: CLIENT.issuer,
    aud: CLIENT.clientId,
    sub: 'reader-1',
    iat: seconds - 60,
    exp: seconds + 840,
    email: 'r@example.org',
    firstName: 'Rosa',
    lastName: 'Rot',
    emailVerified: true,
    subscriptionRoles: [],
    ...more,
  }
}

/** `stub` replaces a global value, as `vi.stubGlobal` does. */
export async function openTestWindow(
  stub: (name: string, value: unknown) => void,
  { path = '/', isNativeApp = false } = {},
) {
  const keys = await openKeys()
  const jar = new Map<string, { value: string; attributes: string }>()
  const stored = new Map<string, string>()
  const storedInTab = new Map<string, string>()
  const calls: Call[] = []
  const moves: string[] = []
  const toasts: string[] = []
  const channels = new Set<TestChannel>()
  const answers = new Map<string, (call: Call) => Answer>()
  const page = Object.assign(new EventTarget(), {
    documentElement: { dataset: {} as Record<string, string> },
    visibilityState: 'visible',
    readyState: 'complete',
    querySelector: (_selector: string): unknown => null,
  })
  const view = new EventTarget()
  let url = new URL(path, ORIGIN)

  Object.defineProperty(page, 'cookie', {
    get: () => [...jar].map(([name, { value }]) => `${name}=${value}`).join('; '),
    set: (line: string) => {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
      if (/max-age=0\b/.test(attributes)) jar.delete(name)
      else jar.set(name, { value, attributes })
    },
  })
  const goTo = (kind: string) => (to: string) => {
    moves.push(`${kind} ${to}`)
  }
  const location = {
    get href() {
      return url.href
    },
    get pathname() {
      return url.pathname
    },
    get search() {
      return url.search
    },
    get hash() {
      return url.hash
    },
    set hash(hash: string) {
      url = new URL(url)
      url.hash = hash
      moves.push(`hash ${url.hash}`)
      view.dispatchEvent(new Event('hashchange'))
    },
    origin: ORIGIN,
    hostname: url.hostname,
    protocol: url.protocol,
    replace: goTo('replace'),
    assign: goTo('assign'),
  }
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => void (url = new URL(to, url)),
  }
  const navigation = Object.assign(new EventTarget(), {
    navigate: (to: string, options?: { history?: string }) => {
      moves.push(`${options?.history === 'replace' ? 'replace' : 'navigate'} ${to}`)
      return {}
    },
  })

  class TestChannel extends EventTarget {
    readonly name: string
    constructor(name: string) {
      super()
      this.name = name
      channels.add(this)
    }
    postMessage(data: unknown): void {
      for (const other of channels)
        if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
    }
  }

  const answer = (rule: string, how: (call: Call) => Answer) => void answers.set(rule, how)
  answer('GET /api/fa-public-key', () => new Response(keys.pem))
  answer('GET /api/mein/oauth2/client', () => Response.json(CLIENT))
  answer('GET /api/mein/oauth2/registration/form/missing-fields', () => Response.json([]))
  answer('GET /api/mein/oauth2/logout', () => new Response(null, { status: 204 }))
  answer('GET /api/validate', () => Response.json({ valid: true }))
  answer('POST /api/mein/oauth2/refresh', () => Response.json({ valid: true }))

  const fetcher = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const call: Call = {
      method: init.method ?? 'GET',
      path: address,
      body: (init.body as string | undefined) ?? null,
      headers: new Headers(init.headers),
      cookie: (page as unknown as Document).cookie,
    }
    calls.push(call)
    const found = answers.get(`${call.method} ${new URL(address, ORIGIN).pathname}`)?.(call)
    if (found instanceof Error) throw found
    return (await found) ?? Response.json({ code: 'NOT_FOUND' }, { status: 404 })
  }

  const win = Object.assign(view, { location, history, navigation })
  const native: unknown[] = []
  if (isNativeApp) Object.assign(win, { NativeApp: { postMessage: (text: string) => native.push(JSON.parse(text)) } })
  stub('window', win)
  stub('document', page)
  stub('location', location)
  stub('history', history)
  stub('navigator', { onLine: true, locks: { request: async (_name: string, step: () => Promise<unknown>) => step() } })
  const toStorage = (values: Map<string, string>) => ({
    get length() {
      return values.size
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  stub('localStorage', toStorage(stored))
  stub('sessionStorage', toStorage(storedInTab))
  stub('BroadcastChannel', TestChannel)
  stub('addEventListener', view.addEventListener.bind(view))
  stub('fetch', fetcher)

  return {
    keys,
    calls,
    moves,
    toasts,
    native,
    stored,
    storedInTab,
    answer,
    navigation,
    document: page,
    jar,
    cookie: (name: string) => jar.get(name)?.value ?? null,
    setCookie: (name: string, value: string) => void jar.set(name, { value, attributes: '' }),
    asked: () => calls.map(({ method, path: where }) => `${method} ${where}`),
    /** The tabs so far are closed: they hear nothing any more. */
    closeTabs: () => channels.clear(),
    go: (to: string) => void (url = new URL(to, ORIGIN)),
    address: () => url.pathname + url.search + url.hash,
    /** Sends a message as another tab. */
    say: (message: unknown) => new TestChannel('userState').postMessage(message),
    listen: (hear: (data: unknown) => void) =>
      new TestChannel('userState').addEventListener('message', (event) => hear((event as MessageEvent).data)),
    host: {
      chrome: () =>
        ({
          app: { isApp: isNativeApp, isNativeApp, isFlutterApp: false },
          publication: { code: 'ak', isLocalEdition: false },
        }) as never,
      overlays: async () => ({ showToast: (text: string) => void toasts.push(text) }),
    },
  }
}
