/** What only a paste, a drag or a table needs. It is fetched when the text gets the focus, or three seconds after it is there. */
import { dropCursor } from 'prosemirror-dropcursor'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'

export { addColumnAfter, addRowAfter, deleteColumn, deleteRow, goToNextCell, toggleHeaderRow } from 'prosemirror-tables'
export { paste } from './clipboard.ts'

export const createPlugins = (): Plugin[] => [
  dropCursor({ class: 'office-drop' }),
  tableEditing({ allowTableNodeSelection: false }),
]
