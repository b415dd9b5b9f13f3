import { expect, it } from 'vitest'
import { listPageNames } from './page-chunks.ts'

it('reads the names of the routes that a module defines pages for', () => {
  const code = `
    import { definePage } from './define-page.ts'
    const inner = definePage('hidden', {})
    export const page = definePage('home', { load })
    export const other = definePage(['bookmarks', '__mein-portal/bookmarks'], toModule('x')), no = 1
    export function View() {}`
  expect(listPageNames(code)).toEqual(['home', 'bookmarks', '__mein-portal/bookmarks'])
})

it('finds none where no page is defined', () => expect(listPageNames('export const page = { load }')).toEqual([]))

it('refuses names it cannot read', () =>
  expect(() => listPageNames('export const page = definePage(NAME, {})')).toThrow('literals'))
