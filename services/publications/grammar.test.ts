import { expect, it } from 'vitest'
import { toGrammar } from './grammar.ts'

it.each<[string, Parameters<typeof toGrammar>[1], object]>([
  ['Grenzblatt', undefined, { article: 'das', genitive: 'Grenzblatts' }],
  ['Musterbote', undefined, { article: 'der', genitive: 'Musterboten', dative: 'Musterboten' }],
  ['Auenexpress', undefined, { article: 'der', genitive: 'Auenexpress' }],
  ['Hügelland-Zeitung', undefined, { article: 'die' }],
  ['Märkischer Musterbote', undefined, { article: 'none' }],
  ['Lokal aktuell', undefined, { article: 'none' }],
  ['Nordlicht', undefined, { article: 'none' }],
  ['Nordlicht', 'das', { article: 'das', genitive: 'Nordlichts' }],
  ['Grenzblatt', 'none', { article: 'none' }],
])('the name %s is inflected, with the article %s', (name, article, expected) => {
  expect(toGrammar(name, article)).toEqual(expected)
})
