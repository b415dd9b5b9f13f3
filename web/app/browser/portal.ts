/** What every component may ask about its surroundings: publication, device, time of the render. */
import { createContext, useContext } from 'react'
import type { Chrome } from './page.ts'

export type Portal = Chrome & { path: string }

const PortalContext = createContext<Portal | null>(null)

export const PortalProvider = PortalContext.Provider

export function usePortal(): Portal {
  const portal = useContext(PortalContext)
  if (portal === null) throw new Error('usePortal needs a PortalProvider above it')
  return portal
}
