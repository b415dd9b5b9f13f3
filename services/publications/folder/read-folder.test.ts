import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Finding } from '@lokalteil/contracts/publication/publication-folder'
import { listRooms } from '@lokalteil/contracts/publication/rooms'
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { ROOM_KEYS } from '@lokalteil/domain/rooms/rooms'
import { change, type Files, SOUND, writeFolder } from './folder.testing.ts'
import { readFolder } from './read-folder.ts'

const ROOMS = `weather:
  places:
    - { place: altstadt, latitude: 51.1, longitude: 10.2 }
calculator: {}
`

it('reads a valid folder and fills in the defaults', async () => {
  const { folder, findings } = await readFolder(await writeFolder())
  expect(findings).toEqual([])
  expect(folder).toMatchObject({
    identity: { code: 'musterbote', variant: 'first', localEdition: false, language: 'de', claim: '' },
    look: { accent: '#7d1c2b', fonts: { head: 'source-serif', ui: 'source-sans' }, masthead: 'centred' },
    documents: [{ id: 'impressum', title: 'Impressum', updated: '2026-11-01', markdown: 'Musterverlag GmbH' }],
    offers: null,
    files: {},
  })
})

it('reads sources, and omits the field where there are none', async () => {
  const { folder, findings } = await readFolder(
    await writeFolder({ 'sources.yaml': 'sources:\n  - { id: a, feed: "https://p.example/rss", every: 5m }\n' }),
  )
  expect(findings).toEqual([])
  expect(folder?.sources?.sources).toEqual([
    { id: 'a', feed: 'https://p.example/rss', every: '5m', paid: false, pictures: true },
  ])
  // Without the field, so that older versions can read the folder.
  expect('sources' in JSON.parse(JSON.stringify((await readFolder(await writeFolder())).folder))).toBe(false)
})

it('reads the settings of comments and reviews, and omits the field where the file is absent', async () => {
  const { folder, findings } = await readFolder(
    await writeFolder({ 'community.yaml': 'comments: { sections: { lokales: moderated } }\nnewcomers: 1\n' }),
  )
  expect(findings).toEqual([])
  expect(folder?.community).toMatchObject({
    comments: { mode: 'open', sections: { lokales: 'moderated' } },
    newcomers: 1,
  })
  expect(folder?.community?.reviews).toBeUndefined()
  expect('community' in JSON.parse(JSON.stringify((await readFolder(await writeFolder())).folder))).toBe(false)
})

it('reads who gets data after consent, and omits the field where the file is absent', async () => {
  const { folder, findings } = await readFolder(await writeFolder(toRecipient({})))
  expect(findings).toEqual([])
  expect(folder?.consent).toEqual({ recipients: { kdm: RECIPIENT } })
  expect('consent' in JSON.parse(JSON.stringify((await readFolder(await writeFolder())).folder))).toBe(false)
})

it('warns of recipients in a local edition, which asks nobody', async () => {
  const { folder, findings } = await readFolder(
    await writeFolder({ ...toRecipient({}), ...change(IDENTITY, 'region:', 'localEdition: true\nregion:') }),
  )
  expect(folder).not.toBeNull()
  expect(findings).toEqual([expect.objectContaining({ level: 'warning', file: 'consent.yaml', line: 1 })])
})

it.runIf(hasRooms('weather', 'calculator'))('reads rooms, and omits the field where there are none', async () => {
  const { folder, findings } = await readFolder(
    await writeFolder({
      'rooms.yaml': ROOMS,
      ...change('navigation.yaml', '/lokales', '/wetter/altstadt'),
    }),
  )
  expect(findings).toEqual([])
  expect(folder && listRooms(folder.rooms)).toEqual(['weather', 'calculator'])
  expect('rooms' in JSON.parse(JSON.stringify((await readFolder(await writeFolder())).folder))).toBe(false)
})

