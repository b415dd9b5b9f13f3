import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namesPage, slugOfFormer, toFormerAddress, withoutNumber } from './former-addresses.ts'

describe('an address of a former site', () => {
  it.each([
    ['https://alt.example/2019/05/markt/', '/2019/05/markt'],
    ['/2019//05/markt', '/2019/05/markt'],
    ['http://alt.example:8080/markt.html?utm_source=x#oben', '/markt.html'],
    ['/index.php/2019/markt/', '/2019/markt'],
    ['/m%c3%bcll/', '/müll'],
    ['/mu%CC%88ll', '/müll'],
    ['https://alt.example/?p=4711', '/?p=4711'],
    ['/irgendwo/?page_id=12&utm_source=x', '/?p=12'],
    ['/?p=0', null],
    ['/?p=1e9', null],
    ['/', null],
    ['https://alt.example', null],
    ['mailto:a@b.example', null],
    ['/%00', null],
    ['/%E0%A4%A', null],
    [`/${'a'.repeat(1000)}`, null],
  ])('%s is %s', (address, key) => expect(toFormerAddress(address)).toBe(key))

  it('normalising twice changes nothing, and never throws', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const key = toFormerAddress(`/${text}`)
        const again =
          key === null || key.startsWith('/?')
            ? key
            : toFormerAddress(encodeURI(key).replace(/[?#]/g, encodeURIComponent))
        expect(again).toBe(key)
      }),
    )
  })

  it.each([
    ['/2019/05/markt', 'markt'],
    ['/lokales/markt.html', 'markt'],
    ['/artikel/4711', ''],
    ['/?p=4711', ''],
  ])('the slug of %s is "%s"', (address, slug) => expect(slugOfFormer(address)).toBe(slug))

  it.each([
    ['id=55&type=98', true],
    ['q=node/12', true],
    ['artID=7', true],
    ['idart=3', true],
    ['tx_news_pi1[news]=12', true],
    ['seite=impressum', true],
    ['utm_source=x', false],
    ['gclid=a&fbclid=b&msclkid=c&gbraid=d', false],
    ['mc_cid=a&mc_eid=b', false],
    ['', false],
  ])('a query that names a page: %s: %s', (query, isPage) => expect(namesPage(new URLSearchParams(query))).toBe(isPage))

  it('passes on a query without the number', () =>
    expect(withoutNumber(new URLSearchParams('p=12&utm_source=x&page_id=a')).toString()).toBe('utm_source=x&page_id=a'))
})
