/**
 * Advertising in frames of an origin of its own (`AD_FRAME`): an open auction, whose bidders nobody can list, runs under that
 * origin's policy and reaches neither page nor cookies. A frame finds its place and the targeting values behind the `#` of its
 * address, and asks `__tcfapi` by messages.
 */
;(() => {
  const address = document.currentScript.dataset.frame
  const fill = ({ name, element }) => {
    const frame = document.createElement('iframe')
    const values = new URLSearchParams({ place: name, targeting: JSON.stringify(window.adTargeting ?? {}) })
    frame.src = `${address}#${values}`
    frame.title = 'Anzeige'
    frame.loading = 'lazy'
    // Its origin is another one, so its scripts may have it.
    frame.setAttribute(
      'sandbox',
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    )
    frame.setAttribute('style', 'display:block;width:100%;height:100%;border:0')
    frame.dataset.adFilled = name
    element.replaceChildren(frame)
  }
  const waiting = window.adPlaces ?? []
  window.adPlaces = { push: fill }
  for (const place of waiting) fill(place)
  window.__loaded = Object.assign(window.__loaded ?? {}, { ads: true })
})()
