import { describe, expect, it } from 'vitest'
import {
  ACCOUNT_ERROR_KEYS,
  ERROR_COUNTDOWN,
  advanceConnection,
  toAccountErrorKey,
  toErrorMessage,
  toErrorSearchPath,
  toErrorStatus,
  toErrorTarget,
  toInitialConnection,
} from './error-page.ts'
import type { ErrorConnection } from './error-page.ts'
import { SIMILAR_ARTICLES, findSimilar, toSimilarTerms } from '../reading/similar-articles.ts'

const origin = 'https://www.auenkurier.example'

it.each([
  [{ statusCode: 404 }, '404'],
  [{ statusCode: '404' }, '404'],
  [{ statusCode: 500 }, '500'],
  [{}, '520'],
  [{ statusCode: 0 }, '520'],
  [{ statusCode: '<b>' }, '520'],
])('R2.11-01 R2.11-02 R2.11-03 R8-42 shows for %o the status %s', (error, status) => {
  expect(toErrorStatus(error)).toBe(status)
})

it('R2.11-04 R8-42 shows the status message, else the error without anything internal', () => {
  expect(toErrorMessage({ statusMessage: 'Weg', message: 'x' })).toBe('Weg')
  const error = Object.assign(new Error('kaputt'), { statusCode: 502, url: '/x', stack: '/app/secret.ts', token: 't' })
  expect(toErrorMessage(error)).toBe('{"name":"Error","message":"kaputt","statusCode":502}')
  expect(toErrorMessage({ statusMessage: 'select * from readers', message: 'x' }, true)).toBe('Interner Fehler')
})

it.each([
  ['R2.11-13', { url: '/sport', message: 'Page not found: /autoren' }, '/sport'],
  ['R2.11-13', { url: `${origin}/suche?q=x` }, '/suche?q=x'],
  ['R2.11-14', { message: 'Page not found: /sport' }, '/sport'],
  ['R2.11-14', { statusMessage: 'Diese Seite wurde nicht gefunden:/sport' }, '/sport'],
  ['R2.11-15', {}, '/'],
  ['R2.11-15', { message: 'Fehler: kein Pfad' }, '/'],
  ['S2.11-04', { url: '//evil.example' }, '/'],
  ['S2.11-04', { url: 'https://evil.example/sport' }, '/'],
  ['S2.11-04', { url: 'javascript:alert(1)', message: 'x: /\\evil.example' }, '/'],
  ['S2.11-04', { message: 'x: //evil.example' }, '/'],
  ['S2.11-04', { url: '/api/logout' }, '/'],
])('%s leads from %o to %s', (_ids, error, target) => {
  expect(toErrorTarget(error, origin)).toBe(target)
})

it.each([
  [' a&b ', '/suche?q=a%26b'],
  ['Müll', '/suche?q=M%C3%BCll'],
  ['   ', null],
  ['', null],
])('R2.11-06 R2.11-07 R5-20 searches for %j at %s', (input, path) => {
  expect(toErrorSearchPath(input)).toBe(path)
})

describe('connection', () => {
  const play = (isOnline: boolean, events: ('online' | 'offline' | 'tick')[]) =>
    events.reduce<ErrorConnection>(advanceConnection, toInitialConnection(isOnline))

  it.each<[string, boolean, ('online' | 'offline' | 'tick')[], ErrorConnection]>([
    ['S2.11-05', true, ['tick', 'tick', 'online'], { kind: 'steady' }],
    ['R2.11-10', true, ['offline'], { kind: 'offline' }],
    ['R2.11-10', false, ['tick'], { kind: 'offline' }],
    ['R2.11-11 R4.12-03', true, ['offline', 'online'], { kind: 'counting', seconds: 5 }],
    ['R2.11-11', false, ['online', 'tick', 'tick'], { kind: 'counting', seconds: 3 }],
    ['R2.11-11', false, ['online', 'tick', 'online'], { kind: 'counting', seconds: 4 }],
    ['R2.11-12 R9-64', false, ['online', 'tick', 'tick', 'tick', 'tick'], { kind: 'counting', seconds: 1 }],
    ['R2.11-12 R9-64', false, ['online', 'tick', 'tick', 'tick', 'tick', 'tick'], { kind: 'redirect' }],
    ['R4.12-04', false, ['online', 'tick', 'offline', 'tick'], { kind: 'offline' }],
    ['R4.12-04', false, ['online', 'tick', 'offline', 'online'], { kind: 'counting', seconds: 5 }],
  ])('%s is, online %s, after %o: %o', (_ids, isOnline, events, state) => {
    expect(play(isOnline, events)).toEqual(state)
  })

  it('R9-64 counts 5000 ms in steps of 1000 ms', () => {
    expect(ERROR_COUNTDOWN).toEqual({ totalMs: 5000, tickMs: 1000 })
  })
})

