/**
 * Stands in for an ad framework. The page pushes its places, { name, element } each, to `window.adPlaces`, which is an
 * array until this script has loaded. `window.adTargeting` holds the values that a request to an ad server would carry.
 */
;(() => {
  const fill = ({ name, element }) => {
    const box = document.createElement('div')
    box.setAttribute(
      'style',
      'display:grid;place-content:center;justify-items:center;gap:.3rem;height:100%;padding:1rem;text-align:center;background:var(--paper-sunk);border:1px dashed var(--line-strong);border-radius:var(--radius);color:var(--ink-muted);font:400 .85rem/1.4 var(--font-ui)',
    )
    box.dataset.adFilled = name
    const title = document.createElement('strong')
    title.textContent = 'Platz für Werbung'
    const text = document.createElement('span')
    text.textContent = 'Hier steht eine Anzeige, sobald eine Vermarktung angeschlossen ist.'
    box.append(title, text)
    element.replaceChildren(box)
  }
  const waiting = window.adPlaces ?? []
  window.adPlaces = { push: fill }
  for (const place of waiting) fill(place)
  window.__loaded = Object.assign(window.__loaded ?? {}, { ads: true })
})()
