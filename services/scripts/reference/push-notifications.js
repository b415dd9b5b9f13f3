/** Stands in for a push channel: the browser asks for permission only after the reader has asked for notifications. */
;(() => {
  window.__loaded = Object.assign(window.__loaded ?? {}, { pushNotifications: true })
})()
