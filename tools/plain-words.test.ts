/**
 * Comments and test titles name their subject. These words often stand in its place ("what waits is nobody's now"), so their number
 * has an upper limit. Lower a limit when the count falls; do not raise one.
 */
import { expect, it } from 'vitest'
import { root } from './ensure-node.mjs'
import { readSources } from './import-rules.ts'

const sources = [...readSources(root)].filter(([path]) => /\.(?:tsx?|mjs|css)$/.test(path))
const comments = sources.flatMap(([path, source]) => listComments(path, source))
const titles = sources
  .filter(([path]) => /\.(?:test|journey)\.tsx?$/.test(path))
  .flatMap(([path, source]) => listTitles(path, source))

type Text = { at: string; text: string }

/** Comments with a line of their own; lines of one comment are joined. */
function listComments(path: string, source: string): Text[] {
  const found: Text[] = []
  let isOpen = false
  let last: Text | null = null
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.trim()
    const isBlock: boolean = isOpen || text.startsWith('/*')
    if (!isBlock && !text.startsWith('//')) {
      last = null
      continue
    }
    const words = text.replace(/^(?:\/\*\*?|\*\/|\*|\/\/)\s?/, '').replace(/\s*\*\/$/, '')
    if (last === null || (isBlock && !isOpen)) found.push((last = { at: `${path}:${index + 1}`, text: words }))
    else last.text = `${last.text} ${words}`.trim()
    isOpen = isBlock && !text.endsWith('*/')
    if (isBlock && !isOpen) last = null
  }
  return found
}

function listTitles(path: string, source: string): Text[] {
  const pattern = /(?:\b(?:it|describe)(?:\.(?:skipIf|runIf|each)\([^\n]*?\))?|\]\))\(\s*(['`"])(.*?)\1/g
  return [...source.matchAll(pattern)].map((match) => ({
    at: `${path}:${source.slice(0, match.index).split('\n').length}`,
    text: match[2]!,
  }))
}

it.each<[string, readonly Text[], RegExp, number]>([
  ['comments that begin with "What"', comments, /^What\b/, 38],
  ['comments with "what … is"', comments, /\bwhat\b[^.;:]{1,60}\b(?:is|are|was|were)\b/i, 40],
  ['comments with "nobody" or "whoever"', comments, /\b(?:nobody|whoever)\b/i, 15],
  ['comments with "told"', comments, /\btold\b/i, 40],
  ['titles with "nobody" or "whoever"', titles, /\b(?:nobody|whoever)\b/i, 4],
  ['titles with "told"', titles, /\btold\b/i, 20],
  ['titles with "what"', titles, /\bwhat\b/i, 35],
])('the number of %s does not grow', (_name, texts, pattern, limit) => {
  expect(texts.length).toBeGreaterThan(3000)
  const found = texts.filter(({ text }) => pattern.test(text))
  expect(found.length > limit ? found : []).toEqual([])
})
