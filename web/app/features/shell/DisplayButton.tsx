/** "Aa": opens the settings for font size and colours, which load with the first click. */
import { Suspense, useId, useState } from 'react'
import { lazyPartOrWord } from '../../page/lazy-part.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import css from './DisplayButton.module.css'

const DisplayPanel = lazyPartOrWord(() => import('./DisplayPanel.lazy.tsx'))

export function DisplayButton({ className }: { className: string | undefined }) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${className} ${css.button} js-only`}
        popoverTarget={id}
        title={shellTexts.display}
      >
        Aa<span className="visually-hidden"> {shellTexts.display}</span>
      </button>
      <div
        id={id}
        popover="auto"
        className={css.popover}
        aria-label={shellTexts.display}
        onToggle={() => setAsked(true)}
      >
        {isAsked && (
          <Suspense>
            <DisplayPanel />
          </Suspense>
        )}
      </div>
    </>
  )
}
