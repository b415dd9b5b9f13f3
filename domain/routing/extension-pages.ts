/**
 * Pages that a publication or an own room adds (docs/own-room.md): which paths are allowed, and how the path is read from the
 * source without running it. Used by the build and by the check of a folder.
 */
import { matchRoute } from './routes.ts'

const PAGE = /\bexport\s+const\s+page\b/
const WRITTEN = /\bexport\s+const\s+page\s*=\s*definePage\b[^'"`]*?\(\s*\{\s*path:\s*(['"])([^'"\n]{0,200})\1/
/** Comments. An address in a string has no blank before its slashes. */
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const PATH = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,4}$/

/** `path` null: it has a page, but its path cannot be read. Null: it has no page. */
export function readExtensionPage(source: string): { path: string | null; line: number } | null {
  // Blanked out at the same length, so that line numbers stay.
  const code = source.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ' '))
  const begin = PAGE.exec(code)?.index
  if (begin === undefined) return null
  return { path: WRITTEN.exec(code)?.[2] ?? null, line: code.slice(0, begin).split('\n').length }
}

export type PathProblem = 'spelling' | 'number' | 'taken'

/** Null: a publication may add a page there, unless the portal has one. */
export function toPathProblem(path: string): PathProblem | null {
  if (!PATH.test(path)) return 'spelling'
  if (/\/\d+$/.test(path)) return 'number'
  const found = matchRoute(path)
  if (found.kind !== 'route' || found.locale !== null) return 'taken'
  if (found.route.name === 'article') return 'number'
  return found.route.name === 'channel' ? null : 'taken'
}
