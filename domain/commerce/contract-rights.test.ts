import { describe, expect, it } from 'vitest'
import {
  checkCancellation,
  checkWithdrawal,
  listReceiptFacts,
  namesContract,
  type CancellationDeclaration,
  type DeclarationInput,
} from './contract-rights.ts'

const NOW = new Date('2026-11-21T22:30:00Z')
const PERSON = { name: 'Eva Süß', email: 'eva@example.org', contract: 'Kundennummer 4711' }
const ordinary: CancellationDeclaration = { ...PERSON, kind: 'ordinary', reason: '', endDate: null }

describe('a cancellation', () => {
  it.each<[string, DeclarationInput, CancellationDeclaration]>([
    ['needs a name, an address and a contract', PERSON, ordinary],
    [
      'is as early as possible unless a date is chosen',
      { ...PERSON, end: 'earliest', endDate: '2020-01-01' },
      ordinary,
    ],
    ['may name today', { ...PERSON, end: 'date', endDate: '2026-11-21' }, { ...ordinary, endDate: '2026-11-21' }],
    [
      'may name a day to come',
      { ...PERSON, end: 'date', endDate: ' 2027-02-28 ' },
      { ...ordinary, endDate: '2027-02-28' },
    ],
    [
      'keeps the lines of a reason',
      { ...PERSON, kind: 'extraordinary', reason: ' Umzug\r\n\r\n\r\n\r\nins Ausland ' },
      { ...ordinary, kind: 'extraordinary', reason: 'Umzug\n\nins Ausland' },
    ],
    ['drops a reason that is not required', { ...PERSON, kind: 'ordinary', reason: 'egal' }, ordinary],
    [
      'cleans what cannot be seen',
      { ...PERSON, name: 'Eva\u202e\r\n Bcc:  Süß' },
      { ...ordinary, name: 'Eva Bcc: Süß' },
    ],
  ])('%s', (_name, input, declaration) => {
    expect(checkCancellation(input, NOW)).toEqual({ kind: 'complete', declaration })
  })

  it.each<[string, DeclarationInput, object]>([
    ['nothing at all', {}, { name: 'REQUIRED', email: 'REQUIRED', contract: 'REQUIRED' }],
    [
      'blanks',
      { name: ' ', email: ' ', contract: '\n' },
      { name: 'REQUIRED', email: 'REQUIRED', contract: 'REQUIRED' },
    ],
    ['no address', { ...PERSON, email: 'eva' }, { email: 'INVALID_EMAIL' }],
    ['two addresses', { ...PERSON, email: 'eva@example.org, x@example.org' }, { email: 'INVALID_EMAIL' }],
    ['an endless name', { ...PERSON, name: 'x'.repeat(201) }, { name: 'TOO_LONG' }],
    ['no reason for an extraordinary one', { ...PERSON, kind: 'extraordinary' }, { reason: 'REQUIRED' }],
    ['an endless reason', { ...PERSON, kind: 'extraordinary', reason: 'x'.repeat(3001) }, { reason: 'TOO_LONG' }],
    ['another kind', { ...PERSON, kind: 'sofort' }, { kind: 'NOT_ALLOWED' }],
    ['another end', { ...PERSON, end: 'never' }, { end: 'NOT_ALLOWED' }],
    ['a date that was not filled in', { ...PERSON, end: 'date' }, { endDate: 'REQUIRED' }],
    ['a date of yesterday', { ...PERSON, end: 'date', endDate: '2026-11-20' }, { endDate: 'PAST_DATE' }],
    ['a day the calendar has not', { ...PERSON, end: 'date', endDate: '2027-02-29' }, { endDate: 'INVALID_DATE' }],
    ['a German date', { ...PERSON, end: 'date', endDate: '31.12.2026' }, { endDate: 'INVALID_DATE' }],
    ['the far future', { ...PERSON, end: 'date', endDate: '9999-12-31' }, { endDate: 'INVALID_DATE' }],
  ])('is incomplete with %s', (_name, input, faults) => {
    expect(checkCancellation(input, NOW)).toEqual({ kind: 'incomplete', faults })
  })

  it('counts days in the time of Berlin', () => {
    const late = new Date('2026-11-21T23:30:00Z')
    expect(checkCancellation({ ...PERSON, end: 'date', endDate: '2026-11-21' }, late)).toEqual({
      kind: 'incomplete',
      faults: { endDate: 'PAST_DATE' },
    })
  })
})

describe('a withdrawal', () => {
  it('requires only name, address and contract', () => {
    expect(checkWithdrawal({ ...PERSON, kind: 'extraordinary', reason: 'x' })).toEqual({
      kind: 'complete',
      declaration: PERSON,
    })
    expect(checkWithdrawal({ email: 'eva@' })).toEqual({
      kind: 'incomplete',
      faults: { name: 'REQUIRED', email: 'INVALID_EMAIL', contract: 'REQUIRED' },
    })
  })
})

it('the receipt lists everything that was declared, with date and time in Berlin', () => {
  const declaration: CancellationDeclaration = {
    ...PERSON,
    kind: 'extraordinary',
    reason: 'Umzug',
    endDate: '2026-12-31',
  }
  expect(
    Object.fromEntries(
      listReceiptFacts({ right: 'cancellation', number: 'K-1', receivedAt: NOW, declaration }).map(
        ({ label, value }) => [label, value],
      ),
    ),
  ).toEqual({
    Vorgangsnummer: 'K-1',
    'Eingegangen am': '21. November 2026, 23:30 Uhr',
    'Ihre Erklärung': 'außerordentliche Kündigung aus wichtigem Grund',
    Name: 'Eva Süß',
    'E-Mail-Adresse': 'eva@example.org',
    'Kundennummer oder Vertrag': 'Kundennummer 4711',
    'Vertrag soll enden': 'am 31.12.2026',
    Grund: 'Umzug',
  })
  const facts = listReceiptFacts({ right: 'withdrawal', number: 'W-1', receivedAt: NOW, declaration: PERSON })
  expect(facts.map(({ value }) => value)).toEqual([
    'W-1',
    '21. November 2026, 23:30 Uhr',
    'Widerruf des Vertrags',
    'Eva Süß',
    'eva@example.org',
    'Kundennummer 4711',
  ])
})

describe('a declaration identifies a contract', () => {
  const contract = { orderNumbers: ['A-2026-7Q4F-MX2D'], customerId: '412345678' }
  it.each<[string, boolean]>([
    ['A-2026-7Q4F-MX2D', true],
    ['mein Abo, Bestellnummer a 2026 7q4f mx2d', true],
    ['A\u20112026\u20117Q4F\u2011MX2D', true],
    ['Kundennr. 412 345 678', true],
    ['A-2026-7Q4F-MX2', false],
    ['Plus Monat', false],
    ['', false],
  ])('%s: %s', (declared, expected) => {
    expect(namesContract(declared, contract)).toBe(expected)
  })
})
