/** Syncs progress with the reader's account while a page of games is shown; loaded for logged-in readers. */
import { useEffect } from 'react'
import { useSession } from '@lokalteil/web/app/browser/session/session'
import { useSurroundings } from '@lokalteil/web/app/page/portal'

export type Keeping = 'device' | 'guest' | 'account'

/** Where progress is stored. `device`: this publication has no library service. */
export function useAccountProgress(): Keeping {
  const { publication, isLibraryOff } = useSurroundings()
  const status = useSession(({ status: now }) => now)
  const isKept = status === 'reader' && isLibraryOff !== true
  useEffect(() => {
    if (!isKept) return
    let end: (() => void) | null = () => {}
    void import('./account-progress.lazy.ts')
      .then(({ followAccount }) => {
        if (end !== null) end = followAccount(publication.code)
      })
      .catch(() => {})
    return () => {
      end?.()
      end = null
    }
  }, [isKept, publication.code])
  if (isLibraryOff) return 'device'
  return isKept ? 'account' : 'guest'
}
