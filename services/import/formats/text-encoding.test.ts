import { describe, expect, it } from 'vitest'
import { charsetOf, decodeText } from './text-encoding.ts'

const xml = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex')
const [A, CUT, EMOJI, LONE] = ['c3a4', 'c3', 'eda0bdedb882', 'eda0bd']

describe('text in bytes', () => {
  it.each([
    ['UTF-8', Buffer.from('Größe'), [], 'Größe', ''],
    ['UTF-8 with a mark', Buffer.from('\ufeffGröße'), [], 'Größe', ''],
    ['UTF-16 with a mark', Buffer.from('\ufeffGröße', 'utf16le'), [], 'Größe', ''],
    ['UTF-16 without one', Buffer.from('<a>Größe', 'utf16le'), [], '<a>Größe', ''],
    ['Latin-1 that says so', latin1('Größe'), ['iso-8859-1'], 'Größe', ''],
    ['Windows-1252 that says Latin-1', Buffer.from([0x84, 0x80]), ['iso-8859-1'], '„€', ''],
    ['Windows-1250', Buffer.from([0xe8]), ['windows-1250'], 'č', ''],
    ['the header before the declaration', Buffer.from([0xe8]), ['windows-1251', 'iso-8859-1'], 'и', ''],
    ['a header that is wrong', latin1('ü'), ['utf-8', 'iso-8859-1'], 'ü', ''],
    ['an encoding that nobody knows', latin1('ü'), ['x-eigen', 'iso-8859-15'], 'ü', ''],
    [
      'UTF-8 that says Latin-1',
      Buffer.from('Größe'),
      ['iso-8859-1'],
      'Größe',
      'read as UTF-8, although it says iso-8859-1',
    ],
    ['ASCII that says Latin-1', Buffer.from('Haus'), ['iso-8859-1'], 'Haus', ''],
    ['UTF-8 that says UTF-16', Buffer.from('Größe'), ['utf-16'], 'Größe', 'read as UTF-8, although it says utf-16'],
    ['Latin-1 that says UTF-8', latin1('Größe'), ['utf-8'], 'Größe', 'read as Windows-1252: it is not utf-8'],
    ['Latin-1 that says nothing', latin1('Größe'), [], 'Größe', 'read as Windows-1252: it is not UTF-8'],
    ['emoji in CESU-8', hex(A, EMOJI), [], 'ä😂', ''],
    ['Japanese of seven bits', hex('1b2442', '2422', '1b2842'), ['iso-2022-jp'], 'あ', ''],
  ])('reads %s', (_case, bytes, named, text, note) => {
    expect(decodeText(bytes, named)).toEqual({ text, note, isBroken: false })
  })

  it.each([
    ['one of many', hex(A.repeat(4), 'fc'), 'ä'.repeat(4) + '\ufffd'],
    ['more bad ones than good ones', hex(A, 'e4', 'f6'), 'ä\ufffd\ufffd'],
    ['half a character', hex(A, '2e', CUT), 'ä.\ufffd'],
    ['half an emoji', hex(A.repeat(12), LONE), 'ä'.repeat(12) + '\ufffd'.repeat(3)],
  ])('marks a bad byte in UTF-8: %s', (_case, bytes, text) => {
    expect(decodeText(bytes, ['utf-8'])).toMatchObject({ text, isBroken: true })
  })

  it.each([
    ['a bad byte in a long file of UTF-8', latin1('für'), { valid: 900, invalid: 1 }, 'f\ufffdr'],
    ['a post of Latin-1 in a file of UTF-8', latin1('äöüßÄÖ'), { valid: 900, invalid: 6 }, 'äöüßÄÖ'],
    ['a file of Latin-1', latin1('für'), { valid: 0, invalid: 900 }, 'für'],
  ])('judges a part by its whole file: %s', (_case, bytes, around, text) => {
    expect(decodeText(bytes, ['utf-8'], around)?.text).toBe(text)
  })

  it('finds the declaration of XML and recognises bytes that are no text', () => {
    expect(decodeText(latin1(`\n${xml('ISO-8859-2', '\u00b9')}`))?.text).toContain('<a>š</a>')
    expect(decodeText(Buffer.from([0x25, 0x50, 0, 0xff]))).toBeNull()
  })

  it.each([
    ['application/rss+xml; charset=windows-1252', 'windows-1252'],
    ['text/xml;charset="UTF-8"', 'UTF-8'],
    ['text/xml', ''],
    [null, ''],
  ])('finds the charset of %s', (header, charset) => expect(charsetOf(header)).toBe(charset))
})
