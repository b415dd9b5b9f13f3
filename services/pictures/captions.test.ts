import { describe, expect, it } from 'vitest'
import { cleanCaptions, findCaptionsFault, MAX_CAPTIONS_BYTES } from './captions.ts'
import { recogniseMedia } from './media-kinds.ts'

const clean = (text: string) => cleanCaptions(Buffer.from(text))

describe('R1-60 uploaded captions', () => {
  it('are re-encoded: times and words, no styles, notes and markup', () => {
    const found = clean(
      '\uFEFFWEBVTT - Film\r\n\r\nSTYLE\r\n::cue { background: url(https://x.example/) }\r\n\r\nNOTE geheim\r\n\r\n' +
        '1\r\n00:01.000 --> 00:03.500 align:start line:0\r\n<v Lena Vogt>Guten <b>Abend</b>.</v>\r\n<script>zwei</script>\r\n\r\n' +
        '01:00:00.000 --> 01:00:01.000\r\n- Drei --> vier',
    )
    expect(found).toEqual({
      text:
        'WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nLena Vogt: Guten Abend.\nzwei\n\n' +
        '01:00:00.000 --> 01:00:01.000\n- Drei → vier\n',
    })
    expect(findCaptionsFault(Buffer.from('text' in found ? found.text : ''))).toBe(null)
  })

  it('may be SubRip', () => {
    expect(clean('1\n00:00:01,200 --> 00:00:02,000\n{\\an8}Eins\n\n2\n00:00:02,000 --> 00:00:03,000\nZwei\n')).toEqual({
      text: 'WEBVTT\n\n00:00:01.200 --> 00:00:02.000\nEins\n\n00:00:02.000 --> 00:00:03.000\nZwei\n',
    })
  })

  it.each([
    ['nothing', ''],
    ['a page', '<html><body>--> nein</body></html>'],
    ['no words', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n'],
    ['times that go back', 'WEBVTT\n\n00:02.000 --> 00:01.000\nX'],
    ['times nobody can read', 'WEBVTT\n\nfrüh --> spät\nX'],
  ])('are refused: %s', (_what, text) => expect(clean(text)).toHaveProperty('reason'))

  it('are limited in size, in UTF-8, and without styles if they are stored as they are', () => {
    expect(cleanCaptions(Buffer.alloc(MAX_CAPTIONS_BYTES + 1, 0x20))).toHaveProperty('reason')
    expect(cleanCaptions(Buffer.from([0x57, 0xff, 0xfe]))).toEqual({ reason: 'captions that are not UTF-8' })
    const cue = '00:00.000 --> 00:01.000\nX\n\n'
    expect(clean(`WEBVTT\n\n${cue.repeat(10_001)}`)).toEqual({ reason: 'more than 10000 captions' })
    expect(findCaptionsFault(Buffer.from(`WEBVTT\n\nSTYLE\n::cue {}\n\n${cue}`))).toBe(
      'Captions without styles and regions only',
    )
    expect(clean(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'x'.repeat(5000)}`)).toHaveProperty('text.length', 539)
  })
})

describe('sound and captions by their bytes', () => {
  it.each([
    ['mp3', Buffer.from('ID3\u0004')],
    ['mp3', Buffer.from([0xff, 0xfb, 0x90, 0x64])],
    ['m4a', Buffer.from('\0\0\0\u0020ftypM4A \0\0\0\0')],
    ['ogg', Buffer.from('OggS\0')],
    ['vtt', Buffer.from('WEBVTT\n')],
    [null, Buffer.from('WEBVTTX')],
    [null, Buffer.from('<html>')],
    [null, Buffer.from([0xff, 0xd8, 0xff])],
    [null, Buffer.alloc(0)],
  ])('%s', (extension, bytes) => expect(recogniseMedia(bytes)).toBe(extension))
})
