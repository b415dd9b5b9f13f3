/** Inflects the name of a paper: "der Musterbote", "des Musterboten". A name of unknown gender gets no article. */
import type { Identity } from '@lokalteil/contracts/publication/identity'

export type Article = Identity['grammar']['article']

const ENDINGS: readonly (readonly [RegExp, Article])[] = [
  [/(?:bote|kurier|courier|anzeiger|merkur|spiegel|express|report|telegraf)$/i, 'der'],
  [/(?:zeitung|post|rundschau|presse|glocke|stimme|woche|chronik|warte)$/i, 'die'],
  [/(?:blatt|echo|journal|magazin)$/i, 'das'],
]

/**
 * `article` undefined: derived from the ending of a one-word name; an adjective in a longer name would have to be
 * inflected too.
 */
export function toGrammar(name: string, article: Article | undefined): Partial<Identity['grammar']> {
  const chosen = article ?? (/\s/.test(name) ? undefined : ENDINGS.find(([ending]) => ending.test(name))?.[1]) ?? 'none'
  if (chosen === 'none' || chosen === 'die') return { article: chosen }
  if (/bote$/i.test(name)) return { article: chosen, genitive: `${name}n`, dative: `${name}n` }
  return { article: chosen, genitive: /[sxzß]$/i.test(name) ? name : `${name}s` }
}
