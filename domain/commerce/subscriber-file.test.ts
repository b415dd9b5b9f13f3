import { describe, expect, it } from 'vitest'
import { listMissingColumns, readHeader, readLine, toCents, toDay } from './subscriber-file.ts'

const NAMES =
  'id;email;first_name;last_name;street;postcode;city;offer;start;next_debit;payment;price;iban;mandate;mandate_date;salutation;country;holder'
const GERMAN =
  'Kundennummer;E-Mail;Vorname;Nachname;Straße;PLZ;Ort;Angebot;Abobeginn;Nächste Abbuchung;Zahlungsart;Preis;IBAN;Mandatsreferenz;Mandat vom;Anrede;Land;Kontoinhaber'
const CELLS = [
  '4711',
  'eva@example.org',
  'Eva',
  'Größe',
  'Kornmarkt 11',
  '00412',
  'Auenburg',
  'plus-monat',
  '15.05.2019',
  '15.12.2026',
  'Lastschrift',
  '12,90 €',
  'DE93 9999 9999 0000 0000 01',
  'ALT-4711',
  '1.5.2019',
  'Herrn',
  'Deutschland',
  '',
]
const read = (column: string, value: string) =>
  readLine(
    readHeader(NAMES.split(';')),
    CELLS.map((cell, index) => (NAMES.split(';')[index] === column ? value : cell)),
  )

describe('the columns of a table', () => {
  it.each([
    ['English', NAMES],
    ['German', GERMAN],
    ['in capitals, with blanks', NAMES.toUpperCase().replaceAll('_', ' ')],
  ])('are recognised: %s', (_name, names) => {
    const header = readHeader(names.split(';'))
    expect([listMissingColumns(header), header.unknown]).toEqual([[], []])
    expect(readLine(header, CELLS)).toMatchObject({
      kind: 'contract',
      contract: {
        id: '4711',
        salutation: 'Herr',
        country: 'DE',
        priceCents: 1290,
        startsOn: '2019-05-15',
        nextDebitOn: '2026-12-15',
        payment: 'sepa',
        iban: 'DE93999999990000000001',
        holder: 'Eva Größe',
        mandateSignedOn: '2019-05-01',
        endsOn: null,
      },
    })
  })

  it('are listed if missing, with their accepted names; unknown ones are listed too', () => {
    const header = readHeader(['id', 'email', 'Bemerkung', '', 'id'])
    expect(listMissingColumns(header)).toContain(
      'next_debit (or naechste_abbuchung, naechste_zahlung, naechste_rechnung)',
    )
    expect(listMissingColumns(header)).not.toContain('iban')
    expect(header.unknown).toEqual(['Bemerkung', 'id'])
  })

  it.each([
    ['price', '12,9o'],
    ['price', '1.234'],
    ['start', '31.02.2026'],
    ['start', ''],
    ['next_debit', '12/15/2026'],
    ['payment', 'Paypal'],
    ['id', ''],
    ['id', '=1+1'],
    ['city', 'x'.repeat(501)],
  ])('are refused: %s', (column, value) => {
    const line = read(column, value)
    expect(line.kind === 'faulty' && line.faults.map((fault) => fault.column)).toEqual([column])
  })

  it('a short line without its last cells is accepted, and an apostrophe added by a spreadsheet is dropped', () => {
    expect(readLine(readHeader(NAMES.split(';')), CELLS.slice(0, 11)).kind).toBe('contract')
    expect(read('mandate', "'-4711")).toMatchObject({ contract: { mandate: '-4711' } })
  })
})

describe('spellings that people use', () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    ['31.12.2026', '2026-12-31'],
    ['1.2.26', '2026-02-01'],
    ['2026-12-31 00:00:00', '2026-12-31'],
    ['31.12.2026 00:00', '2026-12-31'],
    ['29.02.2028', '2028-02-29'],
    ['29.02.2027', null],
    ['12/31/2026', null],
    ['45291', null],
    ['31.12', null],
    ['00.00.0000', null],
  ])('day %s', (typed, expected) => {
    expect(toDay(typed)).toBe(expected)
  })

  it.each([
    ['12,90', 1290],
    ['12.90', 1290],
    ['12,9', 1290],
    ['12', 1200],
    ['12,90 €', 1290],
    ['EUR 12.90', 1290],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['0,00', 0],
    ['1.234', null],
    ['1,234', null],
    ['12,905', null],
    ['-12,90', null],
    ['12,90,1', null],
    ['zwölf', null],
    ['99999,00', null],
  ])('price %s', (typed, expected) => {
    expect(toCents(typed)).toBe(expected)
  })
})
