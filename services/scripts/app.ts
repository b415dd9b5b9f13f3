/**
 * The stand-ins for the scripts of others (decision S4.8-06): what an analytics tag, an ad framework, a recommendation
 * widget, a push channel and a social-posting tool are to a page, without any of them. Each sets `window.__loaded.<name>`
 * and otherwise keeps to the page; none sets a cookie or asks another host.
 */
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'

const NAMES = ['analytics', 'ads', 'recommendations', 'push-notifications', 'social-posting'] as const

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
