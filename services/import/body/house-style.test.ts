import { describe, expect, it } from 'vitest'
import {
  cleanCaption,
  createTypesetter,
  setLine,
  splitSentences,
  toAuthors,
  toDateline,
  toHeadline,
  toLine,
} from './house-style.ts'

describe('German marks', () => {
  it.each([
    ['«So», sagte er', '„So“, sagte er'],
    ['»So«, sagte er', '„So“, sagte er'],
    ['"So", sagte er', '„So“, sagte er'],
    ['«Mit "Du hast" nutzt»', '„Mit ‚Du hast‘ nutzt“'],
    ['("So") und «so»', '(„So“) und „so“'],
    ['ein 5" Rohr', 'ein 5" Rohr'],
    ["Hans' Haus und geht's", 'Hans’ Haus und geht’s'],
    ['Ja - nein', 'Ja – nein'],
    ['FC - Bayern 2:1', 'FC – Bayern 2:1'],
    ['Baden-Württemberg', 'Baden-Württemberg'],
    ['Schon „gut“ und „‚so‘“', 'Schon „gut“ und „‚so‘“'],
  ])('sets %s', (given, expected) => {
    expect(setLine(given, 'de')).toBe(expected)
  })

  it('keeps a quotation open over inline tags and forgets it at the end of a block', () => {
    const setter = createTypesetter('de')
    expect([setter.set('Er sagte: "So '), setter.set('war'), setter.set(' es".')]).toEqual([
      'Er sagte: „So ',
      'war',
      ' es“.',
    ])
    setter.nextBlock()
    expect(setter.set('"Neu"')).toBe('„Neu“')
  })

  it('leaves other languages as they are', () => {
    expect(setLine('"odio antisemita" - «así»', 'es')).toBe('"odio antisemita" - «así»')
  })
})

describe('sentences and headlines', () => {
  it.each([
    ['Am 4. Mai kam Dr. Vogt. Sie blieb.', ['Am 4. Mai kam Dr. Vogt.', 'Sie blieb.']],
    ['Er rief: „Halt!“ Dann lief er.', ['Er rief: „Halt!“', 'Dann lief er.']],
    ['Es kostet 3 Mio. Euro, z. B. in Au. Mehr nicht.', ['Es kostet 3 Mio. Euro, z. B. in Au.', 'Mehr nicht.']],
    ['J. Müller sang. Schön war es!', ['J. Müller sang.', 'Schön war es!']],
    ['Ein Satz ohne Ende', ['Ein Satz ohne Ende']],
  ])('splits %s', (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences)
  })

  it.each([
    ['Kurz und gut.', 'Kurz und gut'],
    [
      `Gewerkschaft will Verzicht auf umstrittene Firmen erzwingen – Demonstration direkt vor der Bonner Konzernzentrale.`,
      'Gewerkschaft will Verzicht auf umstrittene Firmen erzwingen',
    ],
    [`${'Wort '.repeat(40)}Ende.`, `${'Wort '.repeat(19).trim()} …`],
  ])('makes a headline of %s', (sentence, headline) => {
    expect(toHeadline(sentence)).toBe(headline)
  })

  it('never cuts a headline inside a quotation or before "dass"', () => {
    const sentence =
      'Die Gewerkschaft stellt den „All-in-Rechner“ vor und findet, dass die Vertragsform auf die Führungsebene beschränkt gehört.'
    expect(toHeadline(sentence)).toBe(
      'Die Gewerkschaft stellt den „All-in-Rechner“ vor und findet, dass die Vertragsform auf die …',
    )
  })
})

describe('names and notes', () => {
  it.each([
    ['Von Marco Krefting und Sunrita Sen, dpa', ['Marco Krefting', 'Sunrita Sen']],
    ["Paulo Santalucia and Frances d'Emilio", ['Paulo Santalucia', "Frances d'Emilio"]],
    ['NTB', []],
    ['Lena Vogt (Auenburg)', ['Lena Vogt']],
    ['mailto:x@y.de', []],
    ['Von Lena\u00a0Vogt', ['Lena Vogt']],
    ['', []],
  ])('reads the byline %s', (byline, names) => {
    expect(toAuthors(byline)).toEqual(names)
  })

  it.each([
    ['Eine Taufe. (zu dpa "Cousine warnt")', 'Eine Taufe.'],
    ['Eine Taufe. Foto: Steve Helber/AP/dpa +++ dpa-Bildfunk +++', 'Eine Taufe.'],
  ])('frees the caption %s of notes for editors', (caption, expected) => {
    expect(cleanCaption(caption)).toBe(expected)
  })

  it.each([
    ['Waghäusel (dpa) - ', 'Waghäusel (dpa) – '],
    ['MADRID, 21 Nov. 2024 (Europa Press) -', 'MADRID, 21 Nov. 2024 (Europa Press) – '],
    ['', ''],
  ])('writes the dateline %s', (dateline, expected) => {
    expect(toDateline(dateline)).toBe(expected)
  })

  it('drops characters that a database cannot store', () => {
    expect(toLine('a\u000bb\u2028c\u0085d 5\u00a0% \u202f€')).toBe('a b c d 5\u00a0% \u202f€')
    expect(toLine('5 \u0080, \u0084so\u0093 \u0096 \u0081ja\u0085')).toBe('5 €, „so“ – ja…')
    expect(toLine('a\u0000b\ud800c\u00add\t e')).toBe('ab\ufffdcd e')
  })
})
