/**
 * What every framed form stands in (layout 'mein-dialog-flow'): only inside its dialog, as high as it is, said so to the
 * page around it, and alive only when a press leads somewhere.
 */
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import { tellParent } from '../../browser/navigation/dialog-messages.ts'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { verifyFrame } from './frame.ts'
import css from './DialogFlow.module.css'

const Alive = createContext(false)

/** False on the server and until the page was found to be where it belongs. */
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

  // The dialog was opened to be typed into; on a phone that would bring up the keyboard before anything was read.
  useEffect(() => {
    if (isAlive && matchMedia('(pointer: fine)').matches)
      root.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select')?.focus({ preventScroll: true })
  }, [isAlive])

  return (
    <div className={css.flow} ref={root}>
      {/* The dialog around shows it; in here it is the document's. */}
      <h1 className="visually-hidden" id="flow-heading">
        {heading}
      </h1>
      <p className={`no-js-only ${css.text}`}>{signOnTexts.needsScript}</p>
      <Alive value={isAlive}>{children}</Alive>
    </div>
  )
}
