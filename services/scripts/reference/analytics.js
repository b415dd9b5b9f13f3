/** Stands in for an analytics tag: reports that it has loaded, and keeps the events of the page in memory. */
;(() => {
  const events = []
  window.analyticsTag = { events, track: (event) => void events.push(event) }
  window.__loaded = Object.assign(window.__loaded ?? {}, { analytics: true })
})()
