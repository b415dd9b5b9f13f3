/** Blocks for tests of the editor. */
import type { Picture } from '@lokalteil/contracts/content'
import type { BodyItem } from '@lokalteil/contracts/content/records'

export const PICTURE: Picture = {
  baseUrl: '/import/ab/ab.jpg',
  cropVal: '16:9',
  altText: 'Ein Deich',
  width: 1200,
  height: 800,
  credit: 'Lena Vogt',
  caption: 'Der Deich',
  colour: '#aabbcc',
  focus: { x: 20, y: 30 },
}

/** One of each kind, with all that the contract allows. */
export const KINDS: readonly BodyItem[] = [
  {
    type: 'paragraph',
    html: 'Ein <a href="https://a.example/?x=1&amp;y=2"><b>fetter</b> Link</a>,<br><i>kursiv</i>, H<sub>2</sub>O, m<sup>2</sup>, <s>weg</s> <del>alt</del> <ins>neu</ins> <code>x &lt; y</code> <mark>hier</mark>',
  },
  { type: 'heading', level: 2, text: 'Zwei & <drei>', url: '/lokales/' },
  { type: 'heading', level: 3, text: '' },
  {
    type: 'list',
    ordered: true,
    start: 3,
    items: ['Eins', 'Zwei<ul><li>a</li><li><strong>b</strong><ol><li>c</li></ol></li></ul>', ''],
  },
  { type: 'quote', text: 'Wir bauen.', attribution: 'Mara Stein', url: 'https://rathaus.example/' },
  {
    type: 'quote',
    text: 'Wir warten. Auf morgen.',
    attribution: '',
    paragraphs: ['Wir <em>warten</em>.', 'Auf<br>morgen.'],
  },
  { type: 'quote', text: 'Ein Satz', attribution: '', paragraphs: ['Ein Satz'] },
  {
    type: 'infoBox',
    title: 'Zahlen',
    role: 'keyPoints',
    items: [
      { type: 'heading', level: 3, text: 'A' },
      { type: 'list', ordered: false, items: ['x', 'y'] },
      { type: 'paragraph', html: '<em>Ende</em>' },
    ],
  },
  { type: 'infoBox', title: 'Leer', items: [] },
  {
    type: 'table',
    caption: 'Quelle: Amt',
    head: ['Ort', 'Zahl'],
    rows: [
      ['A & B', '1 < 2'],
      ['', '2'],
    ],
    chart: { kind: 'bars', unit: '€', columns: [1] },
  },
  { type: 'table', caption: '', head: [], rows: [['<b>a</b>', 'b']], cells: 'html' },
  { type: 'table', caption: 'leer', head: [], rows: [] },
  { type: 'image', picture: PICTURE },
  { type: 'question', question: 'Warum?', answer: ['Darum.', '', 'Eben.'] },
  { type: 'question', question: '', answer: [] },
  {
    type: 'liveEntry',
    id: 'e1',
    label: '14.05 Uhr',
    time: '2026-11-19T13:05:00.000Z',
    headline: 'Tor',
    paragraphs: ['Ein <b>Tor</b>.'],
    isImportant: true,
    isPinned: true,
    picture: PICTURE,
  },
  { type: 'gallery', id: 'g', title: 'Bilder', pictures: [PICTURE] },
  {
    type: 'video',
    src: '/f.mp4',
    mimeType: 'video/mp4',
    poster: null,
    caption: '',
    credit: '',
    duration: 12,
    captions: [{ src: '/f.vtt', language: 'de', label: '' }],
  },
  {
    type: 'audio',
    src: '/f.mp3',
    mimeType: 'audio/mpeg',
    title: 'Ton',
    duration: 3,
    voiceLabel: '',
    chapters: [{ start: 1.5, title: 'A' }],
  },
  { type: 'document', src: '/_media/import/ab/ab/plan.pdf', title: 'Plan', bytes: 2_345_678 },
  { type: 'embed', vendor: 'youtube', url: 'https://www.youtube.com/watch?v=abcdefgh', title: '' },
  { type: 'articleReference', articleId: '4711' as never },
  { type: 'timeline', entries: [{ date: '2026-11', text: 'Beginn' }] },
  { type: 'people', people: [{ name: 'Ines', role: '', path: '/personen/ines' }] },
  {
    type: 'match',
    competition: '',
    home: { name: 'A', goals: 1 },
    away: { name: 'B', goals: 0 },
    goals: [{ side: 'home', scorer: 'X', minute: '34.' }],
  },
]
