/**
 * The setup pages, in the chosen colour, without scripts. They load nothing from elsewhere; their one style sheet is
 * named by its hash.
 */
import { Colour } from '@lokalteil/contracts/publication/values'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { Look } from '@lokalteil/contracts/publication/look'
import { contrast } from '@lokalteil/services/publications/look/colour'
import { toLookCss } from '@lokalteil/services/publications/look/look-css'
import { resolveLook } from '@lokalteil/services/publications/look/resolved-look'
import { escapeHtml } from '../../app/html.ts'
import { setupTexts as texts } from '../../app/messages/publication/setup.ts'
import { toScriptHash } from '../http/security-headers.ts'
import { DEFAULT_COLOUR, type Answers, type Field, type Made, type Problem } from './setup-form.ts'

export type SetupPage = { html: string; policy: string }
type Frame = { styles: readonly string[]; colour: string; title: string; refresh?: number; body: string }

export type FormState = {
  action: string
  answers: Answers
  problems: readonly Problem[]
  /** A file was sent that this page cannot send back. */
  hasLostFile: boolean
}

export function toFormPage(styles: readonly string[], state: FormState): SetupPage {
  const { answers, problems } = state
  const colour = Colour.safeParse(answers.colour).data ?? DEFAULT_COLOUR
  const heading = problems.length === 0 ? texts.title : texts.titleWithErrors
  return toPage({
    styles,
    colour,
    title: heading,
    body: `<main class="setup">
<div class="intro"><h1>${escapeHtml(heading)}</h1>${problems.length === 0 ? `<p class="lead">${escapeHtml(texts.lead)}</p>` : toSummary(problems)}</div>
<form id="setup" method="post" action="${escapeHtml(state.action)}" enctype="multipart/form-data">
<fieldset><legend>${escapeHtml(texts.paper)}</legend>
${toField(state, 'name', 'autocomplete="off" required maxlength="60"')}
${toArticleField(state)}
${toField(state, 'region', 'autocomplete="off" required maxlength="120"')}
${toField(state, 'colour', `type="color" form="setup"`)}
${toField(state, 'wordmark', 'type="file" accept=".svg,image/svg+xml"')}
</fieldset>
<fieldset><legend>${escapeHtml(texts.publisher)}</legend>
${toField(state, 'company', 'autocomplete="organization" required maxlength="120"')}
${toField(state, 'street', 'autocomplete="street-address" required maxlength="100"')}
<div class="pair">${toField(state, 'postcode', 'autocomplete="postal-code" required maxlength="12"')}${toField(state, 'town', 'autocomplete="address-level2" required maxlength="100"')}</div>
${toField(state, 'email', 'type="email" autocomplete="email" required maxlength="254"')}
</fieldset>
<details${answers.code !== '' || problems.some(({ field }) => field === 'code') ? ' open' : ''}><summary>${escapeHtml(texts.more)}</summary>${toField(state, 'code', 'autocomplete="off" maxlength="16" spellcheck="false"')}</details>
<p><button class="primary" name="step" value="make">${escapeHtml(texts.submit)}</button></p>
<p class="small">${escapeHtml(texts.privacy)}</p>
</form>
${toPreview(colour, answers.name)}
</main>`,
  })
}

export function toMadePage(styles: readonly string[], { place, folder }: Made): SetupPage {
  const { name } = folder.identity
  const command = (text: string, line: string) =>
    `<dt>${escapeHtml(text)}</dt><dd><code>${escapeHtml(line)}</code></dd>`
  return toPage({
    styles,
    colour: resolveLook(folder.look).brand,
    title: texts.made.title(name),
    body: `<main class="setup made"><div class="intro"><h1>${escapeHtml(texts.made.title(name))}</h1><p class="lead">${escapeHtml(texts.made.text)}</p><p><a class="primary" href="/">${escapeHtml(texts.made.open)}</a></p></div>
<div><p>${escapeHtml(texts.made.folder)}</p><p><code>${escapeHtml(place)}</code></p><p>${escapeHtml(texts.made.office)}</p><h2>${escapeHtml(texts.made.next)}</h2><dl>${command(texts.made.check, `npx lokalteil publication check ${place}`)}${command(texts.made.apply, `npx lokalteil publication apply ${place}`)}${command(texts.made.import, `npx lokalteil import read --publication ${folder.identity.code} …`)}</dl></div></main>`,
  })
}

export function toWaitingPage(styles: readonly string[], { look }: PublicationFolder): SetupPage {
  return toPage({
    styles,
    colour: resolveLook(look).brand,
    title: texts.waiting.title,
    refresh: 1,
    body: `<main class="setup"><div class="intro"><h1>${escapeHtml(texts.waiting.title)}</h1><p class="lead">${escapeHtml(texts.waiting.text)}</p></div></main>`,
  })
}

