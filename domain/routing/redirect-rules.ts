/**
 * The publisher's own redirects (`redirects.csv` in the publication's folder). Each line has an address, or a pattern
 * with placeholders for whole segments; regular expressions are not possible, so that matching is linear in the length
 * of the address. Addresses are looked up in the normal form of `toFormerAddress`.
 */
import { slugOfFormer, toFormerAddress, toQueried } from './former-addresses.ts'

/** `to`: a path, an https address, `article:NAME` (the article with this former slug), or '' with status 410. */
export type RedirectRule = { from: string; to: string; status: 301 | 410 }

export type RedirectProblem = { line: number; level: 'error' | 'warning'; message: string; remedy: string }

const MOST_REDIRECTS = 50_000
const MOST_PATTERNS = 200
const MOST_CELL = 1000

export type RedirectTarget = { kind: 'gone' } | { kind: 'path'; target: string } | { kind: 'article'; slug: string }

/** An address with a query: it must contain every parameter of the rule, in any order and beside others. */
type Queried = { parameters: [name: string, value: string][]; rule: RedirectRule }

type Segment = { before: string; name: string; after: string }
type Pattern = { segments: Segment[]; hasRest: boolean; rule: RedirectRule }

export type RedirectTable = {
  exact: ReadonlyMap<string, RedirectRule>
  /** By path; rules with more parameters first. */
  queried: ReadonlyMap<string, readonly Queried[]>
  /** In the order of the file. */
  patterns: readonly Pattern[]
}

const PLACEHOLDER = /:([a-z][a-z0-9]{0,29}|[1-9])/g

export function toRedirectTable(rules: readonly RedirectRule[]): RedirectTable {
  const exact = new Map<string, RedirectRule>()
  const queried = new Map<string, Queried[]>()
  const patterns: Pattern[] = []
  for (const rule of rules) {
    const asked = toQueried(rule.from)
    if (asked !== null) {
      const parameters = [...asked.query]
      const list = queried.get(asked.path) ?? []
      // Among equal rules the order of the file decides.
      list.push({ parameters, rule })
      queried.set(asked.path, list)
      continue
    }
    const pattern = toPattern(rule)
    const address = pattern === null ? toFormerAddress(rule.from) : null
    if (pattern !== null) patterns.push(pattern)
    else if (address !== null && !exact.has(address)) exact.set(address, rule)
  }
  for (const list of queried.values()) list.sort((a, b) => b.parameters.length - a.parameters.length)
  return { exact, queried, patterns }
}

/** Looks up path and query. `named`: the parameters that identified the page. Null: no rule matches. */
export function findQueried(
  { queried }: RedirectTable,
  address: string,
): { found: RedirectTarget; named: string[] } | null {
  const asked = toQueried(address)
  const rule =
    asked === null
      ? undefined
      : queried
          .get(asked.path)
          ?.find(({ parameters }) => parameters.every(([name, value]) => asked.query.getAll(name).includes(value)))
  return rule === undefined
    ? null
    : { found: toFound(rule.rule, new Map()), named: rule.parameters.map(([name]) => name) }
}

export function findExact({ exact }: RedirectTable, address: string): RedirectTarget | null {
  const rule = exact.get(address)
  return rule === undefined ? null : toFound(rule, new Map())
}

/**
 * The targets of all matching patterns in file order. A later one applies if the article of an earlier one does not
 * exist.
 */
export function listMatches({ patterns }: RedirectTable, address: string): RedirectTarget[] {
  if (address.startsWith('/?')) return []
  const segments = address.slice(1).split('/')
  return patterns.flatMap((pattern) => {
    const values = matchPattern(pattern, segments)
    return values === null ? [] : [toFound(pattern.rule, values)]
  })
}

function matchPattern({ segments, hasRest }: Pattern, given: readonly string[]): Map<string, string> | null {
  if (hasRest ? given.length <= segments.length : given.length !== segments.length) return null
  const values = new Map<string, string>()
  for (const [index, { before, name, after }] of segments.entries()) {
    const segment = given[index]!
    if (name === '') {
      if (segment !== before) return null
      continue
    }
    const value = segment.slice(before.length, segment.length - after.length)
    if (segment.length <= before.length + after.length || !segment.startsWith(before) || !segment.endsWith(after))
      return null
    values.set(name, value)
  }
  if (hasRest) values.set('*', given.slice(segments.length).join('/'))
  return values
}

