import { describe, expect, it } from 'vitest'
import { splitSentences, toUtterances } from './sentences.ts'

describe('R1-57 sentences of a German text', () => {
  it.each<[string, ...string[]]>([
    ['two sentences', 'Der Rat tagt.', 'Die Sitzung ist öffentlich.'],
    ['a question, a call, dots', 'Wer zahlt?', 'Niemand!', 'Und dann …', 'Stille.'],
    [
      'abbreviations',
      'Dr. Lena Vogt kam mit Prof. Kern, z. B. am St. Marien, Nr. 4, ca. 20 Mio. Euro im Gepäck.',
      'Gut.',
    ],
    ['abbreviations before a capital', 'Die Bauhaus-Str. Nord bzw. Süd ist gesperrt.', 'Ab Montag.'],
    ['what may end a sentence', 'Es gab Waffeln, Punsch usw.', 'Die Kinder sangen.'],
    ['what may stand in one', 'Waffeln usw. Punsch inbegriffen kosten fünf Euro.'],
    ['a date', 'Am 3. Oktober 2026 um 18.30 Uhr beginnt es.', 'Am 24. ist Schluss.'],
    ['an ordinal before a noun', 'Die 2. Bürgermeisterin sprach zum 125. Mal im 19. Jahrhundert-Saal.'],
    ['a number at the end', 'Auenburg gewann gegen Platz 2.', 'Das reichte.'],
    ['a year at the end', 'So war es 2025.', 'Tannau folgte.'],
    ['numbers', 'Es kostet 3.500,75 Euro oder 1.250.000 Mark.', 'Punkt 3.2 entfällt.'],
    ['a result at the end', 'Es endete 3:2.', 'Talheim jubelte.'],
    ['kings', 'Ludwig II. Freiherr baute es, Heinrich IV. ging.', 'Aus.'],
    ['initials', 'J. R. Müller und A. Kern schrieben das.', 'Gern.'],
    ['a quotation that ends in its marks', '„Das ist gut.“', 'Dann ging sie.'],
    ['a quotation that goes on', '„Halt!“, rief er, „wer da?“ fragte sie leise.', 'Niemand antwortete.'],
    ['a quotation behind a colon', 'Er sagte: „Wir bauen. Und zwar jetzt.“', 'Alle nickten.']
      .slice(0, 1)
      .concat('Er sagte: „Wir bauen.', 'Und zwar jetzt.“', 'Alle nickten.') as [string, ...string[]],
    ['other marks', '»Nein.«', '«Doch.»', '"Gut."', '(Siehe oben.)', 'Ende.'],
    ['an address', 'Mehr unter www.auenburg.example/rat.html und info@auenburg.example.', 'Danke.'],
    ['no end at all', 'Ohne Punkt und Komma'],
  ])('%s', (_what, ...sentences) => {
    const text = sentences.join(' ')
    const found = splitSentences(text)
    expect(found.map((sentence) => sentence.text)).toEqual(sentences)
    for (const { start, end, text: sentence } of found) expect(text.slice(start, end)).toBe(sentence)
  })

  it.each(['', '   ', '…', '– * –'])('%j has no sentences', (text) => expect(splitSentences(text)).toEqual([]))

  it('loses no word, whatever the text', () => {
    const text = ' Erstens… zweitens.  Drittens!!! „Viertens?!“ (5.) Sechstens '
    const without = (one: string) => one.replace(/[\s(]|\(5\.\)/g, '')
    expect(
      without(
        splitSentences(text)
          .map((sentence) => sentence.text)
          .join(''),
      ),
    ).toBe(without(text))
  })
})

describe('R1-57 utterances, which a voice speaks in one go', () => {
  it('a short sentence is one utterance', () => expect(toUtterances('Der Rat tagt.')).toEqual(['Der Rat tagt.']))

  it('a long sentence is cut where a speaker breathes, else between words, else anywhere', () => {
    const long = 'Weil es regnet, bleiben alle zu Hause, lesen Zeitung und warten'
    expect(toUtterances(long, 40)).toEqual(['Weil es regnet, bleiben alle zu Hause,', 'lesen Zeitung und warten'])
    expect(toUtterances('eins zwei drei vier', 10)).toEqual(['eins zwei', 'drei vier'])
    expect(toUtterances('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })
})
