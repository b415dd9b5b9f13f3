/** The heading of a screen, its loading and its failures. */
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { SHELL } from '../messages/shell.ts'
import { wordsOf } from './office.tsx'
import { Button, Fault } from './parts.tsx'
import css from './screen.module.css'

let hasShownScreen = false

/** Sets the document's title and takes the focus after a move, so that a screen reader says where one is. */
export function ScreenTitle({
  title,
  isHidden = false,
  children,
}: {
  title: string
  isHidden?: boolean
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} – ${SHELL.office}`
  }, [title])
  useEffect(() => {
    // The first screen of a page leaves the focus where the browser has it.
    if (hasShownScreen) heading.current?.focus()
    hasShownScreen = true
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1} className={isHidden ? css.hidden : css.title}>
      {children ?? title}
    </h1>
  )
}

/** Stays at the top while a document is edited; from the third part on each has a row of its own. */
export function ScreenTop({ children }: { children: ReactNode }) {
  return <header className={css.top}>{children}</header>
}

export function Loading() {
  return (
    <p className={css.loading} role="status">
      {SHELL.loading}
    </p>
  )
}

export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={css.failed}>
      <Fault>{wordsOf(error)}</Fault>
      <Button onClick={onRetry}>{SHELL.again}</Button>
    </div>
  )
}

type Said = { text: string; at: number }
let said: Said = { text: '', at: 0 }
const listeners = new Set<() => void>()

/** Shows a short message at the foot of the window, and announces it to screen readers. */
export function announce(text: string): void {
  said = { text, at: Date.now() }
  for (const listener of listeners) listener()
  setTimeout(() => {
    if (said.text !== text) return
    said = { text: '', at: 0 }
    for (const listener of listeners) listener()
  }, 6000)
}

export function Announcements() {
  const { text } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => said,
  )
  return (
    <div className={css.said} role="status" data-shown={text !== '' || undefined}>
      {text}
    </div>
  )
}
