import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IncomingDocument } from '@lokalteil/contracts/content'
import { readDefaultMapping } from '../delivery/mapping.ts'
import { parseBytes, parseText } from './parse.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const now = new Date('2026-11-21T09:00:00Z')
const context = { now, fallbackDate: now }
const read = (value: unknown) => parseText(typeof value === 'string' ? value : JSON.stringify(value), context)
const one = (value: unknown): ParsedDocument => {
  const result = read(value)
  expect(result.refusals.map(({ reason }) => reason)).toEqual([])
  expect(result.documents).toHaveLength(1)
  return result.documents[0]!
}
const reasonOf = (value: unknown) => read(value).refusals[0]?.reason ?? 'read'

const WIRE = {
  format: 'digitalwires@0.9.1',
  urn: 'urn:newsml:agency.example:20261121:1',
  version: 1,
  version_created: '2026-11-21T08:00:00+01:00',
  pubstatus: 'usable',
  language: 'de',
  urgency: 4,
  kicker: 'Verkehr',
  headline: 'Brücke über die Aue «endlich» frei',
  teaser: 'Nach zwei Jahren rollt der Verkehr wieder - vorerst auf einer Spur.',
  byline: 'Von Lena Vogt und Jonas Brandt, dpa',
  dateline: 'Tannau (dpa) - ',
  article_html: '<section class="main"><p>Der erste Absatz.</p><h2>Zwischentitel</h2><p>Der zweite.</p></section>',
  infobox_html: '<section><h2>Zahlen</h2><p>Zwei Jahre</p><ul><li>eins</li></ul></section>',
  linkbox_html: '<section><ul><li><a href="https://stadt.example">Stadt</a></li></ul></section>',
  creditline: 'dpa',
  notepad: { public_html: '<p>NOTIZBLOCK</p>', nonpublic_html: '<p>GEHEIM +49 30 1</p>' },
  ednotes: [
    { role: 'dpaednoterole:contacts', ednote: 'GEHEIM', is_publishable: false },
    { role: 'dpaednoterole:closingline', ednote: 'SCHLUSSZEILE', is_publishable: true },
  ],
  associations: [
    {
      type: 'image',
      rank: 2,
      headline: 'Zweites',
      caption: 'Zwei',
      creditline: 'B/dpa',
      renditions: [{ width: 800, height: 600, mimetype: 'image/jpeg', url: 'https://pictures.example/2.jpg' }],
    },
    {
      type: 'image',
      rank: 1,
      is_featureimage: true,
      headline: 'Die Brücke',
      caption: 'Autos auf der Brücke. (zu dpa «Brücke frei»)',
      creditline: 'Eva Foto/dpa',
      renditions: [
        { width: 6000, height: 4000, mimetype: 'image/jpeg', url: 'https://pictures.example/6000.jpg' },
        { width: 2048, height: 1365, mimetype: 'image/jpeg', url: 'https://pictures.example/2048.jpg' },
        { width: 256, height: 171, mimetype: 'image/jpeg', url: 'https://pictures.example/256.jpg' },
      ],
    },
  ],
  categories: [
    { type: 'dnltype:desk', name: 'vm', qcode: 'dpacat:vm' },
    { type: 'dnltype:dpasubject', name: 'Verkehr', qcode: 'dpasubject:1', rank: 1 },
    { type: 'dnltype:geosubject', name: 'Tannau', qcode: null, rank: 1 },
    { type: 'dnltype:keyword', name: 'Brücke', qcode: null, rank: 1 },
  ],
}

