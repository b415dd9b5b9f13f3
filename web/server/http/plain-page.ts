/**
 * A small page in the publication's look without client rendering: behind links of mails, in a provider's window, at
 * the test bank. It has the word mark, fonts and colours of every page, in light and dark mode; without the style sheet
 * (while a build is replaced) it is still readable. It loads nothing from elsewhere and cannot be framed.
 */
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { escapeHtml, toAttributes, toInlineJson } from '../../app/html.ts'
import type { DocumentLook } from '../../app/render.tsx'
import { accountMailPageTexts } from '../../app/messages/accounts/account-mail-pages.ts'

type PlainPage = {
  publication: PublicationCode
  title: string
  text: string
  button?: string
  /** Link to continue, instead of the home page. */
  link?: { href: string; label: string }
  /** Several buttons in one form; the pressed one is sent as `decision`. */
  choices?: readonly { value: string; label: string }[]
  /** One inline script; the policy names its hash. */
  script?: { body: string; hash: string; dataId: string; data: unknown }
}

export type PlainAssets = { sheets: readonly string[]; look: DocumentLook }

export type RenderPlainPage = (page: PlainPage, status: number, headers: Readonly<Record<string, string>>) => Response

/** Style sheets of every page. The fallback values apply if they are not loaded. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr auto;font-family:var(--font-ui,system-ui,sans-serif);line-height:1.5}
header,main,footer{padding-inline:max(var(--gutter,1rem),calc((100% - 38rem)/2))}
header{padding-block:1.1rem;border-bottom:1px solid var(--line,#ccc);color:var(--accent,#1d3b53)}
[data-masthead=left] header{border-bottom:3px solid var(--accent)}[data-masthead=rule] header{border-bottom:3px double var(--line-strong)}[data-masthead=band] header{background:var(--band);color:var(--on-band);border:0}
[data-wordmark=ink] header,[data-wordmark=twoColoured]:not([data-masthead=band]) header{color:var(--ink)}
.mark{display:inline-flex;max-width:100%;color:inherit;fill:currentColor;font-size:min(2rem,min(100vw - 3rem,22rem)/var(--wordmark-width))}.mark svg{flex:none;width:var(--wordmark-1);height:var(--wordmark-height)}.mark svg+svg{width:var(--wordmark-2,0)}
[data-wordmark=twoColoured] .mark svg+svg{color:var(--accent)}[data-wordmark=twoColoured][data-masthead=band] .mark svg+svg{color:var(--band-accent)}
[data-stack=always] .mark{flex-direction:column}
main{padding-block:2.5rem 3rem}h1{text-wrap:wrap;font-size:clamp(1.5rem,1.2rem + 1.3vw,2rem);line-height:1.2;margin:0 0 1rem}p{margin:0 0 1.25rem;max-width:36rem}
form{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.75rem 0}
button{font:650 1rem/1.2 var(--font-ui,system-ui,sans-serif);min-height:3rem;padding:.6rem 1.5rem;border:1px solid var(--accent,#1d3b53);border-radius:var(--radius-pill,4px);background:var(--accent,#1d3b53);color:var(--on-accent,#fff);cursor:pointer}
button+button{background:none;color:var(--accent,#1d3b53)}button:hover{background:var(--accent-strong,#12283a)}button+button:hover{background:var(--accent-wash,#eee)}
a{color:var(--accent,#1d3b53);text-underline-offset:.15em}main p a{display:inline-block;padding-block:.35rem}
footer{padding-block:1.25rem;border-top:1px solid var(--line,#ccc);font-size:.875rem}footer a{color:var(--ink-muted,#555);display:inline-block;padding-block:.35rem;margin-inline-end:1.25rem}
button:focus-visible,a:focus-visible{outline:3px solid var(--focus,Highlight);outline-offset:2px}`

export function createPlainPage(assetsOf: (publication: PublicationCode) => PlainAssets): RenderPlainPage {
  return (page, status, headers) =>
    new Response(toHtml(page, assetsOf(page.publication)), {
      status,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; ${page.script === undefined ? '' : `script-src ${page.script.hash}; `}base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
        'x-robots-tag': 'noindex',
      },
    })
}

function toHtml(page: PlainPage, { sheets, look }: PlainAssets): string {
  const { name, variant } = publicationOf(page.publication)
  const { home, imprint, privacy } = accountMailPageTexts
  const link = page.link ?? { href: '/', label: home }
  return `<!doctype html>
<html lang="de" data-publication="${page.publication}" data-variant="${variant}"${toAttributes(look.marks)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.title)} – ${escapeHtml(name)}</title><link rel="icon" href="/assets/brand/${page.publication}/favicon.svg" type="image/svg+xml">${sheets.map((sheet) => `<link rel="stylesheet" href="${escapeHtml(sheet)}">`).join('')}<style>${look.css}${STYLE}</style></head>
<body style="${look.sizes}"><svg width="0" height="0" style="position:absolute" aria-hidden="true">${look.wordmark}</svg><header><a class="mark" href="/" aria-label="${escapeHtml(name)}, ${escapeHtml(home)}"><svg aria-hidden="true"><use href="#wordmark-1"/></svg><svg aria-hidden="true"><use href="#wordmark-2"/></svg></a></header>
<main><h1>${escapeHtml(page.title)}</h1><p>${escapeHtml(page.text)}</p>${toForm(page)}<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p></main>
<footer><a href="/impressum">${escapeHtml(imprint)}</a><a href="/datenschutz">${escapeHtml(privacy)}</a></footer>${toScript(page.script)}</body></html>`
}

function toForm({ button, choices }: PlainPage): string {
  if (button !== undefined) return `<form method="post"><button>${escapeHtml(button)}</button></form>`
  if (choices === undefined) return ''
  return `<form method="post">${choices.map(({ value, label }) => `<button name="decision" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`).join('')}</form>`
}

function toScript(script: PlainPage['script']): string {
  if (script === undefined) return ''
  return `<script type="application/json" id="${script.dataId}">${toInlineJson(script.data)}</script><script>${script.body}</script>`
}