function toPage({ styles, colour, title, refresh, body }: Frame): SetupPage {
  const style = toLookCss(resolveLook(Look.parse({ accent: colour }))) + STYLE
  return {
    html: `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – ${escapeHtml(texts.product)}</title>${refresh === undefined ? '' : `<meta http-equiv="refresh" content="${refresh}">`}<link rel="icon" href="data:,">${styles.map((address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`).join('')}<style>${style}</style></head>
<body><header class="top"><p>${escapeHtml(texts.product)}</p></header>
${body}</body></html>`,
    policy: `default-src 'none'; style-src 'self' ${toScriptHash(style)}; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  }
}

function toSummary(problems: readonly Problem[]): string {
  const items = problems.map((problem) => {
    const text = escapeHtml(problem.text) + toFound(problem)
    return `<li>${problem.field === null ? text : `<a href="#${problem.field}">${escapeHtml(texts.fields[problem.field].label)}</a>: ${text}`}</li>`
  })
  return `<div class="summary" role="alert"><ul>${items.join('')}</ul></div>`
}

function toFound({ found }: Problem): string {
  return found === undefined ? '' : ` <span lang="${found.language}">${escapeHtml(found.text)}</span>`
}

function toField({ answers, problems, hasLostFile }: FormState, field: Field, attributes: string): string {
  const { label, hint } = texts.fields[field]
  const problem = problems.find((one) => one.field === field)
  const said = field === 'wordmark' && hasLostFile ? texts.chooseAgain : hint
  const describedBy = [said === '' ? '' : `${field}-hint`, problem === undefined ? '' : `${field}-error`]
    .filter((id) => id !== '')
    .join(' ')
  const value = field === 'wordmark' ? '' : ` value="${escapeHtml(toValue(field, answers))}"`
  return `<div class="field"><label for="${field}">${escapeHtml(label)}${attributes.includes('required') || field === 'colour' ? '' : ` <span>(${escapeHtml(texts.optional)})</span>`}</label>${problem === undefined ? '' : `<p class="error" id="${field}-error">${escapeHtml(problem.text)}${toFound(problem)}</p>`}<input id="${field}" name="${field}" ${attributes}${value}${describedBy === '' ? '' : ` aria-describedby="${describedBy}"`}${problem === undefined ? '' : ' aria-invalid="true"'}>${said === '' ? '' : `<p class="hint" id="${field}-hint">${escapeHtml(said)}</p>`}</div>`
}

function toArticleField({ answers }: FormState): string {
  const { label, hint } = texts.fields.article
  const options = Object.entries(texts.articles).map(
    ([value, words]) =>
      `<option value="${value}"${value === answers.article ? ' selected' : ''}>${escapeHtml(words)}</option>`,
  )
  return `<div class="field"><label for="article">${escapeHtml(label)} <span>(${escapeHtml(texts.optional)})</span></label><select id="article" name="article" aria-describedby="article-hint">${options.join('')}</select><p class="hint" id="article-hint">${escapeHtml(hint)}</p></div>`
}

function toValue(field: keyof Answers, answers: Answers): string {
  return field === 'colour' ? (Colour.safeParse(answers.colour).data ?? DEFAULT_COLOUR) : answers[field]
}

/** A preview of a front in light and dark mode, with the measured contrast. */
function toPreview(colour: string, name: string): string {
  const { colours } = resolveLook(Look.parse({ accent: colour }))
  const { kicker, headline, text, action } = texts.preview
  const panel = (mode: 'light' | 'dark') => {
    const ratio = (upper: keyof typeof colours, lower: keyof typeof colours) =>
      `${contrast(colours[upper][mode], colours[lower][mode]).toFixed(1).replace('.', ',')} : 1`
    return `<div class="panel ${mode}"><p class="mode">${escapeHtml(texts.preview[mode])}</p><p class="name">${escapeHtml(name === '' ? 'Musterbote' : name)}</p><p class="kicker">${escapeHtml(kicker)}</p><p class="headline">${escapeHtml(headline)}</p><p>${escapeHtml(text)}</p><p><span class="primary">${escapeHtml(action)}</span></p><dl><dt>${escapeHtml(texts.preview.ink)}</dt><dd>${ratio('ink', 'paper')}</dd><dt>${escapeHtml(texts.preview.accent)}</dt><dd>${ratio('accent', 'paper')}</dd><dt>${escapeHtml(texts.preview.onAccent)}</dt><dd>${ratio('onAccent', 'accent')}</dd></dl></div>`
  }
  return `<aside aria-labelledby="preview"><h2 id="preview">${escapeHtml(texts.preview.title)}</h2><div class="panels">${panel('light')}${panel('dark')}</div><p class="small">${escapeHtml(texts.preview.contrasts)}</p><p><button class="second" form="setup" formnovalidate name="step" value="preview">${escapeHtml(texts.preview.button)}</button></p></aside>`
}

