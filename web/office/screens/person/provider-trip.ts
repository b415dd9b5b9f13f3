/**
 * The trip to the house's own provider of sign-ins. `sign-in`: in this tab, then back to the screen; `again` and `proof`: in a new
 * one, because the first one holds text and a call that waits.
 */
import { useEffect } from 'react'
import { pathOf, placeOf } from '../../kit/routes.ts'

export type Trip = 'sign-in' | 'again' | 'proof'
/** `back`: path of the screen that the person wanted. */
export type Luggage = { trip: Trip; back: string }

const KEPT = 'redaktion-anmeldung'
const START = pathOf({ screen: 'start' })

export function providerPath(trip: Trip, back = START): string {
  return `${pathOf({ screen: 'provider' })}?${new URLSearchParams({ weg: trip, zurueck: back })}`
}

export function readLuggage(search: string): Luggage {
  const query = new URLSearchParams(search)
  const asked = query.get('weg')
  return { trip: asked === 'again' || asked === 'proof' ? asked : 'sign-in', back: toScreen(query.get('zurueck')) }
}

/** An address of the office; anything else leads to its start. Browsers read a backslash as a slash, and so does `URL`. */
function toScreen(path: string | null): string {
  const base = 'http://office.local'
  if (path === null || !URL.canParse(path, base)) return START
  const { origin, pathname, search } = new URL(path, base)
  const { screen } = placeOf(pathname)
  const isElsewhere = origin !== base || screen === 'nowhere' || screen === 'provider' || screen === 'invitation'
  return isElsewhere ? START : pathname + search
}

/** For the time at the provider; the tab keeps it. */
export function keepLuggage(luggage: Luggage): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(luggage))
  } catch {
    // Storage is blocked: the sign-in leads to the start.
  }
}

export function takeLuggage(): Luggage {
  try {
    const text = sessionStorage.getItem(KEPT)
    sessionStorage.removeItem(KEPT)
    if (text !== null) return JSON.parse(text) as Luggage
  } catch {
    // As above.
  }
  return { trip: 'sign-in', back: START }
}

/** Tells the other tabs that somebody is back. */
export function tellReturn(): void {
  const channel = new BroadcastChannel(KEPT)
  channel.postMessage('back')
  channel.close()
}

/** `onReturn`: another tab is back, or this one has the focus again. */
export function useReturn(onReturn: () => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(KEPT)
    channel.addEventListener('message', onReturn)
    window.addEventListener('focus', onReturn)
    return () => {
      channel.close()
      window.removeEventListener('focus', onReturn)
    }
  })
}
