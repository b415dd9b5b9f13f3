import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Teaser as TeaserData } from '@lokalteil/contracts/content'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import type { Device } from '@lokalteil/domain/display/device'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { Teaser, type TeaserProps } from './Teaser.tsx'
import { needsFallback, type TeaserSize } from './TeaserPicture.tsx'

const author = (id: string, prename: string, surname: string, more: { shortname?: string } = {}) => ({
  id,
  prename,
  surname,
  urlPath: `/autor/${surname.toLowerCase()}-${id}`,
  portrait: null,
  ...more,
})

const TEASER: TeaserData = {
  documentId: '101',
  contentRestriction: 'free',
  targetPathOrUrl: '/rathaus-brand-101',
  title: 'Rathaus nach Brand gesperrt',
  titlePrefix: 'Auenburg',
  teaserTextHtml: 'Das <b>Rathaus</b> bleibt zu.',
  isSoldContent: false,
  isOpinion: false,
  isPodcast: false,
  isVideoArticle: false,
  isLive: false,
  isGallery: false,
  authors: [author('11', 'Lena', 'Vogt')],
  img: {
    baseUrl: '/demo/rathaus.jpg',
    cropVal: '16:9',
    altText: 'Das Rathaus',
    width: 1600,
    height: 900,
    credit: 'Foto',
    caption: '',
    colour: '#334455',
  },
  publishDate: '2026-11-21T10:00:00.000Z',
  updateDate: null,
  isTestReport: false,
  sectionName: 'Lokales',
  sectionPath: 'lokales',
  readingMinutes: 3,
  tagIds: [],
  regionIds: [],
  rating: null,
}

const SIZES: readonly TeaserSize[] = [
  'lead',
  'large',
  'medium',
  'small',
  'row',
  'text',
  'timeline',
  'opinion',
  'ranked',
]

function render(
  teaser: Partial<TeaserData> = {},
  props: Partial<TeaserProps> = {},
  device: Device = 'desktop',
): string {
  const portal = {
    publication: publicationOf('fb'),
    device,
    now: '2026-11-21T12:00:00.000Z',
    path: '/',
  } as unknown as Portal
  return renderToStaticMarkup(
    <PortalProvider surroundings={portal} moment={portal}>
      <Teaser teaser={{ ...TEASER, ...teaser }} size="large" {...props} />
    </PortalProvider>,
  )
}

const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim()

