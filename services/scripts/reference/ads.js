/**
 * Stands in for an ad framework. The page pushes its places, { name, element, sizes, answer } each, to `window.adPlaces`,
 * which is an array until this script has loaded. `window.adTargeting` holds the values that a request to an ad server would
 * carry. Where the publication has advertisements of its own, this one fills only the home page ("no fill" elsewhere).
 */
;(() => {
  const fill = ({ name, element, answer = () => {} }) => {
    if (element.closest?.('[data-house]') && !name.startsWith('home')) return answer(false)
    const box = document.createElement('div')
    box.setAttribute(
      'style',
      'display:grid;width:100%;box-sizing:border-box;place-content:center;justify-items:center;gap:.3rem;height:100%;padding:1rem;text-align:center;background:var(--paper-sunk);border:1px dashed var(--line-strong);border-radius:var(--radius);color:var(--ink-muted);font:400 .85rem/1.4 var(--font-ui)',
    )
    box.dataset.adFilled = name
    const title = document.createElement('strong')
    title.textContent = 'Platz für Werbung'
    const text = document.createElement('span')
    text.textContent = 'Hier steht eine Anzeige, sobald eine Vermarktung angeschlossen ist.'
    box.append(title, text)
    element.replaceChildren(box)
    answer(true)
  }
  const waiting = window.adPlaces ?? []
  window.adPlaces = { push: fill }
  for (const place of waiting) fill(place)
  window.__loaded = Object.assign(window.__loaded ?? {}, { ads: true })
})()