it('R2.2-21 S2.2-07 knows nine account errors, every other key shows the general one', () => {
  expect(ACCOUNT_ERROR_KEYS.map(toAccountErrorKey)).toEqual([...ACCOUNT_ERROR_KEYS])
  expect(ACCOUNT_ERROR_KEYS).toHaveLength(9)
  expect(['404', '__proto__', 'toString', '<b>', ''].map(toAccountErrorKey)).toEqual(Array(5).fill('general'))
})

describe('similar articles', () => {
  it.each([
    ['R5-22', '/abcdef', []],
    ['R5-22', '/abcdefg', ['abcdefg']],
    ['S5-04', 'https://www.auenkurier.example/ab', []],
    ['S5-04', '/ab?x=1234', ['ab']],
    ['R5-23', '/a/b/rathaus-brand', ['rathaus', 'brand']],
    ['R5-23', '/a/b/rathaus-brand/', ['rathaus', 'brand']],
    ['R5-24', '/aa-bb_cc%20dd', ['aa', 'bb', 'cc', 'dd']],
    ['R5-25', '/der-die-das-dass-ein-eine-und-im-in-auf-f%C3%BCr-wegen', []],
    ['R5-25', '/Der-FU%CC%88R-Rathaus', ['Rathaus']],
    ['R5-26', '/brand-12345', ['brand']],
    ['R5-27', '/eins-der-zwei-3-drei-vier-fuenf-sechs', ['eins', 'zwei', 'drei', 'vier']],
    ['S5-04', '/rathaus-brand.html', ['rathaus', 'brand']],
    ['S5-04', '/rathaus-%E4-brand', ['rathaus', '%E4', 'brand']],
    ['R5-23', '/?suche=lang', []],
  ])('%s takes from %s the terms %o', (_ids, url, terms) => {
    expect(toSimilarTerms(url)).toEqual(terms)
  })

  const ask = async (url: string, isOnline: boolean, found: Record<string, string[]>) => {
    const calls: string[] = []
    const result = await findSimilar(url, isOnline, (terms) => {
      calls.push(terms)
      return Promise.resolve(found[terms] ?? [])
    })
    return { calls, result }
  }

  it('R5-28 R5-29 R5-30 asks with fewer terms until something is found', async () => {
    expect(await ask('/aa-bb-cc-dd-ee', true, { 'aa;bb': ['Treffer'] })).toEqual({
      calls: ['aa;bb;cc;dd', 'aa;bb;cc', 'aa;bb'],
      result: ['Treffer'],
    })
  })

  it('R5-30 gives up when no term is left, and asks nothing without one', async () => {
    expect(await ask('/aaa-bbb-ccc', true, {})).toEqual({ calls: ['aaa;bbb;ccc', 'aaa;bbb', 'aaa'], result: [] })
    expect(await ask('/12345678', true, {})).toEqual({ calls: [], result: [] })
  })

  it('R5-21 searches nothing while offline', async () => {
    expect(await ask('/rathaus-brand', false, { 'rathaus;brand': ['Treffer'] })).toEqual({ calls: [], result: [] })
  })

  it('R9-65 asks for three, from the first', () => {
    expect(SIMILAR_ARTICLES).toEqual({ limit: 3, offset: 0, maxTerms: 4, minUrlLength: 8 })
  })
})
