/** Copies out of the editor, and the files of a clipboard. */
import { DOMSerializer, type Node } from 'prosemirror-model'
import { schema } from './schema.ts'
import { toItem } from './to-items.ts'

/** The attribute with the item of one of our blocks; `paste.ts` reads it. */
export const ITEM_ATTRIBUTE = 'data-office-item'

/** Text and tables are written as other programs read them; blocks that only we know carry their item as well. */
export const clipboardSerializer = new DOMSerializer(
  {
    ...DOMSerializer.nodesFromSchema(schema),
    ...Object.fromEntries(
      ['quote', 'infoBox', 'question', 'liveEntry', 'tableBox'].map((name) => [
        name,
        (node: Node) => ['div', { [ITEM_ATTRIBUTE]: JSON.stringify(toItem(node)) }, 0] as const,
      ]),
    ),
    image: (node) => ['p', { [ITEM_ATTRIBUTE]: JSON.stringify(toItem(node)) }, 0],
    closed: (node) => ['p', { [ITEM_ATTRIBUTE]: JSON.stringify(toItem(node)) }],
  },
  DOMSerializer.marksFromSchema(schema),
)

/** Pictures among pasted or dropped files; Word adds a picture of its text, which is not meant. */
export function findPictures(data: DataTransfer): File[] {
  const hasText = /\S/.test(data.getData('text/plain'))
  return hasText ? [] : [...data.files].filter(({ type }) => /^image\/(?!svg)/.test(type))
}
