import type { PageTold, Seen } from '@lokalteil/contracts/figures'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { beforeEach, expect, it } from 'vitest'
import { createFiguresDoor, type FiguresDoor } from './figures-door.ts'
import { createPortalApi } from './portal-api.ts'
import { NO_SESSIONS } from '../session/sessions.testing.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36'
const OWN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
const TOLD: PageTold = {
  page: 'article',
  article: '130',
  section: 'lokales/auenburg',
  from: 'www.google.de',
  quarters: [3, 0],
  seconds: 41,
  consent: 'unasked',
}

let door: FiguresDoor
let seen: [PublicationCode, Seen][]
let isAway = false
let clock = new Date('2026-11-30T11:00:00Z')

beforeEach(() => {
  seen = []
  door = createFiguresDoor({
    portalApi: createPortalApi(
      { originOf: (publication) => `https://${publication}.example`, trustedProxies: [] },
      NO_SESSIONS,
    ),
    isCounted: (publication) => publication !== 'la',
    hasAd: (_publication, id) => id === 'baeckerei',
    hostsOf: (publication) => [`${publication}.example`],
    buffer: { add: (publication, one) => void seen.push([publication, one]), close: async () => {} },
    figuresOf: () => ({
      listReadWith: async ({ params: { id } }) =>
        isAway
          ? { ok: false, status: 0, problem: { status: 0, code: 'TIMEOUT', title: '' }, headers: null }
          : { ok: true, status: 200, data: { articles: [{ id: `${id}1`, readers: 7 }] }, headers: new Headers() },
    }),
    now: () => clock,
  })
})

async function tell(
  body: string | object = TOLD,
  {
    headers = {},
    address = '203.0.113.77',
    publication = 'ak',
  }: { headers?: Record<string, string>; address?: string; publication?: string } = {},
) {
  const answer = await door.routes.request(
    'https://ak.example/api/figures',
    {
      method: 'POST',
      headers: { ...OWN, host: 'ak.example:3000', 'user-agent': PHONE, 'x-publication': publication, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    },
    { incoming: { socket: { remoteAddress: address } } as never },
  )
  const { code = '' } = answer.status === 204 ? {} : ((await answer.json()) as { code?: string })
  return `${answer.status} ${code}`.trim()
}

it('a view is told with a shortened address, the way the reader came and the device', async () => {
  expect(await tell()).toBe('204')
  expect(seen).toEqual([
    [
      'ak',
      {
        at: '2026-11-30T11:00:00.000Z',
        isView: true,
        page: 'article',
        article: '130',
        section: 'lokales/auenburg',
        quarters: [3, 0],
        seconds: 41,
        steps: [],
        consent: 'unasked',
        visitor: `203.0.113 ${PHONE}`,
        source: 'search:google',
        device: 'mobile',
      },
    ],
  ])
})

it.each<[string, object, Partial<Seen>]>([
  ['a page of its own', { from: 'ak.example' }, { source: 'own' }],
  ['a link in a newsletter', { from: '', medium: 'newsletter' }, { source: 'newsletter' }],
  ['what it tells later', { again: true }, { isView: false, page: 'article' }],
  [
    'the checkout',
    { page: 'order/checkout', steps: ['offer-clicked', 'offer-clicked'] },
    { steps: ['offer-clicked', 'checkout-begun'] },
  ],
  ['the checkout once more', { page: 'order/checkout', again: true }, { steps: [] }],
  [
    'the form in a frame: no page',
    { page: '__mein-portal/dialog-flow/registration' },
    { isView: false, page: null, visitor: null, steps: ['sign-up-begun'] },
  ],
  [
    'advertisements, only those of the publication',
    { ads: { seen: ['baeckerei', 'baeckerei@home-1', 'none-of-ours@home-1'], clicked: ['none-of-ours'] } },
    { ads: { seen: ['baeckerei', 'baeckerei@home-1'], clicked: [] } },
  ],
])('counts %s', async (_what, change, expected) => {
  expect(await tell({ ...TOLD, ...change })).toBe('204')
  expect(seen.map(([, one]) => one)).toEqual([expect.objectContaining(expected)])
})

it.each([
  ['203.0.113.77', '203.0.113'],
  ['::ffff:203.0.113.77', '203.0.113'],
  ['2001:db8:7:9::5', '2001:db8:7'],
])('shortens the address %s', async (address, short) => {
  await tell(TOLD, { address })
  expect(seen[0]![1].visitor).toBe(`${short} ${PHONE}`)
})

it.each<Record<string, string>>([{ 'sec-gpc': '1' }, { dnt: '1' }])(
  'with %j the reader is no visitor',
  async (headers) => {
    expect(await tell(TOLD, { headers })).toBe('204')
    expect(seen).toMatchObject([['ak', { isView: true, visitor: null }]])
    await tell(TOLD, { headers: { 'sec-gpc': '0', dnt: '0' } })
    expect(seen[1]![1].visitor).not.toBeNull()
  },
)

const WIDGET: [string, object, Parameters<typeof tell>[1]] = [
  'a widget in a page of another house',
  { ...TOLD, page: 'sport-widget' },
  {},
]

it.each<[string, object, Parameters<typeof tell>[1]]>([
  ['a bot', TOLD, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } }],
  ['a publication without figures', TOLD, { publication: 'la' }],
  ...(hasRoom('sport') ? [WIDGET] : []),
  ['another form in a frame', { ...TOLD, page: '__mein-portal/dialog-flow/login' }, {}],
])('does not count %s', async (_what, body, options) => {
  expect(await tell(body, options)).toBe('204')
  expect(seen).toEqual([])
})

