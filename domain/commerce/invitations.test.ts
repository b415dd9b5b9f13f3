import { describe, expect, it } from 'vitest'
import { checkInvitations, toInvitationPath, toInvitationToken, toInviterName } from './invitations.ts'

describe('invitations', () => {
  it.each<[string, string[], string]>([
    ['one friend', ['eva@example.org'], 'eva@example.org'],
    ['a friend twice', ['eva@example.org', ' EVA@example.org ', ''], 'eva@example.org'],
    [
      'five',
      ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org', 'e@example.org'],
      'a@example.org b@example.org c@example.org d@example.org e@example.org',
    ],
    [
      'six',
      ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org', 'e@example.org', 'f@example.org'],
      'TOO_MANY',
    ],
    ['no address', ['', '  '], 'REQUIRED'],
    ['the reader', ['eva@example.org', 'JAN@Example.org'], 'OWN_EMAIL'],
    ['a line break', ['eva@example.org\r\nBcc: all@example.org'], 'INVALID_EMAIL'],
    ['a name before it', ['Eva <eva@example.org>'], 'INVALID_EMAIL'],
    ['two in one', ['eva@example.org,max@example.org'], 'INVALID_EMAIL'],
  ])('S2.3-04 to %s', (_who, typed, expected) => {
    const checked = checkInvitations(typed, 'jan@example.org')
    expect(checked.kind === 'good' ? checked.emails.join(' ') : checked.fault).toBe(expected)
  })

  it.each([
    ['Eva', 'Eva'],
    ['Anne-Marie', 'Anne-Marie'],
    ['Gewinnen Sie jetzt auf spam.example', ''],
    ['Rufen Sie 0190 123 an', ''],
    ['x\r\nBcc: y', ''],
    ['a'.repeat(41), ''],
    ['', ''],
  ])('S2.3-04 the inviter %j is named %j', (firstName, shown) => {
    expect(toInviterName(firstName)).toBe(shown)
  })

  it('recognise the form of an invitation token', () => {
    const token = 'AbCdEf-_12345678'
    expect([toInvitationPath(token), toInvitationToken(token)]).toEqual([
      '/order/abo?einladung=AbCdEf-_12345678',
      token,
    ])
    for (const other of [null, undefined, '', 'short', 'a'.repeat(33), 'AbCdEf-_1234567;', '<script>alert(1)</script>'])
      expect(toInvitationToken(other)).toBeNull()
  })
})
