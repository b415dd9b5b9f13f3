/**
 * `/` at the start of a line opens a list of blocks; more letters filter it. The list is derived from the text, so that
 * undoing or deleting the slash closes it.
 */
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { EDITOR_TEXTS as texts } from '../messages/editor.ts'
import { paragraph } from './commands.ts'

export const INSERTS = [
  'image',
  'mediaImage',
  'heading2',
  'heading3',
  'infoBox',
  'quote',
  'table',
  'embed',
  'bulletList',
  'orderedList',
  'gallery',
  'articleReference',
  'keyPoints',
  'question',
  'liveEntry',
  'timeline',
  'people',
  'match',
  'video',
  'audio',
  'document',
] as const
export type Insert = (typeof INSERTS)[number]

export type Menu = { pos: number; query: string; entries: readonly Insert[]; chosen: number }

type MenuState = { menu: Menu | null; closedAt: number | null }
type MenuAct = { kind: 'choose'; index: number } | { kind: 'close' }

export const menuKey = new PluginKey<MenuState>('insert-menu')

export function findMenu(state: EditorState): Menu | null {
  return menuKey.getState(state)?.menu ?? null
}

/** `choose` runs an entry; the line with the slash is empty by then. */
export function insertMenu(choose: (insert: Insert) => void): Plugin<MenuState> {
  return new Plugin<MenuState>({
    key: menuKey,
    state: {
      init: () => ({ menu: null, closedAt: null }),
      apply(tr, before, _old, state) {
        const act = tr.getMeta(menuKey) as MenuAct | undefined
        const found = readMenu(state)
        if (found === null)
          return before.menu === null && before.closedAt === null ? before : { menu: null, closedAt: null }
        const closedAt = act?.kind === 'close' ? found.pos : before.closedAt
        if (closedAt === found.pos) return { menu: null, closedAt }
        const isSame = before.menu?.query === found.query
        const chosen = act?.kind === 'choose' ? act.index : isSame ? (before.menu?.chosen ?? 0) : 0
        return { menu: { ...found, chosen }, closedAt: null }
      },
    },
    props: {
      handleKeyDown(view, event) {
        const menu = findMenu(view.state)
        if (menu === null || event.isComposing) return false
        const act = (meta: MenuAct) => view.dispatch(view.state.tr.setMeta(menuKey, meta))
        const count = menu.entries.length
        if (event.key === 'Escape') {
          act({ kind: 'close' })
          // A dialog or a screen around the editor must not close with it.
          event.stopPropagation()
          return true
        }
        if (count === 0) return false
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const step = event.key === 'ArrowDown' ? 1 : count - 1
          act({ kind: 'choose', index: (menu.chosen + step) % count })
          return true
        }
        if (event.key === 'Enter' || event.key === 'Tab') {
          if (event.shiftKey || event.ctrlKey || event.metaKey) return false
          view.dispatch(clearSlash(view.state))
          choose(menu.entries[menu.chosen]!)
          return true
        }
        return false
      },
    },
  })
}

/** The line without the slash and the letters after it. */
export function clearSlash(state: EditorState): Transaction {
  const { $from } = state.selection
  return state.tr.delete($from.start(), $from.end())
}

function readMenu({ selection }: EditorState): Omit<Menu, 'chosen'> | null {
  const { $from, empty } = selection
  if (!empty || $from.depth !== 1 || $from.parent.type !== paragraph) return null
  // Most keys end here.
  if ($from.parent.content.size > 25 || $from.parentOffset !== $from.parent.content.size) return null
  const typed = $from.parent.textContent
  if (!typed.startsWith('/') || !/^\/[\p{L}\p{N} -]{0,24}$/u.test(typed)) return null
  const query = typed.slice(1).trim().toLowerCase()
  return { pos: $from.start(), query, entries: INSERTS.filter((insert) => isNamed(insert, query)) }
}

function isNamed(insert: Insert, query: string): boolean {
  if (query === '') return true
  const words = `${texts.blocks[insert]} ${texts.otherNames[insert] ?? ''}`.toLowerCase()
  return words.startsWith(query) || words.includes(` ${query}`)
}
