/** Stands in for an analytics tag: says that it is there, and keeps what it is told as long as the page lives. */
;(() => {
  const events = []
  window.analyticsTag = { events, track: (event) => void events.push(event) }
  window.__loaded = Object.assign(window.__loaded ?? {}, { analytics: true })
})()
