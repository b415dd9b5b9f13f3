/** j and k move between the rows of a list, as far as they carry `data-row`. */
import { LIST } from '../messages/articles.ts'
import type { Key } from './keys.ts'

function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.findIndex(
    (row) => row.contains(document.activeElement) || row.closest('li')?.contains(document.activeElement),
  )
  const next = at === -1 ? (step === 1 ? rows[0] : rows.at(-1)) : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

export const ROW_KEYS: readonly Key[] = [
  { keys: 'j', label: LIST.keyDown, run: () => move(1) },
  { keys: 'k', label: LIST.keyUp, run: () => move(-1) },
]

/** The row with the focus. */
export function currentRow(): string | null {
  const focused = document.activeElement
  const row =
    focused?.closest<HTMLElement>('[data-row]') ?? focused?.closest('li')?.querySelector<HTMLElement>('[data-row]')
  return row?.dataset.row ?? null
}
