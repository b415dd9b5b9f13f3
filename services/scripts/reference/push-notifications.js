/** Stands in for a push channel: the browser is asked for its permission only when the reader asks for it. */
;(() => {
  window.__loaded = Object.assign(window.__loaded ?? {}, { pushNotifications: true })
})()
