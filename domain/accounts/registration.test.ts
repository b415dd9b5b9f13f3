import { describe, expect, it } from 'vitest'
import {
  checkConsents,
  checkName,
  checkNewPassword,
  checkPassword,
  checkRegistration,
  isEmail,
  listMissingConsents,
  toEmailKey,
} from './registration.ts'

const GOOD = {
  salutation: 'Frau',
  firstName: 'Änne',
  lastName: "O'Brien-Groß",
  email: 'aenne@example.org',
  password: 'Ein-langer-Satz-7',
  consents: { terms: true },
}

describe('registration', () => {
  it.each([
    ['everything in order', {}, {}],
    ['no salutation', { salutation: '' }, {}],
    ['an unknown salutation', { salutation: 'Mr' }, { salutation: 'NOT_ALLOWED' }],
    ['no names', { firstName: ' ', lastName: '' }, { firstName: 'REQUIRED', lastName: 'REQUIRED' }],
    ['a broken address', { email: 'aenne' }, { email: 'INVALID_EMAIL' }],
    ['a short password', { password: 'neunZeich' }, { password: 'PASSWORD_TOO_SHORT' }],
    ['the terms refused', { consents: { terms: false } }, { terms: 'REQUIRED' }],
    ['advertising alone', { consents: { advertising: true } }, { terms: 'REQUIRED' }],
  ])('S2.2-16 answers %s', (_name, change, expected) => {
    expect(checkRegistration({ ...GOOD, ...change })).toEqual(expected)
  })

  it.each([
    ['Jörg', null],
    ['Jean-Luc', null],
    ['Anna Maria', null],
    ['J. R.', null],
    ['李', null],
    ['Klein, Dr.', null],
    ['Kurz (geb. Lang)', null],
    ['Groß/Klein', null],
    ['Eva & Jan Größe', null],
    ['O`Hara', null],
    ['x'.repeat(81), 'TOO_LONG'],
    ['Eva\r\nBcc: a@b.de', 'NOT_ALLOWED'],
    ['<b>Eva', 'NOT_ALLOWED'],
    ['Gewinn auf evil.example', 'NOT_ALLOWED'],
    ['http://x', 'NOT_ALLOWED'],
    ['www.evil.example/klick', 'NOT_ALLOWED'],
    ['Eva "Gewinn" Groß', 'NOT_ALLOWED'],
    ['Eva; Groß', 'NOT_ALLOWED'],
    ['=cmd', 'NOT_ALLOWED'],
  ])('checks the name %j', (name, expected) => {
    expect(checkName(name)).toBe(expected)
  })

  it.each([
    ['a@b.de', true],
    ['first.last+tag@sub.example.org', true],
    ['leser@müller.example', true],
    ['  trimmed@example.org ', true],
    ['a@b', false],
    ['a@@b.de', false],
    ['a b@c.de', false],
    ['.a@b.de', false],
    ['a..b@c.de', false],
    ['"quoted"@b.de', false],
    ['a@b.de\r\nBcc: c@d.de', false],
    ['a@b.de,c@d.de', false],
    ['a@[127.0.0.1]', false],
    ['a@-b.de', false],
    [`${'a'.repeat(65)}@b.de`, false],
    [`a@${'b'.repeat(250)}.de`, false],
    ['', false],
  ])('knows whether %j is a mail address', (value, expected) => {
    expect(isEmail(value)).toBe(expected)
  })

  it('answers long hostile addresses at once', () => {
    const started = performance.now()
    for (const text of [`${'a.'.repeat(100_000)}@`, `a@${'b-'.repeat(100_000)}`, '@'.repeat(200_000)])
      expect(isEmail(text)).toBe(false)
    for (const text of ['a'.repeat(200_000), ' '.repeat(200_000), 'a '.repeat(100_000)]) checkName(text)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('treats two spellings of an address as one', () => {
    expect(toEmailKey(' Aenne@Example.ORG ')).toBe('aenne@example.org')
  })

  it.each([
    ['zehnZeiche', null],
    ['neunZeich', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Aenne@Example.org', 'PASSWORD_IS_EMAIL'],
    // Ten code points after Unicode composition, eleven before.
    ['u\u0308bungszei', 'PASSWORD_TOO_SHORT'],
    ['passwort12', 'PASSWORD_COMMON'],
  ])('S2.2-16 checks the password %j', (password, expected) => {
    expect(checkPassword(password, { email: 'aenne@example.org' }, (text) => text === 'passwort12')).toBe(expected)
  })

  it('S2.2-16 requires the repeated password to be the same', () => {
    expect(
      checkNewPassword({ password: 'Ein-langer-Satz-7', passwordConfirmation: 'Ein-langer-Satz-8' }, { email: '' }),
    ).toEqual({
      passwordConfirmation: 'PASSWORDS_DIFFER',
    })
    expect(
      checkNewPassword({ password: 'Ein-langer-Satz-7', passwordConfirmation: 'Ein-langer-Satz-7' }, { email: '' }),
    ).toEqual({})
  })

  it.each([
    [[], ['terms', 'advertising']],
    [[{ name: 'terms', version: '2026-01', isGiven: true }], ['advertising']],
    [
      [
        { name: 'terms', version: '2026-01', isGiven: true },
        { name: 'advertising', version: '2026-01', isGiven: false },
      ],
      [],
    ],
    [
      [
        { name: 'terms', version: '2026-01', isGiven: false },
        { name: 'advertising', version: '2026-01', isGiven: true },
      ],
      ['terms'],
    ],
    [
      [
        { name: 'terms', version: '2019-01', isGiven: true },
        { name: 'advertising', version: '2026-01', isGiven: true },
      ],
      ['terms'],
    ],
  ])('S2.2-13 lists the consents still to be answered after %j', (answers, expected) => {
    expect(listMissingConsents(answers)).toEqual(expected)
  })

  it('does not accept a text as a consent', () => {
    expect(checkConsents({ terms: 'true' as never })).toEqual({ terms: 'REQUIRED' })
  })
})
