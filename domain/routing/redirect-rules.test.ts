import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFormerAddress } from './former-addresses.ts'
import { findExact, findQueried, listMatches, readRedirects, toRedirectTable } from './redirect-rules.ts'

const read = (...lines: string[]) => readRedirects(`from;to;status\n${lines.join('\n')}\n`)

function find(lines: string[], address: string) {
  const table = toRedirectTable(read(...lines).rules)
  const asked = toFormerAddress(address)!
  return findExact(table, asked) ?? listMatches(table, asked)[0] ?? null
}
const path = (target: string) => ({ kind: 'path', target })

describe('redirects.csv', () => {
  it.each([
    ['/kontakt;/impressum', '/kontakt/', path('/impressum')],
    ['/kontakt;/impressum', '/kontakt/wir', null],
    ['https://www.alt.example/kontakt;/impressum', '/kontakt', path('/impressum')],
    ['http://alt.example/forum/*;;410', '/forum/thema/12', { kind: 'gone' }],
    ['/m%C3%BCll.php;/umwelt', '/müll.php', path('/umwelt')],
    ['/?p=12;/umwelt', '/?p=12', path('/umwelt')],
    ['/category/:name;/:name', '/category/sport/', path('/sport')],
    ['/category/:name;/:name', '/category/sport/handball', null],
    ['/:jahr/:monat/:slug.html;/archiv/:jahr?m=:monat', '/2019/05/markt.html', path('/archiv/2019?m=05')],
    ['/a/:1/:2;/:2/:1', '/a/x/y', path('/y/x')],
    ['/:jahr/:monat/:slug;article:slug', '/2019/05/der-markt', { kind: 'article', slug: 'der-markt' }],
    ['/alt/*;/*', '/alt/lokales/altstadt', path('/lokales/altstadt')],
    ['/alt/*;/lokales', '/alt', null],
    ['/epaper/*;https://epaper.example/*', '/epaper/2020', path('https://epaper.example/2020')],
    ['/abo-alt;;410', '/abo-alt', { kind: 'gone' }],
    ['/forum/*;;410', '/forum/thema/12', { kind: 'gone' }],
    ['/tag/:name;/:name', '/tag/a%3Fb', path('/a%3Fb')],
  ])('%s: %s', (line, address, found) => {
    expect(read(line).problems).toEqual([])
    expect(find([line], address)).toEqual(found)
  })

  it.each([
    ['/artikel.php?id=123;/lokales', '/artikel.php?id=123', path('/lokales')],
    ['/artikel.php?id=123;/lokales', '/artikel.php?utm_source=x&id=123', path('/lokales')],
    ['/artikel.php?id=123;/lokales', '/artikel.php?id=12', null],
    ['/artikel.php?id=123;/lokales', '/artikel.php', null],
    [
      '/index.php?option=com_content&id=7;/lokales',
      '/index.php?id=7&option=com_content&view=article',
      path('/lokales'),
    ],
    ['/?cat=5;/lokales', '/?cat=5', path('/lokales')],
    ['/m%C3%BCll?id=%C3%A4;/umwelt', '/müll/?id=ä', path('/umwelt')],
    ['/forum.php?id=9;;410', '/forum.php?id=9', { kind: 'gone' }],
  ])('the query decides: %s: %s', (line, address, found) => {
    const { rules, problems } = read(line)
    expect(problems).toEqual([])
    expect(findQueried(toRedirectTable(rules), address)?.found ?? null).toEqual(found)
  })

  it('reports the query parameters that named the page; a rule with more of them wins', () => {
    const { rules, problems } = read('/a.php?id=1;/eins', '/a.php?id=1&teil=2;/zwei', '/a.php?id=2;/drei')
    expect(problems).toEqual([])
    const asked = findQueried(toRedirectTable(rules), '/a.php?teil=2&id=1&ref=x')
    expect(asked).toEqual({ found: path('/zwei'), named: ['id', 'teil'] })
    expect(read('/a.php?x=1&y=2;/eins', '/a.php?y=2&x=1;/zwei').problems).toMatchObject([
      { line: 3, message: '"/a.php?y=2&x=1" is there twice' },
    ])
  })

  it('a rule for one address wins over a pattern; patterns apply in their order', () => {
    const lines = ['/a/:x;/erstes', '/a/b;/genau', '/a/*;/zweites']
    expect(find(lines, '/a/b')).toEqual(path('/genau'))
    expect(find(lines, '/a/c')).toEqual(path('/erstes'))
    expect(find(lines, '/a/c/d')).toEqual(path('/zweites'))
  })

  it('accepts commas, tabs, quotes, comments and a byte order mark', () => {
    const written = '\ufeff# von der alten Seite\r\nFrom,To,Status\r\n"/a","/b",301\r\n\r\n# Rest\r\n/c,,410\r\n'
    expect(readRedirects(written)).toEqual({
      rules: [
        { from: '/a', to: '/b', status: 301 },
        { from: '/c', to: '', status: 410 },
      ],
      problems: [],
    })
    expect(readRedirects('from\tto\n/a\t/b\n').rules).toHaveLength(1)
    const quoted = readRedirects('from,to,status\n"/alt,zwei",/impressum,301\n"/sagt-""ja""" , "/b" ,\n')
    expect([quoted.problems, quoted.rules.map(({ from }) => from)]).toEqual([[], ['/alt,zwei', '/sagt-"ja"']])
  })

  it.each([
    ['kontakt;/impressum', 'the old address is no path'],
    ['//host/x;/impressum', 'the old address is no path'],
    ['/;/impressum', 'the home page cannot be led elsewhere'],
    ['/a;//host.example', 'the new address is neither a path nor an https address'],
    ['/a;http://host.example/', 'the new address is neither a path nor an https address'],
    ['/a/:x;https://:x/', 'the new address is neither a path nor an https address'],
    ['/a;javascript:alert(1)', 'the new address is neither a path nor an https address'],
    ['/a;', 'does not say where it leads'],
    ['/a;/b;410', 'leads somewhere although it is gone'],
    ['/a;/b;302', 'the status is neither 301 nor 410'],
    ['/a;/b;301;x', 'has more than three columns'],
    ['/a/:x;/:y', 'names a placeholder that the old address does not have'],
    ['/a/:x;article:y', 'names a placeholder that the old address does not have'],
    ['/a;/b/*', 'names a placeholder that the old address does not have'],
    ['/a/:x-:y;/:x', 'has two placeholders in one segment'],
    ['/a.php?id=:x;/b', 'has a placeholder in its query'],
    ['/a/*/b;/c', 'has a * that is not its last segment'],
  ])('%s is refused with its line', (line, message) => {
    const { rules, problems } = read('/gut;/lokales', line)
    expect(problems).toMatchObject([{ line: 3, level: 'error', message }])
    expect(rules).toHaveLength(1)
  })

  it('a file without column names is refused', () =>
    expect(readRedirects('/a;/b\n').problems).toMatchObject([{ line: 1, message: 'the columns have no names' }]))

  it('reports duplicates, circles, and redirects over several steps', () => {
    const twice = read('/a;/x', '/a/;/y').problems
    expect(twice).toMatchObject([{ line: 3, message: '"/a/" is there twice' }])
    const circle = read('/a;/b', '/b;/c', '/c;/a').problems
    expect(circle.map(({ level, line }) => [level, line])).toEqual([
      ['error', 2],
      ['error', 3],
      ['error', 4],
    ])
    expect(read('/:x;/:x').problems).toMatchObject([{ level: 'error', message: '"/:x" leads back to itself' }])
    expect(read('/alt/:x;/neu/:x', '/neu/:x;/alt/:x').problems).toHaveLength(2)
    expect(read('/a;/b/x', '/b/:y;/a').problems).toHaveLength(2)
    expect(read('/a;/b', '/b;/c').problems).toMatchObject([{ line: 2, level: 'warning' }])
    // A pattern also covers addresses that are not pages; this check cannot know which are.
    expect(read('/kontakt;/impressum', '/:slug;article:slug').problems).toEqual([])
  })

  it('answers hostile patterns and addresses at once', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `/:a/:b/:c/${'x'.repeat(50)}${index}/:d/:e;/:a`)
    const table = toRedirectTable(read(...lines).rules)
    const started = performance.now()
    for (let count = 0; count < 200; count++) listMatches(table, `/${'a/'.repeat(450)}b`)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('never throws', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (lines) => {
        const { rules } = readRedirects(`from;to\n${lines.map((line) => `/${line};/x`).join('\n')}`)
        const table = toRedirectTable(rules)
        expect(() => lines.forEach((line) => listMatches(table, toFormerAddress(`/${line}`) ?? '/'))).not.toThrow()
      }),
    )
  })
})
