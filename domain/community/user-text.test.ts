import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkUserText,
  countCharacters,
  findContacts,
  findLinks,
  findListedWords,
  findPossiblePhones,
  hideContacts,
  normaliseUserText,
  type UserTextRules,
} from './user-text.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const RULES: UserTextRules = {
  lines: 'many',
  min: 2,
  max: 40,
  links: 1,
  contacts: 'refuse',
  words: { refuse: ['idiot*', 'heil hitler', '1488'], hold: ['*lügenpresse*'] },
}

describe('invisible characters are removed (R1-61)', () => {
  it.each([
    ['  zwei \t  Worte ', 'zwei Worte'],
    ['eins\r\nzwei\u2028drei\rvier', 'eins\nzwei\ndrei\nvier'],
    ['eins  \n\n\n\n  zwei', 'eins\n\nzwei'],
    ['a\u0000b\u0007c\u009Fd\u001Be', 'abcde'],
    ['gut\u202Eesrever\u202C\u2066x\u2069', 'gutesreverx'],
    ['un\u200Bsicht\u2060bar\uFEFF\u00AD\u200E', 'unsichtbar'],
    ['Familie 👨‍👩‍👧 ❤️ 👍🏽', 'Familie 👨‍👩‍👧 ❤️ 👍🏽'],
    ['a\u200Db', 'ab'],
    ['x\u0301\u0302\u0303\u0304\u0305algo', 'x\u0301\u0302algo'],
    ['ku\u0308hl', 'kühl'],
    ['halb\uD83Des \u{E0041}Zeichen', 'halbes Zeichen'],
    ['5\u202F000\u00A0Euro', '5\u202F000\u00A0Euro'],
  ])('%j', (raw, text) => {
    expect(normaliseUserText(raw, 'many')).toBe(text)
  })

  it('a one-line text has no line breaks', () => {
    expect(normaliseUserText(' Anna\n \nMuster ', 'one')).toBe('Anna Muster')
  })

  it('cleaning twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const once = normaliseUserText(raw, 'many')
        expect(normaliseUserText(once, 'many')).toBe(once)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })
})

describe('length limits and results (R1-61)', () => {
  it.each([
    ['Schöner Text.', { kind: 'fine', text: 'Schöner Text.' }],
    ['   ', { kind: 'refused', code: 'empty' }],
    ['\u200B\u200B\u200B', { kind: 'refused', code: 'empty' }],
    ['…!?', { kind: 'refused', code: 'empty' }],
    ['👏👏', { kind: 'fine', text: '👏👏' }],
    ['a', { kind: 'refused', code: 'too_short' }],
    ['ä'.repeat(40), { kind: 'fine', text: 'ä'.repeat(40) }],
    ['ä'.repeat(41), { kind: 'refused', code: 'too_long' }],
    [`a${'\u200B'.repeat(500)}b`, { kind: 'refused', code: 'too_long' }],
    ['<script>alert(1)</script>', { kind: 'fine', text: '<script>alert(1)</script>' }],
    ['https://a.example/x und www.b.example', { kind: 'refused', code: 'too_many_links' }],
    ['siehe https://a.example/x', { kind: 'fine', text: 'siehe https://a.example/x' }],
    ['Ruf an: 0341 123456', { kind: 'refused', code: 'contact' }],
    ['So ein Id1oten-Verein', { kind: 'refused', code: 'word' }],
    ['Diese LÜGENPRESSE!', { kind: 'held', text: 'Diese LÜGENPRESSE!', words: ['*lügenpresse*'] }],
  ])('%j', (raw, verdict) => {
    expect(checkUserText(raw, RULES)).toEqual(verdict)
  })

  it('contacts stay in the text if pages hide them', () => {
    expect(checkUserText('Ruf an: 0341 123456', { ...RULES, contacts: 'allow' }).kind).toBe('fine')
    expect(countCharacters('👍a')).toBe(2)
  })
})

describe('links (R1-61)', () => {
  it.each([
    ['https://example.org/a?b=c, HTTP://x.test', 2],
    ['www.example.org', 1],
    ['spam-shop.xyz/kaufen und bit.ly/3abc', 2],
    ['Das war am 3.11. z.B. im Ort. Der Rat tagt.', 0],
    ['z.B. so', 0],
  ])('%j has %i', (text, count) => {
    expect(findLinks(text)).toHaveLength(count)
  })
})

