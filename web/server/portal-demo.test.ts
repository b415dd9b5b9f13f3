import { SEED } from '@lokalteil/services/content/content.testing'
import { DEMO_PASSWORD, toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDemo } from './composition/demo.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { outcomeOf, TestReader } from './reader.testing.ts'

describe.each(['1', 'public'])('the demo as DEMO=%s', (demo) => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({
      seed: SEED,
      env: { DEMO: demo, ...(demo === 'public' ? { HOST: '0.0.0.0' } : {}) },
    })
  })
  afterAll(() => portal.close())

  it('accepts the known password on this machine only', async () => {
    const outcomes = new Set<string>()
    for (const name of ['plus', 'wallet', 'unverified'])
      outcomes.add(await outcomeOf(new TestReader(portal, 'ak').login(toDemoEmail(name))))
    expect([...outcomes]).toEqual([demo === '1' ? '200' : '401 WRONG_CREDENTIALS'])
  })

  it('shows its mailbox on this machine only', async () => {
    for (const path of ['/__services/mail', '/__services/mail/', '/__services/mail/mails.json'])
      expect([path, (await portal.get(path)).status]).toEqual([path, demo === '1' ? 200 : 404])
  })
})

it.each([
  ['on this machine', false, true, true],
  ['in public', true, true, false],
  ['with accounts elsewhere', false, false, false],
])(
  'the demo %s prints its address, and its logins only if no other machine can reach it',
  (_where, isDemoPublic, hasAccounts, isPrinted) => {
    const lines: string[] = []
    const demo = createDemo({
      rooms: [],
      config: { isDemoPublic },
      log: () => {},
      print: (line) => void lines.push(line),
    })
    demo.announce('http://localhost:3000', hasAccounts)
    expect(lines[0]).toContain('http://fb.localhost:3000')
    const logins = lines.slice(1).join('')
    expect([logins.includes(DEMO_PASSWORD), logins.includes('@')]).toEqual([isPrinted, isPrinted])
  },
)
