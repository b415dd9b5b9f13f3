import { describe, expect, it } from 'vitest'
import { decideHashDialog, toHashDialog, toHashOfDialogFlow } from './hash-dialogs.ts'
import type { HashDialogContext, HashDialogDecision } from './hash-dialogs.ts'
import { decideScroll } from '../display/scroll.ts'
import type { ScrollDecision, ScrollPlace } from '../display/scroll.ts'

const anonymous: HashDialogContext = {
  isLoggedIn: false,
  hasVerifiedEmail: false,
  isOnboardingEnabled: true,
  isOnboardingCompleted: null,
  isNativeApp: false,
}
const unverified: HashDialogContext = { ...anonymous, isLoggedIn: true, isOnboardingCompleted: false }
const reader: HashDialogContext = { ...unverified, hasVerifiedEmail: true }
const remove: HashDialogDecision = { kind: 'remove-hash' }
const nothing: HashDialogDecision = { kind: 'nothing' }

it.each<[string, string, HashDialogContext, HashDialogDecision]>([
  ['R2.4-03', '#login', anonymous, { kind: 'open', dialog: 'login' }],
  ['R2.4-04', '#register', anonymous, { kind: 'open', dialog: 'register' }],
  ['R2.4-05', '#onboarding', reader, { kind: 'open', dialog: 'onboarding' }],
  ['R2.4-06 R2.4-12', '#change-password', anonymous, { kind: 'open', dialog: 'change-password' }],
  ['R2.4-12', '#change-password', reader, { kind: 'open', dialog: 'change-password' }],
  ['R2.4-12', '#change-password', { ...reader, isLoggedIn: null }, { kind: 'open', dialog: 'change-password' }],
  ['R2.4-07', '#verify-email', unverified, { kind: 'open', dialog: 'verify-email' }],
  ['R2.4-08', '#forgot-password', anonymous, { kind: 'open', dialog: 'forgot-password' }],
  ['R2.4-09 R2.4-18', '#login', reader, remove],
  ['R2.4-10 R2.4-19', '#register', reader, remove],
  ['R2.4-11 S2.4-03', '#forgot-password', reader, nothing],
  ['R2.4-13 R2.4-20', '#onboarding', { ...reader, isOnboardingEnabled: false }, remove],
  ['R2.4-14 R2.4-20', '#onboarding', anonymous, remove],
  ['R2.4-15 R2.4-20', '#onboarding', { ...reader, isOnboardingCompleted: true }, remove],
  ['S2.4-05', '#onboarding', { ...reader, isOnboardingCompleted: null }, nothing],
  ['R2.4-16 R2.4-21', '#verify-email', anonymous, remove],
  ['R2.4-17 R2.4-21', '#verify-email', reader, remove],
  ['S2.4-05', '#login', { ...anonymous, isLoggedIn: null }, nothing],
  ['S2.4-06 R1-43', '#login', { ...anonymous, isNativeApp: true }, { kind: 'native-login' }],
  ['S2.4-06', '#register', { ...anonymous, isNativeApp: true }, { kind: 'native-login' }],
  ['R2.4-02', '', anonymous, nothing],
  ['R2.4-01', '#anders', anonymous, nothing],
])('%s decides on %j with %o', (_ids, hash, context, decision) => {
  expect(decideHashDialog(hash, context)).toEqual(decision)
})

it.each([
  ['__mein-portal/dialog-flow/login', '#login'],
  ['__mein-portal/dialog-flow/registration', '#register'],
  ['__mein-portal/dialog-flow/complete-registration', '#register'],
  ['__mein-portal/dialog-flow/forgot-password', '#forgot-password'],
  ['__mein-portal/dialog-flow/change-password', '#change-password'],
  ['home', null],
] as const)('S2.2-01 sends %s, opened outside a frame, to %s', (name, hash) => {
  expect(toHashOfDialogFlow(name)).toBe(hash)
})

it('accepts only known names of dialogs', () => {
  expect([toHashDialog('login'), toHashDialog('#constructor')]).toEqual(['login', null])
})

describe('decideScroll', () => {
  const page = { hasAnchor: (id: string) => id === 'kommentare' || id === 'straße', prefersReducedMotion: false }
  const at = (text: string): ScrollPlace => {
    const { pathname, search, hash } = new URL(text, 'https://site.example')
    return { path: pathname, search, hash }
  }
  const keep: ScrollDecision = { kind: 'keep' }
  const top: ScrollDecision = { kind: 'top' }
  const anchor: ScrollDecision = { kind: 'anchor', id: 'kommentare', behavior: 'smooth' }

  it.each<[string, string, string, ScrollDecision]>([
    ['R2.5-01', '/a#login', '/a', keep],
    ['S2.5-02', '/a', '/a#login', keep],
    ['S2.5-02', '/a#kommentare', '/a', keep],
    ['R2.5-02', '/a', '/b', top],
    ['R2.5-02', '/a#login', '/b', top],
    ['R2.5-02', '/a', '/b#login', top],
    ['S2.5-01', '/a?seite=1', '/a?seite=2', keep],
    ['S2.5-01', '/a?seite=1#kommentare', '/a?seite=2#kommentare', keep],
    ['R2.5-03', '/a', '/a#kommentare', anchor],
    ['R2.5-03', '/a#kommentare', '/a#kommentare', anchor],
    ['S2.5-02', '/a', '/b#kommentare', anchor],
    ['S2.5-02', '/a', '/b#fehlt', top],
    ['S2.5-02', '/a', '/a#fehlt', keep],
    ['R2.5-03', '/a', '/a#stra%C3%9Fe', { kind: 'anchor', id: 'straße', behavior: 'smooth' }],
    ['R2.5-03', '/a', '/a#%E4', keep],
    ['R2.5-03', '/a', '/a#top', top],
  ])('%s scrolls from %s to %s: %o', (_ids, from, to, decision) => {
    expect(decideScroll(at(from), at(to), page)).toEqual(decision)
  })

  it.each<[string, string, ScrollDecision]>([
    ['/a', '/b', { kind: 'restore' }],
    ['/a', '/b#kommentare', { kind: 'restore' }],
    ['/a#login', '/a', keep],
    ['/a?seite=2', '/a', keep],
  ])('S2.5-01 back or forward from %s to %s: %o', (from, to, decision) => {
    expect(decideScroll(at(from), at(to), page, true)).toEqual(decision)
  })

  it('S2.5-02 jumps instead of scrolling smoothly for readers who prefer reduced motion', () => {
    const still = { ...page, prefersReducedMotion: true }
    expect(decideScroll(at('/a'), at('/a#kommentare'), still)).toEqual({ ...anchor, behavior: 'instant' })
  })
})