describe('telephone numbers, addresses and accounts are never shown (R1-61)', () => {
  it.each([
    '0341 1234567',
    '(0341) 12 34 56-7',
    '+49 151 23456789',
    '+49 (0) 151 / 234 567 89',
    '0049-341-1234567',
    '0151/23456789',
    '0151.234.567.89',
    '０１５１２３４５６７８９',
    '𝟎𝟏𝟓𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
    'anna.muster@example.org',
    'anna (at) example (dot) org',
    'anna[at]example.org',
    'anna @ example.org',
    'anna at gmx.de',
    'anna ät gmx punkt de',
    'anna＠example.org',
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013000',
  ])('%s', (contact) => {
    expect(hideContacts(`Bitte ${contact}, danke.`, '[entfernt]')).toBe('Bitte [entfernt], danke.')
  })

  it.each([
    ['Tel. 123456', 'Tel. […]'],
    ['Telefonnummer ist: 12 34 56', 'Telefonnummer ist: […]'],
    ['WhatsApp 55512345!', 'WhatsApp […]!'],
    ['a@example.org oder 0341 123456', '[…] oder […]'],
  ])('%s', (text, shown) => {
    expect(hideContacts(text, '[…]')).toBe(shown)
  })

  it.each([
    'Am 03.11.2026 um 08:30 Uhr',
    'vom 01.02.–03.02.2026',
    '05/2026 - 06/2026',
    'Die 1.200.000 Euro seit 2019-2024',
    '0,5 Prozent von 0.75 Millionen',
    'Postleitzahl 04109, Haus 12',
    'Ruf 112 oder 110',
    '2026, 2027, 2028, 2029, 2030',
    'um 5 at least',
    '@anna hat recht',
    'Die Linie 0815 fährt um 06:15 und 07:15',
    'Artikel 5, Absatz 1 und § 312 BGB',
  ])('%s stays', (text) => {
    expect(findContacts(text)).toEqual([])
  })

  it.each([
    'Öffnungszeiten 08.00 - 12.00 Uhr',
    'Mo 08.00-12.00, Di 09:30–18:00',
    'geöffnet 08:00 – 16 Uhr',
    '(08.00 - 12.00 Uhr)',
    'von 07.30 Uhr - 09.15 Uhr',
    'Sa 09.00/10.30 Uhr',
  ])('%s are opening hours, which need no moderator', (text) => {
    expect([findContacts(text), findPossiblePhones(text)]).toEqual([[], []])
  })

  it.each([
    ['06108-06132 Halle', '06108-06132'],
    ['06108 – 06132', '06108 – 06132'],
    ['ISBN 0-306-40615-2', '0-306-40615-2'],
    ['ISBN: 0306406152', '0306406152'],
    ['Flurstück 0123/45-67', '0123/45-67'],
    ['Flurstücke 0341/123456', '0341/123456'],
    ['Az. 0341 - 12345/26', '0341 - 12345/26'],
    ['Bestellnummer 0341123456', '0341123456'],
    ['Vorlage Nr. 0721/2026/17', '0721/2026/17'],
    ['im Bebauungsplan 0123/45-67', '0123/45-67'],
    ['Konto 0012345', '0012345'],
  ])('%s may be something else: a moderator decides, no page hides it', (text, number) => {
    expect([findPossiblePhones(text), hideContacts(text, '[…]')]).toEqual([[number], text])
    const rules = { ...RULES, contacts: 'hold' } as const
    expect(checkUserText(text, rules)).toEqual({ kind: 'held', text, words: [number] })
    expect(checkUserText('Ruf an: 0341 123456', rules)).toEqual({ kind: 'refused', code: 'contact' })
  })

  it.each(['Flurstück? Tel. 0341 123456', 'Meine Nummer: 0151 23456789', '+49 341 123456', 'Nr. 0049 341 123456'])(
    '%s is a contact in spite of it',
    (text) => {
      expect(findContacts(text)).toHaveLength(1)
    },
  )

  it('finds the position in the original text, and hides every contact', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const { start, end } of findContacts(text)) expect(start).toBeLessThan(end)
      }),
    )
    expect(findContacts('ﬁ 0341 123456')).toEqual([{ kind: 'phone', start: 2, end: 13 }])
  })
})

describe('word lists (R1-61)', () => {
  it.each([
    ['Idiot', ['idiot*']],
    ['IDIOTEN', ['idiot*']],
    ['I d i o t', ['idiot*']],
    ['idiiiiiot!', ['idiot*']],
    ['1d10t', ['idiot*']],
    ['Patriot', []],
    ['Sie sagen Heil  Hitler', ['heil hitler']],
    ['1488', ['1488']],
    ['um 14:88', []],
    ['Die Systemlügenpresse schreibt', ['*lügenpresse*']],
    ['luegenpresse', ['*lügenpresse*']],
  ])('%s', (text, hits) => {
    expect(findListedWords(text, [...RULES.words.refuse, ...RULES.words.hold])).toEqual(hits)
  })

  it.each([
    ['', []],
    ['*', []],
    ['**', []],
  ])('an entry without a word (%j) matches nothing', (entry, hits) => {
    expect(findListedWords('Ein Text', [entry])).toEqual(hits)
  })
})
