/** What the beginning of a text says about it; a site's export is no document that an agency would send. */

export const isWordpressExport = (head: string): boolean =>
  /^\ufeff?\s*</.test(head) && head.includes('<rss') && head.includes('"http://wordpress.org/export/')

/** `{"db":[{"meta":{"exported_on":…`; older ones begin with `meta`. */
export const isGhostExport = (head: string): boolean =>
  /^\ufeff?\s*\{\s*(?:"db"\s*:\s*\[\s*\{\s*)?"meta"\s*:\s*\{\s*"exported_on"/.test(head)
