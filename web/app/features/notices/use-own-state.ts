/** What the session's reader has in a book, asked for when somebody is logged in; the answer to every change replaces it. */
import { useEffect, useState } from 'react'
import type { OwnState } from '@lokalteil/contracts/notices'
import { useSession } from '../../browser/session/session.ts'
import { portalClient, toReason, type PortalFailure } from '../../page/portal-client.ts'
import { noticeTexts as texts } from '../../messages/reading/notices.ts'

export type Own = {
  /** `unknown`: nobody knows yet who reads. */
  who: 'unknown' | 'guest' | 'unverified' | 'reader'
  /** Null: not known, or nobody's. */
  state: OwnState | null
  setState: (state: OwnState) => void
}

export const AS_READER = { as: 'reader', timeoutMs: 15_000 } as const

export function useOwnState(person: string): Own {
  const status = useSession((session) => session.status)
  const isVerified = useSession(({ view }) => view.hasVerifiedEmail)
  const [own, setOwn] = useState<{ person: string; state: OwnState } | null>(null)
  useEffect(() => {
    if (status !== 'reader') return
    let isOver = false
    void portalClient
      .call('GET /api/notices/persons/{person}/own', { ...AS_READER, params: { person } })
      .then((answer) => {
        if (!isOver && answer.kind === 'ok') setOwn({ person, state: answer.data })
      })
    return () => {
      isOver = true
    }
  }, [status, person])
  const who = status === 'unknown' ? 'unknown' : status === 'anonymous' ? 'guest' : isVerified ? 'reader' : 'unverified'
  return {
    who,
    state: status === 'reader' && own?.person === person ? own.state : null,
    setState: (state) => setOwn({ person, state }),
  }
}

export function toFailureText(failure: PortalFailure): string {
  if (failure.kind === 'refused' && (failure.code === 'BOOK_CLOSED' || failure.code === 'EMAIL_NOT_VERIFIED'))
    return texts.failures[failure.code]
  return texts.failures[toReason(failure)]
}

/** What the service says of a field; undefined: nothing. */
export function toFault(failure: PortalFailure | null, field: string): string | undefined {
  if (failure === null || failure.kind !== 'refused' || failure.code !== 'INVALID_FIELDS') return undefined
  const code = failure.fields[field]
  return code === undefined ? undefined : (texts.faults[code as keyof typeof texts.faults] ?? texts.faults.empty)
}
