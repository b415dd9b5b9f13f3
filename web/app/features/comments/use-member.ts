/** Whether the reader may write, and under which name. Asked for logged-in readers only. */
import { useCallback, useEffect, useState } from 'react'
import type { Member } from '@lokalteil/contracts/community'
import { useSession } from '../../browser/session/session.ts'
import { commentCalls } from './comments-client.ts'

export type Standing =
  | { kind: 'unknown' | 'anonymous' | 'unconfirmed' }
  | { kind: 'nameless'; member: Member }
  | { kind: 'member'; member: Member; name: string }
  | { kind: 'banned'; until: string | null }
  | { kind: 'failed'; retry: () => void }

export function useMember(): { standing: Standing; setMember: (member: Member) => void } {
  const { status } = useSession()
  const [standing, setStanding] = useState<Standing>({ kind: 'unknown' })
  const [tries, setTries] = useState(0)
  const setMember = useCallback((member: Member) => setStanding(toStanding(member)), [])
  useEffect(() => {
    if (status === 'unknown') return
    if (status === 'anonymous') {
      setStanding({ kind: 'anonymous' })
      return
    }
    let isCurrent = true
    void commentCalls.member().then((found) => {
      if (!isCurrent) return
      if (found.kind !== 'ok') {
        setStanding({ kind: 'failed', retry: () => setTries((count) => count + 1) })
        return
      }
      const { state, member } = found.data
      if (state === 'member' && member !== null) setMember(member)
      else setStanding({ kind: state === 'unconfirmed' ? 'unconfirmed' : 'anonymous' })
    })
    return () => {
      isCurrent = false
    }
  }, [status, setMember, tries])
  return { standing, setMember }
}

function toStanding(member: Member): Standing {
  if (member.banned !== null) return { kind: 'banned', until: member.banned.until }
  return member.name === null ? { kind: 'nameless', member } : { kind: 'member', member, name: member.name }
}
