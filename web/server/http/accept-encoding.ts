/**
 * Content negotiation of encodings (RFC 9110, 12.5.3): whether an `Accept-Encoding` names the encoding with a weight above 0.
 * `*` counts for none: uncompressed is right for it as well.
 */
export function acceptsEncoding(header: string | undefined, encoding: 'zstd' | 'br' | 'gzip'): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim().toLowerCase() !== encoding) return false
    return !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter))
  })
}
