/**
 * A document for tests of effects and handlers, in files that begin with `@vitest-environment happy-dom`. It has no layout:
 * what depends on one (heights, scrolling, what covers what) is a journey's to see.
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

/** Everything is taken down as when the reader leaves. */
export async function leave(): Promise<void> {
  for (const root of roots.splice(0)) await act(async () => root.unmount())
  document.body.replaceChildren()
}

/** A press, and all that follows from it. */
export async function press(element: Element | null): Promise<void> {
  if (!(element instanceof HTMLElement)) throw new Error('Nothing to press')
  await act(async () => {
    element.click()
    await new Promise((resolve) => setTimeout(resolve))
  })
}

/** What is still on its way arrives. */
export async function settle(): Promise<void> {
  await act(async () => new Promise((resolve) => setTimeout(resolve, 5)))
}

/**
 * As if the document stood in a dialog's frame of this site. Answers what it tells the page around it, and where it goes.
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

/** Calls by `METHOD /path`; each is answered by what stands there, whatever has no answer is not found. */
export function answerCalls(answers: Record<string, () => Response>): string[] {
  const asked: string[] = []
  globalThis.fetch = async (input, init = {}) => {
    const call = `${init.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input, location.origin).pathname}`
    asked.push(call)
    return answers[call]?.() ?? Response.json({ code: 'NOT_FOUND' }, { status: 404 })
  }
  return asked
}
