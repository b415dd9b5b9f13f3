/** Fills a path template. Without zod, so that the browser can use it. */

export type AddressInput = Readonly<Record<string, string | number | undefined>>

/**
 * `/{version}/articles/{id}` + `{version: 'v5', id: '12'}` → `/v5/articles/12`. `{name+}` keeps its slashes; everything
 * else is percent-encoded. Throws if a parameter is missing, because that is a bug.
 */
export function toAddress(
  template: string,
  params: AddressInput = {},
  query: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>> = {},
): string {
  const path = template.replace(/\{(\w+)(\+?)\}/g, (_whole, name: string, rest: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`Missing path parameter ${name} of ${template}`)
    return rest === '+' ? String(value).split('/').map(encodeURIComponent).join('/') : encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.append(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}
