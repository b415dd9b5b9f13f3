import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAID_ID, PAID_SECRETS, SEED } from '@lokalteil/services/content/test-content'
import { openTestPortal, type TestPortal } from './test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED })
})
afterAll(() => portal.close())

describe('pages over the wire', () => {
  it('R1-01 declares German', async () => {
    expect(await portal.html('/')).toContain('<html lang="de"')
  })

  it('R1-34 sends no sentence of a paid body', async () => {
    const html = await portal.html(`/${PAID_ID}`)
    expect(html).toContain('class="paywall')
    for (const secret of PAID_SECRETS) expect(html).not.toContain(secret)
  })
})
