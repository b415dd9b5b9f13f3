/**
 * Advertising in frames of an origin of its own (`AD_FRAME`): an open auction, whose bidders nobody can list, runs under that
 * origin's policy and reaches neither page nor cookies. A frame finds its place and the targeting values behind the `#` of its
 * address, asks `__tcfapi` by messages, and says by a message whether it has an advertisement: `{ adFrame: 'filled' }` or
 * `{ adFrame: 'empty' }`.
 */
;(() => {
  const { origin, href: address } = new URL(document.currentScript.dataset.frame, location.href)
  /** The frames that have not said anything yet, each with what tells the page. */
  const waiting = new Map()
  const OUTCOMES = { filled: true, empty: false }

  const fill = ({ name, element, answer = () => {} }) => {
    // At the page's own origin the sandbox would keep nothing from its scripts.
    if (origin === location.origin) return answer(false)
    const frame = document.createElement('iframe')
    const values = new URLSearchParams({ place: name, targeting: JSON.stringify(window.adTargeting ?? {}) })
    frame.src = `${address}#${values}`
    frame.title = 'Anzeige'
    // Its origin is another one, so its scripts may have it.
    frame.setAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    )
    frame.setAttribute('style', 'display:block;width:100%;height:100%;border:0')
    frame.dataset.adFilled = name
    // Only its message says that it has something to show.
    frame.dataset.adWaits = ''
    element.replaceChildren(frame)
    for (const left of waiting.keys()) if (!left.isConnected) waiting.delete(left)
    waiting.set(frame, answer)
  }

  addEventListener('message', ({ origin: from, source, data }) => {
    if (from !== origin || typeof data !== 'object' || data === null || !Object.hasOwn(OUTCOMES, data.adFrame)) return
    for (const [frame, answer] of waiting) {
      if (frame.contentWindow !== source) continue
      waiting.delete(frame)
      delete frame.dataset.adWaits
      answer(OUTCOMES[data.adFrame])
    }
  })

  const queued = window.adPlaces ?? []
  window.adPlaces = { push: fill }
  for (const place of queued) fill(place)
  window.__loaded = Object.assign(window.__loaded ?? {}, { ads: true })
})()
