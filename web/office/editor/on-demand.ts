/** Code for paste, drag and tables. It is loaded when the text gets the focus, or three seconds after it is shown. */
import { dropCursor } from 'prosemirror-dropcursor'
import type { Plugin } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'

export { addColumnAfter, addRowAfter, deleteColumn, deleteRow, goToNextCell, toggleHeaderRow } from 'prosemirror-tables'
export { paste } from './clipboard.ts'

export const createPlugins = (): Plugin[] => [
  dropCursor({ class: 'office-drop' }),
  tableEditing({ allowTableNodeSelection: false }),
]
