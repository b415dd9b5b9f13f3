/**
 * Marks the spoken sentence if its article is in view: with the CSS Highlight API, which changes neither text nor
 * layout, else on the whole block. Scrolls along only if the sentence before was in view.
 */
import type { Utterance } from '@lokalteil/domain/listening/speech'
import type { Piece } from '@lokalteil/domain/listening/pieces'

const NAME = 'spoken'
const BLOCKS = 'h1, h2, h3, p, li, blockquote, figcaption'

/** `last`: the block of the sentence before. */
let last: Element | null = null
let wasSeen = true

export function markSpoken(piece: Piece | null, utterance: Utterance | null): void {
  const page = document.getElementById('article')
  const isHere = piece !== null && page !== null && location.pathname === piece.target
  const found = isHere && utterance !== null ? findSentence(page, utterance.sentence, last) : null
  unmark()
  if (found === null) {
    last = null
    wasSeen = true
    return
  }
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(found.range))
  else found.block.setAttribute('data-spoken', '')
  last = found.block
  follow(found.range)
}

function unmark(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
  document.querySelector('[data-spoken]')?.removeAttribute('data-spoken')
}

/** The next occurrence of the sentence after the block of the one before, else from the top. */
export function findSentence(
  page: Element,
  sentence: string,
  after: Element | null,
): { block: Element; range: Range } | null {
  const blocks = [...page.querySelectorAll(BLOCKS)]
  const from = after === null ? 0 : Math.max(0, blocks.indexOf(after))
  for (const block of [...blocks.slice(from), ...blocks.slice(0, from)]) {
    const range = findIn(block, sentence)
    if (range !== null) return { block, range }
  }
  return null
}

/** Matches the output of `toSpokenText`: single spaces, no soft hyphens. */
function findIn(block: Element, sentence: string): Range | null {
  const places: { node: Text; offset: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    for (let offset = 0; offset < node.data.length; offset++) {
      const letter = node.data[offset]!
      if (letter === '\u00AD') continue
      const isSpace = /[\s\u00A0\u2009\u202F]/.test(letter)
      if (isSpace && (text === '' || text.endsWith(' '))) continue
      text += isSpace ? ' ' : letter
      places.push({ node, offset })
    }
  }
  const at = text.indexOf(sentence)
  if (at === -1) return null
  const [first, end] = [places[at]!, places[at + sentence.length - 1]!]
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(end.node, end.offset + 1)
  return range
}

function follow(range: Range): void {
  const box = range.getBoundingClientRect()
  const style = getComputedStyle(document.documentElement)
  const top = Number.parseFloat(style.scrollPaddingTop) || 0
  const bottom = innerHeight - (Number.parseFloat(style.scrollPaddingBottom) || 0)
  const isSeen = box.top >= top && box.bottom <= bottom
  if (!isSeen && wasSeen) {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollBy({ top: box.top - top - (bottom - top) / 3, behavior: isStill ? 'instant' : 'smooth' })
  }
  // A reader who scrolls away reads elsewhere; scrolling back to the sentence resumes the following.
  wasSeen = isSeen || wasSeen
  listenToScroll(range)
}

let listening: AbortController | null = null

/** Scrolling away from the sentence ends the following. */
function listenToScroll(range: Range): void {
  listening?.abort()
  listening = new AbortController()
  const look = () =>
    requestAnimationFrame(() => {
      const { top, bottom } = range.getBoundingClientRect()
      wasSeen = bottom > 0 && top < innerHeight
    })
  for (const name of ['wheel', 'touchmove', 'keydown'])
    window.addEventListener(name, look, { passive: true, signal: listening.signal })
}
