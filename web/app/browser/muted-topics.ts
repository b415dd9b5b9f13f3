/**
 * Topics and places that home leaves out on this device. The page is the same for all readers and comes from the cache, so
 * what a reader has muted is taken away here: as rules of style that `early-script` applies before the first paint, by the
 * topics that teasers bear. Nothing is seen that goes again, nothing moves, and what is left fills its block.
 */
export const MUTED_TOPICS = 'mutedTopics'
export const MUTED_STYLE = 'muted-topics'

const ID = /^[\w.-]+$/
const HOME = ":root[data-route='home'] main"

/** '': nothing is muted. */
export function toMutedStyle(ids: readonly string[]): string {
  const muted = ids.filter((id) => ID.test(id)).map((id) => `[data-about~="${id}"]`)
  if (muted.length === 0) return ''
  const gone = `article:is(${muted.join()})`
  return [
    `${HOME} ${gone},${HOME} li:has(>${gone}){display:none!important}`,
    // A block without articles, and the rest of one that has some.
    `${HOME} section[data-kind]:has(article):not(:has(article:not(${gone}))){display:none!important}`,
    `${HOME} section[data-kind]:not([data-kind=list],[data-kind=timeline]) div:has(>${gone}){grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}`,
    // Alone it is no larger than beside another.
    `${HOME} section[data-kind]:not([data-kind=lead]) div:has(>${gone})>article{max-width:40rem}`,
  ].join('')
}

let latest = ''

export function keepMutedTopics(ids: readonly string[]): void {
  const style = toMutedStyle(ids)
  try {
    if (style === '') localStorage.removeItem(MUTED_TOPICS)
    else localStorage.setItem(MUTED_TOPICS, style)
  } catch {
    // Closed to us: it holds as long as the page.
  }
  latest = style
  const root = document.documentElement
  if (root.dataset.route !== 'home') return apply()
  // Nothing moves on a home that is being looked at: it holds from the next one on.
  const observer = new MutationObserver(() => {
    observer.disconnect()
    apply()
  })
  observer.observe(root, { attributeFilter: ['data-route'] })
}

function apply(): void {
  let element = document.getElementById(MUTED_STYLE)
  if (element === null) {
    element = document.createElement('style')
    element.id = MUTED_STYLE
    document.head.append(element)
  }
  element.textContent = latest
}
