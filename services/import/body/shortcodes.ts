/**
 * Shortcodes of a CMS that reach the feed when their plug-in is switched off: `[caption]`, `[embed]`, `{youtube}`.
 * Codes with content are converted, others are dropped with a note. Words in brackets stay.
 */
import { escapeAttribute } from './links.ts'
import { expandBuilderCodes, isBuilderCode } from './builder-codes.ts'
import { addNote } from './context.ts'
import type { Notes } from './context.ts'

const NAMES =
  'caption|embed|audio|video|playlist|gallery|youtube|vimeo|contact-form(?:-7)?|wpforms|gravityform|newsletter\\w*|ngg\\w*|shariff|table|tablepress|toc|sc_\\w+|fb_\\w+'
const CODES = new RegExp(`\\[(\\/?)(${NAMES})((?:\\s[^[\\]]{0,1000})?)\\]`, 'gi')
const NAME = new RegExp(`^(?:${NAMES})$`, 'i')
const JOOMLA =
  /\{(\/?)(youtube|vimeo|audio|mp3|gallery|phocagallery|loadposition|loadmodule|loadmoduleid|module|modal|tab|slider|snippet|source|jcomments \w+)(?:[ =:][^{}]{0,300})?\}/gi

/** Whether `expandShortcodes` knows the name. */
export const isKnownCode = (name: string): boolean => NAME.test(name) || isBuilderCode(name)

export function expandShortcodes(html: string, notes: Notes): string {
  if (!html.includes('[') && !html.includes('{')) return html
  return expandBraces(expandBrackets(html, notes), notes)
}

function expandBrackets(given: string, notes: Notes): string {
  const html = expandBuilderCodes(given, { note: (reason) => addNote(notes, reason) })
  return html
    .replace(/\[caption([^\]]{0,2000})\]([^]*?)\[\/caption\]/gi, (_all, attributes: string, inner: string) =>
      toFigure(inner, /\bcaption\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)),
    )
    .replace(/\[(?:youtube|vimeo)=\s*["']?(https?:\/\/[^\s\]"'<>&]+)[^\]<>]{0,200}\]/gi, '<p>$1</p>')
    .replace(/\[(embed|youtube|vimeo)[^\]]{0,200}\]\s*(https?:\/\/[^\s[\]<>]+)\s*\[\/\1\]/gi, '<p>$2</p>')
    .replace(CODES, (all: string, slash: string, name: string, rest: string) => {
      const address =
        /(?:mp3|mp4|m4a|m4v|ogg|webm|src|url|id)\s*=\s*["'”“]?(https?:\/\/[^\s"'”“\]]+)|\s(https?:\/\/[^\s"'\]]+)/i.exec(
          rest,
        )
      const found = address?.[1] ?? address?.[2]
      const kind = name.toLowerCase()
      if (slash === '' && found !== undefined) {
        if (kind === 'audio' || kind === 'video') return `<${kind} src="${escapeAttribute(found)}"></${kind}>`
        if (kind === 'embed' || kind === 'youtube' || kind === 'vimeo') return `<p>${found}</p>`
      }
      // `[table]` without attributes is a word in brackets.
      if (slash === '' && kind !== 'caption' && kind !== 'embed') {
        if (rest.trim() === '' && /^(?:table|toc|audio|video|gallery|playlist)$/.test(kind) && kind !== 'gallery')
          return all
        addNote(notes, `code of the source's editor left out: ${all.slice(0, 120)}`)
      }
      return ''
    })
}

/** `[caption]<a><img></a> The words[/caption]`; before WordPress 3.4 the words were an attribute. */
function toFigure(inner: string, attribute: RegExpExecArray | null): string {
  const [, picture, words] = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([^]*)$/i.exec(inner) ?? []
  const caption = words?.trim() || (attribute?.[1] ?? attribute?.[2] ?? '')
  return picture === undefined ? inner : `<figure>${picture}<figcaption>${caption}</figcaption></figure>`
}

function expandBraces(html: string, notes: Notes): string {
  return html
    .replace(
      /\{youtube[^}]{0,100}\}\s*([\w-]{6,20})[^{}]{0,60}\{\/youtube\}/gi,
      '<p>https://www.youtube.com/watch?v=$1</p>',
    )
    .replace(/\{vimeo[^}]{0,100}\}\s*(\d{5,15})[^{}]{0,60}\{\/vimeo\}/gi, '<p>https://vimeo.com/$1</p>')
    .replace(/\{(gallery|phocagallery|audio|mp3|modal)[^}]{0,200}\}([^{}]{1,300})\{\/\1\}/gi, (all: string) => {
      addNote(notes, `code of the source's editor left out: ${all.slice(0, 120)}`)
      return ''
    })
    .replace(JOOMLA, (all: string, slash: string) => {
      if (slash === '') addNote(notes, `code of the source's editor left out: ${all.slice(0, 120)}`)
      return ''
    })
}
