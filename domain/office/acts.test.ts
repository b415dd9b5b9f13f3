import { describe, expect, it } from 'vitest'
import {
  ACTS,
  GRAVE_MINUTES,
  mayGrant,
  mayTouch,
  mayTouchFront,
  mayWithdraw,
  OFFICE_ROLES,
  refusalOf,
  type Act,
  type ActName,
  type Grant,
  type OfficeRole,
} from './acts.ts'

const grant = (role: OfficeRole, more: Partial<Grant> = {}): Grant => ({
  publication: '*',
  role,
  mayPublish: false,
  sections: [],
  ...more,
})
const NAMES = Object.keys(ACTS) as ActName[]
const NOW = { publication: 'ak', minutesSinceProof: 0 }

describe('permissions of roles', () => {
  it.each(OFFICE_ROLES)('%s may do exactly what the table gives the role', (role) => {
    for (const name of NAMES) {
      const { by, publishes }: Act = ACTS[name]
      const isAllowed = typeof by === 'string' || (by.includes(role) && (publishes !== true || role === 'chief'))
      expect([name, refusalOf(name, { ...NOW, grants: [grant(role)] })]).toEqual([
        name,
        isAllowed ? null : 'NOT_ALLOWED',
      ])
    }
  })

  it('without a session only sign-in, invitations and links for outsiders are open', () => {
    const open = NAMES.filter((name) => refusalOf(name, { ...NOW, grants: null }) === null)
    expect(open).toEqual([
      'signIn',
      'confirmCode',
      'startPasskey',
      'signInByPasskey',
      'getWays',
      'startProvider',
      'finishProvider',
      'getInvitation',
      'acceptInvitation',
      'openPreviewLink',
    ])
  })

  it('an editor publishes with the right to, a chief always', () => {
    expect(refusalOf('publish', { ...NOW, grants: [grant('editor')] })).toBe('NOT_ALLOWED')
    expect(refusalOf('publish', { ...NOW, grants: [grant('editor', { mayPublish: true })] })).toBeNull()
    expect(refusalOf('publish', { ...NOW, grants: [grant('chief')] })).toBeNull()
  })

  it('a grant counts in its publication alone', () => {
    const grants = [grant('chief', { publication: 'ak' })]
    expect(refusalOf('saveDraft', { ...NOW, grants })).toBeNull()
    expect(refusalOf('saveDraft', { ...NOW, publication: 'fb', grants })).toBe('NOT_ALLOWED')
  })

  it('a grave act needs a confirmation of the last ten minutes', () => {
    const grants = [grant('publisher')]
    expect(refusalOf('invite', { ...NOW, grants, minutesSinceProof: GRAVE_MINUTES })).toBeNull()
    expect(refusalOf('invite', { ...NOW, grants, minutesSinceProof: GRAVE_MINUTES + 0.1 })).toBe('CONFIRM_AGAIN')
    expect(refusalOf('listStaff', { ...NOW, grants, minutesSinceProof: 600 })).toBeNull()
  })

  it('without a second factor only the own account is open', () => {
    for (const name of NAMES) {
      const refused = refusalOf(name, { ...NOW, grants: [grant('chief'), grant('publisher')], lacksSecondFactor: true })
      expect([name, refused]).toEqual([name, typeof ACTS[name].by === 'string' ? null : 'SECOND_FACTOR_MISSING'])
    }
  })
})

describe('sections, grants, withdrawals', () => {
  it.each([
    ['', true, false],
    ['sport', true, true],
    ['sport/fussball', true, true],
    ['lokales', true, false],
  ])('the front "%s" is of editors of all sections, or of its own', (path, ofAll, ofSport) => {
    const editor = grant('editor', { mayPublish: true })
    expect([
      mayTouchFront('publishFront', [editor], 'ak', path),
      mayTouchFront('publishFront', [{ ...editor, sections: ['sport'] }], 'ak', path),
      mayTouchFront('publishFront', [{ ...editor, mayPublish: false }], 'ak', path),
      mayTouchFront('publishFront', [{ ...editor, publication: 'fb' }], 'ak', path),
    ]).toEqual([ofAll, ofSport, false, false])
  })

  it.each([
    ['/sport', true],
    ['/sport/fussball', true],
    ['/sportlich', false],
    ['/kultur', false],
    ['', true],
  ])('an editor of /sport touches %s: %s', (section, may) => {
    expect(mayTouch('saveDraft', [grant('editor', { sections: ['/sport'] })], 'ak', section)).toBe(may)
  })

  it('an editor of all sections touches every section', () =>
    expect(mayTouch('saveDraft', [grant('editor')], 'ak', '/kultur')).toBe(true))

  it.each<[Grant[], string[], boolean]>([
    [[grant('publisher')], ['*', 'ak'], true],
    [[grant('publisher', { publication: 'ak' })], ['ak'], true],
    [[grant('publisher', { publication: 'ak' })], ['ak', 'fb'], false],
    [[grant('publisher', { publication: 'ak' })], ['*'], false],
    [[grant('chief')], ['ak'], false],
    [[grant('operator')], [], true],
  ])('grants are given and taken only where the person is head', (own, wanted, may) =>
    expect(
      mayGrant(
        own,
        wanted.map((publication) => ({ publication })),
      ),
    ).toBe(may),
  )

  it.each([
    ['chief', false, 1000, true],
    ['editor', true, 60, true],
    ['editor', true, 61, false],
    ['editor', false, 1, false],
  ] as const)('a %s takes down an article (own: %s, online for %i minutes): %s', (role, isOwn, minutesOnline, may) =>
    expect(mayWithdraw([grant(role, { mayPublish: true })], 'ak', { isOwn, minutesOnline })).toBe(may),
  )
})
