/** Recognises exports of whole sites by the beginning of the text; agencies do not send them. */

export const isWordpressExport = (head: string): boolean =>
  /^\ufeff?\s*</.test(head) && head.includes('<rss') && head.includes('"http://wordpress.org/export/')

/** Values that may precede the tables: version, date and other scalars. */
const SCALARS = String.raw`(?:"\w{1,40}"\s*:\s*(?:"[^"\\]{0,200}"|[\w.+-]{1,40})\s*,\s*)*`
/** A table of Ghost; exporters of other systems write only some of them. */
const TABLE =
  '(?:benefits|brute|collections\\w*|comments?\\w*|custom_theme_settings|emails?\\w*|integrations|invites|labels|members\\w*|migrations\\w*|mobiledoc_revisions|newsletters|offers\\w*|permissions\\w*|post_revisions|posts\\w*|products\\w*|recommendations\\w*|redirects|roles\\w*|settings|snippets|stripe_\\w*|tags|users|webhooks|apps?\\w*|clients?\\w*)'
const GHOST = new RegExp(
  String.raw`^\ufeff?\s*\{\s*${SCALARS}(?:"db"\s*:\s*\[\s*\{\s*${SCALARS})?(?:"meta"\s*:\s*\{[^{}]{0,500}"exported_on"|"data"\s*:\s*\{\s*"${TABLE}"\s*:\s*\[)`,
)

/** `{"db":[{"meta":{"exported_on":…`, with or without the list around it, in any order. */
export const isGhostExport = (head: string): boolean => GHOST.test(head)
