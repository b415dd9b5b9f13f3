import { describe, expect, it } from 'vitest'
import { toCommerceWidget, toWidgetHeight, toWidgetOrigin } from './commerce-widget.ts'

const ARTICLE = { mandator: 'ak', articleId: '12' }
const set = (pattern: string, allowedOrigin = '', isEnabled = true) => ({
  ecommercewidget_enabled: isEnabled,
  ecommercewidget_iframeurlpattern: pattern,
  ecommercewidget_allowedorigin: allowedOrigin,
})

describe('the widget', () => {
  it.each([
    ['off', set('https://shop.example/w', '', false), null],
    ['without an address', set(''), null],
    ['without settings', {}, null],
    [
      'of another site',
      set('https://shop.example/{mandator}/w?a={articleId}&b={articleId}'),
      'https://shop.example/ak/w?a=12&b=12',
    ],
    ['of this site', set('/shop/{articleId}'), '/shop/12'],
    ['with an unknown placeholder', set('https://shop.example/{reader}'), 'https://shop.example/{reader}'],
  ])('R3.13-15 R3.13-16 S3.13-03 %s', (_name, settings, address) => {
    expect(toCommerceWidget(settings, ARTICLE)?.address ?? null).toBe(address)
  })

  it('R3.13-16 S3.13-03 encodes the values put into the address', () => {
    expect(
      toCommerceWidget(set('https://shop.example/?a={articleId}'), { mandator: 'ak', articleId: '1&b="><script>' })
        ?.address,
    ).toBe('https://shop.example/?a=1%26b%3D%22%3E%3Cscript%3E')
  })

  it.each([
    [set('https://shop.example:8443/w/{articleId}'), 'https://shop.example:8443'],
    [set('https://shop.example/w', '', false), null],
    [set('/shop'), null],
  ])('S3.13-03 a frame comes from %j → %j', (settings, origin) => {
    expect(toWidgetOrigin(settings)).toBe(origin)
  })
})

describe('its height', () => {
  const allowed = toCommerceWidget(set('https://shop.example/w', 'https://shop.example'), ARTICLE)!.allowedOrigin
  it.each([
    ['the one origin', 'https://shop.example', { height: 300 }, 300],
    ['more than fits', 'https://shop.example', { height: 1e9 }, 2400],
    ['less than can be seen', 'https://shop.example', { height: -5 }, 40],
    ['a text', 'https://shop.example', { height: '300' }, null],
    ['no number', 'https://shop.example', { height: Number.NaN }, null],
    ['nothing', 'https://shop.example', null, null],
    ['another host', 'https://evil.example', { height: 300 }, null],
    ['a longer host', 'https://shop.example.evil.example', { height: 300 }, null],
    ['another port', 'https://shop.example:444', { height: 300 }, null],
    ['a sandboxed frame', 'null', { height: 300 }, null],
  ])('R3.13-17 S3.13-03 from %s', (_name, origin, data, height) => {
    expect(toWidgetHeight({ origin, data }, allowed)).toBe(height)
  })

  it.each(['', 'shop.example', 'javascript:alert(1)'])(
    'R3.13-17 S3.13-03 no message is accepted when %j is allowed',
    (allowedOrigin) => {
      const widget = toCommerceWidget(set('https://shop.example/w', allowedOrigin), ARTICLE)!
      expect(toWidgetHeight({ origin: 'https://shop.example', data: { height: 300 } }, widget.allowedOrigin)).toBeNull()
      expect(toWidgetHeight({ origin: 'null', data: { height: 300 } }, widget.allowedOrigin)).toBeNull()
    },
  )
})
