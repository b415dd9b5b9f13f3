/** The data of a personal page, kept in step with the session: a login loads it, a logout removes it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import type { PersonalContext } from './load-personal.ts'

export function usePersonal<D>(
  initial: D,
  kindOf: (data: D) => 'reader' | 'anonymous' | 'failed',
  load: (context: PersonalContext) => Promise<D>,
) {
  const { publication, isLibraryOff } = usePortal()
  const { status } = useSession()
  const [data, setData] = useState(initial)
  const [isLoading, setLoading] = useState(false)
  const latest = useRef(load)
  const kind = kindOf(data)

  const reload = useCallback(async () => {
    if (isLibraryOff) return
    setLoading(true)
    try {
      setData(await latest.current({ content: createContentApi(contentBase(), createBrowserFetch()), publication }))
    } finally {
      setLoading(false)
    }
  }, [publication, isLibraryOff])

  useEffect(() => {
    if ((status === 'reader' && kind === 'anonymous') || (status === 'anonymous' && kind === 'reader')) void reload()
    // `data` is left out: an equal answer must not load again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [status])

  return { data, setData, reload, isLoading }
}
