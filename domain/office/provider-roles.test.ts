import { describe, expect, it } from 'vitest'
import type { Grant } from './acts.ts'
import { toGrants } from './provider-roles.ts'

const editor = (mayPublish: boolean, ...sections: string[]): Grant => ({
  publication: 'ak',
  role: 'editor',
  mayPublish,
  sections,
})
const CHIEF: Grant = { publication: '*', role: 'chief', mayPublish: true, sections: [] }

describe('roles of an identity provider', () => {
  it.each<[string, string[], Grant[]]>([
    ['a value gives its grants', ['chef'], [CHIEF]],
    ['several values give those of all', ['chef', 'desk'], [CHIEF, editor(true)]],
    ['unknown values and names of objects give nothing', ['fremd', 'toString', '__proto__', ''], []],
    ['no value gives nothing', [], []],
    ['sections of one role add up', ['sport', 'kultur'], [editor(true, 'sport', 'kultur')]],
    ['all sections and the right to publish cover the rest', ['sport', 'desk', 'schreiben'], [editor(true)]],
    [
      'writing everywhere does not make publishing in one section publishing everywhere',
      ['sport', 'schreiben'],
      [editor(false)],
    ],
    ['the order of the values does not matter', ['schreiben', 'sport'], [editor(false)]],
  ])('%s', (_what, values, grants) =>
    expect(
      toGrants(values, {
        chef: [CHIEF],
        desk: [editor(true)],
        schreiben: [editor(false)],
        sport: [editor(true, 'sport')],
        kultur: [editor(true, 'kultur')],
      }),
    ).toEqual(grants),
  )
})
