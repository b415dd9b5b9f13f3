/**
 * Context for components: publication, device, time of the render. In two parts, because a navigation changes only path
 * and time: components that read the rest are not rendered again.
 */
import { createContext, createElement, useContext, type ReactNode } from 'react'
import type { Chrome } from './page.ts'

export type Surroundings = Omit<Chrome, 'now'>
/** `now`: ISO instant of the page's render. */
export type Moment = { path: string; now: string }
export type Portal = Surroundings & Moment

const SurroundingsContext = createContext<Surroundings | null>(null)
const MomentContext = createContext<Moment | null>(null)

export function PortalProvider({
  surroundings,
  moment,
  children,
}: {
  surroundings: Surroundings
  moment: Moment
  children: ReactNode
}) {
  return createElement(
    SurroundingsContext,
    { value: surroundings },
    createElement(MomentContext, { value: moment }, children),
  )
}

/** The surroundings of a document: the same for all its pages. */
export function useSurroundings(): Surroundings {
  const surroundings = useContext(SurroundingsContext)
  if (surroundings === null) throw new Error('useSurroundings needs a PortalProvider above it')
  return surroundings
}

export function useMoment(): Moment {
  const moment = useContext(MomentContext)
  if (moment === null) throw new Error('useMoment needs a PortalProvider above it')
  return moment
}

export function usePortal(): Portal {
  return { ...useSurroundings(), ...useMoment() }
}
