import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { ContentItem } from '@lokalteil/contracts/content'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { ArticleBody, ArticlePicture } from './ArticleBody.tsx'

const picture = {
  baseUrl: '/demo/a.jpg',
  cropVal: '16:9',
  altText: 'Ein Boot',
  width: 1200,
  height: 800,
  credit: 'Foto: Lena Vogt',
  caption: 'Am Kai',
  colour: '#334455',
}

function render(items: readonly ContentItem[], publication: PublicationCode = 'ak', isNativeApp = false): string {
  const portal = {
    publication: publicationOf(publication),
    app: { isNativeApp },
    device: 'desktop',
    now: '2026-11-21T12:00:00.000Z',
    path: '/x-1',
  } as unknown as Portal
  return renderToStaticMarkup(
    <PortalProvider surroundings={portal} moment={portal}>
      <ArticleBody
        items={items}
        renderTeaser={(item) => <b>{item.articleTeaser.title}</b>}
        renderInsert={(item) => <i>{item.type === 'table' ? item.caption : item.title}</i>}
      />
    </PortalProvider>,
  )
}

describe('the blocks of an article', () => {
  it.each<[string, ContentItem, string]>([
    [
      'a paragraph with its markup, known as one to the tracking of links',
      { type: 'paragraph', html: 'Ein <a href="/sport">Wort</a>.' },
      '<p data-paragraph="">Ein <a href="/sport">Wort</a>.</p>',
    ],
    ['a heading', { type: 'heading', level: 2, text: 'A < B' }, '>A &lt; B</h2>'],
    ['a lower heading', { type: 'heading', level: 3, text: 'Unten' }, '>Unten</h3>'],
    [
      'a numbered list',
      { type: 'list', ordered: true, items: ['<b>eins</b>'] },
      '<li data-paragraph=""><b>eins</b></li></ol>',
    ],
    [
      'a quote with its speaker',
      { type: 'quote', text: 'So ist es.', attribution: 'Ein Fischer' },
      '<blockquote>So ist es.</blockquote><figcaption>Ein Fischer</figcaption>',
    ],
    [
      'a heading that leads somewhere',
      { type: 'heading', level: 3, text: 'Termine', url: 'https://a.example/t' },
      '<a href="https://a.example/t">Termine</a></h3>',
    ],
    [
      'a list that goes on where another ended, with one inside',
      { type: 'list', ordered: true, items: ['eins<ul><li>innen</li></ul>'], start: 3 },
      'start="3"><li data-paragraph="">eins<ul><li>innen</li></ul></li></ol>',
    ],
    [
      'a quote of several paragraphs, with the page of its speaker',
      {
        type: 'quote',
        text: 'Eins. Zwei.',
        attribution: 'Lena Vogt',
        paragraphs: ['Eins.', '<b>Zwei.</b>'],
        url: 'https://a.example/v',
      },
      '<p data-paragraph="">Eins.</p><p data-paragraph=""><b>Zwei.</b></p></blockquote><figcaption><a href="https://a.example/v">Lena Vogt</a></figcaption>',
    ],
    [
      'cells with marks where the table says so',
      { type: 'table', caption: '', head: ['m<sup>2</sup>'], rows: [['<a href="tel:1">1</a>']], cells: 'html' },
      '<th scope="col">m<sup>2</sup></th></tr></thead><tbody><tr><td><a href="tel:1">1</a></td>',
    ],
    [
      'a table with headings for columns',
      { type: 'table', caption: 'Werte', head: ['Ort'], rows: [['Talheim']] },
      '<th scope="col">Ort</th>',
    ],
    ['the cells of a table', { type: 'table', caption: '', head: [], rows: [['<i>']] }, '<td>&lt;i&gt;</td>'],
    [
      'a box',
      { type: 'infoBox', title: 'Zahlen', items: [{ type: 'paragraph', html: 'Drei.' }] },
      '>Zahlen</h2><p data-paragraph="">Drei.</p>',
    ],
    [
      'a question',
      { type: 'question', question: 'Warum?', answer: ['Darum.'] },
      '>Warum?</p><p data-paragraph="">Darum.</p>',
    ],
    [
      'an entry of a live report',
      {
        type: 'liveEntry',
        id: 'l1',
        label: '67. Minute',
        time: '2026-11-21T12:00:00.000Z',
        headline: 'Tor',
        paragraphs: ['Eins zu null.'],
        isImportant: true,
      },
      '67. Minute</time>',
    ],
    [
      'the time of an entry without label, in Berlin',
      {
        type: 'liveEntry',
        id: 'l1',
        label: '',
        time: '2026-11-21T12:00:00.000Z',
        headline: '',
        paragraphs: [],
        isImportant: false,
      },
      '13:00 Uhr</time>',
    ],
    ['a teaser handed in', { type: 'articleTeaser', articleTeaser: { title: 'Anderes' } as never }, '<b>Anderes</b>'],
    [
      'a player handed in',
      { type: 'audio', src: '/a.mp3', mimeType: 'audio/mpeg', title: 'Ton', duration: 1, voiceLabel: '' },
      '<i>Ton</i>',
    ],
    [
      'a document handed in',
      { type: 'document', src: '/_media/import/ab/x/plan.pdf', title: 'Plan', bytes: 1 },
      '<i>Plan</i>',
    ],
    [
      'a film that waits for the reader',
      {
        type: 'video',
        src: '/media/a.mp4',
        mimeType: 'video/mp4',
        poster: null,
        caption: 'Film',
        credit: 'Kamera: X',
        duration: 3,
      },
      'preload="none"',
    ],
    ['a picture with caption and credit', { type: 'image', picture }, 'Foto: Lena Vogt</span></figcaption>'],
    [
      'a gallery that counts',
      { type: 'gallery', id: 'g', title: 'Boote', pictures: [picture, { ...picture, baseUrl: '/demo/b.jpg' }] },
      '2 von 2',
    ],
  ])('are drawn: %s', (_kind, item, expected) => {
    expect(render([item])).toContain(expected)
  })

  it('R8-50 R9-66 R9-71 show a picture with the quality of pictures, in the place its measures or 16:12 reserve', () => {
    const html = render([{ type: 'image', picture }])
    expect([
      /f_avif,q_70\/demo\/a\.jpg/.test(html),
      html.includes('q_75'),
      html.includes('aspect-ratio:1200 / 800'),
    ]).toEqual([true, false, true])
    expect(render([{ type: 'image', picture: { ...picture, width: 0, height: 0 } }])).toContain('aspect-ratio:16 / 12')
  })

  it.each([
    ['16:9', 'w_640,h_360', 'aspect-ratio:16 / 9'],
    ['4:3', 'w_640,h_360', 'aspect-ratio:16 / 9'],
    ['1:1', 'w_640,h_640', 'aspect-ratio:1 / 1'],
    ['square', 'w_640,h_640', 'aspect-ratio:1 / 1'],
  ])('R9-72 S9-14 crop the lead picture with cropVal %s to %s', (cropVal, size, shape) => {
    const html = renderToStaticMarkup(<ArticlePicture picture={{ ...picture, cropVal }} isLead />)
    expect([html.includes(size), html.includes(shape)]).toEqual([true, true])
  })

  it('load no picture from another host', () => {
    const html = renderToStaticMarkup(
      <ArticlePicture picture={{ ...picture, baseUrl: 'https://tracker.example/pixel.gif' }} />,
    )
    expect([html.includes('tracker.example'), html.includes('Ein Boot')]).toEqual([false, true])
  })

  it.each<PublicationCode>(['ak', 'fb', 'ht', 'la'])(
    'R1-48 load nothing of a vendor before consent, in %s',
    (publication) => {
      const html = render(
        [{ type: 'embed', vendor: 'youtube', url: 'https://www.youtube.com/watch?v=1', title: 'Film' }],
        publication,
      )
      expect(html).not.toMatch(/<(iframe|script|img|embed|object|video)/)
      expect(html).toContain('Inhalt bei YouTube ansehen')
    },
  )

  it.each<[string, ContentItem]>([
    [
      'of a house nobody can agree to',
      { type: 'embed', vendor: 'other', provider: 'Datawrapper', url: 'https://other.example/x', title: 'Karte' },
    ],
    [
      'that is a film elsewhere',
      {
        type: 'video',
        src: 'https://other.example/x.mp4',
        mimeType: 'video/mp4',
        poster: null,
        caption: 'Karte',
        credit: '',
        duration: 0,
      },
    ],
  ])('S1-11 load nothing for content %s: a link', (_kind, item) => {
    const html = render([item])
    expect(html).not.toMatch(/<(iframe|script|img|video|source|button)/)
    expect(html).toMatch(
      /<b>Karte <\/b><a href="https:\/\/other\.example\/x[^"]*" target="_blank" rel="noopener">(?:Inhalt bei Datawrapper ansehen|Video ansehen)<\/a>/,
    )
  })

  it('S1-11 ask for consent to the vendor of embedded content, with a link for other readers', () => {
    const html = render([{ type: 'embed', vendor: 'vimeo', url: 'https://vimeo.com/990000720', title: 'Film' }])
    expect(html).toContain('Hier finden Sie einen externen Inhalt von Vimeo. Mit Ihrer Zustimmung wird er geladen.')
    expect(html).toMatch(/<button type="button" class="[^"]*js-only[^"]*"[^>]*>Inhalt anzeigen<\/button>/)
    expect(html).toContain('href="/datenschutz"')
  })

  it('R4.8-15 are plain links in the native app', () => {
    const html = render(
      [{ type: 'embed', vendor: 'vimeo', url: 'https://vimeo.com/990000720', title: 'Film' }],
      'ak',
      true,
    )
    expect([html.includes('data-embed'), html.includes('Inhalt bei Vimeo ansehen')]).toEqual([false, true])
  })

  it('S1-03 are plain links for embedded content in a local edition', () => {
    const html = render(
      [{ type: 'embed', vendor: 'youtube', url: 'https://www.youtube.com/watch?v=1', title: 'Film' }],
      'la',
    )
    expect([html.includes('data-embed'), html.includes('Zustimmung')]).toEqual([false, false])
  })
})
