import { SEED } from '@lokalteil/services/content/test-content'
import { toDemoEmail } from '@lokalteil/services/sso/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './test-portal.ts'
import { outcomeOf, TestReader } from './test-reader.ts'

describe.each(['1', 'public'])('the demo as DEMO=%s', (demo) => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({
      seed: SEED,
      env: { DEMO: demo, ...(demo === 'public' ? { HOST: '0.0.0.0' } : {}) },
    })
  })
  afterAll(() => portal.close())

  it('lets readers in with the known password on this machine alone', async () => {
    const outcomes = new Set<string>()
    for (const name of ['plus', 'wallet', 'unverified'])
      outcomes.add(await outcomeOf(new TestReader(portal, 'ak').login(toDemoEmail(name))))
    expect([...outcomes]).toEqual([demo === '1' ? '200' : '401 WRONG_CREDENTIALS'])
  })

  it('shows its mailbox on this machine alone', async () => {
    for (const path of ['/__services/mail', '/__services/mail/', '/__services/mail/mails.json'])
      expect([path, (await portal.get(path)).status]).toEqual([path, demo === '1' ? 200 : 404])
  })
})
