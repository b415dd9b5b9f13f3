import { describe, expect, it, vi } from 'vitest'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { DialogMessage } from '../../browser/navigation/dialog-messages.ts'
import {
  finishCompletion,
  finishLogin,
  hasIdToken,
  isFramed,
  readAccountEmail,
  verifyFrame,
  type Ways,
} from './frame.ts'

const ORIGIN = 'https://ak.example'

function openWindow(parent: 'none' | 'own' | 'other' | 'foreign', search = '') {
  const replace = vi.fn()
  const own = {
    self: {},
    top: {} as unknown,
    parent: { location: { origin: ORIGIN } },
    location: { origin: ORIGIN, search, replace },
  }
  if (parent === 'none') own.top = own.self
  if (parent === 'other') own.parent.location.origin = 'https://fb.example'
  if (parent === 'foreign')
    Object.defineProperty(own.parent, 'location', {
      get: () => {
        throw new DOMException('Blocked a frame', 'SecurityError')
      },
    })
  return { own, replace }
}

describe('guard verify-iframe in the browser', () => {
  it.each([
    ['none', false],
    ['own', true],
    ['other', false],
    ['foreign', false],
  ] as const)('R5-03 treats a parent that is %s as framed: %s', (parent, expected) => {
    expect(isFramed(openWindow(parent).own)).toBe(expected)
  })

  it.each<[string, string]>([
    ['login', '/?userState=login#login'],
    ['registration', '/?userState=login#register'],
    ['complete-registration', '/?userState=login#register'],
    ['forgot-password', '/?userState=login#forgot-password'],
    ['change-password', '/?userState=login#change-password'],
  ])('R5-03 R2.2-02 leads from %s outside a frame to its dialog, with its query', (page, to) => {
    const name = `__mein-portal/dialog-flow/${page}` as RouteName
    const alone = openWindow('none', '?userState=login')
    expect(verifyFrame(name, alone.own)).toBe(false)
    expect(alone.replace.mock.calls).toEqual([[to]])
    const framed = openWindow('own')
    expect(verifyFrame(name, framed.own)).toBe(true)
    expect(framed.replace).not.toHaveBeenCalled()
  })
})

function openWays(hasStorage = true) {
  const kept = new Map<string, string>()
  const told: DialogMessage[] = []
  const went: string[] = []
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const ways: Ways = {
    tell: (message) => told.push(message),
    goTo: (path) => went.push(path),
    storage: hasStorage ? storage : null,
  }
  return { ways, told, went }
}

describe('after a login in the frame', () => {
  it('tells the page around it', () => {
    const { ways, told, went } = openWays()
    finishLogin({ userState: 'registration', missingFields: [] }, ways)
    expect([told, went]).toEqual([[{ type: 'logged-in', userState: 'registration' }], []])
  })

  it('S2.2-13 first opens the missing consents, and reports the login after them', () => {
    const { ways, told, went } = openWays()
    finishLogin({ userState: 'registration_verified', missingFields: ['terms'] }, ways)
    expect([told, went]).toEqual([[], ['/__mein-portal/dialog-flow/complete-registration']])
    finishCompletion(ways)
    expect(told).toEqual([{ type: 'logged-in', userState: 'registration_verified' }, { type: 'dialog-close' }])
    finishCompletion(ways)
    expect(told.slice(2)).toEqual([{ type: 'logged-in', userState: 'login' }, { type: 'dialog-close' }])
  })

  it('works without storage', () => {
    const { ways, told, went } = openWays(false)
    finishLogin({ userState: 'registration', missingFields: ['terms'] }, ways)
    finishCompletion(ways)
    expect([went.length, told[0]]).toEqual([1, { type: 'logged-in', userState: 'login' }])
  })
})

const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

describe('the cookies', () => {
  it.each([
    ['FA_ID_TOKEN=a.b.c', true],
    ['a=1; FA_ID_TOKEN=a', true],
    ['FA_ID_TOKEN=', false],
    ['a=1; FA_ID_TOKEN=; b=2', false],
    ['XFA_ID_TOKEN=a', false],
    ['', false],
  ])('of %j are a token: %s', (cookies, expected) => {
    expect(hasIdToken(cookies)).toBe(expected)
  })

  it.each([
    [`a=1; FA_ID_TOKEN=${tokenOf({ email: 'jürgen@müller.example' })}; b=2`, 'jürgen@müller.example'],
    [`FA_ID_TOKEN=${tokenOf({ email: 7 })}`, ''],
    ['FA_ID_TOKEN=x.!!!.y', ''],
    ['FA_ID_TOKEN=nonsense', ''],
    ['', ''],
  ])('the address in %j is read', (cookies, expected) => {
    expect(readAccountEmail(cookies)).toBe(expected)
  })
})
