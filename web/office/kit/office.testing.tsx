/** A screen of the office in a DOM without a server: the person is signed in, and the calls are answered by the test. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Me } from '@lokalteil/contracts/office/people'
import { createOffice } from './client.ts'
import { MeContext, OfficeContext } from './office.tsx'
import { Announcements } from './screen.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

export const TEST_ME: Me = {
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

/** `call`: method and path below the API of the office, such as "GET /ak/articles". */
export type Answer = (call: string, query: URLSearchParams, body: unknown) => unknown

/** An answer of this class is a refusal. */
export class TestRefusal {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    this.status = status
    this.code = code
  }
}

const roots: Root[] = []

/** Ends all screens of the test. */
export async function leaveScreens(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
}

export function createTestOffice(answer: Answer) {
  return createOffice({
    fetch: async (address, { method = 'GET', body }) => {
      const { pathname, searchParams } = new URL(address, 'http://office.local')
      const given: unknown = typeof body === 'string' ? JSON.parse(body) : null
      const found = answer(`${method} ${pathname.replace('/redaktion/api', '')}`, searchParams, given)
      if (found instanceof TestRefusal) return Response.json({ code: found.code }, { status: found.status })
      return Response.json(found ?? {})
    },
    askPerson: async () => {},
  })
}

export async function render(element: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  roots.push(root)
  await act(async () => root.render(element))
  return place
}

export function renderScreen(screen: ReactNode, answer: Answer, me: Me = TEST_ME): Promise<HTMLElement> {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OfficeContext value={createTestOffice(answer)}>
        <MeContext value={me}>
          {screen}
          <Announcements />
        </MeContext>
      </OfficeContext>
    </QueryClientProvider>,
  )
}

const PATIENCE_MS = 20_000

/** Waits until the check throws no more. React draws updates after `act` has ended, so each look is one of its own. */
export async function until(check: () => unknown): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
    try {
      check()
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** A key at the element with the focus, as a browser sends it. False: something took it. */
export async function press(key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  await act(async () => (document.activeElement ?? document.body).dispatchEvent(event))
  return !event.defaultPrevented
}

/** Strg and a letter. */
export const strg = (letter: string, more: KeyboardEventInit = {}) =>
  press(letter, { code: `Key${letter.toUpperCase()}`, ctrlKey: true, ...more })

export async function click(element: Element | null | undefined): Promise<void> {
  await act(async () => (element as HTMLElement).click())
}

export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
