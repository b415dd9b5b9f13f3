/** The reader's own entries in a book, loaded after a login; the answer to every change replaces them. */
import { useEffect, useState } from 'react'
import type { OwnState } from '../contract/obituaries.ts'
import { useSession } from '@lokalteil/web/app/browser/session/session'
import { toReason } from '@lokalteil/web/app/page/failure-reason'
import { portalClient, type PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { obituaryTexts as texts } from './obituary-texts.ts'

export type Own = {
  /** `unknown`: the session is not known yet. */
  who: 'unknown' | 'guest' | 'unverified' | 'reader'
  /** Null: not loaded, or not logged in. */
  state: OwnState | null
  /** Updates the current state, because two requests may be running at once. */
  change: (change: (before: OwnState) => OwnState) => void
}

const NOTHING: OwnState = { entries: [], hasReminder: false }

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
    change: (change) =>
      setOwn((before) => ({ person, state: change(before?.person === person ? before.state : NOTHING) })),
  }
}

export function toFailureText(failure: PortalFailure): string {
  if (failure.kind === 'refused' && (failure.code === 'BOOK_CLOSED' || failure.code === 'EMAIL_NOT_VERIFIED'))
    return texts.failures[failure.code]
  return texts.failures[toReason(failure)]
}

/** The service's code for a field, or undefined. */
export function toFault(failure: PortalFailure | null, field: string): string | undefined {
  if (failure === null || failure.kind !== 'refused' || failure.code !== 'INVALID_FIELDS') return undefined
  const code = failure.fields[field]
  return code === undefined ? undefined : (texts.faults[code as keyof typeof texts.faults] ?? texts.faults.empty)
}

/** The text of a field, or ''. */
export function toWord(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
