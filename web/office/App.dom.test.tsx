// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import type { Me } from '@lokalteil/contracts/office/people'
import { App } from './App.tsx'
import { createAsking } from './kit/asking.ts'
import { createOffice } from './kit/client.ts'
import { COMMANDS, SHELL } from './messages/shell.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const ME: Me = {
  id: 'mara',
  name: 'Mara Vogt',
  email: 'mara@redaktion.example',
  grants: [{ publication: 'ak', role: 'editor', mayPublish: false, sections: [] }],
  hasSecret: false,
  hasPasskey: false,
  byProvider: false,
  needsSecondFactor: false,
  publications: [{ code: 'ak', name: 'Auenkurier', origin: 'https://auenkurier.example' }],
  proofSeconds: 0,
}

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('the commands have the focus before the next key is pressed', async () => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const office = createOffice({
    fetch: async (address) =>
      Response.json(address.endsWith('/me') ? ME : { counts: { review: 0, ready: 0, arrivals: 0 } }),
    askPerson: async () => {},
  })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  // The address is none of the office's, so no screen asks for anything.
  await act(async () => root!.render(<App office={office} asking={createAsking()} queries={new QueryClient()} />))
  await act(async () => expect.poll(() => place.textContent).toContain(SHELL.nowhereText))
  act(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
    )
  })
  expect(document.activeElement?.getAttribute('placeholder')).toBe(COMMANDS.field)
})
