import { createRequire } from 'node:module'
import { verify } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../../platform/serve.ts'
import { isCommonPassword } from './common-passwords.ts'
import { hashAside } from './hash-aside.ts'
import { createPasswords } from './passwords.ts'

describe('password hashes', () => {
  it('S2.2-16 are argon2id at OWASP’s minimum cost, readable by other programs', async () => {
    const phc = (await createPasswords().hash('Ein-langer-Satz-7')) as string
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await verify(phc, 'Ein-langer-Satz-7')).toBe(true)
  })

  it('are compared with several at once, and with none', async () => {
    const passwords = createPasswords()
    const first = (await passwords.hash('Ein-langer-Satz-7')) as string
    const second = (await passwords.hash('Ein-anderer-Satz-8', first)) as string
    expect(second.split('$')[4]).toBe(first.split('$')[4])
    for (const [password, hashes, expected] of [
      ['Ein-langer-Satz-7', [first, second], 0],
      ['Ein-anderer-Satz-8', [first, second], 1],
      ['Ein-dritter-Satz-9', [first, second], null],
      ['Ein-anderer-Satz-8', [null, second], 1],
      ['Ein-langer-Satz-7', [null, null], null],
      ['', [null], null],
      ['Ein-langer-Satz-7', ['not a hash'], null],
      ['Ein-langer-Satz-7', ['$argon2id$v=19$m=99999999,t=999,p=99$AAAA$AAAA'], null],
    ] as const) {
      expect(await passwords.findMatch(password, hashes)).toBe(expected)
    }
  })

  it('take one core and a bounded queue: more are refused at once', async () => {
    const passwords = createPasswords({ waiting: 5 })
    const started = performance.now()
    let refusedAfter = 0
    const answers = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const answer = await passwords.findMatch('Falsches-Passwort-1', [null])
        if (isRefusal(answer)) refusedAfter = Math.max(refusedAfter, performance.now() - started)
        return answer
      }),
    )
    expect(answers.filter((answer) => answer === null)).toHaveLength(6)
    const refused = answers.filter(isRefusal)
    expect(refused).toHaveLength(34)
    expect(refused[0]).toMatchObject({ status: 503, code: 'BUSY', headers: { 'retry-after': '2' } })
    expect(refusedAfter).toBeLessThan(performance.now() - started)
  })

  it('report a hash that could not be computed, and compute the next', async () => {
    const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }
    await expect(hashAside('x', { ...options, salt: new Uint8Array(1) })).rejects.toThrow(/salt/i)
    expect(await hashAside('x', { ...options, salt: new Uint8Array(16) })).toHaveLength(32)
  })

  it('of devices that logged in before go first', async () => {
    const passwords = createPasswords()
    const done: string[] = []
    const run = (name: string, isKnown: boolean) =>
      passwords.findMatch('x', [null], isKnown).then(() => done.push(name))
    await Promise.all([run('first', false), run('stranger', false), run('another', false), run('known', true)])
    expect(done).toEqual(['first', 'known', 'stranger', 'another'])
  })
})

describe('common passwords', () => {
  it.each([
    'Passwort123!',
    'P4ssw0rt2026',
    '1234567890',
    '0987654321',
    'qwertzuiop',
    'aaaaaaaaaa',
    'ababababab',
    'Sommer2026!!',
    'hallohallo12',
    'abcdefghijkl',
    '12345678901',
    'ichliebedich',
    'Auenkurier1!',
    '2026112100',
    'Lokalteil2026!',
    // Of breaches.
    'q1w2e3r4t5',
    'Manchester',
    'zaq12wsxcde3',
    'Tinkerbell!!',
  ])('include %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })
  it.each([
    'Lokalteil-Demo-1',
    'korrekt-pferd-batterie',
    'Ein-langer-Satz-7',
    'xK9#mQ2$vL',
    'Grüne Gurken am Montag',
    '日本語のパスワード',
    'Straßenbahnfahrer',
    '84#a9!71b$2',
  ])('do not include %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
  it.each([
    ['Sommer-Eva-99', true],
    ['EvaSommer2026', true],
    ['evasommerevasommer', true],
    ['eva.wald.2026', true],
    ['Wald123456', true],
    ['Ev@Wald!2026', true],
    ['Ein-langer-Satz-7', false],
    ['Evas Garten im Wald', false],
  ])('include the own name and address: %s is refused: %s', (password, isRefused) => {
    const owner = { email: 'eva.wald@example.org', firstName: 'Eva', lastName: 'Sommer' }
    expect(isCommonPassword(password, owner)).toBe(isRefused)
    // Somebody else may take it, unless it is a word of the lists.
    if (/wald|eva/i.test(password)) expect(isCommonPassword(password, { email: 'ada@example.org' })).toBe(false)
  })
  it('are 3,000 of breaches that are long enough, once their usual endings are there', () => {
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as {
      dictionary: Record<string, string[]>
    }
    const listed = dictionary['passwords-common']!.slice(0, 3000)
    expect(listed).toHaveLength(3000)
    const asTyped = listed.flatMap((word) =>
      word.length >= 10 ? [word] : word.length >= 4 ? [`${word}1234567890`.slice(0, 14)] : [],
    )
    expect(asTyped.filter((password) => !isCommonPassword(password))).toEqual([])
  })
  it('are checked at once even for long hostile input', () => {
    const started = performance.now()
    for (const letter of ['1', 'a', '-', 'ä', '1a']) isCommonPassword(letter.repeat(400))
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