it('needs nothing but publication.yaml', async () => {
  const files = Object.fromEntries(Object.keys(SOUND).map((name) => [name, null]))
  const { folder, findings } = await readFolder(
    await writeFolder({ ...files, 'publication.yaml': SOUND['publication.yaml']! }),
  )
  expect(findings).toEqual([])
  expect(folder?.identity.name).toBe('Musterbote')
})

it('contains the named files with their digests', async () => {
  const { folder, files } = await readFolder(
    await writeFolder({ 'brand/wordmark.svg': '<svg viewBox="0 0 4 1"/>', 'pictures/unnamed.jpg': 'x' }),
  )
  expect([...files.keys()]).toEqual(['brand/wordmark.svg'])
  expect(folder?.files['brand/wordmark.svg']).toMatch(/^[0-9a-f]{64}$/)
})

const IDENTITY = 'publication.yaml'
const LONG = 'x'.repeat(61)

const toHouse = (more: object): Files => ({
  'advertising.yaml': `house:\n  - ${JSON.stringify({ id: 'a', advertiser: 'A', heading: 'B', text: 'C', target: '/c', ...more })}\n`,
})

const RECIPIENT = {
  company: 'Werbung GmbH, Musterstadt',
  policy: 'https://werbung.example/datenschutz',
  retention: '13 Monate',
  since: '2026-11-01',
}
const toRecipient = (more: object, vendor = 'kdm'): Files => ({
  'consent.yaml': `recipients:\n  ${vendor}: ${JSON.stringify({ ...RECIPIENT, ...more })}\n`,
})

