/** Homes and jobs of feeds: the examples of the documentation, and faulty feeds. */
import { readFileSync } from 'node:fs'
import type { IncomingListing, MarketDelivery } from '../contract/markets.ts'
import { describe, expect, it } from 'vitest'
import { parseNow } from '@lokalteil/services/import/formats/parse'
import { toPay, toContract, toField, toHours, toRemote } from './job-words.ts'
import { toEnd, toInstantText, toNumber } from './market-document.ts'
import { htmlToText } from './html-to-text.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const docs = readFileSync(new URL('../../../docs/markets.md', import.meta.url), 'utf8')
const [openImmo = '', jobFeed = ''] = [...docs.matchAll(/```xml\n([\s\S]*?)```/g)].map((found) => found[1]!)
const [homeTable = '', jobTable = ''] = [...docs.matchAll(/```csv\n([\s\S]*?)```/g)].map((found) => found[1]!)

const deleting = openImmo.replace('umfang="VOLL"', 'umfang="TEIL"').replace('modus="NEW"', 'modus="DELETE"')
const partly = openImmo.replace('umfang="VOLL"', 'umfang="TEIL"')

const parse = (text: string) => parseNow(new TextEncoder().encode(text), { now: NOW, fallbackDate: NOW })
const deliveries = (text: string): MarketDelivery[] =>
  (parse(text).roomDocuments ?? []).map(({ delivery }) => delivery as MarketDelivery)
const listing = (text: string): IncomingListing => {
  const [first] = deliveries(text)
  if (first?.kind !== 'listings') throw new Error(JSON.stringify(parse(text)))
  return first.listings[0]!
}

