/**
 * What comes late into the discussion moves nothing that is being looked at: while what follows it is on the screen, its
 * place keeps the height it had. It grows as soon as that has left the screen, or the reader moves anything, and after
 * some seconds in any case. Who has just pressed the link that leads here wants to see it.
 */

const LONGEST_MS = 4000

/** Answers what ends the watching. */
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
