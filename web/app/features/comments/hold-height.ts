/**
 * What comes late into the discussion moves nothing that is being looked at: while what follows it is on the screen, its
 * place keeps the height it had. It grows as soon as that has left the screen, or the reader presses or enters it.
 */

/** Answers what ends the watching. */
export function holdHeight(place: HTMLElement): () => void {
  let height = place.offsetHeight
  let isHeld = false
  const isEndSeen = () => place.getBoundingClientRect().top + height < innerHeight
  const hold = () => {
    isHeld = true
    Object.assign(place.style, { height: `${height}px`, overflow: 'clip' })
  }
  const letGo = () => {
    isHeld = false
    Object.assign(place.style, { height: '', overflow: '' })
    height = place.offsetHeight
  }
  const growth = new MutationObserver(() => {
    if (isHeld) return
    if (isEndSeen() && place.offsetHeight > height) hold()
    else height = place.offsetHeight
  })
  const onScroll = () => {
    if (isHeld && !isEndSeen()) letGo()
  }
  const end = () => {
    growth.disconnect()
    removeEventListener('scroll', onScroll)
    for (const name of ENTERS) place.removeEventListener(name, end)
    if (isHeld) letGo()
  }
  growth.observe(place, { childList: true, subtree: true })
  addEventListener('scroll', onScroll, { passive: true })
  for (const name of ENTERS) place.addEventListener(name, end)
  return end
}

const ENTERS = ['pointerdown', 'focusin'] as const
