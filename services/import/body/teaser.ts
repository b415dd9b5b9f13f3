/** Reduces inline HTML to the markup that a teaser may have (R3.6-04): `b i em strong br a[href]`. */
import { lower, raise } from './plain-text.ts'

export function toTeaserMarks(html: string): string {
  if (!html.includes('<')) return html
  return html
    .replace(/<sup>([^<]*)<\/sup>/g, (_all, text: string) => raise(text))
    .replace(/<sub>([^<]*)<\/sub>/g, (_all, text: string) => lower(text))
    .replace(/<(del|s)>[^]*?<\/\1>/g, '')
    .replace(/<\/?(?:ul|ol|li)>/g, ' ')
    .replace(/<\/?(?:sup|sub|ins|mark|code|del|s)>/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}