describe('a teaser', () => {
  it('R2.12-02 R2.12-03 shows title prefix and title, linked to the article, in every size', () => {
    for (const size of SIZES) {
      const html = render({}, { size })
      expect([
        size,
        textOf(html).includes('Auenburg Rathaus nach Brand gesperrt'),
        html.includes('<a href="/rathaus-brand-101"'),
      ]).toEqual([size, true, true])
    }
  })

  it('R2.12-02 shows no empty prefix', () => {
    expect(textOf(render({ titlePrefix: '  ' })).startsWith('Rathaus')).toBe(true)
  })

  it.each([
    ['/rathaus-101', 'href="/rathaus-101"'],
    ['https://partner.example/x', 'href="https://partner.example/x" class="'],
  ])('links to %s', (target, expected) => {
    expect(render({ targetPathOrUrl: target }).includes(expected)).toBe(true)
  })

  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', '', 'mailto:a@b.example', '/\\evil.example'])(
    'links nowhere for %j',
    (target) => {
      const html = render({ targetPathOrUrl: target, authors: [] })
      expect([html.includes('<a '), textOf(html).includes('Rathaus nach Brand gesperrt')]).toEqual([false, true])
    },
  )

  it('opens another site in a new window, without access to this one', () => {
    expect(render({ targetPathOrUrl: 'https://partner.example/x' })).toMatch(/target="_blank" rel="noopener"/)
  })

  it('R2.12-01 labels sold content, and nothing else', () => {
    expect(textOf(render({ isSoldContent: true })).startsWith('Anzeige')).toBe(true)
    expect(textOf(render()).includes('Anzeige')).toBe(false)
  })

  it('marks paid articles, but not sold content', () => {
    expect(render({ contentRestriction: 'paid' }).includes('Artikel mit Plus')).toBe(true)
    expect(render().includes('Artikel mit Plus')).toBe(false)
    expect(render({ contentRestriction: 'paid', isSoldContent: true }).includes('Artikel mit Plus')).toBe(false)
  })

  it('marks a report as live only while it is', () => {
    expect(textOf(render({ isLive: true, updateDate: '2026-11-21T11:50:00.000Z' }))).toMatch(/^LIVE/i)
    expect(textOf(render({ isLive: true, updateDate: '2026-11-21T09:50:00.000Z' }))).not.toMatch(/live/i)
  })

  it('R1-86 draws a closed lock on the server, whose pages are for all readers', () => {
    const html = render({ contentRestriction: 'paid' })
    expect(html).toMatch(/#lock"/)
    expect(html).not.toMatch(/unlocked|data-open|freigeschaltet/)
  })

  it('R2.12-04 R2.12-05 shows the teaser text unless "desc" is hidden', () => {
    expect(render().includes('Das <b>Rathaus</b> bleibt zu.')).toBe(true)
    expect(render({}, { hiddenAttributes: ['desc'] }).includes('bleibt zu')).toBe(false)
    expect(render({}, { hiddenAttributes: ['title', 'img'] }).includes('bleibt zu')).toBe(true)
  })

  it('R2.12-06 R2.12-07 introduces authors, other for opinions', () => {
    expect(textOf(render())).toContain('Von Lena Vogt')
    expect(textOf(render({ isOpinion: true }))).toContain('Kommentar von Lena Vogt')
    expect(textOf(render({ authors: [] }))).not.toContain('Von ')
  })

  it.each([
    [1, 'Von Lena Vogt'],
    [2, 'Von Lena Vogt und Tarek Öztürk'],
    [3, 'Von Lena Vogt, Tarek Öztürk und Susanne Maurer'],
  ])('R2.12-08 joins %i names', (count, expected) => {
    const authors = [
      author('11', 'Lena', 'Vogt'),
      author('12', 'Tarek', 'Öztürk'),
      author('13', 'Susanne', 'Maurer'),
    ].slice(0, count)
    expect(textOf(render({ authors }))).toContain(expected)
  })

  it('R2.12-09 R2.12-10 links names to their pages on desks, not on phones', () => {
    expect(render().includes('<a href="/autor/vogt-11">Lena Vogt</a>')).toBe(true)
    const phone = render({}, {}, 'mobile')
    expect([phone.includes('/autor/'), textOf(phone).includes('Von Lena Vogt')]).toEqual([false, true])
  })

  it('R2.12-11 adds the shortname in brackets', () => {
    expect(textOf(render({ authors: [author('11', 'Lena', 'Vogt', { shortname: 'lv' })] }))).toContain(
      'Von Lena Vogt (lv)',
    )
    expect(textOf(render())).not.toContain('(')
  })

  it('R2.12-12 shows the bookmark button only when "bookmark" is shown', () => {
    const bookmark = <button type="button">Merken</button>
    expect(render({}, { bookmark, shownAttributes: ['bookmark'] }).includes('<button')).toBe(true)
    expect(render({}, { bookmark }).includes('<button')).toBe(false)
    expect(render({}, { bookmark, shownAttributes: ['desc'] }).includes('<button')).toBe(false)
  })

  it('R2.12-13 R9-67 shows its picture in both formats with the quality of teasers', () => {
    const html = render()
    expect(html).toMatch(/<source type="image\/avif" srcSet="[^"]*f_avif,q_75\/demo\/rathaus\.jpg/)
    expect(html).toMatch(/<source type="image\/webp" srcSet="[^"]*f_webp,q_75\/demo\/rathaus\.jpg/)
    expect(html).toContain('alt="Das Rathaus"')
    expect(html).not.toContain('q_70')
  })

  it('R2.12-14 shows the picture of the publication if the article has none and a grid would have a gap', () => {
    expect(render({ img: null }, { hasFallback: true })).toContain('<img src="/assets/fallback-fb.svg" alt=""')
    expect(render({ img: { ...TEASER.img!, baseUrl: 'https://tracker.example/x.gif' } })).not.toContain(
      'tracker.example',
    )
  })

  it.each(['lead', 'large', 'medium', 'small', 'row'] as const)(
    'shows an article without a picture as text, in size %s too',
    (size) => {
      const html = render({ img: null, isVideoArticle: true }, { size })
      expect([
        html.includes('<img'),
        html.includes('data-bare=""'),
        html.includes('Das <b>Rathaus</b> bleibt zu.'),
      ]).toEqual([false, true, true])
      expect(textOf(html)).toContain('Video')
      expect(render({}, { size })).not.toContain('data-bare')
    },
  )

  it.each([
    ['nobody', ['a', 'b', 'c'], false],
    ['one of three', ['a', null, 'c'], true],
    ['one of four', ['a', 'b', 'c', null], true],
    ['one of two', ['a', null], false],
    ['two of four', ['a', null, 'c', null], false],
    ['all', [null, null, null], false],
    ['one whose picture lies elsewhere', ['a', 'b', 'https://elsewhere.example/x.jpg'], true],
  ])('fills the gap in a row of cards if %s has no picture: %s', (_who, files, expected) => {
    const row = files.map((file) => ({
      ...TEASER,
      img: file === null ? null : { ...TEASER.img!, baseUrl: file.startsWith('https') ? file : `/demo/${file}.jpg` },
    }))
    expect(needsFallback(row)).toBe(expected)
  })

  it.each([
    ['timeline', {}, '11:00'],
    ['row', {}, 'heute, 11:00 Uhr'],
    ['row', { isOfDay: true }, '11:00 Uhr'],
  ] as const)('shows the time in size %s with %j as %s', (size, props, stamp) => {
    expect(/<time[^>]*>(.*?)<\/time>/.exec(render({}, { size, ...props }))?.[1]?.replace(/<[^>]+>/g, '')).toBe(stamp)
  })

  it.each([
    ['2026-11-21T10:00:00.000Z', 'heute, 11:00| Uhr'],
    ['2026-11-20T10:00:00.000Z', 'gestern, 11:00| Uhr'],
    ['2026-03-05T10:00:00.000Z', '5. März| 2026'],
    ['2025-03-05T10:00:00.000Z', '5. März 2025'],
    ['2026-11-21T11:50:00.000Z', 'vor 10 Minuten'],
  ])('splits the date %s into the part for a narrow row and the rest: %s', (publishDate, stamp) => {
    const [, short, rest = ''] = /<time[^>]*>([^<]*)(?:<span[^>]*>([^<]*)<\/span>)?<\/time>/.exec(
      render({ publishDate }, { size: 'row' }),
    )!
    expect(rest === '' ? short : `${short}|${rest}`).toBe(stamp)
  })

  it('keeps compounds with a figure on one line, with their letters', () => {
    const html = render({ title: '74-Jährige rettet Rot-Weiß' })
    expect(html).toContain('<span class="nowrap">74-Jährige</span> rettet <span class="nowrap">Rot-Weiß</span></a>')
  })

  it.each([
    [{ isVideoArticle: true }, 'Video'],
    [{ isGallery: true }, 'Bildergalerie'],
    [{ isPodcast: true }, 'Podcast'],
  ])('marks %j with its medium', (kind, label) => {
    expect(render(kind)).toContain(`aria-label="${label}"`)
  })

  it('treats markup in titles and names as text', () => {
    const html = render({
      title: '<img src=x onerror=alert(1)>',
      titlePrefix: '<b>',
      authors: [author('1', '<i>', 'X')],
    })
    expect([html.includes('<img src=x'), html.includes('<b></b>'), html.includes('<i>')]).toEqual([false, false, false])
  })
})
