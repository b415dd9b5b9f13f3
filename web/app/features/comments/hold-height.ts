/**
 * Prevents layout shifts: while content below the discussion is on the screen, its place keeps its height when comments
 * arrive. It grows once that content has left the screen, the reader scrolls, or after some seconds. A reader who has
 * just clicked the link to the discussion sees it at once.
 */

const LONGEST_MS = 4000

/** Returns a function that ends the watching. */
export function holdHeight(place: HTMLElement): () => void {
  let height = place.offsetHeight
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const isWanted = () => navigator.userActivation?.isActive && /^#kommentar/.test(location.hash)
  const isEndSeen = () => place.getBoundingClientRect().top + height < innerHeight
  const hold = () => {
    isHeld = true
    timer = setTimeout(end, LONGEST_MS)
    Object.assign(place.style, { height: `${height}px`, overflow: 'clip' })
  }
  const letGo = () => {
    isHeld = false
    Object.assign(place.style, { height: '', overflow: '' })
    height = place.offsetHeight
  }
  const growth = new MutationObserver(() => {
    if (isHeld) return
    if (isEndSeen() && !isWanted() && place.offsetHeight > height) hold()
    else height = place.offsetHeight
  })
  const onScroll = () => {
    if (isHeld && !isEndSeen()) letGo()
  }
  const onMove = () => {
    if (isHeld) end()
  }
  const end = () => {
    growth.disconnect()
    removeEventListener('scroll', onScroll)
    clearTimeout(timer)
    for (const name of MOVES) removeEventListener(name, onMove)
    if (isHeld) letGo()
  }
  growth.observe(place, { childList: true, subtree: true })
  addEventListener('scroll', onScroll, { passive: true })
  for (const name of MOVES) addEventListener(name, onMove, { passive: true })
  return end
}

const MOVES = ['pointermove', 'pointerdown', 'wheel', 'touchstart', 'keydown', 'focusin'] as const
