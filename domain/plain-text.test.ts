import { expect, it } from 'vitest'
import { toPlainText } from './plain-text.ts'

it.each([
  ['Müller &amp; Söhne', 'Müller & Söhne'],
  ['5 &lt; 7 Meter<br>Stand 12 Uhr', '5 < 7 Meter Stand 12 Uhr'],
  ['<b>Tor</b> für <a href="/x">Blau-Weiß</a>!', 'Tor für Blau-Weiß!'],
  ['<p>Eins.</p><p>Zwei.</p>', 'Eins. Zwei.'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['Er sagt: &quot;ja&quot;, sie&#39;s &#x2013; nein', `Er sagt: "ja", sie's – nein`],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['10&nbsp;Euro', '10\u00a0Euro'],
  ['&unknown; &constructor;', '&unknown; &constructor;'],
  ['&#1114112; &#0;x', ' x'.trim()],
])('%j is %j', (html, text) => {
  expect(toPlainText(html)).toBe(text)
})
