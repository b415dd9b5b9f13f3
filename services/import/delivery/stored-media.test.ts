/** Sound and captions: how documents name them and how they reach the store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toBlocks } from '../body/body-html.ts'
import { parseNinjs } from '../formats/ninjs.ts'
import { parsePlain } from '../formats/plain.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { createPictureStore, type Fetched } from './pictures.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const CONTEXT = { now: NOW, fallbackDate: NOW }
const MP3 = Buffer.from('ID3\u0004 sound')
const SRT = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nGuten Abend.\n')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lokalteil-sound-'))
  writeFileSync(join(folder, 'beitrag.mp3'), MP3)
  writeFileSync(join(folder, 'film.srt'), SRT)
  writeFileSync(join(folder, 'brief.txt'), 'kein Ton')
})
afterAll(() => rmSync(folder, { recursive: true }))

const parse = (audio: unknown) =>
  parsePlain(
    { ressort: 'Lokales', title: 'Titel', text: 'Erster Satz. Zweiter Satz.', audio },
    CONTEXT,
    0,
  ) as ParsedDocument

async function settle(
  document: ParsedDocument,
  isFetching: boolean,
  answer: Fetched = { kind: 'failed', reason: 'away' },
) {
  const kept = new Map<string, string>()
  const store = createPictureStore({
    dataDir: folder,
    keep: async (path, bytes) => void kept.set(path, Buffer.from(bytes).toString()),
    isFetching,
    fetchBytes: async () => answer,
  })
  return { ...(await store.settle(document, folder)), kept }
}

describe('R1-57 the article as sound', () => {
  it('beside the document is stored under a name made of its bytes', async () => {
    const { document, kept, notes } = await settle(
      parse({ src: 'beitrag.mp3', durationSeconds: 184, kind: 'read' }),
      false,
    )
    const [path] = [...kept.keys()]
    expect(path).toMatch(/^import\/[0-9a-f]{2}\/[0-9a-f]{32}\.mp3$/)
    expect([document.audio, kept.get(path!), notes]).toEqual([
      { src: `/_media/${path}`, mimeType: 'audio/mpeg', durationSeconds: 184, kind: 'read' },
      MP3.toString(),
      [],
    ])
  })

  it.each([
    ['is fetched where that is wanted', true, { kind: 'bytes', bytes: MP3 }, /^\/_media\/import\//, 0],
    ['stays an address where it is not', false, { kind: 'failed', reason: 'x' }, /^https:\/\/ton\.example\/a\.m4a$/, 0],
    ['is left out with a note where it cannot be had', true, { kind: 'failed', reason: 'away' }, null, 1],
    ['is left out with a note where it is no sound', true, { kind: 'bytes', bytes: Buffer.from('<html>') }, null, 1],
  ] as const)('at another host %s', async (_what, isFetching, answer, src, noted) => {
    const asked = parse({ src: 'https://ton.example/a.m4a', kind: 'synthetic' })
    expect(asked.audio?.mimeType).toBe('audio/mp4')
    const { document, notes } = await settle(asked, isFetching, answer as Fetched)
    expect([document.audio === undefined, notes.length]).toEqual([src === null, noted])
    if (src !== null) expect(document.audio?.src).toMatch(src)
  })

  it('is left out if the file beside it is no sound or lies elsewhere', async () => {
    for (const src of ['brief.txt', '../../etc/passwd', 'fehlt.mp3']) {
      const { document, notes } = await settle(parse({ src, kind: 'read' }), false)
      expect([src, document.audio, notes.length]).toEqual([src, undefined, 1])
    }
  })

  it('is not another sound of the document: ninjs marks it by name', () => {
    const sound = (name: string) => ({
      name,
      type: 'audio',
      uri: `urn:${name}`,
      headlines: [{ value: name }],
      renditions: [{ href: `https://ton.example/${name}.mp3`, contenttype: 'audio/mpeg', duration: 60 }],
    })
    const parseWith = (...names: string[]) =>
      parseNinjs(
        {
          uri: 'urn:1',
          type: 'text',
          versioncreated: NOW.toISOString(),
          headlines: [{ value: 'Titel' }],
          bodies: [{ contenttype: 'text/html', value: '<p>Text.</p>' }],
          associations: names.map(sound),
        },
        CONTEXT,
      ) as ParsedDocument
    const both = parseWith('readaloud-synthetic', 'interview')
    expect(both.audio).toEqual({
      src: 'https://ton.example/readaloud-synthetic.mp3',
      mimeType: 'audio/mpeg',
      durationSeconds: 60,
      kind: 'synthetic',
    })
    const soundsOf = ({ contentItems }: ParsedDocument) =>
      contentItems.flatMap((item) => (item.type === 'audio' ? [item.title] : []))
    expect(soundsOf(both)).toEqual(['interview'])
    expect([
      parseWith('read-aloud').audio?.kind,
      parseWith('interview').audio,
      soundsOf(parseWith('readaloud')),
    ]).toEqual(['read', undefined, []])
  })
})

describe('R1-60 captions of a film', () => {
  const { items } = toBlocks(
    '<p>Text.</p><video src="https://film.example/a.mp4"><track src="https://film.example/a.vtt" srclang="de" label="Deutsch">' +
      '<track kind="chapters" src="https://film.example/b.vtt"><track kind="captions" src="javascript:1"></video>',
    { language: 'de' },
  )

  it('are the caption tracks of a video, and no other tracks', () => {
    const film = items.find((item) => item.type === 'video')
    expect(film?.captions).toEqual([{ src: 'https://film.example/a.vtt', language: 'de', label: 'Deutsch' }])
  })

  it('are stored re-encoded', async () => {
    const document = { ...parse(undefined), contentItems: items }
    const { document: settled, kept } = await settle(document, true, { kind: 'bytes', bytes: SRT })
    const film = settled.contentItems.find((item) => item.type === 'video')
    const [path] = [...kept.keys()]
    expect([film?.captions?.[0]?.src, kept.get(path!)]).toEqual([
      `/_media/${path}`,
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGuten Abend.\n',
    ])
    const without = await settle(document, false)
    expect(without.document.contentItems.find((item) => item.type === 'video')).not.toHaveProperty('captions')
  })
})
