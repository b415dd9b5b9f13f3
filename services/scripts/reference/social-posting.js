/** Stands in for a social-posting tool. */
;(() => {
  window.__loaded = Object.assign(window.__loaded ?? {}, { socialPosting: true })
})()
