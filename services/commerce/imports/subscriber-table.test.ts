/** Tables of subscribers in the formats that offices export. */
import { describe, expect, it } from 'vitest'
import { openSubscriberTable, TableFault } from './subscriber-table.ts'

const HEAD =
  'id;email;first_name;last_name;street;postcode;city;offer;start;next_debit;payment;price;iban;mandate;mandate_date'
const line = (id: string, more: Partial<Record<'email' | 'name' | 'street' | 'offer' | 'mandate', string>> = {}) => {
  const { email = `leser-${id}@example.org`, name = 'Größe', street = 'Kornmarkt 11', offer = 'plus-monat' } = more
  return `${id};${email};Eva;${name};${street};00412;Auenburg;${offer};15.05.2019;15.12.2026;Lastschrift;12,90 €;DE93 9999 9999 0000 0000 01;${more.mandate ?? `M-${id}`};01.05.2019`
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const cp1252 = (text: string) =>
  Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter === '–' ? 0x96 : letter.charCodeAt(0)))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

async function read(bytes: Uint8Array) {
  const table = await openSubscriberTable(bytes)
  const lines: string[] = []
  for await (const { line: number, read: one } of table.lines())
    lines.push(
      one.kind === 'contract'
        ? `${number} ${one.contract.id} ${one.contract.lastName} ${one.contract.priceCents} ${one.contract.nextDebitOn}`
        : `${number} ${one.id}: ${one.faults.map(({ column, message }) => `${column} ${message}`).join('; ')}`,
    )
  return { lines, count: table.count, unknown: table.header.unknown }
}

const ONE = ['2 1 Größe 1290 2026-12-15']
const quoted = `${HEAD}\n${line('1')}`.replaceAll(/[^;\n]+/g, '"$&"')
const comma = quoted.replaceAll(';', ',')

describe('a table of subscribers', () => {
  it.each<[string, Uint8Array, string[]]>([
    ['of Excel: a mark, semicolons, lines of Windows', utf8(`\ufeff${HEAD}\r\n${line('1')}\r\n`), ONE],
    ['in the letters of old Windows', cp1252(`${HEAD}\r\n${line('1')}\r\n`), ONE],
    ['of Excel as Unicode text, with tabs', utf16(`${HEAD}\r\n${line('1')}\r\n`.replaceAll(';', '\t')), ONE],
    ['of an old Mac', utf8(`${HEAD}\r${line('1')}`), ONE],
    ['with every cell in quotation marks', utf8(quoted), ONE],
    ['with commas', utf8(comma), ONE],
    [
      'with empty lines and lines of nothing but semicolons',
      utf8(`${HEAD}\n\n;;;;\n${line('1')}\n\n`),
      ['4 1 Größe 1290 2026-12-15'],
    ],
    [
      'with a cell of three lines, numbered as an editor does',
      utf8(`${HEAD}\r\n${line('1', { street: '"Hinterhaus\r\nKornmarkt 11\r\n1. OG"' })}\r\n${line('2')}\r\n`),
      ['2 1 Größe 1290 2026-12-15', '5 2 Größe 1290 2026-12-15'],
    ],
    [
      'with quotation marks in a cell',
      utf8(`${HEAD}\n${line('1', { street: '"Haus ""Sonne"" 1"' })}\n${line('2', { street: '24" Straße' })}\n`),
      ['2 1 Größe 1290 2026-12-15', '3 2 Größe 1290 2026-12-15'],
    ],
    [
      'below the line that tells Excel the separator',
      utf8(`\ufeffsep=;\r\n${HEAD}\r\n${line('1')}\r\n`),
      ['3 1 Größe 1290 2026-12-15'],
    ],
    [
      'below a separator that is none of the table',
      utf8(`sep=;\n${HEAD.replaceAll(';', ',')}\n${comma.split('\n')[1]}`),
      ['3 1 Größe 1290 2026-12-15'],
    ],
    [
      'below a title, a date and an empty line',
      utf8(`Abonnenten;;;\nStand 20.11.2026, "vorläufig"\n;;;;\n\n${HEAD}\n${line('1')}\n`),
      ['6 1 Größe 1290 2026-12-15'],
    ],
    [
      'with a comma in a name',
      utf8(`${HEAD}\n${line('1', { name: 'Klein, Dr.' })}\n`),
      ['2 1 Klein, Dr. 1290 2026-12-15'],
    ],
    ['without a line', utf8(HEAD), []],
  ])('is read %s', async (_name, bytes, expected) => {
    expect(await read(bytes)).toEqual({ lines: expected, count: expected.length, unknown: [] })
  })

  it.each<[string, Uint8Array, RegExp]>([
    ['is empty', utf8(''), /empty/],
    ['names no column', utf8(`${line('1')}\n${line('2')}`), /no column id \(or kundennummer/],
    ['lacks one column', utf8(`${HEAD.replace('next_debit', 'x')}\n`), /no column next_debit \(or naechste_abbuchung/],
    ['opens a quotation mark for ever', utf8(`${HEAD}\n${line('1')}\n"2;${line('3')}\n${line('4')}`), /After line 2 /],
    [
      'has a line without end',
      utf8(`${HEAD}\n${line('1', { street: 'x'.repeat(70_000) })}\n`),
      /After line 1 .*65536 characters/,
    ],
  ])('is refused as a whole where it %s', async (_name, bytes, expected) => {
    const fault = await read(bytes).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(TableFault)
    expect((fault as Error).message).toMatch(expected)
    expect((fault as Error).message).not.toContain('9999')
  })

  it('ignores unknown columns and names each once', async () => {
    const { unknown, lines } = await read(utf8(`Bemerkung;${HEAD};Zustellbezirk\nfrei;${line('1')};7\n`))
    expect([unknown, lines]).toEqual([['Bemerkung', 'Zustellbezirk'], ONE])
  })

  it('refuses only the second of two lines with the same id, offer or mandate', async () => {
    const { lines, count } = await read(
      utf8(
        [
          HEAD,
          line('1'),
          line('1', { email: 'anderer@example.org', mandate: 'M-x' }),
          line('3', { email: 'Leser-1@example.org' }),
          line('4', { mandate: 'M-1' }),
          line('5', { email: 'leser-1@example.org', offer: 'pur', mandate: 'M-1' }),
          line('6'),
        ].join('\n'),
      ),
    )
    expect(count).toBe(6)
    expect(lines).toEqual([
      '2 1 Größe 1290 2026-12-15',
      '3 1: id stands in line 2 already; one contract has one line',
      '4 3: offer is that of line 2 for the same address; the reader would pay twice for it',
      '5 4: mandate is that of line 2 for another address; a mandate is one person’s',
      '6 5 Größe 1290 2026-12-15',
      '7 6 Größe 1290 2026-12-15',
    ])
  })
})
