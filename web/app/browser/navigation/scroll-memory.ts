/**
 * Scroll restoration for back and forward (S2.5-01). Stored in the history entry, as the teaser in view and not only in
 * pixels, because the content above it may have another height when it is drawn again.
 */
type Place = { top: number; teaser: { id: string; index: number; offset: number } | null }

/** Most frames for restoring, about two seconds; the reader's own scrolling ends it earlier. */
const FRAMES = 120
/** Frames without a change after which the position counts as final. */
const SETTLED = 5

/** Call it before another history entry becomes current. */
export function rememberPlace(): void {
  const place: Place = { top: scrollY, teaser: scrollY === 0 ? null : findTeaser() }
  navigation.updateCurrentEntry({ state: { place } })
}

export function readPlace(state: unknown): Place | null {
  const { place } = (state ?? {}) as { place?: Place }
  return typeof place?.top === 'number' ? place : null
}

/** `isDrawn`: the target page is drawn, and not still the page before. */
export function restorePlace(place: Place, isDrawn: () => boolean): void {
  const { key } = navigation.currentEntry!
  const over = new AbortController()
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, () => over.abort(), { passive: true, signal: over.signal })
  let settled = 0
  let frames = 0
  const step = () => {
    if (over.signal.aborted || navigation.currentEntry?.key !== key) return over.abort()
    if (isDrawn()) settled = approach(place) ? settled + 1 : 0
    if (settled < SETTLED && ++frames < FRAMES) requestAnimationFrame(step)
    else over.abort()
  }
  step()
}

/** Scrolls towards the stored place; returns whether it is reached. */
function approach({ top, teaser }: Place): boolean {
  const element = teaser === null ? undefined : listTeasers(teaser.id)[teaser.index]
  const distance = element === undefined ? top - scrollY : element.getBoundingClientRect().top - teaser!.offset
  if (Math.abs(distance) < 1) return true
  scrollBy({ top: distance, behavior: 'instant' })
  return false
}

/**
 * The teaser that was clicked, or the one under a line down the middle of the window. Measuring all teasers would force
 * layout of distant ones.
 */
function findTeaser(): Place['teaser'] {
  const pressed = toPlace(document.activeElement)
  if (pressed !== null && pressed.offset > 0 && pressed.offset < innerHeight) return pressed
  for (let y = 80; y < innerHeight; y += 40) {
    const found = toPlace(document.elementFromPoint(innerWidth / 2, y))
    if (found !== null) return found
  }
  return null
}

function toPlace(inside: Element | null): Place['teaser'] {
  const element = inside?.closest<HTMLElement>('[data-document]') ?? null
  const id = element?.dataset.document
  if (element === null || id === undefined) return null
  return { id, index: listTeasers(id).indexOf(element), offset: element.getBoundingClientRect().top }
}

function listTeasers(id: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-document="${CSS.escape(id)}"]`)]
}
