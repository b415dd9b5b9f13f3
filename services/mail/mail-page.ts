/**
 * A mail as HTML: tables and inline styles, which all mail programs understand, with the publication's colours and
 * fonts. Dark colours are in a style sheet for programs that support it; the wordmark has its own ground in both.
 * Nothing is loaded but pictures of articles, whose addresses are the same for everybody (no tracking). All texts of
 * readers pass `escape`; addresses are our own origin and a path.
 */
import type { NewsletterIssue } from '@lokalteil/contracts/mail'
import type { Part } from './parts.ts'

/** For light and dark mode; each text colour is readable on `paper`. */
type MailColour = 'page' | 'paper' | 'ink' | 'soft' | 'line' | 'accent' | 'onAccent' | 'kicker' | 'plus'
type Shades = { light: string; dark: string }
/** A PNG at twice the displayed size. */
type MailWordmark = { bytes: Uint8Array; width: number; height: number }

export type MailLook = {
  colours: Record<MailColour, Shades>
  /** Colours behind and beside the wordmark; the same in light and dark mode. */
  head: { ground: string; letters: string }
  /** System font families. */
  fonts: { head: string; text: string }
  headWeight: number
  hasCapitalKickers: boolean
  /** Null: the name is shown as text. */
  wordmark: MailWordmark | null
}

/** The `Content-ID`. */
export const WORDMARK_ID = 'wordmark@lokalteil'

type Page = { origin: string; look: MailLook; name: string; subject: string; preheader: string }
type Head = { title: string; kicker: string }

const WIDTH = 600
const GAP = 28
const INNER = WIDTH - 2 * GAP
/** Sizes that an issue requests for its pictures. */
const LEAD = { width: INNER, height: Math.round((INNER * 9) / 16) }
const SMALL = { width: 120, height: 90 }

