import { expect, it } from 'vitest'
import { toSource, withMedium } from './source.ts'

it.each([
  ['', '', 'direct'],
  ['www.auenkurier.example', '', 'own'],
  ['WWW.Auenkurier.example', '', 'own'],
  ['www.google.com', '', 'search:google'],
  ['google.de', '', 'search:google'],
  ['www.google.co.uk', '', 'search:google'],
  ['news.google.com', '', 'search:google-news'],
  ['docs.google.com', '', 'site:docs.google.com'],
  ['www.bing.com', '', 'search:bing'],
  ['de.search.yahoo.com', '', 'search:yahoo'],
  ['m.facebook.com', '', 'social:facebook'],
  ['t.co', '', 'social:x'],
  ['not-t.co', '', 'site:not-t.co'],
  ['facebook.com.example.org', '', 'site:facebook.com.example.org'],
  ['www.nachbarblatt.example', '', 'site:nachbarblatt.example'],
  ['constructor', '', 'site:constructor'],
  ['www.google.com', 'email', 'newsletter'],
  ['', 'Newsletter', 'newsletter'],
  ['', 'push', 'push'],
  ['com.google.android.googlequicksearchbox', '', 'search:google'],
  ['', 'cpc', 'direct'],
  ['', 'constructor', 'direct'],
])('a reader from "%s" with the medium "%s" came by %s', (from, medium, source) => {
  expect(toSource(from, medium, ['www.auenkurier.example', 'auenkurier.example'])).toBe(source)
})

it.each([
  ['/titel-1', '/titel-1?utm_medium=push'],
  ['/titel-1#comments', '/titel-1?utm_medium=push#comments'],
  ['/suche?q=hafen#a', '/suche?q=hafen&utm_medium=push#a'],
])('the link %s of a message says where it came from: %s', (address, sent) => {
  expect(withMedium(address, 'push')).toBe(sent)
})
