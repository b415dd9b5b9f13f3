// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { splitSentences } from '@lokalteil/domain/listening/sentences'
import { toSpokenText } from '@lokalteil/domain/listening/speech'
import { findSentence } from './spoken-mark.ts'

const page = document.createElement('article')
page.innerHTML =
  '<h1><span>Rat</span> Der Haushalt steht</h1>' +
  '<p>Am <b>3.&nbsp;Oktober</b> tagt\n  der <a href="/x">Stadt&shy;rat</a>. Er tagt öffentlich.</p>' +
  '<ul><li>Er tagt öffentlich.</li></ul>'

it.each([
  ['over marks, links and spaces of every kind', 'Am 3. Oktober tagt der Stadtrat.', 'P'],
  ['at the end of a block', 'Er tagt öffentlich.', 'P'],
  ['in the headline', 'Der Haushalt steht', 'H1'],
])('finds a sentence %s', (_where, sentence, name) => {
  const found = findSentence(page, sentence, null)!
  expect([toSpokenText(found.range.toString()), found.block.tagName]).toEqual([sentence, name])
})

it('continues from the block of the sentence before', () => {
  const list = page.querySelector('li')!
  expect(findSentence(page, 'Er tagt öffentlich.', list)!.block).toBe(list)
  expect(findSentence(page, 'Am 3. Oktober tagt der Stadtrat.', list)!.block.tagName).toBe('P')
})

it('finds every spoken sentence, and nothing else', () => {
  for (const block of page.querySelectorAll('h1, p, li'))
    for (const { text } of splitSentences(toSpokenText(block.textContent)))
      expect([text, findSentence(page, text, null) === null]).toEqual([text, false])
  expect(findSentence(page, 'Niemand sagt das.', null)).toBe(null)
})
