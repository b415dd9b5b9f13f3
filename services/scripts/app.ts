/**
 * Stand-ins for third-party scripts (decision S4.8-06), and the script that shows advertising in frames (`AD_FRAME`). Each behaves
 * towards a page like an analytics tag, an ad framework, a recommendation widget, a push channel or a social-posting tool, sets
 * `window.__loaded.<name>` and otherwise stays within the page; no stand-in sets a cookie or contacts another host.
 */
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

const NAMES = ['analytics', 'ads', 'ad-frames', 'recommendations', 'push-notifications', 'social-posting'] as const

export function createScripts(): Hono {
  const app = new Hono()
  for (const name of NAMES) {
    const text = readFileSync(new URL(`reference/${name}.js`, import.meta.url), 'utf8')
    app.get(`/${name}.js`, (c) =>
      c.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=300' }),
    )
  }
  return app
}