describe('OpenImmo', () => {
  it('R1-80 becomes a home, with the list of all homes of its provider', () => {
    expect(listing(openImmo)).toMatchObject({
      source: 'AUKAMP',
      sourceId: 'A-17',
      title: 'Helle 3-Zimmer-Wohnung mit Balkon',
      place: { name: 'Auenburg', district: 'Nordend', postalCode: '06990' },
      coordinates: { latitude: 51.351, longitude: 11.418 },
      contact: { name: 'Ines Aukamp', email: 'ines@aukamp.example' },
      facts: {
        deal: 'mieten',
        type: 'wohnung',
        cents: 74_000,
        extraCents: 18_500,
        deposit: 'drei Kaltmieten',
        rooms: 3,
        area: 72.5,
        features: ['balkon', 'kueche', 'aufzug', 'keller', 'haustiere'],
        energy: { certificate: 'verbrauch', value: 98, carrier: 'Erdgas', class: 'C', built: 1974 },
      },
    })
    expect(JSON.stringify(listing(openImmo))).not.toContain('Lindenweg')
    expect(deliveries(openImmo).at(-1)).toEqual({
      kind: 'whole',
      market: 'home',
      source: 'AUKAMP',
      at: '2026-11-23T09:00:00.000Z',
      listed: ['A-17'],
    })
  })

  it.each([
    ['an end', openImmo.replace('<aktion/>', '<aktion aktionart="DELETE"/>'), ['removed']],
    ['a part', openImmo.replace('umfang="VOLL"', 'umfang="TEIL"'), ['listings']],
    ['an end by its transfer', deleting, ['removed']],
    ['a change in a transfer of ends', deleting.replace('<aktion/>', '<aktion aktionart="CHANGE"/>'), ['listings']],
    [
      'what is sold',
      partly.replace('<zustand_angaben>', '<zustand_angaben><verkaufstatus stand="VERKAUFT"/>'),
      ['removed'],
    ],
    [
      'what is reserved',
      partly.replace('<zustand_angaben>', '<zustand_angaben><verkaufstatus stand="RESERVIERT"/>'),
      ['listings'],
    ],
    [
      'what is not passed on',
      partly.replace('<aktion/>', '<aktion/><weitergabe_generell>0</weitergabe_generell>'),
      ['removed'],
    ],
    ['a sale', openImmo.replace('KAUF="false" MIETE_PACHT="true"', 'KAUF="1"'), ['listings', 'whole']],
  ])('%s is one', (_what, text, kinds) => expect(deliveries(text).map(({ kind }) => kind)).toEqual(kinds))

  it.each([
    ['no id', openImmo.replace(/<objektnr_extern>.*?<\/objektnr_extern>/, ''), /no objektnr_extern/],
    ['no kind', openImmo.replace('<wohnung wohnungtyp="ETAGE"/>', ''), /no objektart/],
    ['no title', openImmo.replace(/<objekttitel>.*?<\/objekttitel>/, ''), /title/],
    ['nothing in it', '<openimmo><uebertragung umfang="VOLL"/></openimmo>', /without homes/],
    [
      'a document type',
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${openImmo.replace(/<\?.*?\?>/, '')}`,
      /DTD not allowed/,
    ],
  ])('is refused with the reason: %s', (_what, text, reason) => {
    const { refusals } = parse(text)
    expect(refusals.map((one) => one.reason).join()).toMatch(reason)
  })

  it.each([
    ['<nettokaltmiete>0</nettokaltmiete><warmmiete>925</warmmiete>', 92_500],
    ['<nettokaltmiete auf_anfrage="true">1</nettokaltmiete>', null],
    ['<nettokaltmiete>0.00</nettokaltmiete>', null],
  ])('of %s costs %s', (rent, cents) =>
    expect(listing(openImmo.replace(/<nettokaltmiete>.*?<\/nettokaltmiete>/, rent)).facts).toMatchObject({ cents }),
  )

  it.each([
    ['FERN', 'Fernwärme'],
    ['FERNWAERME', 'Fernwärme'],
    ['Fernwärme', 'Fernwärme'],
    ['NAHWAERME', 'Nahwärme'],
    ['FERNWAERME, SOLAR', 'Fernwärme, Solar'],
  ])('names the energy carrier %s as %s', (given, carrier) =>
    expect(listing(openImmo.replace('>ERDGAS<', `>${given}<`)).facts).toMatchObject({ energy: { carrier } }),
  )

  it('may have markup without CDATA in its texts', () =>
    expect(
      listing(
        openImmo.replace(
          /<objektbeschreibung>[^]*?<\/objektbeschreibung>/,
          '<objektbeschreibung>Ruhig.<br>Hell & warm.</objektbeschreibung>',
        ),
      ).text,
    ).toContain('Ruhig.\nHell & warm.'))

  it('a home that is no XML is lost alone, and then none ends', () => {
    const home = /<immobilie>[^]*<\/immobilie>/.exec(openImmo)![0]
    const broken = home.replace('A-17', 'A-18').replace('</ort>', '')
    const { roomDocuments, refusals } = parse(openImmo.replace(home, `${broken}${home}`))
    expect(roomDocuments).toMatchObject([{ sourceId: 'AUKAMP:A-17', delivery: { kind: 'listings' } }])
    expect(refusals).toMatchObject([{ reason: expect.stringMatching(/^OpenImmo: XML: /) }])
  })

  it('a broken home ends none: listed homes stay', () => {
    const broken = openImmo.replace('<objekttitel>Helle 3-Zimmer-Wohnung mit Balkon</objekttitel>', '')
    expect(deliveries(broken)).toMatchObject([{ kind: 'whole', listed: ['A-17'] }])
  })
})

describe('a job feed', () => {
  it('R1-81 becomes jobs, with the list of all jobs', () => {
    expect(listing(jobFeed)).toMatchObject({
      source: 'https://stadtwerke.example',
      sourceId: 'SW-204',
      title: 'Elektroniker für Gebäudetechnik',
      text: 'Sie warten unsere Anlagen.\n\n- Schichtdienst\n- Führerschein',
      validUntil: '2026-12-31T22:00:00.000Z',
      address: 'https://stadtwerke.example/jobs/204',
      contact: { email: 'bewerbung@stadtwerke.example' },
      facts: {
        employer: 'Stadtwerke Auenburg',
        field: 'handwerk',
        contract: 'unbefristet',
        hours: ['vollzeit'],
        pay: { fromCents: 310_000, toCents: 360_000, per: 'monat', note: '' },
      },
    })
    expect(deliveries(jobFeed).at(-1)).toMatchObject({ kind: 'whole', market: 'job', listed: ['SW-204'] })
  })

  it.each([
    ['in a list', jobFeed.replace('<job>', '<jobs><job>').replace('</job>', '</job></jobs>')],
    ['in a list alone', `<jobs>${/<job>[^]*<\/job>/.exec(jobFeed)![0]}</jobs>`],
  ])('may have its jobs %s', (_case, text) =>
    expect(listing(text)).toMatchObject({ source: expect.stringContaining('stadtwerke.example'), sourceId: 'SW-204' }),
  )

  it.each([
    ['05/12/2026', '', '2026-12-05T22:00:00.000Z', 0],
    ['12/05/2026', '<startdate>12/31/2026</startdate>', '2026-12-05T22:00:00.000Z', 0],
    ['05.12.26', '', '2026-12-05T22:00:00.000Z', 0],
    ['bald', '', null, 1],
    ['31/31/2026', '', null, 1],
  ])('ends on %s %s', (end, more, validUntil, notes) => {
    const text = jobFeed.replace(
      /<expirationdate>.*?<\/expirationdate>/,
      `<expirationdate>${end}</expirationdate>${more}`,
    )
    expect(listing(text).validUntil).toBe(validUntil)
    expect(parse(text).roomDocuments![0]!.notes.filter((note) => note.includes('expirationdate'))).toHaveLength(notes)
  })

  it('keeps jobs with long ids apart, and takes each id once', () => {
    const job = /<job>[^]*<\/job>/.exec(jobFeed)![0]
    const long = (end: string) => job.replace('SW-204', 'x'.repeat(150) + end)
    const text = `<source><publisher>S</publisher>${long('1')}${long('2')}${long('2')}</source>`
    const { roomDocuments = [], refusals } = parse(text)
    expect(new Set(roomDocuments.map(({ sourceId }) => sourceId)).size).toBe(3)
    expect(refusals.map(({ reason }) => reason)).toEqual([expect.stringContaining('is there twice')])
  })

  it('loses only a broken job, and then ends none', () => {
    const job = /<job>[^]*<\/job>/.exec(jobFeed)![0]
    const other = job.replace('SW-204', 'SW-205')
    const named = (text: string) => parse(jobFeed.replace(job, `${job}${text}`))
    const bare = named(other.replace(/<company>.*?<\/company>/, '<company>Rohr & Söhne</company>'))
    expect(bare.roomDocuments).toHaveLength(3)
    expect(bare.roomDocuments![1]).toMatchObject({ delivery: { listings: [{ facts: { employer: 'Rohr & Söhne' } }] } })
    const broken = named(other.replace('</city>', ''))
    expect(broken.roomDocuments).toMatchObject([{ delivery: { kind: 'listings' } }])
    expect(broken.refusals).toMatchObject([
      { reason: expect.stringMatching(/^job: XML: /), raw: expect.stringContaining('SW-205') },
    ])
  })

  it('may have markup without CDATA in its description', () =>
    expect(
      listing(
        jobFeed.replace(/<description>[^]*?<\/description>/, '<description><p>Eins & zwei<br>drei</p></description>'),
      ).text,
    ).toBe('Eins & zwei\ndrei'))

  it('without jobs ends none', () => {
    const empty = parse('<source><publisher>x</publisher><job></job></source>')
    expect([empty.roomDocuments, empty.refusals.length]).toEqual([[], 1])
    const none = parse('<source><publisher>x</publisher><publisherurl>https://x.example</publisherurl></source>')
    expect([none.roomDocuments, none.refusals[0]?.reason]).toEqual([undefined, 'a job feed without jobs'])
  })

  it('a script in any field stays text, and an invalid address is left out', () => {
    const evil = '<script>alert(1)</script>'
    const escaped = evil.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const text = jobFeed
      .replace('<![CDATA[Elektroniker für Gebäudetechnik]]>', `${escaped}Koch`)
      .replace('<city>Auenburg', `<city>${escaped}`)
      .replace('https://stadtwerke.example/jobs/204', 'javascript:alert(1)')
    expect(listing(text)).toMatchObject({ title: 'Koch', place: { name: evil }, address: '' })
  })
})

describe('a table', () => {
  it('R1-80 R1-81 becomes homes and jobs', () => {
    expect(listing(homeTable)).toMatchObject({
      source: 'tabelle',
      sourceId: 'T-1',
      text: 'Sackgasse, gute Nachbarn.',
      updated: '2026-11-22T12:00:00.000Z',
      facts: {
        deal: 'kaufen',
        type: 'haus',
        cents: 28_900_000,
        features: ['garten', 'keller'],
        energy: { certificate: 'bedarf', value: 142, built: 1962 },
      },
    })
    expect(listing(jobTable)).toMatchObject({
      validUntil: '2026-12-31T22:00:00.000Z',
      facts: {
        employer: 'Tiefbau Aukamp',
        field: 'buero',
        hours: ['teilzeit'],
        remote: 'teilweise',
        pay: { fromCents: 190_000, toCents: 230_000, per: 'monat' },
      },
    })
    expect(deliveries(homeTable)).toHaveLength(1)
  })

  it('refuses bad lines with their reason, and takes an end', () => {
    const [head = '', line = ''] = homeTable.split('\n')
    const { roomDocuments, refusals } = parse(
      `\uFEFF${head};aktion\n${line};loeschen\n${line.replace('immobilie', 'auto')};\n${line.replace(';haus;', ';burg;')};\n`,
    )
    expect(roomDocuments).toMatchObject([{ delivery: { kind: 'removed', sourceId: 'T-1' } }])
    expect(refusals.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('art must be immobilie or stelle'),
      expect.stringContaining('facts.type'),
    ])
  })

  it.each([
    ['Excel’s line about the sign', `sep=;\r\n${homeTable}`],
    ['a byte order mark and that line', `\ufeffsep=;\n${homeTable}`],
    ['tabs', homeTable.replaceAll(';', '\t')],
  ])('may have %s', (_case, text) => expect(listing(text)).toEqual(listing(homeTable)))

  it('may have quotation marks inside a cell', () => {
    const [head = '', line = ''] = homeTable.split('\n')
    const cells = line.replace('T-1;', 'T-2;').split(';')
    cells[head.split(';').indexOf('titel')] = 'Haus "Am Fluss" mit Garten'
    const titles = deliveries(`${head}\n${line}\n${cells.join(';')}\n`).map((one) =>
      one.kind === 'listings' ? one.listings[0]!.title : one.kind,
    )
    expect(titles).toEqual([listing(homeTable).title, 'Haus „Am Fluss“ mit Garten'])
  })

  it('without the required columns is no document', () =>
    expect(parse('name;alter\nEva;7\n')).toMatchObject({ isDocument: false }))
})

it('a kept line can be sent again', () => {
  const document = parse(homeTable).roomDocuments![0]!
  expect(parse(JSON.stringify(document.value)).roomDocuments).toMatchObject([{ sourceId: document.sourceId }])
  expect(parse('{"format":"market@1","delivery":{"kind":"listings","listings":[]}}').refusals[0]!.reason).toMatch(
    /^market: /,
  )
})

it.each([
  ['38.000 – 45.000 € im Jahr', { fromCents: 3_800_000, toCents: 4_500_000, per: 'jahr' }],
  ['ab 15,50 € pro Stunde', { fromCents: 1550, toCents: null, per: 'stunde' }],
  ['bis 4.000 Euro monatlich', { fromCents: null, toCents: 400_000, per: 'monat' }],
  ['Ausbildungsvergütung 1. Jahr: 1.218 €, 2. Jahr: 1.268 €', { fromCents: 121_800, toCents: 126_800, per: 'monat' }],
  ['52000', { fromCents: 5_200_000, per: 'jahr' }],
  ['nach Tarif (TVöD E 9a)', { fromCents: null, toCents: null, note: 'nach Tarif (TVöD E 9a)' }],
])('pay "%s" is %j', (text, pay) => expect(toPay(text)).toMatchObject(pay))

it.each([
  [toContract('Minijob (603 €)'), 'minijob'],
  [toContract('fulltime'), 'unbefristet'],
  [toContract('befristet'), 'befristet'],
  [toHours('Full-time or part-time'), ['vollzeit', 'teilzeit']],
  [toRemote('Hybrid'), 'teilweise'],
  [toRemote('Fully remote'), 'ganz'],
  [toRemote(''), 'vor-ort'],
  [toField('Pflegefachkraft'), 'pflege-gesundheit'],
  [toField('Bauleitung'), 'sonstiges'],
  [toNumber('1.250,50 €'), 1250.5],
  [toNumber('289.000'), 289_000],
  [toNumber('740.00'), 740],
  [toNumber('keine'), null],
  [toInstantText('23.11.2026'), '2026-11-23T12:00:00.000Z'],
  [toInstantText('gestern'), ''],
  [toEnd('2026-12-31'), '2026-12-31T22:00:00.000Z'],
  [toEnd('2026/12/31'), '2026-12-31T22:00:00.000Z'],
  [toEnd('2026-12-31 00:00:00'), '2026-12-31T22:00:00.000Z'],
  [toEnd('31. Dezember 2026'), '2026-12-31T22:00:00.000Z'],
  [toEnd('Thu, 31 Dec 2026'), '2026-12-31T22:00:00.000Z'],
  [toEnd('05/12/2026 18:00'), '2026-12-05T17:00:00.000Z'],
  [toEnd('05/12/2026 18:00', 'month first'), '2026-05-12T16:00:00.000Z'],
  [toEnd('05/12/2026 8:00:00'), '2026-12-05T07:00:00.000Z'],
  [toEnd('31/31/2026 18:00'), null],
  [htmlToText('<p>a<br>b</p><style>x{}</style><ul><li>c</li></ul>&amp;'), 'a\nb\n\n- c\n\n&'],
])('%j is %j', (found, expected) => expect(found).toEqual(expected))

it('the refusal of another file names the formats of the markets', () =>
  expect(parse('<config/>').refusals[0]?.reason).toContain('OpenImmo, a job feed'))
