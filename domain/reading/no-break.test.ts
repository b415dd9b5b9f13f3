import { describe, expect, it } from 'vitest'
import {
  bindNumbers,
  bindNumbersInHtml,
  keepWholeInHtml,
  splitWhole,
  unbindNumbers,
  unbindNumbersInHtml,
} from './no-break.ts'

/** `_` stands for the no-break space. */
const bound = (text: string) => text.replaceAll('_', '\u00a0')

const CASES = [
  'Das kostet 12_Euro und 50_Cent.',
  'Rund 3,5_Mio. Menschen, 186_Millionen Euro',
  'ein Plus von 4,8_Prozent, 12_%, 5_€',
  'auf S._5, nach §_5 und §§_12 ff., Art._3_Abs._2',
  'um 10_Uhr, um 19:27_Uhr, um 4.40_Uhr',
  'am 24._November 2026, am 3._Okt.',
  'mit 20_km/h über 4,8_Kilometer',
  'Dr._Anna Behrens und Prof._Dr._Kunz',
  'z._B. im Wald, d._h. draußen, 44 v._Chr.',
  '14_000 Haushalte, 1_234_567_Euro',
  'die Linie_7 und die A_7',
  'um 30_Rinder, 3_Kühe, 25_Jahre, 8_Plätze',
  'der 1._FC, die 3._Liga, am 5._Mai, im 2._Stock',
  'ein 3_:_2 und ein 3:2',
  'S._3, Dr._Klein, Nr._12',
  // Not bound:
  'sind rund 14.000 Haushalte, 300 gestrichene Parkplätze, 38 Gärten'.replace('38 G', '38_G'),
  '120 Quadratkilometer, 90 Kilowattstunden, 12 Feuerwehrleute, 7 Parkplätze',
  'um 12. Die 2. Bundesliga'.replace('12. D', '12._D'),
  'Im Jahr 2026 waren es 12 große Haushalte, 9 Notfalltreffpunkte, 4 FC-Fans',
  'Der Zug 12 meterweit entfernt',
  'Telefon 0471 123 456',
  'Es war 1990. November kam.',
  'Kapital 5',
] as const

describe('kept on one line', () => {
  it.each(CASES)('%s', (written) => {
    const plain = written.replaceAll('_', ' ')
    expect(bindNumbers(plain)).toBe(bound(written))
    expect(bindNumbers(bound(written)), 'twice').toBe(bound(written))
  })

  it.each([
    ['Die |74-Jährige| und der |17-jährige| Sohn'],
    ['|Rot-Weiß| gewinnt |3:2|'.replace('|3:2|', '3:2')],
    ['der |3:2-Sieg| in der |U-Bahn|, per |E-Mail|, das |U19-Team|'],
    ['ein |10-Millionen|-Euro-Projekt'],
    ['|24/7-Betrieb| von |10–12| Uhr, |2,5-fach|'],
    // Not bound:
    ['Hügelland-Tageblatt, Schwarz-Gelb, Rhein-Main-Gebiet'],
    ['ein Verlag - ein Blatt – und mehr'],
    ['Telefon 0471-123, ISBN 3-16-148410-0'],
    ['Ein-Zimmer-Wohnungen'.replace('Ein-Zimmer', '|Ein-Zimmer|')],
    ['das 1-Donaudampfschifffahrt, Vor- und Nachteile, ein-'],
  ])('keeps compounds whole and their letters unchanged: %s', (written) => {
    const parts = splitWhole(written.replaceAll('|', ''))
    expect(parts.map((part, index) => (index % 2 === 1 ? `|${part}|` : part)).join('')).toBe(written)
    expect(parts.join('')).toBe(written.replaceAll('|', ''))
  })

  it('unbinds a longer noun that an earlier version of the rules bound, but no unit', () => {
    expect(bindNumbers('14.000\u00a0Haushalte, 12\u00a0Prozent')).toBe('14.000 Haushalte, 12\u00a0Prozent')
  })

  it('does not change addresses and attributes', () => {
    expect(bindNumbersInHtml('<a href="/x?q=12 Euro">12 Euro</a> um <b>10 Uhr</b>')).toBe(
      '<a href="/x?q=12 Euro">12\u00a0Euro</a> um <b>10\u00a0Uhr</b>',
    )
  })

  it('keeps compounds of HTML on one line and leaves addresses and attributes alone', () => {
    expect(
      keepWholeInHtml(
        'Die 74-Jährige <a href="/74-Jährige" title="U-Bahn">fuhr <b>U-Bahn</b></a> um &amp; bei A-Dorf.',
      ),
    ).toBe(
      'Die <span class="nowrap">74-Jährige</span> <a href="/74-Jährige" title="U-Bahn">fuhr <b><span class="nowrap">U-Bahn</span></b></a> um &amp; bei <span class="nowrap">A-Dorf</span>.',
    )
    expect(keepWholeInHtml('Nichts davon')).toBe('Nichts davon')
  })
})

describe('a text before its numbers were bound', () => {
  it.each(CASES)('%s has plain spaces again, and binding it gives the same', (text) => {
    const plain = unbindNumbers(bound(text))
    expect([plain.includes('\u00a0'), bindNumbers(plain)]).toEqual([false, bindNumbers(bound(text))])
  })

  it('keeps the no-break spaces that somebody set', () => {
    expect(unbindNumbers(bound('Am_Ende kostet es 12_Euro'))).toBe(bound('Am_Ende kostet es 12 Euro'))
    expect(unbindNumbersInHtml(bound('<a href="/x_1">12_Euro</a> und_mehr'))).toBe(
      bound('<a href="/x_1">12 Euro</a> und_mehr'),
    )
  })
})
