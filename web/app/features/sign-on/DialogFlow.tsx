/**
 * The frame of every form in a dialog (layout 'mein-dialog-flow'): only works inside its dialog, reports its height to
 * the page around it, and enables its buttons after hydration.
 */
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import { tellParent } from '../../browser/navigation/dialog-messages.ts'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { verifyFrame } from './frame.ts'
import css from './DialogFlow.module.css'

const Alive = createContext(false)

/** False on the server and until the page has checked that it is framed. */
export const useAlive = () => useContext(Alive)

export function DialogFlow({ name, heading, children }: { name: RouteName; heading: string; children: ReactNode }) {
  const [isAlive, setAlive] = useState(false)
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (verifyFrame(name)) setAlive(true)
  }, [name])

  useEffect(() => {
    const element = root.current
    if (!isAlive || element === null) return
    const tell = () => tellParent({ type: 'dialog-height', height: Math.ceil(element.getBoundingClientRect().height) })
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isAlive])

  // Focuses the first field, except on touch devices, where the keyboard would cover the text.
  useEffect(() => {
    if (isAlive && matchMedia('(pointer: fine)').matches)
      root.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select')?.focus({ preventScroll: true })
  }, [isAlive])

  return (
    <div className={css.flow} ref={root}>
      {/* Hidden, because the dialog around it shows the heading; it still names this document. */}
      <h1 className="visually-hidden" id="flow-heading">
        {heading}
      </h1>
      <p className={`no-js-only ${css.text}`}>{signOnTexts.needsScript}</p>
      <Alive value={isAlive}>{children}</Alive>
    </div>
  )
}
