/** A question for a picture of the library, answered by a dialog. */
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import type { Picture } from '@lokalteil/contracts/content/pictures'

const PictureDialog = lazy(async () => ({ default: (await import('./Pictures.tsx')).PictureDialog }))

/** `pick` answers null if none was chosen; `dialog` is to be drawn. */
export function usePicking(code: string): { pick: () => Promise<Picture | null>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<{ give: (picture: Picture | null) => void } | null>(null)
  const pick = useCallback(() => new Promise<Picture | null>((give) => setAnswer({ give })), [])
  const settle = (picture: Picture | null) => {
    setAnswer(null)
    answer?.give(picture)
  }
  const dialog = answer !== null && (
    <Suspense fallback={null}>
      <PictureDialog code={code} onChoose={settle} onClose={() => settle(null)} />
    </Suspense>
  )
  return { pick, dialog }
}
