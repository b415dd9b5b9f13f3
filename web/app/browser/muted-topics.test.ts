import { expect, it } from 'vitest'
import { toMutedStyle } from './muted-topics.ts'

it('hides muted topics, by whole ids', () => {
  const style = toMutedStyle(['111', 'auenburg-nordend'])
  expect(style).toContain('[data-about~="111"],[data-about~="auenburg-nordend"]')
  expect(style).toContain(":root[data-route='home'] main")
})

it.each([[[]], [['"]{}*{display:none}']], [['']]])('changes nothing for %j', (ids) => {
  expect(toMutedStyle(ids)).toBe('')
})
