/**
 * A document for tests of effects and handlers, in files that begin with `@vitest-environment happy-dom`. It has no
 * layout, so heights, scrolling and overlaps are left to journeys.
 */
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const roots: Root[] = []

export async function render(element: ReactNode): Promise<HTMLElement> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  roots.push(root)
  await act(async () => root.render(element))
  return place
}

/** Unmounts everything, as when the reader leaves the page. */
export async function leave(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
}

/** Clicks the element and waits for the results. */
export async function press(element: Element | null): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new Error('Nothing to press')
  await act(async () => {
    element.click()
    await new Promise((resolve) => setTimeout(resolve))
  })
}

/** Waits for pending updates. */
export async function settle(): Promise<void> {
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
}

/**
 * Pretends that the document is a dialog's frame of this site. Returns the messages to its parent and its navigations.
 */
export function frameDocument(isFramed = true): { told: unknown[]; moves: string[] } {
  const told: unknown[] = []
  const moves: string[] = []
  const around = { location: { origin: location.origin }, postMessage: (message: unknown) => told.push(message) }
  for (const name of ['top', 'parent'] as const)
    Object.defineProperty(window, name, { configurable: true, value: isFramed ? around : window })
  Object.defineProperty(location, 'replace', { configurable: true, value: (to: string) => void moves.push(to) })
  return { told, moves }
}

/** Answers `fetch` by `METHOD /path`; calls without an entry get 404. */
export function answerCalls(answers: Record<string, () => Response>): string[] {
  const asked: string[] = []
  globalThis.fetch = async (input, init = {}) => {
    const call = `${init.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input, location.origin).pathname}`
    asked.push(call)
    return answers[call]?.() ?? Response.json({ code: 'NOT_FOUND' }, { status: 404 })
  }
  return asked
}
