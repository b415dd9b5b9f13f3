/**
 * Topics and places that a reader has muted on home on this device. Home is the same cached page for all readers, so
 * muting happens here: as a style sheet, by the topics on each teaser, which `early-script` inserts before the first
 * paint. So nothing flashes or moves, and the remaining teasers fill their block.
 */
import { keepStored } from './device-storage.ts'

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
    // Hides a block without visible articles, and closes the gaps in others.
    `${HOME} section[data-kind]:has(article):not(:has(article:not(${gone}))){display:none!important}`,
    `${HOME} section[data-kind]:not([data-kind=list],[data-kind=timeline]) div:has(>${gone}){grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}`,
    // A single remaining teaser keeps its width.
    `${HOME} section[data-kind]:not([data-kind=lead]) div:has(>${gone})>article{max-width:40rem}`,
  ].join('')
}

let latest = ''

export function keepMutedTopics(ids: readonly string[]): void {
  const style = toMutedStyle(ids)
  // Where storage is blocked, the choice lasts for this page.
  keepStored(MUTED_TOPICS, style === '' ? null : style)
  latest = style
  const root = document.documentElement
  if (root.dataset.route !== 'home') return apply()
  // The home page in view does not change, so that nothing moves; the next one applies it.
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
