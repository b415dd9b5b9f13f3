import { describe, expect, it } from 'vitest'
import { bindNumbers, bindNumbersInHtml } from './no-break.ts'

/** `_` stands for the blank that must not break. */
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
  '14_000_Haushalte, 1_234_567_Euro',
  'die Linie_7 und die A_7',
  'um 30_Rinder, 14.000_Haushalte und 3_Kühe',
  // Free to break:
  'Im Jahr 2026 waren es 12 große Haushalte, 9 Notfalltreffpunkte, 4 FC-Fans',
  'Der Zug 12 meterweit entfernt',
  'Telefon 0471 123 456',
  'Es war 1990. November kam.',
  'Kapital 5',
] as const

describe('what stands on one line', () => {
  it.each(CASES)('%s', (written) => {
    const plain = written.replaceAll('_', ' ')
    expect(bindNumbers(plain)).toBe(bound(written))
    expect(bindNumbers(bound(written)), 'twice').toBe(bound(written))
  })

  it('leaves addresses and attributes alone', () => {
    expect(bindNumbersInHtml('<a href="/x?q=12 Euro">12 Euro</a> um <b>10 Uhr</b>')).toBe(
      '<a href="/x?q=12 Euro">12\u00a0Euro</a> um <b>10\u00a0Uhr</b>',
    )
  })
})