function toFound({ to, status }: RedirectRule, values: ReadonlyMap<string, string>): RedirectTarget {
  if (status === 410) return { kind: 'gone' }
  if (to.startsWith('article:'))
    return { kind: 'article', slug: slugOfFormer(values.get(to.slice('article:'.length)) ?? '') }
  const encode = (value: string) => value.split('/').map(encodeURIComponent).join('/')
  const target = to
    .replace(PLACEHOLDER, (whole, name: string) => (values.has(name) ? encode(values.get(name)!) : whole))
    .replace(/\*$/, () => encode(values.get('*') ?? '*'))
  return { kind: 'path', target }
}

/** Null: an address without placeholders. */
function toPattern(rule: RedirectRule): Pattern | null {
  const hasRest = rule.from.endsWith('/*')
  if (!hasRest && rule.from.search(PLACEHOLDER) === -1) return null
  const path = hasRest ? rule.from.slice(0, -2) : rule.from
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment): Segment => {
      const [found] = segment.matchAll(PLACEHOLDER)
      if (found === undefined) return { before: decode(segment), name: '', after: '' }
      const end = found.index + found[0].length
      return { before: decode(segment.slice(0, found.index)), name: found[1]!, after: decode(segment.slice(end)) }
    })
  return { segments, hasRest, rule }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    return text
  }
}

/**
 * Format: a line of column names, then `from;to;status`; commas and tabs work as well. Blank lines, lines with `#` and
 * Excel's `sep=;` are skipped.
 */
export function readRedirects(text: string): { rules: RedirectRule[]; problems: RedirectProblem[] } {
  const rules: { rule: RedirectRule; line: number }[] = []
  const problems: RedirectProblem[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const head = lines.findIndex((line) => isSaying(line))
  const delimiter = [';', '\t', ','].find((one) => lines[head]?.includes(one)) ?? ';'
  const names = toCells(lines[head] ?? '', delimiter).map((name) => name.toLowerCase())
  if (names[0] !== 'from' || names[1] !== 'to')
    return {
      rules: [],
      problems: [toProblem(Math.max(1, head + 1), 'the columns have no names', 'Begin the file with from;to;status.')],
    }
  for (const [index, line] of lines.entries()) {
    if (index <= head || !isSaying(line)) continue
    const read = readLine(toCells(line, delimiter))
    if (typeof read === 'string') problems.push(toProblem(index + 1, read, REMEDIES[read] ?? ''))
    else rules.push({ rule: read, line: index + 1 })
  }
  if (rules.length > MOST_REDIRECTS)
    problems.push(
      toProblem(
        rules[MOST_REDIRECTS]!.line,
        `has more than ${MOST_REDIRECTS} lines`,
        'Use patterns for what goes alike.',
      ),
    )
  problems.push(...checkRules(rules))
  return { rules: rules.map(({ rule }) => rule), problems: problems.toSorted((a, b) => a.line - b.line) }
}

const isSaying = (line: string): boolean => !/^\s*(?:#|$|"?sep=."?\s*$)/i.test(line)

/** A quoted cell may contain the delimiter; two quotation marks stand for one. */
function toCells(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at))
    const after = quoted === null ? -1 : at + quoted[0].length
    if (quoted !== null && (after === line.length || line.startsWith(delimiter, after))) {
      cells.push(quoted[1]!.replaceAll('""', '"').trim())
      at = after + 1
      continue
    }
    const end = line.indexOf(delimiter, at)
    cells.push(line.slice(at, end === -1 ? undefined : end).trim())
    at = end === -1 ? line.length + 1 : end + 1
  }
  return cells
}

const toProblem = (line: number, message: string, remedy: string, level: RedirectProblem['level'] = 'error') => ({
  line,
  level,
  message,
  remedy,
})

const REMEDIES: Readonly<Record<string, string>> = {
  'has more than three columns': 'Write from;to;status.',
  'the old address is no path': 'Write it with a slash at its beginning, like /alt/kontakt.',
  'the home page cannot be led elsewhere': 'Name an address below it.',
  'has a placeholder in its query': 'Write each address with a query in a line of its own.',
  'has two placeholders in one segment': 'One :name between two slashes.',
  'has a * that is not its last segment': 'End the address with /*.',
  'the status is neither 301 nor 410': 'Leave it empty for 301; 410 is for pages that are gone for good.',
  'does not say where it leads': 'Write a path, an https address or article:name; or the status 410.',
  'leads somewhere although it is gone': 'Leave the second column empty with 410.',
  'the new address is neither a path nor an https address':
    'Write a path like /impressum, an https address or article:name.',
  'names a placeholder that the old address does not have': 'Use the names of the first column.',
}