describe('digitalwires', () => {
  it('has everything for readers and nothing for editors', () => {
    const document = one(WIRE)
    expect(document).toMatchObject({
      sourceId: WIRE.urn,
      version: 1,
      status: 'usable',
      embargo: null,
      publishDate: '2026-11-21T07:00:00.000Z',
      updateDate: null,
      urgency: 4,
      kind: 'news',
      title: 'Brücke über die Aue „endlich“ frei',
      titlePrefix: 'Verkehr',
      teaserTextHtml: 'Nach zwei Jahren rollt der Verkehr wieder – vorerst auf einer Spur.',
      authors: ['Lena Vogt', 'Jonas Brandt'],
      source: 'dpa',
      correction: '',
      picture: {
        baseUrl: 'https://pictures.example/2048.jpg',
        credit: 'Eva Foto/dpa',
        caption: 'Autos auf der Brücke.',
        width: 2048,
        height: 1365,
      },
    })
    expect(document.contentItems.map((item) => item.type)).toEqual([
      'paragraph',
      'heading',
      'paragraph',
      'image',
      'infoBox',
      'heading',
      'list',
    ])
    expect(document.contentItems[0]).toEqual({ type: 'paragraph', html: 'Tannau (dpa) – Der erste Absatz.' })
    expect(document.contentItems[4]).toEqual({
      type: 'infoBox',
      title: 'Zahlen',
      items: [
        { type: 'paragraph', html: 'Zwei Jahre' },
        { type: 'list', ordered: false, items: ['eins'] },
      ],
    })
    expect(JSON.stringify(document)).not.toMatch(/GEHEIM|NOTIZBLOCK|SCHLUSSZEILE/)
  })

  it.each([
    ['canceled', 'canceled'],
    ['cancelled', 'canceled'],
    ['withheld', 'withheld'],
    [null, 'usable'],
  ])('reads the status %s', (pubstatus, status) => {
    expect(one({ ...WIRE, pubstatus }).status).toBe(status)
  })

  it('is published when its embargo ends', () => {
    expect(one({ ...WIRE, embargoed: '2026-11-22T06:00:00+01:00' })).toMatchObject({
      embargo: '2026-11-22T05:00:00.000Z',
      publishDate: '2026-11-22T05:00:00.000Z',
    })
  })

  it('prints the correction written for readers, else says that there was one', () => {
    const long = { role: 'dpaednoterole:correction', ednote: 'der Meldung mit der Kennung urn:x', is_publishable: true }
    const short = { role: 'dpaednoterole:correctionshort', ednote: 'Es waren «drei» Jahre.', is_publishable: true }
    expect(one({ ...WIRE, version: 2, signal: 'sig:correction', ednotes: [long, short] }).correction).toBe(
      'Es waren „drei“ Jahre.',
    )
    expect(one({ ...WIRE, version: 2, signal: 'sig:correction', ednotes: [long] }).correction).toBe(
      'Dieser Text wurde nach der ersten Veröffentlichung berichtigt.',
    )
  })

  it.each([
    ['an embargo that cannot be read', { embargoed: 'heute Abend' }, 'embargoed is no date'],
    ['no date', { version_created: undefined, updated: undefined }, 'version_created'],
    ['a date that does not exist', { version_created: '2026-13-45T99:00:00Z', updated: null }, 'version_created'],
    ['no headline', { headline: null, kicker: null }, 'no headline'],
    ['a status nobody knows', { pubstatus: 'maybe' }, 'pubstatus'],
    ['no id', { urn: '' }, 'urn'],
  ])('refuses %s', (_case, change, reason) => {
    expect(reasonOf({ ...WIRE, ...change })).toContain(reason)
  })

  it('survives wrong types in every other field', () => {
    expect(
      one({
        ...WIRE,
        kicker: 7,
        teaser: {},
        byline: [],
        urgency: 'x',
        associations: 'none',
        categories: [null, 1, { type: 'dnltype:keyword', name: 5 }],
        ednotes: {},
        creditline: 1,
      }),
    ).toMatchObject({ titlePrefix: '', urgency: 5, picture: null })
  })
})

const NINJS = {
  2: {
    uri: 'urn:agency.example:2',
    type: 'text',
    version: '3',
    firstcreated: '2026-11-20T10:00:00Z',
    versioncreated: '2026-11-20T12:00:00Z',
    pubstatus: 'usable',
    urgency: 2,
    language: 'de',
    copyrightholder: 'Agentur',
    headlines: [
      { role: 'short', value: 'Kurz' },
      { role: 'main', value: 'Der Titel' },
    ],
    bodies: [
      { role: 'text', contenttype: 'text/plain', value: 'Nur Text' },
      {
        role: 'html',
        contenttype: 'text/html',
        value:
          '<p>Der Rat hat am Abend lange über die Brücke beraten. Am Ende stimmten alle dafür, auch die Opposition.</p>',
      },
    ],
    by: 'Von Lena Vogt',
    ednote: 'INTERN',
    subjects: [{ name: 'Sport', uri: 'http://cv.iptc.org/newscodes/mediatopic/15000000' }],
    places: [{ name: 'Talheim' }],
    associations: [
      {
        name: 'main',
        type: 'picture',
        by: 'Eva Foto',
        descriptions: [{ role: 'caption', value: 'Ein Bild' }],
        renditions: [
          { name: 'r', href: 'http://pictures.example/1.jpg', contenttype: 'image/jpeg', width: 1600, height: 900 },
        ],
      },
    ],
  },
}

