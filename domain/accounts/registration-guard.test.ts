import { describe, expect, it } from 'vitest'
import { decideRegistrationGuard, type RegistrationGuard, type RegistrationState } from './registration-guard.ts'
import type { RouteName } from '../routing/routes.ts'

const LOGIN = '__mein-portal/dialog-flow/login'
const REGISTRATION = '__mein-portal/dialog-flow/registration'
const COMPLETION = '__mein-portal/dialog-flow/complete-registration'
const ANONYMOUS: RegistrationState = { kind: 'anonymous' }
const INCOMPLETE: RegistrationState = { kind: 'reader', missingFields: ['terms'] }
const COMPLETE: RegistrationState = { kind: 'reader', missingFields: [] }

describe('guard verify-registration', () => {
  it.each<[RouteName, string, RegistrationState, RegistrationGuard]>([
    [LOGIN, 'anonymous', ANONYMOUS, { kind: 'pass' }],
    [REGISTRATION, 'anonymous', ANONYMOUS, { kind: 'pass' }],
    [COMPLETION, 'anonymous', ANONYMOUS, { kind: 'redirect', to: LOGIN }],
    [LOGIN, 'with consents missing', INCOMPLETE, { kind: 'redirect', to: COMPLETION }],
    [REGISTRATION, 'with consents missing', INCOMPLETE, { kind: 'redirect', to: COMPLETION }],
    [COMPLETION, 'with consents missing', INCOMPLETE, { kind: 'pass' }],
    [LOGIN, 'complete', COMPLETE, { kind: 'close' }],
    [REGISTRATION, 'complete', COMPLETE, { kind: 'close' }],
    [COMPLETION, 'complete', COMPLETE, { kind: 'close' }],
  ])('R5-04 answers %s, %s', (name, _reader, state, expected) => {
    expect(decideRegistrationGuard(name, state)).toEqual(expected)
  })
})
