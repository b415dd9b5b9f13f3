import { expect, it } from 'vitest'
import { getSession } from './session.ts'
import { parseTabMessage, toTabMessage, type TabMessage } from './user-state.ts'

const EMPTY: TabMessage = {
  loginStatus: false,
  isNewVerifiedRegistration: false,
  missedConsentFormFields: [],
  onboardingCompleted: null,
  gdprConsent: null,
  stateKey: null,
  bookmarkCount: null,
  hasBookmarks: null,
  hasTagBookmarks: null,
}

it('R3.2-02 R3.2-04 R3.2-05 R3.2-06 R3.2-07 R3.2-09 R3.2-10 holds the state that tabs share, with its defaults', () => {
  expect(toTabMessage(getSession())).toEqual(EMPTY)
})

it('R3.2-08 S3.2-01 shares no login in progress, no user and no token', () => {
  const state = { ...getSession(), isLoginProgress: true, user: { email: 'r@example.org' }, status: 'reader' as const }
  expect(toTabMessage(state as never)).toEqual({ ...EMPTY, loginStatus: true })
})

it.each<[string, unknown, TabMessage | null]>([
  ['a message', { ...EMPTY, loginStatus: true, bookmarkCount: 2 }, { ...EMPTY, loginStatus: true, bookmarkCount: 2 }],
  [
    'out of storage',
    JSON.stringify({ loginStatus: true, stateKey: '0123456789abcdef' }),
    { ...EMPTY, loginStatus: true, stateKey: '0123456789abcdef' },
  ],
  [
    'values of the wrong form',
    {
      loginStatus: false,
      bookmarkCount: -1,
      hasBookmarks: 'yes',
      stateKey: '../x',
      missedConsentFormFields: [1, 'terms'],
      onboardingCompleted: 1,
    },
    { ...EMPTY, missedConsentFormFields: ['terms'] },
  ],
  ['more than belongs there', { loginStatus: true, idToken: 'eyJ', status: 'reader' }, { ...EMPTY, loginStatus: true }],
  ['a claim without the one thing that counts', { bookmarkCount: 3 }, null],
  ['another word for it', { loginStatus: 'true' }, null],
  ['nothing', null, null],
  ['no JSON', '{', null],
])('S3.2-01 reads a message of another tab: %s', (_case, raw, expected) => {
  expect(parseTabMessage(raw)).toEqual(expected)
})
