import { describe, expect, it } from 'vitest'
import { listContents } from './contents.ts'

const heading = (text: string, level = 2, anchor: string | undefined = text) => ({
  type: 'heading',
  level,
  text,
  anchor,
})
const three = [heading('a'), { type: 'paragraph' }, heading('b'), heading('x', 3), heading('c')]

const CASES: readonly [name: string, items: Parameters<typeof listContents>[0], minutes: number, found: string][] = [
  ['a long text with three headings', three, 4, 'a b c'],
  ['a short one needs none', three, 3, ''],
  ['two headings are seen anyway', three.slice(0, 3), 12, ''],
  ['headings without a place lead nowhere', three.map(({ ...item }) => ({ ...item, anchor: undefined })), 12, ''],
]

describe('table of contents', () => {
  it.each(CASES)('%s', (_name, items, minutes, found) => {
    expect(
      listContents(items, minutes)
        .map(({ text }) => text)
        .join(' '),
    ).toBe(found)
  })
})
