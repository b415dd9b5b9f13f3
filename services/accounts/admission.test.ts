import { expect, it } from 'vitest'
import { isRefusal } from '../platform/serve.ts'
import { createAdmission } from './admission.ts'

it('lets a fixed number of logins begin, refuses more before any work, and has places again afterwards', async () => {
  const admit = createAdmission(2)
  let begun = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const work = async () => {
    begun++
    await held
    return 'in'
  }
  const strangers = Array.from({ length: 4 }, () => admit('stranger', work))
  const device = admit('device', work)
  const refused = await Promise.all(strangers.slice(2))
  expect([
    begun,
    refused.every((answer) => isRefusal(answer) && answer.status === 503 && answer.code === 'BUSY'),
  ]).toEqual([3, true])
  release()
  expect(await Promise.all([...strangers.slice(0, 2), device])).toEqual(['in', 'in', 'in'])
  await expect(admit('stranger', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await Promise.all([admit('stranger', work), admit('stranger', work)])).toEqual(['in', 'in'])
})
