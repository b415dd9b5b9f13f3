import { fileURLToPath } from 'node:url'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { PUBLICATION_CODES } from '@lokalteil/domain/publication/publications.testing'
import { describe, expect, it } from 'vitest'
import { openDemoLooks } from '../rendering/looks.testing.ts'
import { createPlainPage } from './plain-page.ts'

const looks = await openDemoLooks(fileURLToPath(new URL('../../..', import.meta.url)))
const render = createPlainPage((publication) => ({
  sheets: [`/assets/entry-${publication}.css`],
  look: looks.of(publication).document,
}))
const PAGE = { title: 'Adresse <bestätigen>', text: 'Mit "einem" Klick & mehr.' } as const

describe('a plain page', () => {
  it.each(PUBLICATION_CODES)('has the look of %s: word mark, styles, name', async (publication) => {
    const html = await render({ ...PAGE, publication, button: 'Bestätigen' }, 200, {}).text()
    expect(html).toContain(`<html lang="de" data-publication="${publication}"`)
    expect(html).toContain(`<link rel="stylesheet" href="/assets/entry-${publication}.css">`)
    const { css, marks, wordmark, sizes } = looks.of(publication).document
    expect(html).toContain(` data-masthead="${marks['data-masthead']}"`)
    expect(html).toContain(`<style>${css}`)
    expect(html).toContain(`<body style="${sizes}">`)
    expect(html).toContain(wordmark)
    expect(html).toContain(`aria-label="${publicationOf(publication).name}, Zur Startseite"`)
    expect(html).toContain('<h1>Adresse &lt;bestätigen&gt;</h1>')
    // Outlines, so that the name needs no font.
    expect(wordmark).not.toContain('<text')
  })

  it('needs no script, loads nothing from elsewhere and cannot be framed', async () => {
    const answer = render({ ...PAGE, publication: 'ak' }, 410, { 'cache-control': 'private, no-store' })
    const html = await answer.text()
    expect(html).not.toMatch(/<script|https?:\/\//)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual([
      410,
      'private, no-store',
      'noindex',
    ])
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
  })

  it('names the hash of its one script in the policy, and no data can end the script tag', async () => {
    const script = { body: 'run()', hash: "'sha256-x'", dataId: 'd', data: { a: '</script><b>' } }
    const answer = render({ ...PAGE, publication: 'ak', script }, 200, {})
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'sha256-x';")
    expect(await answer.text()).not.toContain('</script><b>')
  })
})
