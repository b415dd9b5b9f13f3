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
  publications: [{ code: 'ak', name: 'Auenkurier', origin: 'https://auenkurier.example', rooms: ['quiz'] }],
  parts: ['desk', 'newsletters', 'figures'],
  proofSeconds: 0,
}

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** Opens the shell and returns the calls that it made. The address is none of the office's, so no screen asks for anything. */
async function openShell(me: Me): Promise<string[]> {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  const asked: string[] = []
  const office = createOffice({
    fetch: async (address) => {
      asked.push(address)
      return Response.json(address.endsWith('/me') ? me : { counts: { review: 0, ready: 0, arrivals: 0 } })
    },
    askPerson: async () => {},
  })
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  await act(async () => root!.render(<App office={office} asking={createAsking()} queries={new QueryClient()} />))
  await act(async () => expect.poll(() => place.textContent).toContain(SHELL.nowhereText))
  return asked
}

const listRail = () => [...document.querySelectorAll(`nav[aria-label=${SHELL.rail}] a`)].map((link) => link.textContent)

const CHIEF: Me = { ...ME, grants: [{ publication: 'ak', role: 'chief', mayPublish: true, sections: [] }] }

it('the rail lists the screens that the role may open', async () => {
  await openShell(CHIEF)
  const { desk, articles, arrivals, fronts, media, breaking, newsletters, quizzes, figures, account } = SHELL
  expect(listRail()).toEqual([
    desk,
    articles,
    arrivals,
    fronts,
    media,
    breaking,
    newsletters,
    quizzes,
    figures,
    account,
  ])
})

it('a publication without the room offers no quizzes', async () => {
  await openShell({ ...CHIEF, publications: [{ ...CHIEF.publications[0]!, rooms: [] }] })
  expect(listRail()).not.toContain(SHELL.quizzes)
})

it('an office whose content service is elsewhere offers no articles, and asks for none', async () => {
  const asked = await openShell({ ...CHIEF, parts: ['newsletters', 'figures'] })
  expect(listRail()).toEqual([SHELL.newsletters, SHELL.figures, SHELL.account])
  expect(asked.filter((address) => address.includes('/ak/'))).toEqual([])
  act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true })))
  expect(document.querySelector('dialog, [role=dialog]')?.textContent).not.toContain(COMMANDS.write)
})

it('newsletters and figures are offered where they are served', async () => {
  await openShell({ ...CHIEF, parts: ['desk'] })
  expect(listRail()).not.toContain(SHELL.newsletters)
  expect(listRail()).not.toContain(SHELL.figures)
})

it('the commands have the focus before the next key is pressed', async () => {
  await openShell(ME)
  act(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
    )
  })
  expect(document.activeElement?.getAttribute('placeholder')).toBe(COMMANDS.field)
})
