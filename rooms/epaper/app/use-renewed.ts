/** Keeps an issue in step with the login: loads it again after a login, drops it after a logout. */
import { useEffect, useRef, useState } from 'react'
import type { IssueRight } from '../contract/calls.ts'
import { useSession } from '@lokalteil/web/app/browser/session/session'
import type { Read } from '@lokalteil/web/app/page/content-api'

/** `ask` calls this site with the reader's cookies. Returns the current view and a function to load it again. */
export function useRenewed<V extends { right: IssueRight }>(
  view: V,
  ask: () => Promise<Read<V>>,
): [shown: V, renew: () => void] {
  const [shown, setShown] = useState(view)
  const isReader = useSession(({ status }) => status === 'reader')
  const wasReader = useRef(false)
  const asking = useRef(ask)
  useEffect(() => {
    asking.current = ask
  })
  const { right } = shown
  const isForNobody = right.kind === 'locked' && right.remedies.includes('login')

  useEffect(() => {
    let isLeft = false
    if (isReader && isForNobody)
      void asking.current().then((read) => {
        if (read.ok && !isLeft) setShown(read.data)
      })
    if (!isReader && wasReader.current) location.reload()
    wasReader.current = isReader
    return () => {
      isLeft = true
    }
  }, [isReader, isForNobody])

  const renew = () =>
    void asking.current().then((read) => {
      if (read.ok) setShown(read.data)
    })
  return [shown, renew]
}
