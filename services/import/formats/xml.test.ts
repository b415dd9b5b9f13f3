import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeOf, decodeXml, getChild, listChildren, parseMembers, parseXml, textAt, toNodeText } from './xml.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const parse = (xml: string, raw: string[] = []) => parseXml(xml, raw, { removePrefixes: true })
const reasonOf = (xml: string) => {
  const result = parse(xml)
  return result.kind === 'refused' ? result.reason : 'read'
}

describe('the XML parser', () => {
  it.each([
    ['an external entity', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a billion laughs', '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><l>&b;</l>'],
    ['an external DTD', '<!DOCTYPE rss SYSTEM "https://evil.example/x.dtd"><rss/>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "https://evil.example/x">%p;]><a/>'],
    ['a lower-case document type', '<!doctype a><a/>'],
    ['a document type hidden behind an instruction', '<?x <!-- ?><!DOCTYPE a [<!ENTITY x "y">]><!-- --><a>&x;</a>'],
    ['an entity declaration in the middle', '<a><!ENTITY x "y"></a>'],
  ])('refuses %s', (_case, xml) => {
    expect(reasonOf(xml)).toContain('DTD not allowed')
  })

  it.each([
    ['101 levels', `${'<a>'.repeat(101)}${'</a>'.repeat(101)}`, 'nested deeper than 100'],
    ['a comment without end', `<a>${'<!--'.repeat(100_000)}`, 'without end'],
    ['tags that do not match', '<a><b></a></b>', 'XML:'],
    ['nothing', '', 'XML:'],
    ['text only', 'hello', 'XML:'],
  ])('refuses %s', (_case, xml, reason) => {
    expect(reasonOf(xml)).toContain(reason)
  })

  it('takes 100 levels, and comments and CDATA that look like declarations', () => {
    expect(reasonOf(`${'<a>'.repeat(100)}x${'</a>'.repeat(100)}`)).toBe('read')
    expect(reasonOf('<a><!-- <!DOCTYPE x> --><b><![CDATA[<!DOCTYPE html><p>]]></b></a>')).toBe('read')
  })

  it('reads attributes, repeated children and raw tags', () => {
    const result = parse(
      '<n:root><item id="1">Eins &amp; &#x5a;wei &ouml;</item><item id="2"/><body><p>a<b>b</b>c</p></body></n:root>',
      ['body'],
    )
    expect(result.kind).toBe('root')
    if (result.kind !== 'root') return
    expect(listChildren(result.root, 'item').map((node) => [attributeOf(node, 'id'), toNodeText(node)])).toEqual([
      ['1', 'Eins & Zwei ö'],
      ['2', ''],
    ])
    expect(textAt(result.root, 'body')).toBe('<p>a<b>b</b>c</p>')
    expect(getChild(result.root, 'nothing', 'below')).toBeUndefined()
  })

  it('does not reach prototypes', () => {
    const result = parse('<root><__proto__><polluted>yes</polluted></__proto__><constructor>x</constructor></root>')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    if (result.kind === 'root') expect(getChild(result.root, 'toString')).toBeUndefined()
  })

  it.each([
    ['&amp;lt;', '&lt;'],
    ['&#0;&#xD800;&#x110000;', ''],
    ['&unknown;', '&unknown;'],
    ['&toString;', '&toString;'],
  ])('decodes %s once', (text, expected) => {
    expect(decodeXml(text)).toBe(expected)
  })

  it('mends a bare ampersand, outside of references and CDATA', () => {
    const result = parse('<a><b>Meier & Söhne &amp; Co</b><c><![CDATA[x & y]]></c></a>')
    expect(result).toMatchObject({ kind: 'root', root: { b: 'Meier & Söhne & Co', c: 'x & y' } })
    expect(reasonOf('<!DOCTYPE a [<!ENTITY x "y">]><a>& &x;</a>')).toContain('DTD not allowed')
  })

  it('loses only the broken members of a list', () => {
    const options = { removePrefixes: true }
    const list = (...members: string[]) => parseMembers(`<l><t>x</t>${members.join('')}</l>`, 'm', options)
    const namesIn = ({ read }: ReturnType<typeof list>) =>
      read.kind === 'root' ? listChildren(read.root, 'm').map((member) => textAt(member, 'n')) : read.reason
    const [one, two] = ['<m><n>1</n></m>', '<y:m><n>2</n></y:m>'] as const
    expect(namesIn(list(one, two))).toEqual(['1', '2'])
    const mixed = list(one, '<m><n>3<br></n></m>', two, '<m><n>4</n>', '<m id="a"><n>5</n></m>')
    expect([namesIn(mixed), mixed.broken.map(({ raw }) => raw)]).toEqual([
      ['1', '2', '5'],
      ['<m><n>3<br></n></m>', '<m><n>4</n>'],
    ])
    expect(namesIn(list(one, '</t>'))).toContain('XML:')
    expect(list('<m><n>3<br></n></m>', '</t>').broken).toEqual([])
  })

  it('takes linear time for members without an end', () => {
    const started = performance.now()
    for (const end of ['', '</m>']) parseMembers(`<l>${'<m>'.repeat(50_000)}${end}</l>`, 'm', { removePrefixes: true })
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              '<a>',
              '</a>',
              '<a b="',
              '"',
              '<!--',
              '-->',
              '<![CDATA[',
              ']]>',
              '<?x',
              '?>',
              '<!',
              '&#',
              ';',
              '<a/>',
            ),
            fc.string(),
          ),
          { maxLength: 40 },
        ),
        (pieces) => {
          expect(parse(pieces.join('')).kind).toMatch(/^(?:root|refused)$/)
        },
      ),
      { numRuns: propertyRuns(400) },
    )
  })
})
