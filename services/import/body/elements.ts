/** Helpers for an element: classes, attributes, contents. */
import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { findOne } from 'domutils'
import { toLine } from './house-style.ts'
import { toWords } from './plain-text.ts'

export const attribute = (element: Element, name: string): string => element.attribs[name] ?? ''

/** Whether the pattern matches one of its classes. */
export function hasClass(element: Element, pattern: RegExp): boolean {
  const classes = element.attribs.class
  return classes !== undefined && classes.split(/\s+/).some((name) => pattern.test(name))
}

/** The words inside without scripts, with a space between blocks. */
export const textOf = (node: ChildNode): string => toLine(toWords([node]))

/** The first words inside, or ''; stops at the first text. */
export function firstTextOf(element: Element): string {
  const pending: ChildNode[] = element.children.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isText(node) && node.data.trim() !== '') return node.data.trim()
    if (isTag(node)) pending.push(...node.children.toReversed())
  }
  return ''
}

export function isInside(element: Element, test: (outer: Element) => boolean): boolean {
  for (let outer = element.parent; outer !== null && isTag(outer); outer = outer.parent) if (test(outer)) return true
  return false
}

export function findInside(element: Element, test: (inner: Element) => boolean): Element | null {
  return findOne(test, element.children)
}

/** Matches that are not inside another element for which `isBoundary` holds. */
export function findOwn(
  element: Element,
  test: (inner: Element) => boolean,
  isBoundary: (inner: Element) => boolean,
): Element[] {
  const found: Element[] = []
  const pending: ChildNode[] = element.children.toReversed()
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isTag(node)) continue
    if (test(node)) found.push(node)
    else if (!isBoundary(node)) pending.push(...node.children.toReversed())
  }
  return found
}

/** Attributes in which lazy-loading scripts and consent tools keep the real address. */
const LATE_SOURCES = [
  'data-src',
  'data-lazy-src',
  'data-original',
  'data-orig-file',
  'data-cmp-src',
  'data-src-cmplz',
  'data-cookieblock-src',
  'data-suppressedsrc',
  'consent-original-src-_',
  'uc-src',
  'data-litespeed-src',
  'data-ezsrc',
  'data-pagespeed-lazy-src',
]

const isPlaceholder = (address: string): boolean => /^\s*(?:$|data:|about:|blob:|javascript:|#)/i.test(address)

/** The address of a picture, a frame or a recording, lazy ones too; '' if there is none. */
export function sourceOf(element: Element): string {
  const named = [attribute(element, 'src'), ...LATE_SOURCES.map((name) => attribute(element, name))]
  const late = named.slice(1).find((address) => !isPlaceholder(address))
  const own = named[0]!
  // Themes put a placeholder into `src` while the real address waits in another attribute.
  if (!isPlaceholder(own) && !(late !== undefined && /(?:placeholder|lazy|blank|spacer|transparent)/i.test(own)))
    return own
  return late ?? largestOf(attribute(element, 'srcset') || attribute(element, 'data-srcset'))
}

/** The address with the largest width or density of a `srcset`. */
export function largestOf(srcset: string): string {
  let best = { address: '', size: -1 }
  for (const part of srcset.split(/,\s+/)) {
    const [address = '', descriptor = '1x'] = part.trim().split(/\s+/)
    const size = Number.parseFloat(descriptor)
    if (!isPlaceholder(address) && size > best.size) best = { address, size }
  }
  return best.address
}
