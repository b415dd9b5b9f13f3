import { expect, it } from 'vitest'
import { obituaries } from '../room.ts'
import { listDemoObituaries } from './deliveries.ts'

it('each picture of a printed notice in the demo has its file', () => {
  const paths = listDemoObituaries(new Date()).flatMap(({ notice }) => notice.picture?.baseUrl ?? [])
  expect(new Set(paths).size).toBe(6)
  for (const path of paths)
    expect([path, obituaries.findDemoPicture(path)]).toEqual([path, expect.stringMatching(/\.webp$/)])
  expect(obituaries.findDemoPicture('demo/trauer-../../room.jpg')).toBe(null)
})
