/**
 * Cookies the page writes and reads itself (specification 9). They stay with their host: where the server writes a
 * cookie of the same name it does so too. What only the server may read (access and refresh tokens) has no name here.
 */
const DEFAULT_SECONDS = 30 * 86_400

/** The first cookie of the name; null when there is none or it holds nothing. `cookies`: of an earlier moment. */
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

/** Wherever it was set: for this host, or by the server for all hosts of the publication. */
export function clearCookie(name: string): void {
  const gone = `${name}=; path=/; max-age=0; samesite=lax${secure()}`
  document.cookie = gone
  const domain = location.hostname.split('.').slice(-2).join('.')
  if (domain !== location.hostname || domain.includes('.')) document.cookie = `${gone}; domain=${domain}`
}

/** Only what a cookie cannot hold is encoded, so that a path or `r:plus|c:0` stays readable. */
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

/** A Secure cookie cannot be written over plain http; browsers make an exception for this machine, but not all do. */
function secure(): string {
  return location.protocol === 'https:' ? '; secure' : ''
}
