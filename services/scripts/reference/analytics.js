/** Stands in for an analytics tag: says that it is there and forgets what it hears. */
;(() => {
  window.__loaded = Object.assign(window.__loaded ?? {}, { analytics: true })
})()