describe('ninjs', () => {
  const camel = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(camel)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).map(([key, inner]) => [
              key.replace(/(created|status|type|holder)$/, (end) =>
                end === key ? end : end[0]!.toUpperCase() + end.slice(1),
              ),
              camel(inner),
            ]),
          )
        : value

  const first = {
    uri: 'urn:agency.example:1',
    type: 'text',
    versioncreated: '2026-11-20T12:00:00Z',
    language: 'de',
    headline: 'Der Titel',
    byline: 'Von Lena Vogt',
    body_text: 'Nur Text',
    body_xhtml:
      '<p>Der Rat hat am Abend lange über die Brücke beraten. Am Ende stimmten alle dafür, auch die Opposition.</p>',
    subject: [{ name: 'Sport', scheme: 'http://cv.iptc.org/newscodes/mediatopic/', code: '15000000' }],
    associations: {
      main: {
        uri: 'x',
        type: 'picture',
        byline: 'Eva Foto',
        copyrightholder: 'Agentur',
        description_text: 'Ein Bild',
        renditions: {
          big: { href: 'http://pictures.example/1.jpg', mimetype: 'image/jpeg', width: 1600, height: 900 },
        },
      },
    },
  }

  it.each([
    ['ninjs 1.x', first],
    ['ninjs 2.x', NINJS[2]],
    ['ninjs 3.x', camel(NINJS[2])],
  ])('reads %s to the same article', (format, value) => {
    expect(read(value).format).toBe(format)
    const document = one(value)
    expect(document).toMatchObject({
      title: 'Der Titel',
      authors: ['Lena Vogt'],
      kind: 'news',
      teaserTextHtml: 'Der Rat hat am Abend lange über die Brücke beraten.',
    })
    expect(document.contentItems).toEqual([
      { type: 'paragraph', html: 'Am Ende stimmten alle dafür, auch die Opposition.' },
    ])
    expect(document.picture).toMatchObject({
      baseUrl: 'https://pictures.example/1.jpg',
      caption: 'Ein Bild',
      width: 1600,
    })
    expect(document.classes.subjects).toEqual([{ code: 'medtop:15000000', name: 'Sport' }])
    expect(JSON.stringify(document)).not.toContain('INTERN')
  })

  it('knows the dates of publication and change', () => {
    expect(one(NINJS[2])).toMatchObject({
      version: 3,
      urgency: 2,
      publishDate: '2026-11-20T10:00:00.000Z',
      updateDate: '2026-11-20T12:00:00.000Z',
      source: 'Agentur',
    })
  })

  it.each([
    ['canceled', 'canceled'],
    ['withheld', 'withheld'],
  ])('reads pubstatus %s, also without any text', (pubstatus, status) => {
    expect(
      one({ uri: 'urn:a:1', type: 'text', versioncreated: '2026-11-20T12:00:00Z', version: '2', pubstatus }),
    ).toMatchObject({ status, sourceId: 'urn:a:1', version: 2 })
  })

  it('shows a picture and a sound as such', () => {
    const file = {
      ...NINJS[2],
      bodies: [],
      associations: [],
      descriptions: [
        { role: 'caption', value: 'Das sieht man.' },
        { role: 'creditline', value: 'AGENTUR' },
      ],
    }
    expect(
      one({
        ...file,
        type: 'picture',
        renditions: [
          { name: 'm', href: 'https://p.example/1.jpg', contenttype: 'image/jpeg', width: 3000, height: 2000 },
        ],
      }),
    ).toMatchObject({
      kind: 'picture',
      teaserTextHtml: 'Das sieht man.',
      contentItems: [],
      picture: { caption: 'Das sieht man.', credit: 'Lena Vogt/AGENTUR' },
    })
    const sound = one({
      ...file,
      type: 'audio',
      renditions: [
        { name: 'm', href: 'https://p.example/1.mp3', contenttype: 'audio/mpeg', duration: 7896, sizeinbytes: 189_504 },
      ],
    })
    expect(sound).toMatchObject({
      kind: 'audio',
      contentItems: [{ type: 'audio', src: 'https://p.example/1.mp3', mimeType: 'audio/mpeg', duration: 7.896 }],
    })
  })

  it.each([
    ['German', '20. November 2026, 18.30 Uhr', '2026-11-20T17:30:00.000Z'],
    ['German with a zone', '20.07.2026 18:30 MESZ', '2026-07-20T16:30:00.000Z'],
    ['RFC', 'Fri, 20 Nov 2026 18:30:00 +0100', '2026-11-20T17:30:00.000Z'],
    ['ISO without a zone', '2026-11-20T18:30:00', '2026-11-20T17:30:00.000Z'],
    ['ISO with a zone', '2026-11-20T18:30:00-05:00', '2026-11-20T23:30:00.000Z'],
  ])('reads a %s date of ninjs as of every other format, in all three generations', (_spelling, date, instant) => {
    const dated = { ...NINJS[2], firstcreated: date, versioncreated: date }
    for (const item of [dated, camel(dated), { ...first, firstcreated: date, versioncreated: date }]) {
      const { publishDate, notes } = one(item)
      expect([publishDate, notes]).toEqual([instant, []])
    }
    expect(one({ ...dated, embargoed: date }).embargo).toBe(instant)
  })

  it.each([
    ['words', 'irgendwann', '"irgendwann"'],
    ['a number', 1_795_195_800, '"1795195800"'],
    ['an object', { date: '2026-11-20' }, '"{"date":"2026-11-20"}"'],
  ])('reports a date of ninjs that is %s, and never uses the current time', (_what, date, shown) => {
    const { firstcreated: _first, ...rest } = NINJS[2]
    const report = `its date ${shown} cannot be read`
    expect(reasonOf({ ...rest, versioncreated: date })).toBe(report)
    expect(one({ ...rest, firstcreated: '2026-11-20T12:00:00Z', versioncreated: date })).toMatchObject({
      publishDate: '2026-11-20T12:00:00.000Z',
      notes: [report],
    })
    expect(one({ ...NINJS[2], firstcreated: date }).notes).toEqual([report])
  })

  it('notes that an item of ninjs without any date is dated by its delivery', () => {
    const { firstcreated: _first, versioncreated: _version, ...rest } = NINJS[2]
    expect(one(rest).notes).toEqual(['it has no date and is dated by its delivery'])
  })

  it('refuses an unreadable embargo', () => {
    expect(reasonOf({ ...NINJS[2], embargoed: 'soon' })).toContain('embargoed is no date')
  })

  it('ignores keys that would reach a prototype', () => {
    const hostile = `{"uri":"urn:x","type":"text","versioncreated":"2026-11-20T12:00:00Z","headline":"Titel","body_text":"Text","__proto__":{"polluted":1},"associations":{"__proto__":{"type":"picture"},"constructor":{"type":"picture"}},"renditions":{"__proto__":{"href":"x"}}}`
    expect(one(hostile).title).toBe('Titel')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

const newsml = (
  meta: string,
  content = '',
  body = '<inlineXML contenttype="text/html"><html><body><p>Ein Satz über die neue Brücke bei Tannau. Und noch einer dazu, der etwas länger geraten ist.</p></body></html></inlineXML>',
  more = '',
) =>
  `<?xml version="1.0"?><newsMessage xmlns="http://iptc.org/std/nar/2006-10-01/"><itemSet>
  <newsItem guid="urn:g2:1" version="4"><itemMeta><itemClass qcode="ninat:text"/><provider qcode="nprov:AG"/><versionCreated>2026-11-20T12:00:00+01:00</versionCreated>${meta}</itemMeta>
  <contentMeta><urgency>1</urgency><language tag="de"/><by>Von Lena Vogt</by><subject type="cpnat:abstract" qcode="medtop:04000000"><name>Wirtschaft</name></subject><subject type="cpnat:geoArea" qcode="geo:1"><name>Tannau</name></subject><headline>Der «Titel» &amp; mehr</headline>${content}</contentMeta>
  <contentSet>${body}</contentSet></newsItem>${more}</itemSet></newsMessage>`

describe('NewsML-G2', () => {
  it('reads an item with its own fields', () => {
    expect(one(newsml('<pubStatus qcode="stat:usable"/><edNote>INTERN</edNote>'))).toMatchObject({
      sourceId: 'urn:g2:1',
      version: 4,
      urgency: 1,
      title: 'Der „Titel“ & mehr',
      authors: ['Lena Vogt'],
      source: 'AG',
      publishDate: '2026-11-20T11:00:00.000Z',
      teaserTextHtml: 'Ein Satz über die neue Brücke bei Tannau.',
      classes: {
        subjects: [{ code: 'medtop:04000000', name: 'Wirtschaft' }],
        places: [{ code: 'geo:1', name: 'Tannau' }],
      },
    })
  })

  it.each([
    ['<pubStatus qcode="stat:canceled"/>', { status: 'canceled' }],
    ['<pubStatus uri="http://cv.iptc.org/newscodes/pubstatusg2/withheld"/>', { status: 'withheld' }],
    [
      '<embargoed>2026-11-22T06:00:00Z</embargoed>',
      { status: 'usable', embargo: '2026-11-22T06:00:00.000Z', publishDate: '2026-11-22T06:00:00.000Z' },
    ],
    ['<embargoed/>', { status: 'withheld', embargo: null }],
    [
      '<signal qcode="sig:correction"/>',
      { correction: 'Dieser Text wurde nach der ersten Veröffentlichung berichtigt.' },
    ],
  ])('reads %s', (meta, expected) => {
    expect(one(newsml(meta))).toMatchObject(expected)
  })

  it.each([
    ['escaped HTML', '<inlineData contenttype="text/html">&lt;p&gt;Eins&lt;/p&gt;&lt;p&gt;Zwei&lt;/p&gt;</inlineData>'],
    ['CDATA', '<inlineData contenttype="text/html"><![CDATA[<p>Eins</p><p>Zwei</p>]]></inlineData>'],
    ['plain text', '<inlineData contenttype="text/plain">Eins\n\nZwei</inlineData>'],
    [
      'NITF',
      '<inlineXML contenttype="application/nitf+xml"><nitf><body><body.head><hedline><hl1>Kopf</hl1></hedline></body.head><body.content><p>Eins</p><p>Zwei</p></body.content></body></nitf></inlineXML>',
    ],
  ])('reads a body in %s', (_case, body) => {
    expect(one(newsml('', '', body)).contentItems).toEqual([
      { type: 'paragraph', html: 'Eins' },
      { type: 'paragraph', html: 'Zwei' },
    ])
  })

  it('gives a text the picture of its package, and treats other pictures as documents', () => {
    const item = (guid: string) =>
      `<newsItem guid="${guid}" version="1"><itemMeta><itemClass qcode="ninat:picture"/><provider qcode="nprov:AG"/><versionCreated>2026-11-20T12:00:00Z</versionCreated></itemMeta><contentMeta><headline>Bild ${guid}</headline><description role="drol:caption">Zu sehen</description><creditline>Eva/AG</creditline></contentMeta><contentSet><remoteContent href="https://p.example/${guid}.jpg" contenttype="image/jpeg" width="2000" height="1000"/></contentSet></newsItem>`
    const pack =
      '<packageItem guid="p"><groupSet root="r"><group id="r" role="g"><itemRef residref="urn:g2:1"/><itemRef residref="b1"/></group></groupSet></packageItem>'
    const { documents } = read(newsml('', '', undefined, item('b1') + item('b2') + pack))
    expect(documents.map(({ sourceId, kind, picture }) => [sourceId, kind, picture?.baseUrl, picture?.credit])).toEqual(
      [
        ['urn:g2:1', 'news', 'https://p.example/b1.jpg', 'Eva/AG'],
        ['b2', 'picture', 'https://p.example/b2.jpg', 'Eva/AG'],
      ],
    )
  })
})

const rss = (item: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="c" xmlns:media="m" xmlns:dc="d" xmlns:atom="a"><channel><title>Stadtportal</title><link>https://stadt.example/</link><language>de-de</language><item>${item}</item></channel></rss>`

describe('feeds', () => {
  it('reads an RSS item with its full text', () => {
    const document = one(
      rss(`<title>Neues &amp; "Altes"</title><link>https://stadt.example/a</link><guid isPermaLink="false">4711</guid><pubDate>Fri, 20 Nov 2026 12:00:00 +0100</pubDate><atom:updated>2026-11-20T13:00:00Z</atom:updated>
        <dc:creator>Lena Vogt</dc:creator><category>Sport</category><description>Das ist &lt;b&gt;kurz&lt;/b&gt;.</description><content:encoded><![CDATA[<p>Erster</p><p><a href="/b" onclick="x">Zweiter</a></p><script>x</script>]]></content:encoded>
        <media:content url="https://stadt.example/1.jpg" medium="image" width="1200" height="800"><media:credit>Eva Foto</media:credit><media:description>Ein Haus</media:description></media:content>`),
    )
    expect(document).toMatchObject({
      sourceId: 'https://stadt.example/#4711',
      version: Date.parse('2026-11-20T13:00:00Z') / 1000,
      title: 'Neues & „Altes“',
      teaserTextHtml: 'Das ist <b>kurz</b>.',
      authors: ['Lena Vogt'],
      source: 'Stadtportal',
      publishDate: '2026-11-20T11:00:00.000Z',
      updateDate: '2026-11-20T13:00:00.000Z',
      picture: { baseUrl: 'https://stadt.example/1.jpg', credit: 'Eva Foto', caption: 'Ein Haus' },
      contentItems: [
        { type: 'paragraph', html: 'Erster' },
        { type: 'paragraph', html: '<a href="https://stadt.example/b">Zweiter</a>' },
      ],
      classes: { ressorts: [{ code: '', name: 'Sport' }] },
    })
  })

  it('adds a link to the original to a summary', () => {
    const document = one(
      rss('<title>Kurz</title><link>https://stadt.example/a</link><description>Nur eine Zeile.</description>'),
    )
    expect(document.contentItems).toEqual([
      { type: 'paragraph', html: 'Nur eine Zeile.' },
      { type: 'paragraph', html: '<a href="https://stadt.example/a">Zum Originalbeitrag bei Stadtportal</a>' },
    ])
  })

  it('reads Atom with text, HTML and XHTML', () => {
    const entry = (content: string) =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Portal</title><entry><id>urn:e:1</id><title type="html">Ein &lt;i&gt;Titel&lt;/i&gt; &amp;amp; mehr</title><link href="https://p.example/1"/><updated>2026-11-20T12:00:00Z</updated><author><name>Lena Vogt</name></author>${content}</entry></feed>`
    for (const content of [
      '<content type="html">&lt;p&gt;Eins &amp;amp; zwei&lt;/p&gt;</content>',
      '<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Eins &amp; zwei</p></div></content>',
      '<content>Eins &amp; zwei</content>',
      '<content type="html"><![CDATA[<p>Eins &amp; zwei</p>]]></content>',
    ]) {
      expect(one(entry(content))).toMatchObject({
        sourceId: 'urn:e:1',
        title: 'Ein Titel & mehr',
        authors: ['Lena Vogt'],
        contentItems: [{ type: 'paragraph', html: 'Eins &amp; zwei' }],
      })
    }
  })

  const sound = (more: string) =>
    `<rss version="2.0" xmlns:psc="http://podlove.org/simple-chapters" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>P</title><item><title>Folge</title><guid>https://p.example/1</guid><enclosure url="https://p.example/1.mp3" type="audio/mpeg" length="9"/>${more}</item></channel></rss>`
  const psc = (...chapters: string[]) => `<psc:chapters version="1.2">${chapters.join('')}</psc:chapters>`
  const elsewhere = '<podcast:chapters url="https://p.example/1.json" type="application/json+chapters"/>'

  it.each<[string, string, { start: number; title: string }[] | undefined, string | undefined]>([
    [
      'in every way to write a time, in the order they are heard',
      psc(
        '<psc:chapter start="00:01:30.5" title="Zwei &amp;  drei"/>',
        '<psc:chapter start="0" title="Eins"/>',
        '<psc:chapter start="02:00" title="Vier" href="https://p.example" image="https://p.example/1.png"/>',
        '<psc:chapter start="1:00:00" title="Ende"/>',
      ),
      [
        { start: 0, title: 'Eins' },
        { start: 90.5, title: 'Zwei & drei' },
        { start: 120, title: 'Vier' },
        { start: 3600, title: 'Ende' },
      ],
      undefined,
    ],
    [
      'but none without a time or a title',
      psc(
        '<psc:chapter start="bald" title="Eins"/>',
        '<psc:chapter start="5" title=" "/>',
        '<psc:chapter start="7" title="Gut"/>',
      ),
      [{ start: 7, title: 'Gut' }],
      undefined,
    ],
    [
      'of the feed before those of a file',
      psc('<psc:chapter start="7" title="Gut"/>') + elsewhere,
      [{ start: 7, title: 'Gut' }],
      undefined,
    ],
    ['of a file by its address', elsewhere, undefined, 'https://p.example/1.json'],
    ['none where there are none', '', undefined, undefined],
  ])('law-and-search B.6 keeps the chapters of sound %s', (_, more, chapters, address) => {
    const document = one(sound(more))
    expect(document.contentItems[0]).toMatchObject({ type: 'audio', src: 'https://p.example/1.mp3' })
    expect((document.contentItems[0] as { chapters?: unknown }).chapters).toEqual(chapters)
    expect(document.chaptersAddress).toBe(address)
  })

  it('refuses the entry without id and link and takes the others', () => {
    const { documents, refusals } = read(
      '<rss version="2.0"><channel><title>P</title><item><title>Ohne</title></item><item><title>Mit</title><guid>https://p.example/1</guid></item></channel></rss>',
    )
    expect(documents.map(({ title }) => title)).toEqual(['Mit'])
    expect(refusals.map(({ reason }) => reason)).toEqual(['feed: entry 1 has neither id nor link'])
  })
})

describe('plain texts', () => {
  it('makes headline, teaser and paragraphs of a text', () => {
    const text = `Der Gemeinderat von Oberlinden hat die Sanierung der alten Mühle beschlossen. Sie soll zwei Millionen Euro kosten. ${'Ein weiterer Satz, der den Absatz mit Inhalt füllt und etwas länger ist. '.repeat(14)}`
    const document = one({ ressort: 'Kultur', text })
    expect(document.title).toBe('Der Gemeinderat von Oberlinden hat die Sanierung der alten Mühle beschlossen')
    expect(document.teaserTextHtml).toBe('Sie soll zwei Millionen Euro kosten.')
    expect(document.contentItems.length).toBeGreaterThan(1)
    expect(document.contentItems.every((item) => item.type === 'paragraph' && item.html.length < 800)).toBe(true)
  })

  it('gives the same text the same id, line after line', () => {
    const lines = [
      '{"ressort":"Sport","text":"Eins ist da."}',
      '',
      '{"ressort":"Sport","text":"Zwei ist da."}',
      'kaputt',
      '{"ressort":"Sport","text":""}',
    ].join('\n')
    const [first, again] = [read(lines), read(lines)]
    expect(first.documents.map(({ sourceId }) => sourceId)).toEqual(again.documents.map(({ sourceId }) => sourceId))
    expect(first.documents.map(({ title }) => title)).toEqual(['Eins ist da', 'Zwei ist da'])
    expect(first.refusals).toHaveLength(2)
  })
})

describe('documents of Superdesk', () => {
  const story = {
    guid: 'urn:newsml:sd:1',
    type: 'text',
    version: '1',
    versioncreated: '2026-11-20T08:00:00+0000',
    headline: 'Die Fähre fährt wieder',
    language: 'de',
    body_html:
      '<p>Die Fähre über die Aue fährt seit Freitag wieder. Sie ist voll.</p><!-- EMBED START Image {id: "editor_0"} --><figure><img src="https://sd.example/2.jpg" alt="Motor"/><figcaption>Der Motor</figcaption></figure><p>Der Motor ist neu.</p>',
    service: [{ code: 'l', name: 'Lokales' }],
    authors: [{ name: 'Ines Wolter', role: 'writer' }],
    associations: {
      featuremedia: {
        guid: 'tag:1',
        type: 'picture',
        byline: 'Foto: Jan Krämer',
        renditions: {
          original: { href: 'https://sd.example/1.jpg', mimetype: 'image/jpeg', width: 1600, height: 900 },
        },
      },
      editor_0: {
        guid: 'tag:2',
        type: 'picture',
        byline: 'Eva Ort',
        renditions: {
          original: { href: 'https://sd.example/2.jpg', mimetype: 'image/jpeg', width: 1600, height: 900 },
        },
      },
      editor_1: null,
    },
  }

  it('have a guid for a uri, sections as services, pictures by address', () => {
    expect(one(story)).toMatchObject({
      sourceId: 'urn:newsml:sd:1',
      version: 1,
      authors: ['Ines Wolter'],
      picture: { baseUrl: 'https://sd.example/1.jpg', credit: 'Jan Krämer' },
      classes: { ressorts: [{ name: 'Lokales' }] },
      contentItems: [
        { type: 'paragraph' },
        { type: 'image', picture: { baseUrl: 'https://sd.example/2.jpg', caption: 'Der Motor', credit: 'Eva Ort' } },
        { type: 'paragraph', html: 'Der Motor ist neu.' },
      ],
    })
  })

  it.each(['_items', 'item', 'items'])('come as a list under %s', (key) => {
    expect(read({ [key]: [story, { ...story, guid: 'urn:newsml:sd:2' }] }).documents).toHaveLength(2)
  })

  it.each([
    [{ publish_schedule: '2027-01-05T05:00:00+0000' }, '2027-01-05T05:00:00.000Z'],
    [{ publish_schedule: '2027-01-05T05:00:00+0000', embargoed: '2027-02-01T05:00:00Z' }, '2027-02-01T05:00:00.000Z'],
    [{ publish_schedule: null }, null],
    [{ publish_schedule: '' }, null],
  ])('that are scheduled wait for their time: %j', (more, embargo) =>
    expect(one({ ...story, ...more })).toMatchObject({ embargo }),
  )

  it('that replace another name it, and count by their time', () => {
    expect(one({ ...story, guid: 'urn:newsml:sd:2', evolvedfrom: 'urn:newsml:sd:1' })).toMatchObject({
      sourceId: 'urn:newsml:sd:2',
      replaces: 'urn:newsml:sd:1',
      version: Date.parse(story.versioncreated) / 1000,
    })
  })
})

describe('NewsML-G2 as dpa writes it', () => {
  const header = (more: string) =>
    `<inlineXML contenttype="application/xhtml+xml"><html><body><header><ul class="slugline"><li>Fähre</li></ul><time>20.11.2026 09:00</time><p class="genre">Extra</p>${more}<h1>Die Fähre</h1></header><section class="main"><p><span class="dateline">Tannau (dpa) - </span>Die Fähre fährt seit Freitag wieder über die Aue. Und sie ist schon am ersten Tag ganz ausgebucht.</p></section></body></html></inlineXML>`

  const unsigned = (creator: string, more: string) =>
    newsml('', creator, header(more)).replace('<by>Von Lena Vogt</by>', '')

  it('has a header that is no text, and no login as author', () => {
    const document = one(unsigned('<creator qcode="x:1"><name>wolter.ines</name></creator>', ''))
    expect(document).toMatchObject({ authors: [], teaserTextHtml: 'Die Fähre fährt seit Freitag wieder über die Aue.' })
    expect(document.contentItems).toMatchObject([
      { html: 'Tannau (dpa) – Und sie ist schon am ersten Tag ganz ausgebucht.' },
    ])
  })

  it('may have author and lead in its header only', () => {
    const more = '<div class="byline">Von Ines Wolter, dpa</div><p class="teaser">Nach zwei Jahren geht es los.</p>'
    expect(one(unsigned('<creator><name>wolter.ines</name></creator>', more))).toMatchObject({
      authors: ['Ines Wolter'],
      teaserTextHtml: 'Nach zwei Jahren geht es los.',
    })
  })

  it('uses the line below the headline as teaser if there is no other', () => {
    expect(one(unsigned('', '<h2>Der Fluss ist wieder frei</h2>')).teaserTextHtml).toBe('Der Fluss ist wieder frei')
  })

  it.each([
    ['a plan', '<planningItem guid="urn:p:1"><newsCoverageSet/></planningItem>', 'for editors: a planningItem'],
    [
      'a plan in a message',
      '<newsMessage><itemSet><conceptItem guid="urn:c:1"/></itemSet></newsMessage>',
      'a conceptItem',
    ],
    [
      'a table of results',
      newsml('', '', '<inlineXML><sports-content><team><name>Miami</name></team></sports-content></inlineXML>'),
      'its content is <sports-content>',
    ],
    [
      'a body that is a comment',
      newsml('', '', '<inlineXML contenttype="text/html"><html><body><!-- x --></body></html></inlineXML>'),
      'nothing else',
    ],
    ['a headline alone', JSON.stringify({ uri: 'urn:1', type: 'text', headline: 'Nur das' }), 'nothing else'],
  ])('puts aside %s', (_case, text, reason) => {
    const { documents, refusals } = read(text)
    expect([documents.length, refusals[0]?.outcome, refusals[0]?.reason]).toEqual([
      0,
      'put-aside',
      expect.stringContaining(reason),
    ])
  })
})

describe('unusable input', () => {
  it.each([
    ['nothing', '', 'the document is empty'],
    ['a word', 'hello', 'neither JSON nor XML'],
    ['broken JSON', '{"uri": ', 'JSON:'],
    ['a number', '[1]', 'JSON without a document'],
    ['an empty list', '[]', 'a list without documents'],
    ['another object', '{"a":1}', 'neither digitalwires nor ninjs'],
    ['deep JSON', `${'['.repeat(101)}${']'.repeat(101)}`, 'nested deeper than 100'],
    ['deeper JSON', '['.repeat(2_000_000), 'nested deeper than 100'],
    ['a web page', '<!DOCTYPE html><html><body>x</body></html>', 'a web page'],
    ['other XML', '<config><a/></config>', 'NewsML-G2'],
    [
      'an entity',
      '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><item><title>&x;</title></item></channel></rss>',
      'DTD not allowed',
    ],
    [
      'a bomb',
      `<!DOCTYPE newsItem [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;&a;">]><newsItem guid="&b;"/>`,
      'DTD not allowed',
    ],
    ['a message without items', '<newsMessage><itemSet/></newsMessage>', 'NewsML-G2'],
  ])('is refused: %s', (_case, text, reason) => {
    expect(reasonOf(text)).toContain(reason)
    expect(read(text).documents).toEqual([])
  })

  it('is refused in an unknown encoding and above 5 MB', async () => {
    expect((await parseBytes(Uint8Array.of(0x7b, 0xff, 0, 0x7d), context)).refusals[0]?.reason).toContain(
      'not text in a known encoding',
    )
    expect((await parseBytes(new Uint8Array(5 * 1024 * 1024 + 1), context)).refusals[0]?.reason).toBe(
      'larger than 5 MB',
    )
  })

  it('a feed is read in the encoding it names', async () => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>P</title><item><guid>https://p.example/1</guid><title>Brücke</title></item></channel></rss>',
      'latin1',
    )
    expect(JSON.stringify(await parseBytes(bytes, context))).toContain('Brücke')
  })

  it('only the entry with a bad byte is lost, of a feed and of a list', async () => {
    const entry = (id: number, text: string) =>
      `<item><guid>https://p.example/${id}</guid><title>Brücke ${id}</title><description>${text}</description></item>`
    const feed = Buffer.from(
      `<rss version="2.0"><channel><title>P</title>${entry(1, 'Für alle. X')}${entry(2, 'Über alle.')}</channel></rss>`,
    )
    feed[feed.indexOf('X')] = 0xfc
    const texts = ['Alle Brücken sind frei.', 'Über X alle Brücken für müde Füße.']
    const list = Buffer.from(JSON.stringify(texts.map((text, id) => ({ ressort: 'Lokales', id, text }))))
    list[list.indexOf('X')] = 0xc3
    for (const bytes of [feed, list]) {
      const { documents, refusals } = await parseBytes(bytes, context)
      expect([documents.length, refusals.length, refusals[0]?.reason]).toEqual([
        1,
        1,
        'holds bytes that are no character of UTF-8',
      ])
    }
  })

  it('a bad byte in the title of a feed costs no entry', async () => {
    const feed = Buffer.from(
      '<rss version="2.0"><channel><title>Stadt Xnau</title><link>https://p.example/</link><item><guid>https://p.example/1</guid><title>Brücke</title><description>Über alle.</description></item></channel></rss>',
    )
    feed[feed.indexOf('X')] = 0xfc
    const { documents, refusals } = await parseBytes(feed, context)
    expect([documents.map(({ title, source }) => [title, source]), refusals]).toEqual([[['Brücke', '']], []])
  })

  it('packed input is unpacked without a header, up to 5 MB', async () => {
    const feed =
      '<rss version="2.0"><channel><title>P</title><item><guid>https://p.example/1</guid><title>Eins</title></item></channel></rss>'
    expect((await parseBytes(gzipSync(feed), context)).documents).toHaveLength(1)
    expect((await parseBytes(gzipSync(Buffer.alloc(6_000_000, 32)), context)).refusals[0]?.reason).toBe(
      'larger than 5 MB',
    )
    expect((await parseBytes(gzipSync(feed).subarray(0, 40), context)).refusals[0]?.reason).toMatch(/^gzip: /)
  })

  it('a big document is read in a worker and ended at its deadline', async () => {
    const big = (size: number) =>
      new TextEncoder().encode(
        JSON.stringify({ ...WIRE, article_html: `<p>${'Ein Satz mit Inhalt. '.repeat(size)}</p>` }),
      )
    expect((await parseBytes(big(40_000), context)).documents).toHaveLength(1)
    expect((await parseBytes(big(200_000), context, 1)).refusals[0]?.reason).toContain('of processor time')
  })

  it('a big document is given the time of a slow machine: only processor time counts', async () => {
    const measure = Object.getOwnPropertyDescriptor(Worker.prototype, 'cpuUsage')!
    let asked = 0
    const worksNot = async () => {
      asked++
      return { user: 0, system: 0 }
    }
    const text = JSON.stringify({ ...WIRE, article_html: `<p>${'Ein Satz mit Inhalt. '.repeat(40_000)}</p>` })
    try {
      // On the clock the deadline of a millisecond is over at the first look.
      Object.defineProperty(Worker.prototype, 'cpuUsage', { ...measure, value: worksNot })
      expect((await parseBytes(new TextEncoder().encode(text), context, 1)).documents).toHaveLength(1)
      expect(asked).toBeGreaterThan(1)
    } finally {
      Object.defineProperty(Worker.prototype, 'cpuUsage', measure)
    }
  })

  it('a big document is read by a Node that cannot measure threads', async () => {
    const measure = Object.getOwnPropertyDescriptor(Worker.prototype, 'cpuUsage')!
    Reflect.deleteProperty(Worker.prototype, 'cpuUsage')
    try {
      const text = JSON.stringify({ ...WIRE, article_html: `<p>${'Ein Satz mit Inhalt. '.repeat(40_000)}</p>` })
      expect((await parseBytes(new TextEncoder().encode(text), context)).documents).toHaveLength(1)
    } finally {
      Object.defineProperty(Worker.prototype, 'cpuUsage', measure)
    }
  })

  it('never throws, and every result fits the contract', () => {
    const mapping = readDefaultMapping()
    const keys = fc.constantFrom(
      'uri',
      'urn',
      'type',
      'format',
      'version',
      'versioncreated',
      'versionCreated',
      'version_created',
      'pubstatus',
      'embargoed',
      'headline',
      'headlines',
      'body_text',
      'body_xhtml',
      'bodies',
      'article_html',
      'associations',
      'renditions',
      'categories',
      'ressort',
      'text',
      'subjects',
      'language',
      '__proto__',
      'constructor',
    )
    const leaf = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom('2026-11-20T12:00:00Z', 'digitalwires@0.9.1', 'text', 'picture', 'usable', '<p>x</p>', 'urn:x'),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(keys, tie('tree'), { maxKeys: 8 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(keys, tree, { maxKeys: 10 }), (value) => {
        for (const document of read({
          ...value,
          uri: 'urn:x',
          headline: 'Titel',
          versioncreated: '2026-11-20T12:00:00Z',
        }).documents) {
          expect(
            IncomingDocument.safeParse(mapping.toIncoming(document, 'ak', { isPaid: false })).error,
          ).toBeUndefined()
        }
        read(value)
      }),
      { numRuns: propertyRuns(500) },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void read(text)),
      { numRuns: propertyRuns(300) },
    )
  })
})
