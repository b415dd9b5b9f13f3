/** Decides in the browser whether a place is filled: by the window and by other places. */
import type { AdSizes } from '@lokalteil/domain/advertising/places'

/** The breakpoints of `ui/kit.css`. */
export function toWidth(): keyof AdSizes {
  const isWider = (rem: number) => matchMedia(`(min-width: ${rem}rem)`).matches
  return isWider(62) ? 'desk' : isWider(40) ? 'tablet' : 'phone'
}

/** Only a place below the window can go without moving what the reader sees; another keeps its height. */
export function giveUp(slot: HTMLElement): void {
  slot.dataset.empty = slot.getBoundingClientRect().top >= innerHeight ? 'gone' : 'kept'
}

/**
 * Whether a phone could show the place together with another one that is filled. `isOnlyAbove`: places below it do not count,
 * so that of two filled places one stays.
 */
export function isCrowded(place: HTMLElement, isOnlyAbove = false): boolean {
  if (toWidth() !== 'phone') return false
  const { top, bottom } = place.getBoundingClientRect()
  // The window grows while the reader scrolls, because the browser hides its bars.
  const height = Math.max(innerHeight, screen.height)
  const filled = document.querySelectorAll('[data-ad-slot][data-near]:not([data-empty], [data-crowded])')
  return [...filled].some((other) => {
    if (other === place) return false
    const box = other.getBoundingClientRect()
    const isAbove = box.bottom <= top
    return isAbove ? top - box.bottom < height : !isOnlyAbove && box.top - bottom < height
  })
}
