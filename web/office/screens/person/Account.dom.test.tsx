// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { areSingleKeysOff, switchSingleKeys, useKeys } from '../../kit/keys.ts'
import { click, leaveScreens, press, renderScreen, TEST_ME } from '../../kit/office.testing.tsx'
import { ACCOUNT } from '../../messages/person.ts'
import Account from './Account.tsx'

afterEach(async () => {
  await leaveScreens()
  switchSingleKeys(true)
})

it('the switch in the account turns single letters off and on for this device, and leaves Strg keys alone', async () => {
  const pressed: string[] = []
  function Keys() {
    useKeys(['j', 'Strg+K'].map((keys) => ({ keys, label: keys, run: () => void pressed.push(keys) })))
    return null
  }
  const draw = () =>
    renderScreen(
      <>
        <Account me={TEST_ME} />
        <Keys />
      </>,
      (call) => (call.endsWith('/sessions') ? { sessions: [] } : { passkeys: [] }),
    )
  const switchOf = (place: HTMLElement) =>
    [...place.querySelectorAll('label')]
      .find(({ textContent }) => textContent.startsWith(ACCOUNT.singleKeys))!
      .querySelector('input')!
  const both = async () => {
    pressed.length = 0
    ;(document.activeElement as HTMLElement | null)?.blur()
    await press('j')
    await press('k', { code: 'KeyK', ctrlKey: true })
    return [...pressed]
  }
  const place = await draw()
  expect(switchOf(place).checked).toBe(true)
  expect(await both()).toEqual(['j', 'Strg+K'])
  await click(switchOf(place))
  expect(await both()).toEqual(['Strg+K'])
  await leaveScreens()
  // The next visit knows it.
  const again = await draw()
  expect([switchOf(again).checked, areSingleKeysOff()]).toEqual([false, true])
  await click(switchOf(again))
  expect(await both()).toEqual(['j', 'Strg+K'])
})