/** Uses the style sheets of every page; the fallback values are for a process without a build. */
const STYLE = `:root{color-scheme:light dark}body{margin:0;font-family:var(--font-ui,system-ui,sans-serif);line-height:1.5;color:var(--ink);background:var(--paper)}
.top{border-bottom:3px solid var(--accent)}.top p{margin:0;padding:.7rem max(1rem,calc((100% - 64rem)/2));font:700 1.15rem var(--font-head);color:var(--accent)}
.setup{display:grid;gap:1.5rem 4rem;padding:2.25rem max(1rem,calc((100% - 64rem)/2)) 4rem}
@media(min-width:60rem){.setup{grid-template-columns:minmax(0,34rem) minmax(0,1fr)}.setup .intro{grid-column:1/-1}aside{position:sticky;top:1.5rem;align-self:start}}
h1{font:var(--head-weight) clamp(1.7rem,1.3rem + 1.7vw,2.65rem)/1.12 var(--font-head);margin:0 0 .6rem}h2{font:var(--head-weight) 1.25rem/1.2 var(--font-head);margin:0 0 .8rem}
p{margin:0 0 .75rem;max-width:38rem}.lead{font-size:1.15rem;color:var(--ink-soft)}.small,.hint{font-size:.875rem;color:var(--ink-muted)}
fieldset{border:0;margin:0 0 1.5rem;padding:0;min-width:0}legend{font:var(--head-weight) 1.25rem/1.2 var(--font-head);padding:0 0 .9rem}
.field{margin:0 0 1.25rem}.field label,summary{font-weight:650}.field label span{font-weight:400;color:var(--ink-muted)}.field label{display:block;margin-bottom:.3rem}.hint{margin:.35rem 0 0}
input,select{box-sizing:border-box;display:block;width:100%;min-height:3rem;padding:.55rem .8rem;font:inherit;color:var(--ink);background:var(--paper-raised);border:1px solid var(--ink-muted);border-radius:var(--radius)}
input[type=color]{width:6rem;padding:.3rem;cursor:pointer}input[type=file]{padding:.65rem .8rem}
input[aria-invalid]{border:2px solid var(--alert)}.error{margin:0 0 .35rem;color:var(--alert);font-weight:600}
.pair{display:grid;gap:0 1rem;grid-template-columns:minmax(0,9rem) minmax(0,1fr)}
details{margin:0 0 1.5rem}summary{cursor:pointer;padding:.6rem 0}summary+.field{margin-top:.6rem}
.summary{border:2px solid var(--alert);border-radius:var(--radius);padding:1rem 1.25rem;max-width:38rem}.summary ul{margin:0;padding-left:1.1rem}.summary a{color:var(--alert);font-weight:650}
.primary,.second{display:inline-block;box-sizing:border-box;min-height:3rem;padding:.75rem 1.6rem;font:650 1rem/1.4 var(--font-ui);border:1px solid var(--accent);border-radius:var(--radius-pill);background:var(--accent);color:var(--on-accent);text-decoration:none}
button{cursor:pointer}button.primary:hover,a.primary:hover{background:var(--accent-strong)}.second{background:none;color:var(--accent)}.second:hover{background:var(--accent-wash)}
:is(input,select,button,a,summary):focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.panels{display:grid;gap:1rem;margin-bottom:.75rem}.panel{padding:1.1rem 1.25rem 1rem;border:1px solid var(--line);border-radius:var(--radius-large);background:var(--paper);color:var(--ink)}.panel.light{color-scheme:light}.panel.dark{color-scheme:dark}
.panel p{margin:0 0 .5rem}.panel .mode{float:right;font-size:.8rem;color:var(--ink-muted)}.panel .name{font:var(--head-weight) 1.5rem/1.2 var(--font-head);color:var(--accent);overflow-wrap:anywhere;border-bottom:1px solid var(--line);padding-bottom:.6rem;margin-bottom:.8rem}.panel .kicker{font-size:.85rem;font-weight:var(--kicker-weight);color:var(--kicker);margin:0}.panel .headline{font:var(--head-weight) 1.2rem/1.2 var(--font-head)}.panel .primary{min-height:0;padding:.4rem 1rem;margin:.3rem 0 .5rem}
.panel dl{display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;margin:0;padding-top:.6rem;border-top:1px solid var(--line);font-size:.85rem;font-variant-numeric:tabular-nums}.panel dd{margin:0}
.made h2{margin-top:2rem}.made dd{margin:.2rem 0 1.1rem}code{display:block;overflow-wrap:anywhere;padding:.6rem .8rem;background:var(--paper-sunk);border-radius:var(--radius);font:.9rem/1.5 ui-monospace,monospace}`
