import { describe, expect, it } from 'vitest'
import { toContentItems } from './markdown-items.ts'
import { escapeMarkdown, fillTemplate, type Facts, parseTemplate } from './template.ts'

const facts: Facts = {
  publisher: { company: 'Musterbote GmbH', register: { court: 'Amtsgericht Ulm', number: 'HRB 1' }, phone: null },
  owners: [
    { name: 'Anna Alt', share: '60 %' },
    { name: 'Ben Bach', share: '40 %' },
  ],
  names: ['a', 'b'],
  none: [],
  isLocal: false,
  count: 3,
  name: 'outside',
  empty: '',
}
const fill = (source: string) => fillTemplate(parseTemplate('t', source), facts)

describe('a template', () => {
  it.each([
    ['fills in a value', '{{publisher.company}}, {{count}}', 'Musterbote GmbH, 3'],
    [
      'keeps what is given',
      '{{#if publisher.register}}{{publisher.register.number}}{{/if}}{{#if publisher.phone}}x{{/if}}',
      'HRB 1',
    ],
    [
      'has an else',
      '{{#if isLocal}}a{{else}}b{{/if}}{{#if none}}a{{else}}c{{/if}}{{#if names}}d{{else}}e{{/if}}',
      'bcd',
    ],
    ['repeats', '{{#each owners}}{{name}}: {{share}}; {{/each}}{{name}}', 'Anna Alt: 60 %; Ben Bach: 40 %; outside'],
    ['repeats texts', '{{#each names}}<{{this}}>{{/each}}', '<a><b>'],
    [
      'looks outside of a list',
      '{{#each names}}{{this}}{{publisher.company}} {{/each}}',
      'aMusterbote GmbH bMusterbote GmbH ',
    ],
    ['nests', '{{#each owners}}{{#if name}}{{#each names}}{{this}}{{/each}}{{/if}}|{{/each}}', 'ab|ab|'],
    ['takes lines of tags away', 'a\n{{#if count}}\nb\n{{else}}\nc\n{{/if}}\nd\n', 'a\nb\nd\n'],
    ['leaves lines of values', 'a\n{{count}}\nb', 'a\n3\nb'],
  ])('%s', (_name, source, expected) => expect(fill(source)).toBe(expected))

  it.each([
    ['an unknown name', 'a\n\n{{publisher.vat}}', 't:3 asks for publisher.vat, which is no fact'],
    ['an unknown condition', '{{#if publisher.vat}}{{/if}}', 't:1 asks for publisher.vat, which is no fact'],
    ['an unknown list', '\n{{#each owner}}\n{{/each}}', 't:2 asks for owner, which is no fact'],
    ['an inherited name', '{{publisher.constructor}}', 't:1 asks for publisher.constructor, which is no fact'],
    ['null as a text', 'a\n{{publisher.phone}}', 't:2 publisher.phone is no text'],
    ['an empty text', '{{empty}}', 't:1 empty is empty'],
    ['an object as a text', '{{publisher}}', 't:1 publisher is no text'],
    ['a text as a list', '{{#each name}}{{/each}}', 't:1 name is no list'],
    ['a block without end', 'a\n{{#if name}}', 't:2 has no end for #if name'],
    ['the wrong end', '{{#if name}}{{/each}}', 't:1 has no such tag: {{/each}}'],
    ['an end of nothing', 'a{{/if}}', 't:1 has no such tag: {{/if}}'],
    ['two else', '{{#if name}}{{else}}{{else}}{{/if}}', 't:1 has no such tag: {{else}}'],
    ['else of a list', '{{#each names}}{{else}}{{/each}}', 't:1 has no such tag: {{else}}'],
    ['another block', '{{#with publisher}}{{/with}}', 't:1 has no such tag: {{#with publisher}}'],
    ['code', '{{count + 1}}', 't:1 has no such tag: {{count + 1}}'],
    ['a tag without end', 'a\n{{count', 't:1 has "{{" without an end'],
  ])('refuses %s', (_name, source, message) => expect(() => fill(source)).toThrow(message))

  it.each([
    'Müller & Co. KG',
    'A*B*C_d_ `x`',
    '[Link](https://a.example) <b>x</b>',
    '1. FC Verlag',
    '- Strich',
    '# Raute',
    '+ Plus',
    '&copy; 2026 &#60;',
    '\\ und | und ~~x~~',
    'Zeile\n\n## zwei',
    '> Zitat',
    '=== ',
  ])('escapes a value so that it stays plain text: %s', (value) => {
    const { items, findings } = toContentItems(escapeMarkdown(value))
    expect(findings).toEqual([])
    const plain = value.replace(/\s+/g, ' ').trim()
    const html = plain.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
    expect(items).toEqual([{ type: 'paragraph', html }])
  })
})
