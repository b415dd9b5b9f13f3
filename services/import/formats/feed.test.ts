/** Feeds as real sites write them, with their faults; every text is invented. */
import fc from 'fast-check'
import { slugOf } from '@lokalteil/domain/german-text'
import { describe, expect, it } from 'vitest'
import { toText } from '../body/body-html.ts'
import { parseBytes, parseText } from './parse.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const now = new Date('2026-11-22T09:00:00Z')
const file = new Date('2026-11-22T08:00:00Z')
const context = { now, fallbackDate: file }
const read = (text: string, address?: string) =>
  parseText(text, address === undefined ? context : { ...context, address })
const one = (text: string, address?: string): ParsedDocument => {
  const { documents, refusals } = read(text, address)
  expect(refusals.map(({ reason }) => reason)).toEqual([])
  expect(documents).toHaveLength(1)
  return documents[0]!
}
const paragraphs = (document: ParsedDocument) =>
  document.contentItems.flatMap((item) => (item.type === 'paragraph' ? [item.html] : []))

const WORDPRESS = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/">
<channel><title>Talbote &#8211; Nachrichten &amp; Service</title>
<atom:link href="https://talbote.example/feed/" rel="self" type="application/rss+xml" /><link>https://talbote.example</link>
<lastBuildDate>Sat, 21 Nov 2026 17:31:02 +0000</lastBuildDate><language>de</language>
<item><title>Kaffee &#038; Kuchen &#8211; &#8222;gratis&#8220; f&#252;r alle</title><link>https://talbote.example/kaffee/</link>
<dc:creator><![CDATA[Jana M&uuml;ller &amp; Tim Beispiel]]></dc:creator><pubDate>Sat, 21 Nov 2026 17:30:00 +0000</pubDate>
<category><![CDATA[Vereine &amp; Feste]]></category><category><![CDATA[Kuchen]]></category>
<guid isPermaLink="false">https://talbote.example/?p=4711</guid>
<description><![CDATA[<p>Der Heimatverein l&auml;dt am Sonntag in die alte Schmiede ein [&#8230;]</p>
<p>Der Beitrag <a rel="nofollow" href="https://talbote.example/kaffee/">Kaffee &#038; Kuchen</a> erschien zuerst auf <a rel="nofollow" href="https://talbote.example">Talbote</a>.</p>]]></description>
<content:encoded><![CDATA[<p>Der Heimatverein lädt am Sonntag in die alte Schmiede ein. Beginn ist um 14 Uhr, und Musik gibt es bis in den Abend.</p>
<p>Kuchen gibt es <a href="/rezepte/">nach alten Rezepten</a>.</p>
<div class="sharedaddy sd-sharing-enabled"><h3 class="sd-title">Teilen mit:</h3><ul><li>Mastodon</li></ul></div>
<p>Der Beitrag <a rel="nofollow" href="https://talbote.example/kaffee/">Kaffee &#038; Kuchen</a> erschien zuerst auf <a rel="nofollow" href="https://talbote.example">Talbote</a>.</p>
<img src="https://pixel.wp.com/b.gif?host=talbote.example" width="1" height="1" alt="" />]]></content:encoded>
<slash:comments>0</slash:comments></item></channel></rss>`

const DRUPAL = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xml:base="https://kreis-auental.example/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>Landkreis Auental</title><link>https://kreis-auental.example/</link><language>de</language>
<item><title>Neue Br&amp;uuml;cke &amp;uuml;ber die Aue</title><link>/presse/bruecke</link><description>&lt;span class="field field--name-title"&gt;Neue Brücke&lt;/span&gt;&lt;div class="field field--name-body"&gt;&lt;p&gt;Die Brücke wird am Freitag freigegeben. Der Landrat kommt.&lt;/p&gt;&lt;p&gt;&lt;a href="plan.pdf"&gt;Der Plan&lt;/a&gt; liegt aus.&lt;/p&gt;&lt;/div&gt;</description>
<pubDate>Fri, 20 Nov 2026 08:15:00 +0100</pubDate><dc:creator>presse</dc:creator><guid isPermaLink="false">812 at https://kreis-auental.example</guid></item></channel></rss>`

const TYPO3 = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>Stadt Auenburg: Aktuelles</title><link>https://auenburg.example/</link><pubDate>Sat, 21 Nov 2026 10:00:00 +0100</pubDate>
<item><guid isPermaLink="false">news-1733</guid><pubDate>Sa, 21. November 2026 um 18.30 Uhr</pubDate><title>Rathaus &amp; Bürgerbüro geschlossen</title><link>https://auenburg.example/aktuelles/rathaus</link><description>Am Montag bleibt das Rathaus zu. Weiterlesen …</description><content:encoded><![CDATA[<p class="bodytext">Am Montag bleibt das Rathaus zu, weil die Heizung erneuert wird.</p><p class="bodytext">Ausweise gibt es am Dienstag wieder.</p>]]></content:encoded><category>Rathaus</category></item></channel></rss>`

const BLOGGER = `<?xml version='1.0' encoding='UTF-8'?><?xml-stylesheet href="http://www.blogger.com/styles/atom.css" type="text/css"?><feed xmlns='http://www.w3.org/2005/Atom' xmlns:openSearch='http://a9.com/-/spec/opensearchrss/1.0/' xmlns:thr='http://purl.org/syndication/thread/1.0'>
<id>tag:blogger.com,1999:blog-1</id><updated>2026-11-21T10:00:00.000+01:00</updated><title type='text'>Dorfblick</title><link rel='alternate' type='text/html' href='https://dorfblick.example/'/>
<entry><id>tag:blogger.com,1999:blog-1.post-2</id><published>2026-11-20T18:00:00.000+01:00</published><updated>2026-11-21T09:00:00.000+01:00</updated><category scheme='http://www.blogger.com/atom/ns#' term='Garten &amp;amp; Natur'/><title type='text'>Igel im Laub</title><content type='html'>&lt;p&gt;Im Laub schlafen die Igel. Bitte nicht stören!&lt;/p&gt;&lt;p&gt;Haufen liegen lassen.&lt;/p&gt;&lt;div class="blogger-post-footer"&gt;Dorfblick 2026&lt;/div&gt;</content><link rel='edit' href='https://www.blogger.com/feeds/1/posts/2'/><link rel='alternate' type='text/html' href='https://dorfblick.example/igel.html' title='Igel im Laub'/><author><name>Oma Erna</name><email>noreply@blogger.com</email></author><thr:total>0</thr:total></entry></feed>`

const SUBSTACK = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" version="2.0"><channel><title><![CDATA[Flussbriefe]]></title><link>https://flussbriefe.example</link><language><![CDATA[de]]></language>
<item><title><![CDATA[Warum der Pegel f&auml;llt]]></title><description><![CDATA[Ein trockener Herbst und seine Folgen]]></description><link>https://flussbriefe.example/p/pegel</link><guid isPermaLink="false">https://flussbriefe.example/p/pegel</guid><dc:creator><![CDATA[Mia Fluss]]></dc:creator><pubDate>Fri, 20 Nov 2026 06:00:00 GMT</pubDate><enclosure url="https://bilder.example/pegel.jpeg" length="0" type="image/jpeg"/><content:encoded><![CDATA[<p>Der Pegel der Aue fällt seit Wochen. Fähren stehen still.</p><div class="subscription-widget-wrap-editor"><div class="subscription-widget"><p>Thanks for reading!</p><form class="subscription-widget-subscribe"><input type="email"/></form></div></div><p>Regen ist nicht in Sicht.</p>]]></content:encoded></item></channel></rss>`

const GHOST = `<?xml version="1.0" encoding="UTF-8"?><rss xmlns:m="http://search.yahoo.com/mrss/" xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:d="http://purl.org/dc/elements/1.1/" version="2.0"><channel><title><![CDATA[Hügelpost]]></title><link>https://huegelpost.example/</link><ttl>60</ttl>
<item><title><![CDATA[Windrad steht]]></title><description><![CDATA[Am Kamm dreht sich das erste Windrad.]]></description><link>https://huegelpost.example/windrad/</link><guid isPermaLink="false">6560aa</guid><category><![CDATA[Energie]]></category><d:creator><![CDATA[Ole Wind]]></d:creator><pubDate>Sat, 21 Nov 2026 05:00:00 GMT</pubDate><m:content url="https://huegelpost.example/windrad.jpg" medium="image"/><c:encoded><![CDATA[<img src="https://huegelpost.example/windrad.jpg" alt="Das Windrad"><p>Seit Freitag dreht sich das Rad. Es versorgt 900 Haushalte.</p>]]></c:encoded></item></channel></rss>`

const POLICE = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>POL-AUE: Polizeiinspektion Auental</title><link>https://presse.example/blaulicht/nr/1</link>
<item><title>POL-AUE: Einbruch in Gartenlaube -- Zeugen gesucht</title><link>https://presse.example/blaulicht/pm/1/2</link><guid>https://presse.example/blaulicht/pm/1/2</guid><pubDate>Sat, 21 Nov 26 09:12:00 +0100</pubDate><description>&lt;p&gt;Auenburg (ots) - In der Nacht zu Samstag brachen Unbekannte eine Gartenlaube auf. Sie nahmen einen Rasenmäher mit.&lt;/p&gt;&lt;p&gt;Zeugen melden sich bitte unter Telefon 01234 567-0.&lt;/p&gt;&lt;p&gt;Rückfragen von Medienvertretern bitte an:&lt;/p&gt;&lt;p&gt;Polizeiinspektion Auental&lt;br/&gt;Pressestelle&lt;br/&gt;Telefon: 01234 567-104&lt;/p&gt;&lt;p&gt;Original-Content von: Polizeiinspektion Auental, übermittelt durch news aktuell&lt;/p&gt;</description></item>
<item><title>POL-AUE: Presseeinladung zur Verkehrsbilanz</title><link>https://presse.example/blaulicht/pm/1/3</link><guid>https://presse.example/blaulicht/pm/1/3</guid><pubDate>Sat, 21 Nov 2026 08:00:00 +0100</pubDate><description>Wir laden ein.</description></item></channel></rss>`

const MUNICIPAL = `<rss version="0.92"><channel><title>Gemeinde Moorbeck</title><link>https://moorbeck.example/index.php</link><description>Aktuelles</description>
<item><title>Sperrmüll am Dienstag</title><link>aktuelles.php?id=12</link><description>Bitte ab 6 Uhr an die Straße stellen. &lt;a href="abfall.php"&gt;Merkblatt&lt;/a&gt;</description><pubDate>21.11.2026 18:30</pubDate></item></channel></rss>`

const RDF = `<?xml version="1.0" encoding="ISO-8859-1"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://kirche.example/"><title>Kirchenkreis</title><link>https://kirche.example/</link><description>x</description><items><rdf:Seq><rdf:li resource="https://kirche.example/1"/></rdf:Seq></items></channel>
<item rdf:about="https://kirche.example/1"><title>Glocken läuten wieder</title><link>https://kirche.example/1</link><description>Nach der Sanierung läuten die Glocken.</description><dc:date>2026-11-20T12:00+01:00</dc:date><dc:creator>Pfarramt</dc:creator><dc:subject>Kirche</dc:subject></item></rdf:RDF>`

const JSON_FEED = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Radverein',
  home_page_url: 'https://rad.example/',
  feed_url: 'https://rad.example/feed.json',
  language: 'de',
  authors: [{ name: 'Vorstand' }],
  items: [
    {
      id: 'https://rad.example/tour',
      url: '/tour',
      title: 'Tour &amp; Rast',
      content_html: '<p>Die Tour führt an die Aue. <a href="karte">Karte</a> und Rast inbegriffen.</p>',
      summary: 'Am Sonntag geht es los.',
      image: 'https://rad.example/rad.jpg',
      date_published: '2026-11-20T10:00:00+01:00',
      date_modified: '2026-11-21T10:00:00+01:00',
      tags: ['Radverkehr'],
    },
  ],
}

describe('feeds as sites write them', () => {
  it('WordPress: entities, excerpt, buttons, credit and pixel', () => {
    const document = one(WORDPRESS)
    expect(document).toMatchObject({
      sourceId: 'https://talbote.example/?p=4711',
      title: 'Kaffee & Kuchen – „gratis“ für alle',
      teaserTextHtml: 'Der Heimatverein lädt am Sonntag in die alte Schmiede ein.',
      authors: ['Jana Müller', 'Tim Beispiel'],
      source: 'Talbote – Nachrichten & Service',
      publishDate: '2026-11-21T17:30:00.000Z',
      picture: null,
    })
    expect(slugOf(document.title)).toBe('kaffee-kuchen-gratis-fuer-alle')
    expect(document.classes.ressorts.map(({ name }) => name)).toEqual(['Vereine & Feste', 'Kuchen'])
    expect(paragraphs(document)).toEqual([
      'Beginn ist um 14 Uhr, und Musik gibt es bis in den Abend.',
      'Kuchen gibt es <a href="https://talbote.example/rezepte/">nach alten Rezepten</a>.',
    ])
  })

  it('Drupal: markup in the description, a link without a host, an id of its own', () => {
    const document = one(DRUPAL)
    expect(document).toMatchObject({ title: 'Neue Brücke über die Aue', publishDate: '2026-11-20T07:15:00.000Z' })
    expect(slugOf(document.title)).toBe('neue-bruecke-ueber-die-aue')
    expect(JSON.stringify(document.contentItems)).toContain('https://kreis-auental.example/presse/plan.pdf')
    expect(paragraphs(document).at(-1)).toContain('href="https://kreis-auental.example/presse/bruecke"')
  })

  it('TYPO3: a document type without declarations, a German date', () => {
    const document = one(TYPO3)
    expect(document).toMatchObject({
      sourceId: 'https://auenburg.example/#news-1733',
      title: 'Rathaus & Bürgerbüro geschlossen',
      publishDate: '2026-11-21T17:30:00.000Z',
      teaserTextHtml: 'Am Montag bleibt das Rathaus zu.',
    })
  })

  it('Blogger: Atom with single quotes, a correction, a footer', () => {
    const document = one(BLOGGER)
    expect(document).toMatchObject({
      title: 'Igel im Laub',
      publishDate: '2026-11-20T17:00:00.000Z',
      updateDate: '2026-11-21T08:00:00.000Z',
      authors: ['Oma Erna'],
    })
    expect(document.classes.ressorts.map(({ name }) => name)).toEqual(['Garten & Natur'])
    const { notes, ...shown } = document
    expect(JSON.stringify(shown)).not.toContain('Dorfblick 2026')
    expect(notes).toContainEqual(expect.stringMatching(/^foot of the feed left out: .*Dorfblick 2026/))
  })

  it('Substack: paragraphs only, no form to subscribe', () => {
    const document = one(SUBSTACK)
    expect(document).toMatchObject({
      title: 'Warum der Pegel fällt',
      picture: { baseUrl: 'https://bilder.example/pegel.jpeg' },
      teaserTextHtml: 'Ein trockener Herbst und seine Folgen',
    })
    expect(paragraphs(document)).toEqual([
      'Der Pegel der Aue fällt seit Wochen. Fähren stehen still.',
      'Regen ist nicht in Sicht.',
    ])
  })

  it('Ghost: namespaces under other prefixes, the picture not twice', () => {
    const document = one(GHOST)
    expect(document).toMatchObject({
      title: 'Windrad steht',
      authors: ['Ole Wind'],
      picture: { baseUrl: 'https://huegelpost.example/windrad.jpg' },
    })
    expect(document.contentItems.map(({ type }) => type)).toEqual(['paragraph'])
  })

  it('police press: two-digit years, press contacts removed and named, invitations put aside', () => {
    const { documents, refusals } = read(POLICE)
    expect(documents).toHaveLength(1)
    expect(documents[0]).toMatchObject({
      title: 'POL-AUE: Einbruch in Gartenlaube – Zeugen gesucht',
      publishDate: '2026-11-21T08:12:00.000Z',
      notes: [expect.stringMatching(/^block for editors left out: "Rückfragen von Medienvertretern/)],
    })
    const text = documents[0]!.contentItems
      .map((item) => (item.type === 'paragraph' ? toText(item.html) : ''))
      .join(' ')
    expect(text).toContain('Telefon 01234 567-0')
    expect(text).not.toMatch(/567-104|Original-Content/)
    expect(refusals).toMatchObject([{ outcome: 'put-aside', sourceId: 'https://presse.example/blaulicht/pm/1/3' }])
  })

  it('a municipality: RSS 0.92, relative links, a German date, no id', () => {
    const document = one(MUNICIPAL)
    expect(document).toMatchObject({
      sourceId: 'https://moorbeck.example/aktuelles.php?id=12',
      publishDate: '2026-11-21T17:30:00.000Z',
    })
    expect(JSON.stringify(document.contentItems)).toContain('https://moorbeck.example/abfall.php')
  })

  it('RSS 1.0 in Latin-1', async () => {
    const { documents } = await parseBytes(Buffer.from(RDF, 'latin1'), context)
    expect(documents).toMatchObject([
      {
        title: 'Glocken läuten wieder',
        publishDate: '2026-11-20T11:00:00.000Z',
        authors: ['Pfarramt'],
        source: 'Kirchenkreis',
      },
    ])
  })

  it.each([
    ['of the item', {}, { authors: [{ name: 'Von Oma Erna', avatar: 'https://rad.example/erna.jpg' }] }],
    ['of the feed', { authors: [{ name: 'Oma Erna', avatar: '/erna.jpg', url: 'https://rad.example/erna' }] }, {}],
    ['of version 1', { authors: undefined, author: { name: 'Oma Erna', avatar: '/erna.jpg' } }, {}],
  ])('JSON Feed: the picture of an author %s', (_case, feed, item) => {
    const [first] = JSON_FEED.items
    const document = one(JSON.stringify({ ...JSON_FEED, ...feed, items: [{ ...first, ...item }] }))
    expect(document.authors).toEqual(['Oma Erna'])
    expect(document.portraits).toMatchObject([
      { name: 'Oma Erna', picture: { baseUrl: 'https://rad.example/erna.jpg', caption: '' } },
    ])
  })

  it('JSON Feed: portraits without a name, for several names, or without a usable address are left out', () => {
    const [first] = JSON_FEED.items
    const authors = [
      { avatar: 'https://rad.example/a.jpg' },
      { name: 'Erna und Otto', avatar: 'https://rad.example/b.jpg' },
      { name: 'Otto', avatar: 'data:image/png;base64,AAAA' },
    ]
    expect(one(JSON.stringify({ ...JSON_FEED, items: [{ ...first, authors }] })).portraits).toBeUndefined()
  })

  it.each(['1', '1.1'])('JSON Feed %s', (version) => {
    const author = version === '1' ? { author: { name: 'Vorstand' } } : {}
    const { format } = read(JSON.stringify(JSON_FEED))
    expect(format).toBe('JSON Feed')
    const document = one(
      JSON.stringify({ ...JSON_FEED, ...author, version: `https://jsonfeed.org/version/${version}` }),
    )
    expect(document).toMatchObject({
      sourceId: 'https://rad.example/tour',
      title: 'Tour & Rast',
      teaserTextHtml: 'Am Sonntag geht es los.',
      publishDate: '2026-11-20T09:00:00.000Z',
      updateDate: '2026-11-21T09:00:00.000Z',
      authors: ['Vorstand'],
      source: 'Radverein',
      picture: { baseUrl: 'https://rad.example/rad.jpg' },
    })
    expect(paragraphs(document)[0]).toContain('href="https://rad.example/karte"')
  })
})

const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Bote</title><link>https://bote.example</link>${items.join('')}</channel></rss>`
const item = (id: number, more = '', title = `Nummer ${id}`) =>
  `<item><title>${title}</title><guid>https://bote.example/${id}</guid><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate><description>Text ${id}.</description>${more}</item>`

describe('a broken item is lost alone', () => {
  it.each<[string, string, string[], number]>([
    [
      'a bare ampersand',
      rss(item(1), item(2, '', 'Müller & Söhne'), item(3)),
      ['Nummer 1', 'Müller & Söhne', 'Nummer 3'],
      0,
    ],
    [
      'an ampersand in an address',
      rss(item(1).replace('https://bote.example/1', 'https://bote.example/?a=1&b=2')),
      ['Nummer 1'],
      0,
    ],
    ['markup that was not escaped', rss(item(1), item(2, '', 'Neu: <br>Turm')), ['Nummer 1', 'Neu: Turm'], 0],
    ['an unclosed tag', rss(item(1), item(2, '<category>offen'), item(3)), ['Nummer 1', 'Nummer 3'], 1],
    [
      'an item without end',
      rss(item(1), item(2).replace('</item>', ''), item(3)),
      ['Nummer 1', 'Nummer 2', 'Nummer 3'],
      0,
    ],
    [
      'a section without end',
      rss(item(1), item(2, '<category><![CDATA[offen</category>'), item(3, '<category><![CDATA[zu]]></category>')),
      ['Nummer 1', 'Nummer 3'],
      1,
    ],
    ['a feed that was cut off', rss(item(1), item(2)).slice(0, -60), ['Nummer 1'], 1],
    ['a broken head', rss(item(1)).replace('<title>Bote</title>', '<title>Bote'), ['Nummer 1'], 0],
    [
      'an entity declared in the middle',
      rss(item(1), item(2, '<!ENTITY x "y">'), item(3)),
      ['Nummer 1', 'Nummer 3'],
      1,
    ],
    [
      'a depth without end',
      rss(item(1), item(2, '<a>'.repeat(200) + '</a>'.repeat(200)), item(3)),
      ['Nummer 1', 'Nummer 3'],
      1,
    ],
  ])('%s', (_case, xml, titles, refused) => {
    const { documents, refusals } = read(xml)
    const found = documents.map(({ title }) => title)
    // An item without its end tag is either complete or named.
    expect(found.length + refusals.length).toBe(titles.length + refused)
    if (refused > 0)
      expect([found, refusals.map(({ reason }) => /^feed: entry \d+ cannot be read/.test(reason))]).toEqual([
        titles,
        [true],
      ])
    else expect(refusals.length === 0 ? found : [...found, 'Nummer 2'].toSorted()).toEqual(titles)
  })

  it('keeps the item alone, as a feed that can be read again', () => {
    const broken = item(2, '<category>offen')
    const [refusal] = read(rss(item(1), broken, item(3))).refusals
    expect([refusal?.identity, String(refusal?.raw).split('<item>').length]).toEqual([broken, 2])
    expect(read(String(refusal?.raw)).refusals[0]?.reason).toMatch(/^feed: entry 1 cannot be read/)
    const mended = read(String(refusal?.raw).replace('<category>offen', ''))
    expect(mended.documents).toEqual([read(rss(item(1), item(2), item(3))).documents[1]])
  })

  it.each([
    ['its own subset', '<!DOCTYPE rss [<!ENTITY x "y">]>'],
    ['a parameter entity', '<!DOCTYPE rss [<!ENTITY % p SYSTEM "https://evil.example/x">%p;]>'],
    ['a foreign file', '<!DOCTYPE rss SYSTEM "https://evil.example/x.dtd">'],
    [
      'a public name that is not the one of RSS 0.91',
      '<!DOCTYPE rss PUBLIC "-//Evil//EN" "https://evil.example/x.dtd">',
    ],
    ['a second type', '<!DOCTYPE rss><!DOCTYPE rss>'],
  ])('a document type with %s refuses the feed', (_case, type) => {
    const { documents, refusals } = read(`<?xml version="1.0"?>${type}${rss(item(1))}`)
    expect(documents).toEqual([])
    expect(refusals[0]?.reason).toContain('DTD not allowed')
  })

  it.each([
    '<!DOCTYPE rss>',
    '<!-- made by hand --><!DOCTYPE rss >',
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">',
  ])('%s is accepted', (type) => {
    expect(read(`<?xml version="1.0"?>\n${type}\n${rss(item(1))}`).documents).toHaveLength(1)
  })

  it('reads any pieces in linear time and never throws', () => {
    const pieces = [
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '&',
      '<',
      '>',
      'x',
      '<guid>g</guid>',
      '<!DOCTYPE x>',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (parts) => {
        const { documents, refusals } = read(rss(parts.join('')))
        expect(documents.length + refusals.length).toBeGreaterThan(0)
      }),
      { numRuns: propertyRuns(300) },
    )
    const started = performance.now()
    read(rss('<item><![CDATA['.repeat(20_000)))
    read(rss('<item><title>'.repeat(20_000)))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('the required parts of an item', () => {
  it('puts an item without a headline aside', () => {
    const { documents, refusals } = read(rss(item(1, '', ''), item(2)))
    expect(documents.map(({ title }) => title)).toEqual(['Nummer 2'])
    expect(refusals).toMatchObject([
      { outcome: 'put-aside', sourceId: 'https://bote.example/1', reason: 'it has no headline' },
    ])
  })

  it('puts an item with an unreadable date aside, and never uses the current time', () => {
    const { documents, refusals } = read(rss(item(1).replace(/<pubDate>[^<]*/, '<pubDate>vor drei Tagen'), item(2)))
    expect(documents.map(({ sourceId }) => sourceId)).toEqual(['https://bote.example/2'])
    expect(refusals).toMatchObject([{ outcome: 'put-aside', reason: 'its date "vor drei Tagen" cannot be read' }])
  })

  it('dates an item without a date by its feed, else by its file, in order, and notes it', () => {
    const bare = (id: number) => item(id).replace(/<pubDate>[^<]*<\/pubDate>/, '')
    const byFile = read(rss(bare(1), bare(2))).documents
    expect(byFile.map(({ publishDate }) => publishDate)).toEqual([
      '2026-11-22T08:00:00.000Z',
      '2026-11-22T07:59:00.000Z',
    ])
    expect(byFile[0]?.notes).toEqual(['it has no date and is dated by its file'])
    const dated = rss('<lastBuildDate>Fri, 20 Nov 2026 10:00:00 GMT</lastBuildDate>', bare(1))
    expect(read(dated).documents[0]).toMatchObject({
      publishDate: '2026-11-20T10:00:00.000Z',
      notes: ['it has no date and is dated by its feed'],
    })
  })

  it('completes links by the address of the feed, and never as a path of this site', () => {
    const relative = `<rss version="2.0"><channel><title>B</title>${item(1, '<link>/lokales/a.html</link>')}</channel></rss>`
    expect(paragraphs(one(relative, 'https://bote.example/feed.xml')).at(-1)).toContain(
      'href="https://bote.example/lokales/a.html"',
    )
    expect(JSON.stringify(one(relative).contentItems)).not.toContain('/lokales/a.html')
  })
})

describe('the picture of an item', () => {
  const MRSS =
    'xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/"'
  const withPicture = (markup: string) =>
    one(
      `<rss version="2.0" ${MRSS}><channel><title>Stadt</title><link>https://stadt.example/</link><item><title>Eins</title><guid>https://stadt.example/1</guid><description>Mit Bild.</description>${markup}</item></channel></rss>`,
    ).picture
  const at = (name: string) => `https://stadt.example/${name}`
  const sizes = (more = '') =>
    `<media:content url="${at('140.jpg')}" width="140" height="84"${more}/><media:content url="${at('1200.jpg')}" width="1200" height="720"${more}/>`

  it.each([
    ['an enclosure without a type', `<enclosure url="${at('a.jpg')}" length="0"/>`, 'a.jpg'],
    ['an enclosure of bytes', `<enclosure url="${at('a.png?v=1')}" type="application/octet-stream"/>`, 'a.png?v=1'],
    [
      'media without a type or an ending',
      `<media:content url="${at('image?id=2')}" width="800" height="600"/>`,
      'image?id=2',
    ],
    ['an element of its own', `<image>${at('a.jpg')}</image>`, 'a.jpg'],
    ['an element with an address', `<image><url>${at('a.jpg')}</url></image>`, 'a.jpg'],
    [
      'an element with a link and an address',
      `<image><link>${at('1')}</link><url>${at('a.jpg')}</url></image>`,
      'a.jpg',
    ],
    ['a preview without a prefix', `<thumbnail>${at('a.jpg')}</thumbnail>`, 'a.jpg'],
    ['an enclosure of half a type', `<enclosure url="${at('a')}" type="image"/>`, 'a'],
    ['an enclosure to download', `<enclosure url="${at('A.JPG')}" type="application/force-download"/>`, 'A.JPG'],
    ['an element with an attribute', `<image href="${at('a.jpg')}"/>`, 'a.jpg'],
    ['several sizes', sizes(), '1200.jpg'],
    ['several sizes in a group', `<media:group>${sizes(' medium="image"')}</media:group>`, '1200.jpg'],
    ['media beside an enclosure', `<enclosure url="${at('a.jpg')}"/>${sizes()}`, '1200.jpg'],
    [
      'the larger of two enclosures',
      `<enclosure url="${at('a.jpg')}" type="image/jpeg" length="9000"/><enclosure url="${at('b.jpg')}" type="image/jpeg" length="90000"/>`,
      'b.jpg',
    ],
    [
      'an enclosure beside a preview',
      `<enclosure url="${at('a.jpg')}"/><media:thumbnail url="${at('t.jpg')}"/>`,
      'a.jpg',
    ],
    [
      'several previews',
      `<media:thumbnail url="${at('t1.jpg')}" width="75"/><media:thumbnail url="${at('t2.jpg')}" width="300"/>`,
      't2.jpg',
    ],
  ])('is found in %s', (_case, markup, name) => expect(withPicture(markup)?.baseUrl).toBe(at(name)))

  it.each<[string, string, string, object]>([
    [
      'in place of a preview',
      `<media:thumbnail url="${at('s72.jpg')}" width="72"/><media:credit>I. Wolter</media:credit>`,
      '<img src="/gross.jpg">',
      { baseUrl: at('gross.jpg'), credit: 'I. Wolter' },
    ],
    [
      'in place of a copy that WordPress made smaller',
      `<enclosure url="${at('markt-150x150.jpg')}" type="image/jpeg"/>`,
      '<img src="/markt.jpg" width="1200">',
      { baseUrl: at('markt.jpg') },
    ],
    [
      'not if it is no larger',
      `<media:thumbnail url="${at('t.jpg')}" width="300"/>`,
      '<img src="/logo.png" width="60">',
      { baseUrl: at('t.jpg') },
    ],
    [
      'not in place of a large one',
      `<media:content url="${at('a.jpg')}" medium="image" width="800"/>`,
      '<img src="/b.jpg" width="1200">',
      { baseUrl: at('a.jpg') },
    ],
  ])('is the one in the text %s', (_case, markup, image, picture) =>
    expect(
      withPicture(`${markup}<content:encoded><![CDATA[<p>Ein Satz.</p>${image}<p>Noch einer.</p>]]></content:encoded>`),
    ).toMatchObject(picture),
  )

  it.each([
    ['sound', `<enclosure url="${at('a.mp3')}"/>`],
    ['a file', `<enclosure url="${at('plan.pdf')}" type="application/octet-stream"/>`],
    ['a film', `<media:content url="${at('film.mp4')}" width="800" height="600"/>`],
    ['a page with a player', `<media:content url="${at('player?id=2')}" width="800" height="600" duration="60"/>`],
  ])('is not %s', (_case, markup) => expect(withPicture(markup)).toBeNull())

  it.each([
    [
      'the group',
      `<media:group>${sizes()}<media:credit>Foto: I. Wolter</media:credit><media:description>Der Hafen</media:description></media:group>`,
    ],
    [
      'the picture',
      `<media:content url="${at('a.jpg')}" medium="image"><media:credit>I. Wolter</media:credit><media:description>Der Hafen</media:description></media:content>`,
    ],
    ['the item', `${sizes()}<media:credit>I. Wolter</media:credit><media:description>Der Hafen</media:description>`],
  ])('has the caption and the credit of %s', (_case, markup) =>
    expect(withPicture(markup)).toMatchObject({ caption: 'Der Hafen', credit: 'I. Wolter' }),
  )
})

describe('the address of an item', () => {
  const single = (markup: string, description = 'Kurz.') =>
    read(
      `<rss version="2.0" xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><channel><title>Stadt</title><link>https://stadt.example/</link><item><title>Eins</title>${markup}<description>${description}</description></item></channel></rss>`,
    ).documents[0]!

  it.each([
    ['its guid, where that is one', '<guid>https://stadt.example/1</guid>', 'https://stadt.example/1'],
    ['no guid that says it is none', '<guid isPermaLink="false">https://stadt.example/?p=1</guid>', undefined],
    [
      'the original, not that of a counter',
      '<guid isPermaLink="false">1</guid><link>https://feeds.example/~r/1</link><feedburner:origLink>https://stadt.example/e</feedburner:origLink>',
      'https://stadt.example/e',
    ],
    [
      'without what counts readers',
      '<guid isPermaLink="false">1</guid><link>https://stadt.example/e?id=3&amp;utm_source=rss&amp;fbclid=x</link>',
      'https://stadt.example/e?id=3',
    ],
  ])('is %s', (_case, markup, link) => {
    const document = single(markup)
    expect(document.link).toBe(link)
    expect(paragraphs(document).at(-1)?.includes('Zum Originalbeitrag')).toBe(link !== undefined)
  })

  it('separates items with the same guid', () => {
    const items = [1, 2].map(
      (number) =>
        `<item><guid isPermaLink="false">N/A</guid><title>Nr. ${number}</title><link>https://stadt.example/${number}</link><description>Text.</description></item>`,
    )
    const { documents } = read(`<rss version="2.0"><channel><title>S</title>${items.join('')}</channel></rss>`)
    expect(documents.map(({ sourceId }) => sourceId)).toEqual(['https://stadt.example/1', 'https://stadt.example/2'])
  })

  it('is resolved against the base of its entry or content', () => {
    const entry = (attributes: string, inner: string) =>
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://falsch.example/"><title>S</title><id>urn:s</id><updated>2026-11-20T08:00:00Z</updated><entry${attributes}><id>urn:1</id><title>Eins</title><updated>2026-11-20T08:00:00Z</updated><link href="eins.html"/><content type="html"${inner}>&lt;p&gt;Der &lt;a href="plan.pdf"&gt;Plan&lt;/a&gt; liegt aus.&lt;/p&gt;</content></entry></feed>`
    const at = (attributes: string, inner = '') => paragraphs(one(entry(attributes, inner)))[0]
    expect(at(' xml:base="https://stadt.example/rat/"')).toContain('href="https://stadt.example/rat/plan.pdf"')
    expect(at(' xml:base="https://stadt.example/rat/"', ' xml:base="../bau/"')).toContain(
      'href="https://stadt.example/bau/plan.pdf"',
    )
  })

  it('unwraps markup that was escaped twice, except in texts about markup', () => {
    const twice = '&amp;lt;p&amp;gt;Der Text ist &amp;lt;b&amp;gt;doppelt&amp;lt;/b&amp;gt; verpackt.&amp;lt;/p&amp;gt;'
    expect(paragraphs(single('<guid>https://stadt.example/1</guid>', twice))[0]).toBe(
      'Der Text ist <b>doppelt</b> verpackt.',
    )
    const about = '&lt;p&gt;Das Element &amp;lt;b&amp;gt; macht fett.&lt;/p&gt;'
    expect(paragraphs(single('<guid>https://stadt.example/1</guid>', about))[0]).toContain('&lt;b&gt;')
  })
})
