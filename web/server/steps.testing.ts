/** The portal's counts of steps to an order and to an account, for a publication that the test has for itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Summary } from '@lokalteil/contracts/figures'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { expect } from 'vitest'
import type { TestPortal } from './portal.testing.ts'

const DAY_MS = 86_400_000

async function readSteps(portal: TestPortal, publication: PublicationCode): Promise<Summary['steps']> {
  const key = readFileSync(join(portal.dataDir, 'keys', 'figures.key'), 'utf8').trim()
  const [from, to] = [-DAY_MS, DAY_MS].map((by) => new Date(portal.clock.now.getTime() + by).toISOString().slice(0, 10))
  const answer = await portal.get(`/__services/figures/${publication}/internal/summary?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as Summary).steps
}

/** Sums are written every two seconds. */
export async function expectSteps(
  portal: TestPortal,
  publication: PublicationCode,
  steps: Partial<Summary['steps']>,
): Promise<void> {
  await expect
    .poll(
      async () =>
        Object.fromEntries(Object.entries(await readSteps(portal, publication)).filter(([, count]) => count > 0)),
      {
        timeout: 10_000,
        interval: 100,
      },
    )
    .toEqual(steps)
}