/** The fault, the files with it, file and line reported, message, remedy. */
const BROKEN: readonly [what: string, files: Files, where: string, message: RegExp, remedy: RegExp][] = [
  ['no publication.yaml', { [IDENTITY]: null }, 'publication.yaml', /missing/, /npx lokalteil publication new/],
  ['an empty publication.yaml', { [IDENTITY]: '' }, 'publication.yaml:1 code', /missing/, /Add "code"/],
  ['no name', change(IDENTITY, 'name: Musterbote\n', ''), 'publication.yaml:1 name', /missing/, /Add "name"/],
  [
    'a misspelt key',
    change(IDENTITY, 'region:', 'regoin:'),
    'publication.yaml:3 regoin',
    /nothing the product knows/,
    /Did you mean "region"/,
  ],
  [
    'a misspelt key further in',
    change(IDENTITY, 'postcode:', 'postcod:'),
    'publication.yaml:9 publisher.postcod',
    /nothing/,
    /"postcode"/,
  ],
  [
    'a code with a hyphen',
    change(IDENTITY, 'musterbote\n', 'muster-bote\n'),
    'publication.yaml:1 code',
    /lower-case letters and digits/,
    /musterbote/,
  ],
  [
    'a code that begins with a digit',
    change(IDENTITY, 'musterbote\n', '1bote\n'),
    'publication.yaml:1 code',
    /begin with a letter/,
    /begin/,
  ],
  ['a code of one letter', change(IDENTITY, 'musterbote\n', 'm\n'), 'publication.yaml:1 code', /2 to 16/, /2 to 16/],
  [
    'a name of 61 characters',
    change(IDENTITY, 'name: Musterbote', `name: ${LONG}`),
    'publication.yaml:2 name',
    /at most 60/,
    /Shorten/,
  ],
  [
    'a host with its protocol',
    change(IDENTITY, 'www.musterbote.de', 'https://www.musterbote.de'),
    'publication.yaml:5 hosts[1]',
    /without protocol/,
    /www/,
  ],
  [
    'a postcode that is a number',
    change(IDENTITY, '"01234"', '12345'),
    'publication.yaml:9 publisher.postcode',
    /must be a string/,
    /quotes/,
  ],
  [
    'a register that is a text',
    change(IDENTITY, 'postcode: "01234"', 'postcode: "01234"\n  register: HRB 1'),
    'publication.yaml:10 publisher.register',
    /must be a list of keys/,
    /below it, each on a line: court, number/,
  ],
  [
    'a mail address without @',
    change(IDENTITY, 'post@', 'post.'),
    'publication.yaml:11 publisher.email',
    /must be a mail address/,
    /redaktion@/,
  ],
  [
    'a variant that is none',
    change(IDENTITY, 'name:', 'variant: third\nname:'),
    'publication.yaml:2 variant',
    /one of first, second/,
    /./,
  ],
  [
    'yes instead of true',
    change(IDENTITY, 'name:', 'localEdition: yes\nname:'),
    'publication.yaml:2 localEdition',
    /must be a boolean/,
    /./,
  ],
  [
    'a key twice',
    change(IDENTITY, 'name: Musterbote', 'name: Musterbote\nname: Bote'),
    'publication.yaml:3',
    /unique/,
    /Keep one/,
  ],
  ['a tab', change(IDENTITY, '  company', '\tcompany'), 'publication.yaml:7', /[Tt]abs?/, /blanks/],
  [
    'a colon in a text',
    change(IDENTITY, 'name: Musterbote', 'name: Muster: Bote'),
    'publication.yaml:2',
    /./,
    /quotes/,
  ],
  [
    'bytes that are not UTF-8',
    { [IDENTITY]: new Uint8Array([0x6e, 0x3a, 0x20, 0xfc, 0x0a]) },
    'publication.yaml',
    /UTF-8/,
    /UTF-8/,
  ],
  ['a file of a megabyte', { 'people.yaml': `# ${'x'.repeat(1_000_001)}` }, 'people.yaml', /1000 kB/, /below/],
  ['aliases without end', { 'taxonomy.yaml': bomb() }, 'taxonomy.yaml', /aliases/, /out/],
  [
    'a list that is a text',
    change('taxonomy.yaml', 'tags:\n      - verkehr', 'tags: verkehr'),
    'taxonomy.yaml:17 topics[1].tags',
    /must be a array/,
    /"- "/,
  ],
  ['a colour without quotes', change('look.yaml', '"#7d1c2b"', '#7d1c2b'), 'look.yaml:1 accent', /colour/, /quotes/],
  ['a colour by name', change('look.yaml', '"#7d1c2b"', 'red'), 'look.yaml:1 accent', /colour/, /#0c5c4c/],
  [
    'a token that is none',
    change('look.yaml', 'fonts:', 'colours: { papre: "#ffffff" }\nfonts:'),
    'look.yaml:2 colours.papre',
    /./,
    /./,
  ],
  [
    'a font that is not there',
    change('look.yaml', 'source-serif', 'source-seriv'),
    'look.yaml:3 fonts.head',
    /no font family/,
    /"source-serif"/,
  ],
  [
    'a word mark that is not there',
    change('look.yaml', 'accent', 'brand: { wordmark: brand/logo.svg }\naccent'),
    'look.yaml:1 brand.wordmark',
    /not there/,
    /./,
  ],
  [
    'a path out of the folder',
    change('look.yaml', 'accent', 'brand: { wordmark: ../../etc/passwd }\naccent'),
    'look.yaml:1 brand.wordmark',
    /path of a file in the folder/,
    /./,
  ],
  [
    'a section before its parent',
    change('taxonomy.yaml', '  - path: lokales\n    name: Lokales\n', ''),
    'taxonomy.yaml:2 sections[1].path',
    /"lokales" does not stand before/,
    /above/,
  ],
  [
    'a section twice',
    change('taxonomy.yaml', 'path: meinung', 'path: lokales'),
    'taxonomy.yaml:6 sections[3].path',
    /twice/,
    /another name/,
  ],
  [
    'a section with capitals',
    change('taxonomy.yaml', 'path: meinung', 'path: Meinung'),
    'taxonomy.yaml:6 sections[3].path',
    /lower-case/,
    /altstadt/,
  ],
  [
    'a tag below itself',
    change('taxonomy.yaml', '    name: Verkehr\n', '    name: Verkehr\n    parent: bahn\n'),
    'taxonomy.yaml:11 tags[1].parent',
    /below itself/,
    /Remove/,
  ],
  [
    'a parent that is not there',
    change('taxonomy.yaml', 'parent: verkehr', 'parent: verkher'),
    'taxonomy.yaml:13 tags[2].parent',
    /no tag "verkher"/,
    /"verkehr"/,
  ],
  [
    'a topic of no tag',
    change('taxonomy.yaml', '      - verkehr', '      - strasse'),
    'taxonomy.yaml:18 topics[1].tags[1]',
    /no tag/,
    /Add it/,
  ],
  [
    'a place in no section',
    change('places.yaml', 'section: lokales', 'section: lokal'),
    'places.yaml:4 regions[1].section',
    /no section/,
    /"lokales"/,
  ],
  [
    'a place twice',
    change('places.yaml', '- id: altstadt', '- id: musterkreis'),
    'places.yaml:6 regions[1].places[1].id',
    /twice/,
    /another/,
  ],
  [
    'a block that is none',
    change('front.yaml', 'block: lead', 'block: leed'),
    'front.yaml:4 home[1].block',
    /must be a block/,
    /lead/,
  ],
  [
    'a block of a section that is not there',
    change('front.yaml', '{ section: lokales }', '{ section: sport }'),
    'front.yaml:6 home[2].source.section',
    /no section "sport"/,
    /taxonomy/,
  ],
  [
    'a block with two sources',
    change('front.yaml', '{ section: lokales }', '{ section: lokales, tag: bahn }'),
    'front.yaml:6 home[2].source',
    /must be one of/,
    /./,
  ],
  [
    'a region that is not there',
    change('front.yaml', 'region: musterkreis', 'region: kreis'),
    'front.yaml:9 home[3].region',
    /no region/,
    /places/,
  ],
  [
    'an author whose number is no text',
    change('people.yaml', '"11"', '11'),
    'people.yaml:2 people[1].id',
    /string/,
    /quotes/,
  ],
  [
    'a portrait that is not there',
    change('people.yaml', '    firstName', '    portrait: pictures/em.jpg\n    firstName'),
    'people.yaml:3 people[1].portrait',
    /not there/,
    /remove the line/,
  ],
  [
    'a newsletter from a section that is not there',
    change('newsletters.yaml', '- lokales', '- kultur'),
    'newsletters.yaml:8 newsletters[1].sections[1]',
    /no section/,
    /Add/,
  ],
  [
    'a newsletter whose rhythm has no time',
    change('newsletters.yaml', 'werktags um 6 Uhr', 'immer mal wieder'),
    'newsletters.yaml:5 newsletters[1].rhythm',
    /no issue is ever sent/,
    /./,
  ],
  [
    'a menu that leads to http',
    change('navigation.yaml', '/lokales', 'http://a.example'),
    'navigation.yaml:3 main[1].target',
    /https/,
    /path/,
  ],
  [
    'a menu that runs a script',
    change('navigation.yaml', '/lokales', 'javascript:alert(1)'),
    'navigation.yaml:3 main[1].target',
    /must be a path/,
    /path/,
  ],
  [
    'a menu that leads to no topic',
    change('navigation.yaml', '/themen/umgehung', '/themen/umfahrung'),
    'navigation.yaml:6 hotTopics[1].target',
    /no topic/,
    /./,
  ],
  [
    'comments in a way there is none',
    { 'community.yaml': 'comments:\n  mode: off\n' },
    'community.yaml:2 comments.mode',
    /./,
    /./,
  ],
  [
    'an advertisement with a picture that is not there',
    toHouse({ picture: 'pictures/a.webp' }),
    'advertising.yaml:2 house[1].picture',
    /not there/,
    /./,
  ],
  [
    'an advertisement with a section that is not there',
    toHouse({ sections: ['sport'] }),
    'advertising.yaml:2 house[1].sections[1]',
    /no section "sport"/,
    /./,
  ],
  [
    'an advertisement with an address without encryption',
    toHouse({ target: 'http://a.example' }),
    'advertising.yaml:2 house[1].target',
    /https/,
    /./,
  ],
  [
    'an advertisement with a booking that ends before it begins',
    toHouse({ from: '2026-12-02', until: '2026-12-01' }),
    'advertising.yaml:2 house[1].until',
    /before from/,
    /./,
  ],
  [
    'an advertisement with a text that is too long',
    toHouse({ text: 'x'.repeat(141) }),
    'advertising.yaml:2 house[1].text',
    /./,
    /./,
  ],
  [
    'an advertisement with a place that is none',
    toHouse({ places: ['top'] }),
    'advertising.yaml:2 house[1].places[1]',
    /./,
    /./,
  ],
  [
    'a Google tag without an ad unit',
    { 'advertising.yaml': 'server: { kind: gpt }\n' },
    'advertising.yaml:1 server.unit',
    /ad unit/,
    /./,
  ],
  [
    'bidders without a Google tag',
    { 'advertising.yaml': 'bidding: { bidders: [{ bidder: one }] }\n' },
    'advertising.yaml:1 bidding',
    /only asked before a Google tag/,
    /kind: gpt/,
  ],
  [
    'bidders who ask no consent manager',
    {
      'advertising.yaml':
        'bidding: { bidders: [{ bidder: one }], config: { consentManagement: { gdpr: { cmpApi: static } } } }\n',
    },
    'advertising.yaml:1 bidding.config.consentManagement.gdpr.cmpApi',
    /iab/,
    /each reader is asked/,
  ],
  [
    'two places that a phone would show together',
    { 'advertising.yaml': 'articles: { gap: 300 }\n' },
    'advertising.yaml:1 articles.gap',
    /1600/,
    /./,
  ],
  [
    'a recipient of a vendor that is none',
    toRecipient({}, 'werbung'),
    'consent.yaml:2 recipients.werbung',
    /nothing the product knows/,
    /possible are analytics, youtube,.* kdm/,
  ],
  [
    'a recipient without a company',
    toRecipient({ company: undefined }),
    'consent.yaml:2 recipients.kdm.company',
    /missing/,
    /Add "company"/,
  ],
  [
    'a recipient whose privacy statement is no safe address',
    toRecipient({ policy: 'http://werbung.example' }),
    'consent.yaml:2 recipients.kdm.policy',
    /https/,
    /./,
  ],
  [
    'a recipient since a day that is none',
    toRecipient({ since: '1. November' }),
    'consent.yaml:2 recipients.kdm.since',
    /day like 2026-12-31/,
    /./,
  ],
  [
    'a field of a recipient that is not known',
    toRecipient({ adress: 'Kai 1' }),
    'consent.yaml:2 recipients.kdm.adress',
    /nothing the product knows/,
    /possible are company, policy, retention, since/,
  ],
  [
    'a room that is none',
    { 'rooms.yaml': `${ROOMS}library: {}\n` },
    'rooms.yaml:5 library',
    /nothing the product knows/,
    new RegExp(`possible are ${ROOM_KEYS.join(', ')}`),
  ],
  [
    'weather of a place that is not there',
    { 'rooms.yaml': ROOMS.replace('altstadt', 'neustadt') },
    'rooms.yaml:3 weather.places[1].place',
    /no region "neustadt"/,
    /places/,
  ],
  ['weather of no place', { 'rooms.yaml': 'weather: { places: [] }\n' }, 'rooms.yaml:1 weather.places', /a place/, /./],
  [
    'a menu that leads to a room that is off',
    { 'rooms.yaml': ROOMS, ...change('navigation.yaml', '/lokales', '/radio') },
    'navigation.yaml:3 main[1].target',
    /not switched on/,
    /Add "radio" to rooms.yaml/,
  ],
  [
    'blocks below articles with a tag that is not there',
    { 'front.yaml': 'articles:\n  - { tag: hochwaser, blocks: [{ block: quiz }] }\n', 'rooms.yaml': 'quiz: {}\n' },
    'front.yaml:2 articles[1].tag',
    /no tag "hochwaser"/,
    /./,
  ],
  [
    'blocks below articles of nothing',
    { 'front.yaml': 'articles:\n  - { blocks: [{ block: quiz }] }\n', 'rooms.yaml': 'quiz: {}\n' },
    'front.yaml:2 articles[1]',
    /either a section or a tag/,
    /./,
  ],
  ['a document without title', { 'documents/agb.md': 'Text' }, 'documents/agb.md:1', /no title/, /title/],
  [
    'a document with a wrong day',
    change('documents/impressum.md', '2026-11-01', '1. November'),
    'documents/impressum.md:3 updated',
    /day/,
    /2026/,
  ],
  [
    'a document with blanks in its name',
    { 'documents/Unsere AGB.md': SOUND['documents/impressum.md']! },
    'documents/Unsere AGB.md',
    /no address/,
    /lower-case/,
  ],
  [
    'an offer whose price is no number',
    { 'offers.yaml': 'offers:\n  - id: plus\n    priceCents: neun\n' },
    'offers.yaml:3 offers[1].priceCents',
    /number/,
    /./,
  ],
  [
    'an offer with a notice of a quarter of a year',
    {
      'offers.yaml': `offers:
  - id: plus-monat
    kind: plus
    name: Plus
    description: Alles lesen
    priceCents: 990
    vatPercent: 7
    periodMonths: 1
    trial: null
    termMonths: 1
    renewal: open-ended
    noticeMonths: 3
    benefits: [Alle Artikel]
    roles: [PLUS_USER]
    coins: null
    isRecommended: true
`,
    },
    'offers.yaml:12 offers[1].noticeMonths',
    /longer than a month/,
    /noticeMonths: 1/,
  ],
  [
    'a paywall rule behind one that always holds',
    {
      'paywall.yaml': `rules:
  - { id: all, when: {}, template: ok }
  - { id: phones, when: { devices: [mobile] }, template: no }
otherwise: ok
`,
    },
    'paywall.yaml:3 rules[2]',
    /never reached/,
    /above/,
  ],
  [
    'a source that is neither feed nor folder',
    { 'sources.yaml': 'sources:\n  - id: polizei\n    every: 5m\n' },
    'sources.yaml:2 sources[1].feed',
    /one of the two/,
    /feed or a folder/,
  ],
  [
    'a feed with a password',
    { 'sources.yaml': 'sources:\n  - id: polizei\n    feed: https://me:word@polizei.example/rss\n' },
    'sources.yaml:3 sources[1].feed',
    /name and a password/,
    /./,
  ],
  [
    'a feed that is asked too often',
    { 'sources.yaml': 'sources:\n  - id: polizei\n    feed: https://polizei.example/rss\n    every: 10s\n' },
    'sources.yaml:4 sources[1].every',
    /1m or more/,
    /./,
  ],
  [
    'a source twice, into a section that is not there',
    {
      'sources.yaml':
        'sources:\n  - { id: a, folder: /srv/a, section: lokale }\n  - { id: a, feed: "https://polizei.example/rss" }\n',
    },
    'sources.yaml:2 sources[1].section',
    /no section "lokale"/,
    /"lokales"/,
  ],
  [
    'a paywall rule without a template',
    { 'paywall.yaml': 'rules: []\n' },
    'paywall.yaml:1 otherwise',
    /missing/,
    /otherwise/,
  ],
]

/** The rooms that these files are about. */
const roomsOf = (files: Files) =>
  ['weather', 'calculator', 'horoscope', 'quiz', 'sport', 'shop', 'notices', 'homes', 'jobs', 'epaper'].filter((room) =>
    new RegExp(`^${room}:|block: ${room}\\b|/horoskop`, 'm').test(
      Object.entries(files)
        .map(([name, text]) => (name === `${room}.yaml` ? `${room}:` : (text ?? '')))
        .join('\n'),
    ),
  )

it.each(BROKEN.filter(([, files]) => hasRooms(...roomsOf(files))))(
  'a broken folder is refused completely, with file, line and remedy: %s',
  async (_what, files, where, message, remedy) => {
    const { folder, findings } = await readFolder(await writeFolder(files))
    const found = findings.find((finding) => toPlace(finding) === where)
    expect([folder, findings.map(toPlace)]).toEqual([null, expect.arrayContaining([where])])
    expect(found).toMatchObject({
      level: 'error',
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    })
  },
)

it('has at least forty broken cases', () => expect(BROKEN.length).toBeGreaterThanOrEqual(40))

it('follows no symbolic link out of the folder', async () => {
  const root = await writeFolder({ 'taxonomy.yaml': null })
  await symlink('/etc/hostname', join(root, 'taxonomy.yaml'))
  const { folder, findings } = await readFolder(root)
  expect([folder, findings.map(toPlace)]).toEqual([null, ['taxonomy.yaml']])
})

it.runIf(hasRooms('quiz', 'games'))('only warns of a room that no menu links to', async () => {
  const menu = (target: string) => `siteServices:\n  - { label: Dorthin, target: ${target} }\n`
  const warn = async (target: string) =>
    (await readFolder(await writeFolder({ 'rooms.yaml': 'quiz: {}\ngames: {}\n', 'navigation.yaml': menu(target) })))
      .findings
  expect(await warn('/quiz')).toEqual([
    expect.objectContaining({ level: 'warning', file: 'rooms.yaml', line: 2, field: 'games' }),
  ])
  expect((await warn('/spiele/sudoku')).map(({ field }) => field)).toEqual(['quiz'])
})

it('warns of an address that is twice in the menu, at any level', async () => {
  const item = (target: string, children = '[]') => `  - { label: Dorthin, target: ${target}, children: ${children} }\n`
  const child = '[{ label: Alle, target: /order/abo }]'
  const { findings } = await readFolder(
    await writeFolder({
      'navigation.yaml': `utilityBar:\n${item('/suche')}siteServices:\n${item('/suche')}services:\n${item('/order/abo', child)}support:\n${item('/suche')}`,
    }),
  )
  expect(findings.map(({ level, line, field }) => [level, line, field])).toEqual([
    ['warning', 6, 'services[1].children[1].target'],
    ['warning', 8, 'support[1].target'],
  ])
})

it('warns of places for advertising that a phone would show together, and of one at the end', async () => {
  const ad = '  - { block: ad, slot: a }\n'
  const others = (count: number) => '  - block: timeline\n'.repeat(count)
  const warn = async (blocks: string) =>
    (await readFolder(await writeFolder({ 'front.yaml': `home:\n${blocks}` }))).findings.map(({ level, field }) => [
      level,
      field,
    ])
  expect(await warn(others(1) + ad + others(3) + ad + others(1))).toEqual([])
  expect(await warn(others(1) + ad + others(2) + ad + others(1))).toEqual([['warning', 'home[5].block']])
  expect(await warn(others(1) + ad)).toEqual([['warning', 'home[2].block']])
})

it.each(['ak', 'fb', 'ht', 'la'])('finds no fault in the demo’s %s', async (code) => {
  const { findings } = await readFolder(join(import.meta.dirname, '../../../demo/publications', code))
  expect(findings.filter(({ file }) => file === 'navigation.yaml' || file === 'front.yaml')).toEqual([])
})

it('only warns of a file it does not know', async () => {
  const { folder, findings } = await readFolder(await writeFolder({ 'taxonomie.yaml': '' }))
  expect([folder === null, findings]).toEqual([
    false,
    [expect.objectContaining({ level: 'warning', file: 'taxonomie.yaml', remedy: 'Did you mean "taxonomy.yaml"?' })],
  ])
})

it('names the path it was given when there is no folder', async () => {
  const { folder, findings } = await readFolder('/nowhere/at/all')
  expect([folder, findings[0]?.message]).toEqual([null, '/nowhere/at/all is no folder that can be read'])
})

function toPlace({ file, line, field }: Finding): string {
  return `${file}${line === null ? '' : `:${line}`}${field === '' ? '' : ` ${field}`}`
}

function bomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let depth = 1; depth < 9; depth++)
    lines.push(
      `a${depth}: &a${depth} [${Array(9)
        .fill(`*a${depth - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}
