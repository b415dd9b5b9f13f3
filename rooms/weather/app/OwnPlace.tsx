/** The button that saves a place as the reader's own, and the redirect from `/wetter` to the saved place. */
import { useEffect } from 'react'
import { useSession } from '@lokalteil/web/app/browser/session/session'
import { useSurroundings } from '@lokalteil/web/app/page/portal'
import { createLibraryApi } from '@lokalteil/web/app/page/library-api'
import { weatherTexts } from './weather-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { findRegionPlace, keepOwnPlace, readOwnPlace } from './own-place.ts'
import { useOwnPlace } from './use-own-place.ts'

type OwnPlaceProps = {
  place: { id: string; name: string }
  places: readonly { id: string; name: string }[]
  /** True if the path names no place. */
  isUnnamed: boolean
  className: string | undefined
}

export function OwnPlaceButton({ place, places, isUnnamed, className }: OwnPlaceProps) {
  const own = useOwnPlace()
  const isOwn = own?.isChosen === true && own.place === place.id
  useRegionPlace(places)
  useEffect(() => {
    if (own !== null) void import('./own-line.lazy.ts').then(({ followOwnPlace }) => followOwnPlace()).catch(() => {})
    // Offline stay on this page: the other one may not be cached.
    if (!isUnnamed || own === null || own.place === place.id || !navigator.onLine) return
    if (!places.some(({ id }) => id === own.place)) return
    const address = `/wetter/${own.place}`
    if (window.navigation === undefined) location.replace(address)
    else window.navigation.navigate(address, { history: 'replace' })
  }, [isUnnamed, own, place.id, places])
  return (
    <button
      type="button"
      className={`${className ?? ''} js-only`}
      aria-pressed={isOwn}
      onClick={() => keepOwnPlace(isOwn ? null : { place: place.id, isChosen: true })}
    >
      <Icon name={isOwn ? 'check' : 'star'} size="1em" /> {isOwn ? weatherTexts.ownPlace : weatherTexts.makeOwnPlace}
    </button>
  )
}

/** For a logged-in reader without a saved place: uses the newest followed region that has a weather place. */
function useRegionPlace(places: readonly { id: string }[]): void {
  const { publication, isLibraryOff } = useSurroundings()
  const reader = useSession(({ status, view }) => (status === 'reader' ? (view.userData?.ssoId ?? '') : ''))
  useEffect(() => {
    if (reader === '' || isLibraryOff || readOwnPlace()?.isChosen === true) return
    let isLeft = false
    void createLibraryApi(publication.code, reader)
      .listRegionBookmarks()
      .then((answer) => {
        if (isLeft || !answer.ok || readOwnPlace()?.isChosen === true) return
        const place = findRegionPlace(
          answer.data.map(({ id }) => id),
          places,
        )
        if (place !== (readOwnPlace()?.place ?? null)) keepOwnPlace(place === null ? null : { place, isChosen: false })
      })
    return () => {
      isLeft = true
    }
  }, [reader, isLibraryOff, publication.code, places])
}
