/**
 * A modal `<dialog>`: focus kept inside and returned, closed by Esc, close button and backdrop, the page behind locked.
 * Dialogs stack at z-index 1000 + 2 × index (specification 9).
 */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './Dialog.module.css'

type DialogProps = {
  title: string
  closeLabel: string
  onClose: () => void
  /**
   * `frame`: holds a framed page without padding; both follow the reader's colour mode (S4.12-01). `wide`: for reading.
   */
  variant?: 'frame' | 'wide'
  children: ReactNode
}

let openDialogs = 0

/** A dialog as high as the window looks like a page, so a click beside it does not close it. */
const isAlone = (dialog: HTMLElement) => dialog.offsetHeight >= window.innerHeight

export function Dialog({ title, closeLabel, onClose, variant, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    const opener = document.activeElement
    element.style.zIndex = String(1000 + 2 * openDialogs)
    openDialogs++
    element.showModal()
    document.documentElement.classList.add(css.locked!)
    return () => {
      openDialogs--
      element.close()
      if (openDialogs === 0) document.documentElement.classList.remove(css.locked!)
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    // A click on the backdrop; the keyboard has Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={css.dialog}
      data-variant={variant}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !isAlone(dialog.current)) onClose()
      }}
    >
      <div>
        <div className={css.bar}>
          <h2 className={css.title} id={titleId}>
            {title}
          </h2>
          <button type="button" className={css.close} onClick={onClose}>
            <Icon name="close" label={closeLabel} />
          </button>
        </div>
        <div className={css.content}>{children}</div>
      </div>
    </dialog>
  )
}
