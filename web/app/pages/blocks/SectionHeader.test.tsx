import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { SectionHeader } from './SectionHeader.tsx'

const render = (title: string, target: string, path: string) =>
  renderToStaticMarkup(
    <PortalProvider surroundings={{ path } as Portal} moment={{ path } as Portal}>
      <SectionHeader title={title} target={target} />
    </PortalProvider>,
  )

it('R2.13-01 is a title that links to its target', () => {
  expect(render('Sport', '/sport', '/')).toMatch(/<h2[^>]*><a href="\/sport">Sport/)
})

it.each([
  ['/sport', '/sport'],
  ['/sport', '/sport/'],
  ['/sport', '/de/sport'],
  ['/', '/'],
  ['', '/sport'],
])('R2.13-02 does not link to %j on %j', (target, path) => {
  const html = render('Sport', target, path)
  expect([html.includes('<a '), html.includes('Sport</h2>')]).toEqual([false, true])
})

it('is left out without a title', () => {
  expect(render('', '/sport', '/')).toBe('')
})
