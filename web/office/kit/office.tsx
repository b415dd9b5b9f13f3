/** Context of all screens: the client, the signed-in person, and their permissions. */
import { createContext, use, useCallback, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Me } from '@lokalteil/contracts/office/people'
import { mayTouch, refusalOf, type ActName } from '@lokalteil/domain/office/acts'
import { FAULTS } from '../messages/shell.ts'
import { Refusal, type DeskAsk, type Office } from './client.ts'

export const OfficeContext = createContext<Office | null>(null)
export const MeContext = createContext<Me | null>(null)

export function useOffice(): Office {
  const office = use(OfficeContext)
  if (office === null) throw new Error('No office around this component')
  return office
}

export function useMe(): Me {
  const me = use(MeContext)
  if (me === null) throw new Error('Nobody is signed in')
  return me
}

/** How people sign in here. */
export function useWays() {
  const office = useOffice()
  return useQuery({ queryKey: ['ways'], queryFn: () => office.ask('getWays'), staleTime: Infinity })
}

/** The calls of a publication. */
export function useDesk(code: string): DeskAsk {
  const office = useOffice()
  return useMemo(() => office.at(code), [office, code])
}

/** Whether the person may make a call at all; a confirmation is asked for when it is made. */
export function mayDo(me: Me, name: ActName, publication: string | null): boolean {
  const refused = refusalOf(name, { grants: me.grants, publication, minutesSinceProof: 0 })
  return refused === null
}

/** Whether the person may make a call on an article of this section. */
export function mayDoIn(me: Me, name: ActName, publication: string, sectionPath: string): boolean {
  return mayTouch(name, me.grants, publication, sectionPath)
}

/** Words for a failure; null if the person closed a question themselves. */
export function wordsOf(error: unknown): string | null {
  if (!(error instanceof Refusal)) return FAULTS.unknown
  if (error.code === 'CANCELLED') return null
  const known = (FAULTS.codes as Readonly<Record<string, string>>)[error.code]
  if (known !== undefined) return known
  if (error.status === 0) return FAULTS.unreachable
  if (error.status === 403) return FAULTS.codes.NOT_ALLOWED
  return error.status >= 500 ? FAULTS.server : FAULTS.unknown
}

/** One act at a time, with its failure in words. `run` answers whether it succeeded. */
export function useAct() {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const busy = useRef(false)
  const run = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy.current) return false
    busy.current = true
    setBusy(true)
    setFault(null)
    try {
      await work()
      return true
    } catch (error) {
      setFault(wordsOf(error))
      return false
    } finally {
      busy.current = false
      setBusy(false)
    }
  }, [])
  return { run, isBusy, fault, clear: useCallback(() => setFault(null), []) }
}
