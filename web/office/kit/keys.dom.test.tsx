// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { nameOf, switchSingleKeys, useKeys } from './keys.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const roots: Root[] = []
async function render(element: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  roots.push(root)
  await act(async () => root.render(element))
  return place
}
async function leave(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
}

const pressed: string[] = []
function Screen({ keys }: { keys: readonly string[] }) {
  useKeys(keys.map((name) => ({ keys: name, label: name, run: () => void pressed.push(name) })))
  return (
    <>
      <input />
      <div role="dialog">
        <button type="button">Ja</button>
      </div>
    </>
  )
}

const none = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
async function type(key: string, more: KeyboardEventInit = {}, target: Element = document.body) {
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  })
}

afterEach(async () => {
  pressed.length = 0
  switchSingleKeys(true)
  await leave()
})

describe('keys', () => {
  it.each([
    [{ key: 'k', code: 'KeyK', ctrlKey: true }, 'Strg+K'],
    [{ key: 'K', code: 'KeyK', metaKey: true }, 'Strg+K'],
    [{ key: 'V', code: 'KeyV', ctrlKey: true, shiftKey: true }, 'Strg+Umschalt+V'],
    [{ key: 'Enter', code: 'Enter', ctrlKey: true }, 'Strg+Enter'],
    [{ key: 'ArrowUp', code: 'ArrowUp', altKey: true }, 'Alt+↑'],
    [{ key: '?', code: 'Minus', shiftKey: true }, '?'],
    [{ key: 'j', code: 'KeyJ' }, 'j'],
  ])('%j is %s', (event, name) => {
    expect(nameOf({ ...none, ...event })).toBe(name)
  })

  it('a letter acts alone or after g', async () => {
    await render(<Screen keys={['j', 'g a']} />)
    await type('j')
    await type('g')
    await type('a')
    await type('a')
    expect(pressed).toEqual(['j', 'g a'])
  })

  it('a letter never acts in a field or a dialog, a combination does', async () => {
    const place = await render(<Screen keys={['j', 'Strg+K']} />)
    await type('j', {}, place.querySelector('input')!)
    await type('j', {}, place.querySelector('button')!)
    await type('k', { code: 'KeyK', ctrlKey: true }, place.querySelector('input')!)
    expect(pressed).toEqual(['Strg+K'])
  })

  it('single letters can be switched off', async () => {
    await render(<Screen keys={['j', 'Strg+K']} />)
    switchSingleKeys(false)
    await type('j')
    await type('k', { code: 'KeyK', ctrlKey: true })
    expect(pressed).toEqual(['Strg+K'])
  })

  it('the keys of a screen end with it', async () => {
    await render(<Screen keys={['j']} />)
    await leave()
    await type('j')
    expect(pressed).toEqual([])
  })
})