it.each<[string, string | object, Record<string, string>, string]>([
  ['another site', TOLD, { 'sec-fetch-site': 'cross-site' }, '403 FORBIDDEN'],
  ['a plain form', TOLD, { 'content-type': 'text/plain' }, '415 UNSUPPORTED_MEDIA_TYPE'],
  ['more than four kilobytes', { ...TOLD, more: 'x'.repeat(4000) }, {}, '413 TOO_LARGE'],
  ['a broken body', '{"page":', {}, '400 BAD_REQUEST'],
  ['no object', '[]', {}, '400 BAD_REQUEST'],
  ['a page that is none', { ...TOLD, page: 'constructor' }, {}, '400 BAD_REQUEST'],
  ['an article that can be none', { ...TOLD, article: 'drop table' }, {}, '400 BAD_REQUEST'],
  ['a section that can be none', { ...TOLD, section: '../x y' }, {}, '400 BAD_REQUEST'],
  ['a host that can be none', { ...TOLD, from: 'a b' }, {}, '400 BAD_REQUEST'],
  ['a fifth quarter', { ...TOLD, quarters: [5, 0] }, {}, '400 BAD_REQUEST'],
  ['days of reading', { ...TOLD, seconds: 90_000 }, {}, '400 BAD_REQUEST'],
  ['time that went back', { ...TOLD, seconds: -1 }, {}, '400 BAD_REQUEST'],
  ['an order that a page claims', { ...TOLD, steps: ['bought'] }, {}, '400 BAD_REQUEST'],
  ['a measurement without end', { ...TOLD, vitals: { lcp: 1e9 } }, {}, '400 BAD_REQUEST'],
])('refuses %s', async (_what, body, headers, outcome) => {
  expect(await tell(body, { headers })).toBe(outcome)
  expect(seen).toEqual([])
})

it('takes 600 views a minute of an address, and then of others', async () => {
  for (let count = 0; count < 600; count++) await tell()
  expect(await tell()).toBe('429 TOO_MANY_REQUESTS')
  expect(await tell(TOLD, { address: '198.51.100.1' })).toBe('204')
  clock = new Date(clock.getTime() + 60_001)
  expect(await tell()).toBe('204')
  expect(seen).toHaveLength(602)
})

it.each<[string, string, boolean, number, object]>([
  ['ids alone', 'ak', false, 200, { articleIds: ['1301'] }],
  ['nothing of a publication without figures', 'la', false, 200, { articleIds: [] }],
  ['503 while the figures are away', 'ak', true, 503, { code: 'UNAVAILABLE' }],
])('says what is read with an article: %s', async (_what, publication, away, status, body) => {
  isAway = away
  const answer = await door.routes.request('https://ak.example/api/figures/read-with/130', {
    headers: { 'x-publication': publication },
  })
  expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
    status,
    'private, no-store',
    expect.objectContaining(body),
  ])
})

it('counts steps that the server knows, of publications with figures', () => {
  door.countStep('ak', 'bought')
  door.countStep('la', 'bought')
  expect(seen).toMatchObject([['ak', { isView: false, page: null, visitor: null, steps: ['bought'] }]])
})