/** A string is the description of a fault. */
function readLine([given = '', to = '', written = '', ...more]: readonly string[]): RedirectRule | string {
  // The host of the former site does not count.
  const from = given.replace(/^https?:\/\/[^/?#\s]+(?=\/)/i, '')
  if (more.some((cell) => cell !== '')) return 'has more than three columns'
  const isGone = written === '410'
  if (!['', '301', '308', '410'].includes(written)) return 'the status is neither 301 nor 410'
  if (!/^\/(?!\/)/.test(from) || from.length > MOST_CELL) return 'the old address is no path'
  if (from.includes('?') && (from.search(PLACEHOLDER) !== -1 || from.includes('*')))
    return 'has a placeholder in its query'
  const bare = from.replace(PLACEHOLDER, 'x').replace(/\/\*$/, '/x')
  if (bare.includes('*')) return 'has a * that is not its last segment'
  if (from.split('/').some((segment) => (segment.match(PLACEHOLDER) ?? []).length > 1))
    return 'has two placeholders in one segment'
  if (toFormerAddress(bare) === null && toQueried(from) === null) return 'the home page cannot be led elsewhere'
  if (isGone) return to === '' ? { from, to, status: 410 } : 'leads somewhere although it is gone'
  if (to === '') return 'does not say where it leads'
  const names = new Set([...from.matchAll(PLACEHOLDER)].map(([, name]) => name!))
  const article = /^article:([a-z0-9]+)$/.exec(to)?.[1]
  if (article === undefined && !/^(?:\/(?!\/)|https:\/\/[a-z0-9.-]+(?::\d+)?(?:\/|$))[^\s"<>\\]*$/i.test(to))
    return 'the new address is neither a path nor an https address'
  const used =
    article === undefined
      ? [...to.replace(/^https:\/\/[^/]*/, '').matchAll(PLACEHOLDER)].map(([, name]) => name!)
      : [article]
  if (used.some((name) => !names.has(name)) || (to.endsWith('/*') && !from.endsWith('/*')))
    return 'names a placeholder that the old address does not have'
  return { from, to, status: 301 }
}

/** Finds duplicates, circles, and redirects over more than one step. */
function checkRules(rules: readonly { rule: RedirectRule; line: number }[]): RedirectProblem[] {
  const problems: RedirectProblem[] = []
  const table = toRedirectTable(rules.map(({ rule }) => rule))
  if (table.patterns.length > MOST_PATTERNS)
    problems.push(toProblem(1, `has more than ${MOST_PATTERNS} patterns`, 'Put the rare ones into lines of their own.'))
  const seen = new Set<string>()
  for (const { rule, line } of rules) {
    const key = toKey(rule.from)
    if (seen.has(key)) problems.push(toProblem(line, `"${rule.from}" is there twice`, 'Remove one of the lines.'))
    seen.add(key)
    if (isCircle(rule, table))
      problems.push(toProblem(line, `"${rule.from}" leads back to itself`, 'Lead it to a page that is there.'))
    else if (findExact(table, toFormerAddress(rule.to) ?? '') !== null)
      problems.push(
        toProblem(line, `"${rule.from}" leads to another redirect`, 'Name the last address of the way.', 'warning'),
      )
  }
  return problems
}

/** One key for each page that a rule can name. */
function toKey(from: string): string {
  const asked = toQueried(from)
  if (asked === null) return toFormerAddress(from) ?? from
  const { path, query } = asked
  query.sort()
  return `${path}?${query}`
}

const LONGEST_WAY = 10

/** Whether the redirects form a circle, assuming that none of the addresses on the way is a page. */
function isCircle(rule: RedirectRule, table: RedirectTable): boolean {
  const passed = new Set<string>()
  const isQueried = toQueried(rule.from) !== null
  let address = toFormerAddress(isQueried ? rule.to : rule.from.replace(PLACEHOLDER, 'x').replace(/\*$/, 'x'))
  while (address !== null && passed.size <= LONGEST_WAY) {
    if (passed.has(address)) return true
    passed.add(address)
    const found: RedirectTarget | undefined = findExact(table, address) ?? listMatches(table, address)[0]
    if (found?.kind !== 'path' || !found.target.startsWith('/')) return false
    address = toFormerAddress(found.target)
  }
  return address !== null
}
