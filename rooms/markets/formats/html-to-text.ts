/** HTML of a feed as plain text: an empty line between paragraphs, lists as lines with a hyphen. */
import { Parser } from 'htmlparser2'
import { toPlain } from '@lokalteil/services/import/body/house-style'

const BLOCKS = new Set(['p', 'div', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'section', 'article'])
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])

export function htmlToText(given: string): string {
  if (!/[<&]/.test(given)) return tidy(toPlain(given))
  let text = ''
  let silent = 0
  const parser = new Parser({
    onopentag(name) {
      if (SILENT.has(name)) silent++
      else if (name === 'br') text += '\n'
      else if (name === 'li') text += '\n- '
      else if (name === 'tr') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
      else if (BLOCKS.has(name)) text += '\n\n'
    },
    ontext(part) {
      if (silent === 0) text += part
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      else if (BLOCKS.has(name)) text += '\n\n'
    },
  })
  parser.write(given)
  parser.end()
  return tidy(toPlain(text))
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .filter((line) => line !== '-')
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
