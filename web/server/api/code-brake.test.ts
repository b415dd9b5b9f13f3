import { expect, it } from 'vitest'
import { createCodeBrake } from './code-brake.ts'
import { refusal, reply } from './portal-api.ts'

function setUp() {
  const clock = { ms: 0 }
  const pauses: number[] = []
  const brake = createCodeBrake(
    () => clock.ms,
    async (milliseconds) => void pauses.push(Math.round(milliseconds)),
  )
  const guess = (code: string) =>
    brake(
      code,
      async () => (code === 'RIGHT' ? reply('ok') : refusal(422, 'INVALID_FIELDS', 'no')),
      (answer) => answer.kind === 'refusal',
    )
  return { clock, pauses, guess }
}

it('slows answers about codes for all clients after many wrong codes, and recovers', async () => {
  const { clock, pauses, guess } = setUp()
  for (let count = 0; count < 60; count++) await guess(`WRONG-${count}`)
  expect(pauses).toEqual([])
  for (let count = 0; count < 20; count++) await guess('WRONG')
  expect(pauses.at(-1)).toBe(950)
  await guess('RIGHT')
  expect(pauses.at(-1)).toBe(1000)
  for (let count = 0; count < 500; count++) await guess('WRONG')
  expect(pauses.at(-1)).toBe(5000)
  clock.ms += 3_600_000
  pauses.length = 0
  await guess('RIGHT')
  expect(pauses).toEqual([])
})

it('lets orders without a code pass at once, and at most a hundred requests wait', async () => {
  const { guess, pauses } = setUp()
  for (let count = 0; count < 80; count++) await guess('WRONG')
  pauses.length = 0
  await guess('')
  expect(pauses).toEqual([])
  const blocked = createCodeBrake(
    () => 0,
    () => new Promise(() => {}),
  )
  const fail = async () => refusal(422, 'INVALID_FIELDS', 'no')
  for (let count = 0; count < 61; count++) await blocked('WRONG', fail, () => true)
  for (let count = 0; count < 100; count++) void blocked('WRONG', fail, () => true)
  expect(await blocked('WRONG', fail, () => true)).toMatchObject({ status: 429, retryAfter: '60' })
})