export function toMailPage(page: Page, head: Head, parts: readonly string[]): string {
  const { origin, look, name, subject, preheader } = page
  const { colours, fonts } = look
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title>
<style>${toStyles(look)}</style></head>
<body class="m-page" style="margin:0;padding:0;background:${colours.page.light};-webkit-text-size-adjust:100%">${toPreheader(preheader)}
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.page.light}"><tr><td align="center" class="m-frame" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table role="presentation" class="m-paper" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;background:${colours.paper.light};color:${colours.ink.light};font:17px/1.5 ${fonts.text}">
<tr><td class="m-gap" style="padding:18px ${GAP}px;background:${look.head.ground}">${toMark(page)}</td></tr>
<tr><td class="m-gap" style="padding:${GAP}px ${GAP}px 8px">
${toHeading(head, look)}
${parts.join('\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
<p class="m-soft" style="margin:0;padding:16px 12px 8px;font:14px/1.5 ${fonts.text};color:${colours.soft.light}">${escape(name)} · ${[
    ['Impressum', '/impressum'],
    ['Datenschutz', '/datenschutz'],
  ]
    .map(
      ([label, path]) =>
        `<a class="m-soft" href="${escape(origin)}${path}" style="color:${colours.soft.light}">${label}</a>`,
    )
    .join(' · ')}</p>
</td></tr></table></body></html>`
}

/** The first text of the mail, hidden in the mail itself. The blanks keep the next words out of the program's list. */
function toPreheader(text: string): string {
  return text === ''
    ? ''
    : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escape(text)}${'&#847;&#8199;'.repeat(60)}</div>`
}

/** Dark mode, for programs that support it, and narrow windows. */
function toStyles({ colours }: MailLook): string {
  const dark = (name: MailColour) => `${colours[name].dark}!important`
  return [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    `@media (max-width:480px){.m-frame{padding:0!important}.m-gap{padding-left:18px!important;padding-right:18px!important}}`,
    `@media (prefers-color-scheme:dark){.m-page{background:${dark('page')}}.m-paper{background:${dark('paper')};color:${dark('ink')}}.m-ink{color:${dark('ink')}}.m-soft{color:${dark('soft')}}.m-accent{color:${dark('accent')}}.m-kicker{color:${dark('kicker')}}.m-plus{color:${dark('plus')};border-color:${dark('plus')}}.m-line{border-color:${dark('line')}}.m-button{background:${dark('accent')}}.m-on{color:${dark('onAccent')}}}`,
  ].join('')
}

function toMark({ origin, look, name }: Page): string {
  const { head, fonts, wordmark } = look
  const letters = `color:${head.letters};font:bold 24px/1.2 ${fonts.head};text-decoration:none`
  const mark =
    wordmark === null
      ? escape(name)
      : `<img src="cid:${WORDMARK_ID}" width="${wordmark.width}" height="${wordmark.height}" alt="${escape(name)}" style="display:block;border:0;max-width:100%;height:auto;${letters}">`
  return `<a href="${escape(origin)}/" style="${letters}">${mark}</a>`
}

function toHeading({ title, kicker }: Head, look: MailLook): string {
  return `${kicker === '' ? '' : toKicker(kicker, look)}<h1 class="m-ink" style="margin:0 0 20px;color:${look.colours.ink.light};${toHeadFont(look, 27)}">${escape(title)}</h1>`
}

const toHeadFont = ({ fonts, headWeight }: MailLook, size: number): string =>
  `font:${headWeight} ${size}px/1.22 ${fonts.head}`

function toKicker(words: string, { colours, hasCapitalKickers, fonts }: MailLook): string {
  const capitals = hasCapitalKickers ? ';text-transform:uppercase;letter-spacing:.045em' : ''
  return `<p class="m-kicker" style="margin:0 0 4px;font:bold ${hasCapitalKickers ? 13 : 15}px/1.4 ${fonts.head};color:${colours.kicker.light}${capitals}">${escape(words)}</p>`
}

export function paragraph(html: string): string {
  return `<p style="margin:0 0 20px">${html}</p>`
}

export function toHtml(part: Part, origin: string, look: MailLook): string {
  const { colours } = look
  const soft = `color:${colours.soft.light}`
  const line = `border-color:${colours.line.light}`
  switch (part.kind) {
    case 'text':
      return paragraph(escape(part.text))
    case 'note':
      return `<p class="m-soft" style="margin:0 0 20px;font-size:15px;${soft}">${escape(part.text)}</p>`
    case 'list':
      return `<ul style="margin:0 0 20px;padding-left:20px">${part.items.map((item) => `<li>${escape(item)}</li>`).join('')}</ul>`
    case 'facts':
      return `<table class="m-line" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-top:1px solid;${line}">${part.facts
        .map(
          ({ label, value }) =>
            `<tr><th scope="row" align="left" valign="top" class="m-soft m-line" style="width:34%;padding:8px 16px 8px 0;border-bottom:1px solid;${line};font-size:15px;font-weight:normal;${soft}">${escape(label)}</th><td valign="top" class="m-line" style="padding:8px 0;border-bottom:1px solid;${line};white-space:pre-line;word-break:break-word">${escape(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'articles':
      return part.articles
        .map((article, index) => toSectionHeading(article, look) + toArticle(article, index === 0, origin, look))
        .concat(toCredits(part.articles.slice(1), soft))
        .join('\n')
    case 'links':
      return `<p style="margin:0 0 20px;font-size:15px">${part.links
        .map(({ label, path }) => toLink(origin + path, escape(label), look))
        .join(' · ')}</p>`
    case 'button': {
      const address = (part.origin ?? origin) + part.path
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 10px"><tr><td class="m-button" style="background:${colours.accent.light};border-radius:4px"><a class="m-on" href="${escape(address)}" style="display:inline-block;padding:12px 22px;color:${colours.onAccent.light};font-weight:bold;text-decoration:none">${escape(part.label)}</a></td></tr></table><p style="margin:0 0 20px;font-size:14px;word-break:break-all">${toLink(address, escape(address), look)}</p>`
    }
  }
}

function toLink(address: string, html: string, { colours }: MailLook): string {
  return `<a class="m-accent" href="${escape(address)}" style="color:${colours.accent.light}">${html}</a>`
}

type Article = NewsletterIssue['articles'][number]

function toSectionHeading({ heading }: Article, look: MailLook): string {
  return heading === ''
    ? ''
    : `<h2 class="m-ink m-line" style="margin:8px 0 16px;padding:0 0 6px;border-bottom:2px solid;border-color:${look.colours.line.light};color:${look.colours.ink.light};${toHeadFont(look, 22)}">${escape(heading)}</h2>`
}

/** The lead below its picture, all others beside theirs. */
function toArticle(article: Article, isLead: boolean, origin: string, look: MailLook): string {
  const { prefix, title, text, path, isPaid, picture } = article
  const { colours } = look
  const address = escape(origin + path)
  const badge = isPaid
    ? ` <span class="m-plus" style="padding:0 6px;border:1px solid;border-color:${colours.plus.light};border-radius:3px;font:bold 12px/1.5 ${look.fonts.text};color:${colours.plus.light};white-space:nowrap">Plus</span>`
    : ''
  const words = `${prefix === '' ? '' : toKicker(prefix, look)}<h2 style="margin:0 0 6px;${toHeadFont(look, isLead ? 25 : 20)}"><a class="m-ink" href="${address}" style="color:${colours.ink.light};text-decoration:none">${escape(title)}</a>${badge}</h2>${text === '' ? '' : `<p style="margin:0">${escape(text)}</p>`}`
  const drawn = picture && toPicture(picture, isLead ? LEAD : SMALL, address, origin)
  const credit =
    isLead && drawn && picture.credit !== ''
      ? `<p class="m-soft" style="margin:4px 0 10px;font-size:13px;color:${colours.soft.light}">${escape(toCredit(picture.credit))}</p>`
      : ''
  const body =
    drawn === null || drawn === undefined
      ? words
      : isLead
        ? `${drawn}${credit === '' ? '<p style="margin:0 0 12px;font-size:1px;line-height:1px">&nbsp;</p>' : credit}${words}`
        : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td valign="top">${words}</td><td valign="top" width="${SMALL.width}" style="padding:4px 0 0 16px">${drawn}</td></tr></table>`
  return `<div class="m-line" style="margin:0 0 20px;padding:0 0 20px;border-bottom:1px solid;border-color:${colours.line.light}">${body}</div>`
}

function toPicture(
  { path, alt }: NonNullable<Article['picture']>,
  { width, height }: typeof LEAD,
  address: string,
  origin: string,
): string {
  return `<a href="${address}"><img src="${escape(origin + path)}" width="${width}" height="${height}" alt="${escape(alt)}" style="display:block;border:0;width:100%;max-width:${width}px;height:auto"></a>`
}

/** "Illustration: Eva Ort" already names its kind. */
const toCredit = (credit: string): string => (/^\p{L}+:|^fotos?\b/iu.test(credit) ? credit : `Foto: ${credit}`)

/** Credits of pictures that are too small for a line of their own. */
function toCredits(articles: readonly Article[], soft: string): string[] {
  const credits = new Set(articles.map(({ picture }) => picture?.credit ?? '').filter((credit) => credit !== ''))
  return credits.size === 0
    ? []
    : [
        `<p class="m-soft" style="margin:0 0 20px;font-size:13px;${soft}">${escape([...credits].map(toCredit).join(' · '))}</p>`,
      ]
}

export function escape(value: string): string {
  return value.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** For publications without a look. */
export const PLAIN_LOOK: MailLook = {
  colours: {
    page: { light: '#f1f0ec', dark: '#111111' },
    paper: { light: '#ffffff', dark: '#1c1c1c' },
    ink: { light: '#1a1a1a', dark: '#ececec' },
    soft: { light: '#555555', dark: '#b4b4b4' },
    line: { light: '#dddddd', dark: '#3c3c3c' },
    accent: { light: '#1d3b53', dark: '#9cc4e4' },
    onAccent: { light: '#ffffff', dark: '#111111' },
    kicker: { light: '#1d3b53', dark: '#9cc4e4' },
    plus: { light: '#1d3b53', dark: '#9cc4e4' },
  },
  head: { ground: '#1d3b53', letters: '#ffffff' },
  fonts: { head: "Georgia,'Times New Roman',serif", text: "Georgia,'Times New Roman',serif" },
  headWeight: 700,
  hasCapitalKickers: false,
  wordmark: null,
}
