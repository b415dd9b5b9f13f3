import { describe, expect, it } from 'vitest'
import {
  addToQueue,
  clampPosition,
  parseKeptPlayer,
  removeFromQueue,
  SPEEDS,
  toArticleId,
  toKeptPiece,
  toSpeed,
  toVolume,
  type Piece,
} from './pieces.ts'
import { getPosition, keepPosition, parsePositions, type Positions } from './positions.ts'
import { chooseVoice, findUtterance, skipUtterances, toBlocks, toScript, toStarts } from './speech.ts'

const text = (id: number): Piece => ({
  kind: 'text',
  key: `article:${id}`,
  title: `Artikel ${id}`,
  by: 'Blatt',
  target: `/a-${id}`,
  opening: ['Titel'],
  blocks: ['Geheim.'],
})
const recording: Piece = {
  kind: 'recording',
  key: 'episode:1',
  title: 'Folge',
  by: 'Podcast',
  target: '/podcast/folge-1',
  src: '/ton.mp3',
  seconds: 60,
  voiceLabel: '',
}

describe('S1-08 the queue', () => {
  it('adds each piece once, not the current one, and at most fifty', () => {
    const one = addToQueue([], text(1), null)
    expect(addToQueue(one, text(1), null)).toBe(one)
    expect(addToQueue(one, text(2), text(2))).toBe(one)
    const full = Array.from({ length: 60 }, (_, index) => text(index)).reduce<readonly Piece[]>(
      (queue, piece) => addToQueue(queue, piece, null),
      [],
    )
    expect(full.length).toBe(50)
    expect(removeFromQueue(full, 'article:0').map(({ key }) => key)).toEqual(full.slice(1).map(({ key }) => key))
  })

  it.each([
    ['1.25', 1.25],
    [2, 2],
    [0.75, 0.75],
    ['3', 1],
    [null, 1],
    ['x', 1],
  ])('speed %j is %d', (given, speed) => expect(toSpeed(given)).toBe(speed))

  it('has the three speeds of the decision', () => expect(SPEEDS).toEqual(expect.arrayContaining([1, 1.25, 1.5])))

  it.each([
    ['0.5', 0.5],
    [null, 1],
    [-1, 1],
    ['7', 1],
    [0, 0],
  ])('volume %j is %d', (given, volume) => expect(toVolume(given)).toBe(volume))

  it.each([
    [60 - 15, 73, 45],
    [60 + 15, 80, 75],
    [5 - 15, 80, 0],
    [75 + 15, 80, 80],
    [75 + 15, 0, 90],
    [Number.NaN, 80, 0],
  ])('R1-58 R1-59 %d s of %d s is %d s', (goal, length, position) => expect(clampPosition(goal, length)).toBe(position))
})

describe('the piece stored for the next page of the tab', () => {
  it('contains no text of an article and no address that expires', () => {
    expect(toKeptPiece(text(1))).toEqual({ ...text(1), blocks: [] })
    expect(toKeptPiece({ ...recording, src: '/ton.mp3?e=1&s=2' } as Piece)).toEqual({ ...recording, src: '' })
    expect(toKeptPiece(recording)).toEqual(recording)
  })

  it('is read back as it was stored', () => {
    const kept = { current: recording, queue: [toKeptPiece(text(1)), { ...recording, kind: 'stream', fallback: '' }] }
    expect(parseKeptPlayer(JSON.stringify(kept))).toEqual({
      current: recording,
      queue: [
        toKeptPiece(text(1)),
        {
          kind: 'stream',
          key: 'episode:1',
          title: 'Folge',
          by: 'Podcast',
          target: '/podcast/folge-1',
          src: '/ton.mp3',
          fallback: '',
        },
      ],
    })
  })

  it.each([
    null,
    'x',
    '[]',
    '{"queue":7}',
    JSON.stringify({ current: { ...recording, target: 'https://elsewhere.example/' } }),
    JSON.stringify({ current: { ...recording, target: '//elsewhere.example/' } }),
    JSON.stringify({ current: { ...recording, src: 'javascript:1' } }),
    JSON.stringify({ current: { ...recording, seconds: '60' } }),
    JSON.stringify({ queue: [{ key: 1 }, null] }),
  ])('is dropped if %s was stored', (kept) => expect(parseKeptPlayer(kept)).toEqual({ current: null, queue: [] }))

  it.each([
    ['article:130', '130'],
    ['episode:130', null],
    ['article:1x', null],
  ])('%s is the article %s', (key, id) => expect(toArticleId(key)).toBe(id))
})

