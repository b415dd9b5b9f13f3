/** Acts on a front: each changes the edits, announces the result and keeps the focus at its article. */
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { BLOCKS, FRONT_KEYS } from '../../messages/fronts.ts'
import {
  findHiding,
  findPin,
  hideBlock,
  keepOff,
  keyOf,
  nextPlace,
  pinsOf,
  putPin,
  removeEdit,
  rowsOf,
  setEnd,
  setTexts,
  settleEdit,
  type Slot,
  type TeaserEdit,
} from '../../kit/front-edits.ts'
import { untilWords, usualEnd, usualOffEnd } from '../../kit/front-ends.ts'
import { slotTitle } from '../../kit/front-words.ts'
import { nameOf, type Key } from '../../kit/keys.ts'
import { navigate } from '../../kit/navigation.ts'
import { pathOf } from '../../kit/routes.ts'
import { currentRow } from '../../kit/row-keys.ts'
import { announce } from '../../kit/screen.tsx'
import type { FrontEditing } from './front-editing.ts'

/** A question that an act asks first. */
export type Asked =
  | { what: 'pin'; article: string; slot: Slot | null }
  | { what: 'end'; edit: FrontEdit }
  | { what: 'hide'; slot: Slot }
  | { what: 'text'; article: string }

/** Names a row; `null`: of the articles to pick from. */
export function rowOf(slot: Slot | null, article: string): string {
  return `${slot === null ? '' : keyOf(slot.name)} ${article}`
}

function findRow(row: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
}

type Options = {
  editing: FrontEditing
  code: string
  /** The block for an article without another. */
  place: Slot | undefined
  onAsk: (asked: Asked) => void
}
/** The element that takes the focus after the next render: a row, or a button in it. */
type Wanted = { row: string; act?: string | undefined }

export type FrontActs = ReturnType<typeof createActs>

/** The same object as long as nothing changes at the front: a hundred rows have it. */
export function useFrontActs({ editing, code, place, onAsk }: Options): FrontActs {
  const [wanted, onWant] = useState<Wanted | null>(null)
  useEffect(() => {
    if (wanted === null) return
    const { row, act } = wanted
    // The lists draw their rows once more after this.
    requestAnimationFrame(() => {
      const found = findRow(row)
      const button = act === undefined ? null : found?.querySelector<HTMLElement>(`[data-act="${act}"]`)
      const next = button ?? found
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    })
  }, [wanted])
  return useMemo(() => createActs({ editing, code, place, onAsk, onWant }), [editing, code, place, onAsk])
}

