/** `saving.ts` for the life of a screen. */
import { useLayoutEffect, useState } from 'react'
import { createSaving, type SaveAnswer, type Saving, type SavingOptions, type SavingState } from './saving.ts'

/** `isUnsaved`: the first draft differs from the server's. */
export function useSaving<Draft, Answer extends SaveAnswer<Draft>>(
  options: Omit<SavingOptions<Draft, Answer>, 'savedAt' | 'onState'>,
  isUnsaved: boolean,
): { saving: Saving; state: SavingState } {
  const [state, setState] = useState<SavingState>({ kind: 'saved', at: null })
  const [saving] = useState(() =>
    createSaving<Draft, Answer>({
      ...options,
      savedAt: null,
      // Most keys change nothing of it, and then nothing is drawn.
      onState: (next) => setState((before) => (before.kind === next.kind && next.kind === 'edited' ? before : next)),
    }),
  )

  // A layout effect: its end runs while the screen still has the text.
  useLayoutEffect(() => {
    if (isUnsaved) saving.edit()
    const retry = () => saving.retry()
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saving.flush().catch(() => {})
    }
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', onHide)
      saving.stop()
    }
  }, [saving, isUnsaved])
  return { saving, state }
}