describe('the position at which the reader stopped', () => {
  const NOW = Date.parse('2026-11-23T12:00:00Z')
  const keep = (positions: Positions, key: string, seconds: number, length = 600) =>
    keepPosition(positions, { key, seconds, length, now: NOW })

  it('is stored, newest first, at most a hundred', () => {
    let positions: Positions = []
    for (let index = 0; index < 130; index++) positions = keep(positions, `episode:${index}`, 60.123)
    expect([positions.length, positions[0]]).toEqual([100, { key: 'episode:129', seconds: 60.1, at: NOW }])
    expect([getPosition(positions, 'episode:40'), getPosition(positions, 'episode:3')]).toEqual([60.1, 0])
  })

  it.each([
    ['at the beginning', 4, 600],
    ['at the end', 592, 600],
  ])('is dropped %s', (_where, seconds, length) => {
    expect(keep(keep([], 'a', 60), 'a', seconds, length)).toEqual([])
  })

  it('is dropped after ninety days, and if its time is invalid', () => {
    const day = 24 * 3_600_000
    const stored = JSON.stringify([
      { key: 'a', seconds: 9, at: NOW - 89 * day },
      { key: 'b', seconds: 9, at: NOW - 91 * day },
      { key: 'c', seconds: -9, at: NOW },
      { key: 'd', seconds: 9, at: NOW + day },
      { seconds: 9, at: NOW },
      null,
    ])
    expect(parsePositions(stored, NOW).map(({ key }) => key)).toEqual(['a'])
    for (const wrong of [null, '', '{}', 'x']) expect(parsePositions(wrong, NOW)).toEqual([])
  })
})

describe('R1-57 the spoken text', () => {
  const plain = (html: string) => html.replace(/<[^>]*>/g, '')
  const blocks = toBlocks(
    [
      { type: 'paragraph', html: '<b>Erster</b>  Satz.\u00A0Zwei\u00ADter Satz.' },
      { type: 'image', picture: { caption: 'Bild' } } as { type: string },
      { type: 'heading', text: 'Der Rat' },
      { type: 'list', items: ['<i>eins</i>', 'zwei'] },
      { type: 'quote', text: 'Gut.', attribution: 'Kern' },
      { type: 'infoBox', title: 'Wissen', items: [{ type: 'paragraph', html: 'Mehr.' }] },
      { type: 'question', question: 'Warum?', answer: ['Darum.'] },
      { type: 'embed' },
      { type: 'paragraph', html: '<br>' },
    ],
    plain,
  )

  it('contains the words of the article in order, without pictures and tables', () => {
    expect(blocks).toEqual([
      'Erster Satz. Zweiter Satz.',
      'Der Rat',
      'eins',
      'zwei',
      'Gut.',
      'Kern',
      'Wissen',
      'Mehr.',
      'Warum?',
      'Darum.',
    ])
    expect(
      toScript(blocks)
        .slice(0, 3)
        .map(({ block, sentence }) => [block, sentence]),
    ).toEqual([
      [0, 'Erster Satz.'],
      [0, 'Zweiter Satz.'],
      [1, 'Der Rat'],
    ])
  })

  // Ten sentences of five seconds.
  const starts = Array.from({ length: 11 }, (_, index) => index * 5)
  it.each([
    [6, -15, 3],
    [6, 15, 9],
    [1, -15, 0],
    [0, -15, 0],
    [9, 15, 10],
    [3, 1, 4],
    [3, -1, 2],
  ])('R1-58 R1-59 from sentence %d by %d s is sentence %d', (from, by, to) =>
    expect(skipUtterances(starts, from, by)).toBe(to),
  )

  it.each([
    [0, 0],
    [4.9, 0],
    [5, 1],
    [48, 9],
    [500, 9],
    [-3, 0],
  ])('at %d s sentence %d is spoken', (seconds, index) => expect(findUtterance(starts, seconds)).toBe(index))

  it('an empty text has no sentence', () => {
    expect([toStarts([]), findUtterance([0], 3), skipUtterances([0], 0, 15)]).toEqual([[0], 0, 0])
  })

  const voice = (name: string, lang: string, localService = true, isDefault = false) => ({
    name,
    lang,
    localService,
    default: isDefault,
  })
  it.each([
    ['none', [], null],
    ['no German one', [voice('Alex', 'en-US')], null],
    ['one that sends the text away', [voice('Google Deutsch', 'de-DE', false)], null],
    ['one of the device', [voice('Google Deutsch', 'de-DE', false), voice('Anna', 'de-DE')], 'Anna'],
    ['Germany before Austria', [voice('Karl', 'de-AT', true, true), voice('Anna', 'de_DE')], 'Anna'],
    ['Austria where there is no other', [voice('Karl', 'de-AT')], 'Karl'],
    ['the preferred one', [voice('Anna', 'de-DE'), voice('Hans', 'de-DE', true, true)], 'Hans'],
    ['without a country', [voice('Eva', 'de')], 'Eva'],
    ['not Danish by its letters', [voice('Ida', 'den')], null],
  ])('of these voices: %s', (_what, voices, name) => expect(chooseVoice(voices)?.name ?? null).toBe(name))
})
