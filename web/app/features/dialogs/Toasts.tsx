/**
 * Short messages at the edge of the page: announced to screen readers, disappearing by themselves, above any dialog.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '../../page/listeners.ts'
import { sessionTexts } from '../../messages/accounts/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Toasts.module.css'

const SHOWN_MS = 6000

export type ToastStore = {
  show: (text: string) => void
  hide: () => void
  get: () => string | null
  subscribe: (listener: () => void) => () => void
}

/** One at a time; a newer one replaces the older. */
export function createToasts(): ToastStore {
  let text: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const { subscribe, notify } = createListeners()
  const set = (next: string | null) => {
    clearTimeout(timer)
    text = next
    notify()
  }
  return {
    show: (next) => {
      set(next)
      timer = setTimeout(() => set(null), SHOWN_MS)
    },
    hide: () => set(null),
    get: () => text,
    subscribe,
  }
}

export function Toasts({ toasts }: { toasts: ToastStore }) {
  const text = useSyncExternalStore(toasts.subscribe, toasts.get)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (element?.showPopover === undefined) return
    // The live region is always in the page. It must be shown again to be above a dialog that opened later.
    if (element.matches(':popover-open') && document.querySelector('dialog[open]') !== null) element.hidePopover()
    if (!element.matches(':popover-open')) element.showPopover()
  }, [text])
  return (
    <div ref={place} popover="manual" className={css.toast} data-empty={text === null ? '' : undefined}>
      <p role="status">{text}</p>
      {text !== null && (
        <button type="button" className={css.close} onClick={toasts.hide}>
          <Icon name="close" label={sessionTexts.close} />
        </button>
      )}
    </div>
  )
}