function createActs({ editing, code, place, onAsk, onWant }: Options & { onWant: (wanted: Wanted) => void }) {
  const { edits, change, titleOf, learnTitle } = editing
  const { slots } = editing.front

  /** `act`: the button that was pressed, if it is to keep the focus. `stays`: the focus stays among the articles to pick. */
  const put = (article: string, slot: Slot, at: number, { act, stays }: { act?: string; stays?: boolean } = {}) => {
    const pin = findPin(edits, article)
    const next = putPin(edits, slot, article, at, pin === undefined ? usualEnd() : pin.until)
    change(next)
    if (stays !== true) onWant({ row: rowOf(slot, article), act })
    const stands = rowsOf(next, slot).findIndex((row) => row.article === article)
    announce(
      stands === 0
        ? BLOCKS.said.firstIn(titleOf(article), slotTitle(slot))
        : BLOCKS.said.movedTo(titleOf(article), slotTitle(slot), stands + 1),
    )
  }
  const move = (article: string, slot: Slot, by: -1 | 1, act?: string) => {
    const to = nextPlace(edits, slots, slot, article, by)
    if (to !== null) put(article, to.slot, to.at, { act })
  }
  /** From a block, or with null from the front. */
  const off = (article: string, shownIn: Slot, from: Slot | null = null) => {
    const until = usualOffEnd()
    const rows = rowsOf(edits, shownIn)
    const at = rows.findIndex((row) => row.article === article)
    const neighbour = rows[at + 1] ?? rows[at - 1]
    change(keepOff(edits, article, from, until))
    // The row is gone: the next one has the focus.
    onWant({ row: neighbour === undefined ? keyOf(shownIn.name) : rowOf(shownIn, neighbour.article) })
    const said = from === null ? BLOCKS.said.off : BLOCKS.said.offBlock
    announce(said(titleOf(article), untilWords(until)))
  }
  const pin = (article: string, slot: Slot, until: string | null) => {
    const existing = findPin(edits, article)
    const isThere = existing !== undefined && rowsOf(edits, slot).some((row) => row.pin?.id === existing.id)
    // An article that the block shows already goes below the block's pins; another article is put first.
    const isShown = slot.articles.some(({ id }) => id === article)
    const at = isShown ? pinsOf(edits, slot).length : 0
    change(isThere ? setEnd(edits, existing.id, until) : putPin(edits, slot, article, at, until))
    announce(BLOCKS.said.pinned(titleOf(article), untilWords(until)))
  }
  /** Removes an edit and announces it. */
  const end = (edit: FrontEdit, said: string) => {
    change(removeEdit(edits, edit.id))
    announce(said)
  }

  /** The block and article of the row with the focus; the block is null for an article to pick. */
  const find = (): { slot: Slot | null; article: string } | null => {
    const row = currentRow()
    const space = row?.lastIndexOf(' ') ?? -1
    if (row === null || space === -1) return null
    const [key, article] = [row.slice(0, space), row.slice(space + 1)]
    const slot = slots.find(({ name }) => keyOf(name) === key) ?? null
    return slot === null && key !== '' ? null : { slot, article }
  }
  const step = (by: -1 | 1) => {
    const found = find()
    if (found?.slot) move(found.article, found.slot, by)
  }
  const steps: Key[] = [
    { keys: 'Alt+↑', label: FRONT_KEYS.up, run: () => step(-1) },
    { keys: 'Alt+↓', label: FRONT_KEYS.down, run: () => step(1) },
  ]
  const keys: Key[] = [
    ...steps,
    {
      keys: 'o',
      label: FRONT_KEYS.first,
      run: () => {
        const found = find()
        const slot = found?.slot?.canPin === true ? found.slot : place
        if (found !== null && slot !== undefined) put(found.article, slot, 0, { stays: found.slot === null })
      },
    },
    {
      keys: 'h',
      label: FRONT_KEYS.pin,
      run: () => {
        const found = find()
        if (found !== null) onAsk({ what: 'pin', article: found.article, slot: found.slot })
      },
    },
    {
      keys: 'w',
      label: FRONT_KEYS.off,
      run: () => {
        const found = find()
        if (found?.slot) off(found.article, found.slot)
      },
    },
  ]
  return {
    keys,
    /** Before the lists take the arrows. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const key = steps.find(({ keys: name }) => name === nameOf(event.nativeEvent))
      if (key === undefined || !event.currentTarget.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
      key.run()
    },
    put,
    move,
    off,
    pin,
    ask: onAsk,
    learnTitle,
    free: (edit: FrontEdit, article: string) => end(edit, BLOCKS.said.freed(titleOf(article))),
    allow: (edit: FrontEdit, article: string) => end(edit, BLOCKS.said.allowed(titleOf(article))),
    remove: (edit: FrontEdit) => change(removeEdit(edits, edit.id)),
    setEnd: (edit: FrontEdit, until: string | null) => change(setEnd(edits, edit.id, until)),
    settle: (edit: FrontEdit, slot: Slot) => change(settleEdit(edits, edit.id, slot)),
    hide(slot: Slot, until: string | null) {
      change(hideBlock(edits, slot, until))
      announce(BLOCKS.said.hidden(slotTitle(slot)))
    },
    show(slot: Slot) {
      const hiding = findHiding(edits, slot)
      if (hiding !== undefined) end(hiding, BLOCKS.said.shown(slotTitle(slot)))
    },
    setTexts(article: string, texts: Pick<TeaserEdit, 'title' | 'titlePrefix'>, until: string | null) {
      change(setTexts(edits, article, texts, until))
      announce(BLOCKS.said.text(titleOf(article)))
    },
    open: (article: string) => navigate(pathOf({ screen: 'article', code, id: article })),
    /** Shows a block in the list, or an article in it. False: the list is not shown. */
    goTo(slot: Slot, article?: string): boolean {
      const found = (article === undefined ? null : findRow(rowOf(slot, article))) ?? findRow(keyOf(slot.name))
      found?.focus({ preventScroll: true })
      found?.scrollIntoView({ block: 'center' })
      return found !== null && found === document.activeElement
    },
  }
}
