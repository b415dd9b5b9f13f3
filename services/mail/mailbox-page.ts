/** The demo's mailbox: every mail that would have been sent. Never mounted outside the demo. */
import { MAILBOX, type MailboxEntry } from '@lokalteil/contracts/mail'
import { Hono } from 'hono'
import { serveContract } from '../platform/serve.ts'
import type { MailStore } from './store.ts'
import { escape } from './mail-page.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse;width:100%}td,th{padding:.35rem .8rem .35rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #8884}iframe{width:100%;height:36rem;border:1px solid #8886;background:#fff}pre{white-space:pre-wrap;border:1px solid #8886;padding:1rem}`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
// A mail's links leave the frame; the mail itself may run no scripts. Its pictures come from the publication's own
// host.
const MAIL_POLICY =
  "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

/** `base`: path where it is mounted, e.g. `/__services/mail`; links of the page begin with it. */
export function createMailbox(store: MailStore, base: string): Hono {
  const app = new Hono()
  const now = (entry: MailboxEntry) =>
    new Date(entry.at).toLocaleString('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'medium', timeStyle: 'medium' })
  const page = (title: string, body: string) =>
    new Response(
      `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`,
      {
        headers: { ...HEADERS, 'content-security-policy': PAGE_POLICY },
      },
    )

  app.get('/', async (c) => {
    const to = c.req.query('to')?.slice(0, 254)
    const mails = await store.listMailbox({ to: to === '' ? undefined : to, limit: 100 })
    const rows = mails.map(
      (mail) =>
        `<tr><td>${escape(now(mail))}</td><td>${escape(mail.to)}</td><td><a href="${base}/${encodeURIComponent(mail.id)}">${escape(mail.subject)}</a></td></tr>`,
    )
    return page(
      'Postfach der Demo',
      `<h1>Postfach der Demo</h1><p>Hier landet jede E-Mail, die das Portal verschicken würde.</p>
<form><label>Empfänger <input name="to" type="search" value="${escape(to ?? '')}"></label> <button>Filtern</button></form>
${mails.length === 0 ? '<p>Noch keine Nachrichten.</p>' : `<table><thead><tr><th>Zeit</th><th>An</th><th>Betreff</th></tr></thead><tbody>${rows.join('')}</tbody></table>`}`,
    )
  })
  app.route(
    '/',
    serveContract(
      MAILBOX,
      { listMails: ({ query }) => store.listMailbox({ to: query.to, limit: query.limit }) },
      { toContext: () => null, headers: { 'cache-control': 'no-store' } },
    ),
  )
  app.get('/:id', async (c) => {
    const mail = await store.getFromMailbox(c.req.param('id'))
    if (mail === null) return c.notFound()
    const headers = Object.entries({ Von: mail.from, An: mail.to, Zeit: now(mail), ...mail.headers }).map(
      ([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`,
    )
    return page(
      mail.subject,
      `<p><a href="${base}">Alle Nachrichten</a></p><h1>${escape(mail.subject)}</h1><table>${headers.join('')}</table><h2>Als HTML</h2><iframe title="Nachricht als HTML" src="${base}/${encodeURIComponent(mail.id)}/html"></iframe><h2>Als Text</h2><pre>${escape(mail.text)}</pre>`,
    )
  })
  app.get('/:id/html', async (c) => {
    const mail = await store.getFromMailbox(c.req.param('id'))
    if (mail === null) return c.notFound()
    return new Response(mail.html.replace('<head>', '<head><base target="_top">'), {
      headers: { ...HEADERS, 'content-security-policy': MAIL_POLICY.replace("base-uri 'none'; ", '') },
    })
  })
  return app
}
