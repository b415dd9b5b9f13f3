/** Brand pictures generated on request from a publication's folder, in addition to the files on disk. */
import { createHash } from 'node:crypto'
import type { Assets } from './assets.ts'

type Made = { bytes: Uint8Array; type: string }

const BRAND = /^\/assets\/brand\/([a-z][a-z0-9]{1,15})\/([\w.-]+)$/
const HASHED = /\/font-[0-9a-f]{10}\.woff2$/
/** Placeholder pictures have addresses of their own. */
const FALLBACK = /^\/assets\/fallback-([a-z][a-z0-9]{1,15})\.svg$/

export function withBrands(assets: Assets, make: (code: string, name: string) => Promise<Made | null>): Assets {
  const find = async (path: string) => {
    const [, code, name] = BRAND.exec(path) ?? [undefined, FALLBACK.exec(path)?.[1], 'placeholder.svg']
    return code === undefined ? null : make(code, name!)
  }
  return {
    has: assets.has,
    async serve(request, response, path, cacheControl) {
      if (await assets.serve(request, response, path, cacheControl)) return true
      const made = await find(path)
      if (made === null) return false
      const etag = `"${createHash('sha1').update(made.bytes).digest('base64url').slice(0, 20)}"`
      response.setHeader('content-type', made.type)
      response.setHeader(
        'cache-control',
        HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
      response.setHeader('etag', etag)
      if (made.type === 'image/svg+xml')
        response.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      if (request.headers['if-none-match'] === etag) {
        response.writeHead(304).end()
        return true
      }
      response.setHeader('content-length', made.bytes.byteLength)
      response.writeHead(200).end(request.method === 'HEAD' ? undefined : made.bytes)
      return true
    },
  }
}
