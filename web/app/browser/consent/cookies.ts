/**
 * Cookies that scripts of the page write and read (specification 9). They are bound to their host, as the server's
 * cookies of the same names are. Cookies for the server only (access and refresh tokens) have no name here.
 */
const DEFAULT_SECONDS = 30 * 86_400

/**
 * The first cookie of the name; null if there is none or it is empty. `cookies`: another cookie string, e.g. from the
 * page's start.
 */
export function readCookie(name: string, cookies: string = document.cookie): string | null {
  for (const pair of cookies.split('; ')) {
    if (!pair.startsWith(`${name}=`)) continue
    const value = decode(pair.slice(name.length + 1))
    if (value !== '') return value
  }
  return null
}

export function writeCookie(name: string, value: string, seconds: number = DEFAULT_SECONDS): void {
  document.cookie = `${name}=${encode(value)}; path=/; max-age=${seconds}; samesite=lax${secure()}`
}

/** Deletes it for this host and for the publication's whole domain. */
export function clearCookie(name: string): void {
  const gone = `${name}=; path=/; max-age=0; samesite=lax${secure()}`
  document.cookie = gone
  const domain = location.hostname.split('.').slice(-2).join('.')
  if (domain !== location.hostname || domain.includes('.')) document.cookie = `${gone}; domain=${domain}`
}

/** Encodes only characters that a cookie cannot hold, so that a path or `r:plus|c:0` stays readable. */
function encode(value: string): string {
  return value.replace(/[^\w!#$&'()*+./:<=>?@[\]^`{|}~-]+/g, encodeURIComponent)
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Browsers refuse Secure cookies over plain http, and not all make an exception for localhost. */
function secure(): string {
  return location.protocol === 'https:' ? '; secure' : ''
}
