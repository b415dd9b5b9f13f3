/** A small page of the publication that needs no script and no other file: behind links of mails, in a provider's window. */
import { PUBLICATIONS, type Mandator } from '@lokalteil/domain/publications'
import { accountMailPageTexts } from '../app/messages/account-mail-pages.ts'

const STYLE =
  ':root{color-scheme:light dark;font:112.5%/1.5 system-ui,sans-serif}body{margin:0;padding:2rem 1rem}main{max-width:34rem;margin:auto}h1{font-size:1.5rem;line-height:1.25;margin:1.5rem 0 .75rem}button{font:inherit;font-weight:600;min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:.25rem;background:#1d4f91;color:#fff;cursor:pointer}button:focus-visible,a:focus-visible{outline:3px solid Highlight;outline-offset:2px}'

export type PlainPage = {
  mandator: Mandator
  title: string
  text: string
  button?: string
  /** Where it goes on, in place of the home page. */
  link?: { href: string; label: string }
  /** Several, in one form; which was pressed is its `decision`. */ choices?: readonly {
    value: string
    label: string
  }[]
  /** A tag of its own; the policy names its hash. */ script?: {
    body: string
    hash: string
    dataId: string
    data: unknown
  }
}

export function renderPlainPage(page: PlainPage, status: number, headers: Readonly<Record<string, string>>): Response {
  const publication = escape(PUBLICATIONS[page.mandator].name)
  const form = page.button === undefined ? '' : `<form method="post"><button>${escape(page.button)}</button></form>`
  const choices =
    page.choices === undefined
      ? ''
      : `<form method="post">${page.choices.map(({ value, label }) => `<button name="decision" value="${escape(value)}">${escape(label)}</button>`).join(' ')}</form>`
  const script =
    page.script === undefined
      ? ''
      : `<script type="application/json" id="${page.script.dataId}">${toInlineJson(page.script.data)}</script><script>${page.script.body}</script>`
  const html = `<!doctype html><html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(page.title)} – ${publication}</title><style>${STYLE}</style></head><body><main><p><strong>${publication}</strong></p><h1>${escape(page.title)}</h1><p>${escape(page.text)}</p>${form}${choices}<p><a href="${escape(page.link?.href ?? '/')}">${escape(page.link?.label ?? accountMailPageTexts.home)}</a></p></main>${script}</body></html>`
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${page.script === undefined ? '' : `script-src ${page.script.hash}; `}base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'x-robots-tag': 'noindex',
    },
  })
}

/** No sequence in it ends or begins a tag. */
function toInlineJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
