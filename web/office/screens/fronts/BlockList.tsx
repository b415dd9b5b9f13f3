/** The blocks of a front in their order, with their articles and the newsroom's edits. */
import { memo } from 'react'
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconEye,
  IconEyeOff,
  IconGripVertical,
  IconPinFilled,
  IconX,
} from '@tabler/icons-react'
import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  isTextDropItem,
  useDragAndDrop,
  type DropItem,
  type ItemDropTarget,
} from 'react-aria-components'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import { BLOCKS, EDITS } from '../../messages/fronts.ts'
import {
  findHiding,
  findTeaser,
  isOf,
  keyOf,
  nextPlace,
  rowsOf,
  type PinEdit,
  type Row as FrontRow,
  type Slot,
} from '../../kit/front-edits.ts'
import { untilWords } from '../../kit/front-ends.ts'
import { blockTitle, compareSaid, editWords, slotTitle } from '../../kit/front-words.ts'
import { takesPins } from '../../kit/PinDialog.tsx'
import { Button, Hidden, MenuButton, Notice, Row, type MenuEntry } from '../../kit/parts.tsx'
import { DRAG_TYPE, readDragged, toDragged } from './dragging.ts'
import { rowOf, type FrontActs } from './front-acts.ts'
import type { FrontEditing } from './front-editing.ts'
import css from './fronts.module.css'

type Props = { editing: FrontEditing; acts: FrontActs }
type BlockProps = Props & { slot: Slot; title: string }

/** Drawn anew when something of the front changes, not when a question opens. */
export const BlockList = memo(function BlockList({
  editing,
  acts,
  chosen,
  onChoose,
}: Props & { chosen: string | null; onChoose: (key: string) => void }) {
  const { edits, front } = editing
  return (
    <>
      {front.slots.map((slot) => {
        const [key, title] = [keyOf(slot.name), slotTitle(slot)]
        const hiding = findHiding(edits, slot)
        return (
          <section key={key} className={css.block} data-chosen={key === chosen || undefined}>
            <header className={css.blockHead}>
              <h2>
                <button type="button" data-row={key} title={BLOCKS.find(title)} onClick={() => onChoose(key)}>
                  {title}
                </button>
              </h2>
              {slot.hasArticles && !slot.canPin && <span className={css.soft}>{BLOCKS.isTimed}</span>}
              {hiding === undefined ? (
                <Button look="small" title={BLOCKS.hideTitle(title)} onClick={() => acts.ask({ what: 'hide', slot })}>
                  <IconEyeOff size={16} aria-hidden="true" />
                  <Hidden>{BLOCKS.hideTitle(title)}</Hidden>
                </Button>
              ) : (
                <Button look="small" onClick={() => acts.show(slot)}>
                  <IconEye size={16} aria-hidden="true" />
                  {BLOCKS.show}
                </Button>
              )}
            </header>
            {hiding !== undefined && <p className={css.warn}>{BLOCKS.hidden(untilWords(hiding.until))}</p>}
            <Changed editing={editing} acts={acts} slot={slot} />
            {hiding === undefined && slot.hasArticles && (
              // Whether a list is a drop target must not change while it is mounted.
              <Rows key={String(takesPins(slot))} editing={editing} acts={acts} slot={slot} title={title} />
            )}
          </section>
        )
      })}
      <KeptOff editing={editing} acts={acts} />
      <NoPlace editing={editing} acts={acts} />
      <Folder editing={editing} />
    </>
  )
})

function Rows({ editing, acts, slot, title }: BlockProps) {
  const { edits, titleOf } = editing
  const rows = rowsOf(edits, slot)
  /** The place among pins for a gap of the list: automatic articles stand behind them. */
  const placeIn = ({ key, dropPosition }: ItemDropTarget, dragged: string) => {
    const at = rows.findIndex(({ article }) => article === key) + (dropPosition === 'after' ? 1 : 0)
    return rows.slice(0, at).filter(({ article, pin }) => pin !== null && article !== dragged).length
  }
  const drop = async (items: readonly DropItem[], toPlace: (article: string) => number) => {
    const item = items.find(isTextDropItem)
    const dragged = item === undefined ? null : readDragged(await item.getText(DRAG_TYPE))
    if (dragged === null) return
    acts.learnTitle(dragged.article, dragged.title)
    acts.put(dragged.article, slot, toPlace(dragged.article))
  }
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => toDragged(String(key), titleOf(String(key)))),
    getAllowedDropOperations: () => ['move'],
    renderDropIndicator: (target) => <DropIndicator target={target} className={css.indicator} />,
    ...(takesPins(slot)
      ? {
          acceptedDragTypes: [DRAG_TYPE],
          onInsert: ({ items, target }) => void drop(items, (article) => placeIn(target, article)),
          onRootDrop: ({ items }) => void drop(items, () => 0),
          onReorder: ({ keys, target }) => {
            const [key] = keys
            if (key !== undefined) acts.put(String(key), slot, placeIn(target, String(key)))
          },
        }
      : {}),
  })
  return (
    <GridList
      className={css.rows}
      aria-label={BLOCKS.list(title)}
      disallowTypeAhead
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => <p className={css.empty}>{takesPins(slot) ? BLOCKS.emptyPin : BLOCKS.empty}</p>}
    >
      {rows.map((row, index) => (
        <GridListItem
          key={row.article}
          id={row.article}
          textValue={titleOf(row.article)}
          className={css.row}
          data-row={rowOf(slot, row.article)}
          data-pinned={row.pin !== null || undefined}
        >
          <AriaButton slot="drag" className={css.grip}>
            <IconGripVertical size={16} aria-hidden="true" />
          </AriaButton>
          <span className={css.title}>{titleOf(row.article)}</span>
          <span className={css.meta}>
            <Marks editing={editing} slot={slot} row={row} />
          </span>
          <RowActs editing={editing} acts={acts} slot={slot} row={row} isFirst={index === 0} />
        </GridListItem>
      ))}
    </GridList>
  )
}

function Marks({ editing, slot, row: { article, pin } }: { editing: FrontEditing; slot: Slot; row: FrontRow }) {
  const { edits, front } = editing
  const state = front.states.find(({ id }) => id === pin?.id)
  const place = slot.name.block === 'lead' ? 'lead' : 'top'
  const byFolder = front.folder.pinned.find((one) => one.article === article && one.place === place)
  return (
    <>
      {pin !== null && (
        <span className={css.pin}>
          <IconPinFilled size={14} aria-hidden="true" />
          {BLOCKS.pinned(untilWords(pin.until))}
        </span>
      )}
      {pin === null && byFolder !== undefined && <span>{BLOCKS.pinnedByFolder(untilWords(byFolder.until))}</span>}
      {findTeaser(edits, article) !== undefined && <span>{BLOCKS.ownText}</span>}
      {state?.isShown === false && <span className={css.warn}>{BLOCKS.notShown}</span>}
    </>
  )
}

function RowActs({
  editing,
  acts,
  slot,
  row: { article, pin },
  isFirst,
}: Props & { slot: Slot; row: FrontRow; isFirst: boolean }) {
  const { edits, front, titleOf } = editing
  const title = titleOf(article)
  const isAble = (by: -1 | 1) => pin !== null && nextPlace(edits, front.slots, slot, article, by) !== null
  const entries: MenuEntry[] = [
    ...(pin === null
      ? [
          {
            id: 'pin',
            label: slot.canPin ? EDITS.pin : EDITS.pinElsewhere,
            run: () => acts.ask({ what: 'pin', article, slot: slot.canPin ? slot : null }),
          },
        ]
      : [
          { id: 'end', label: EDITS.setEnd, run: () => acts.ask({ what: 'end', edit: pin }) },
          { id: 'move', label: EDITS.pinElsewhere, run: () => acts.ask({ what: 'pin', article, slot }) },
          { id: 'free', label: EDITS.free, run: () => acts.free(pin, article) },
        ]),
    { id: 'text', label: EDITS.text, run: () => acts.ask({ what: 'text', article }) },
    { id: 'offBlock', label: EDITS.offBlock, run: () => acts.off(article, slot, slot) },
    { id: 'off', label: EDITS.offFront, look: 'alert', run: () => acts.off(article, slot) },
    { id: 'open', label: EDITS.openArticle, run: () => acts.open(article) },
  ]
  return (
    <span className={css.rowActs}>
      {slot.canPin && !(pin !== null && isFirst) && (
        <Act
          act="first"
          name={BLOCKS.first(title)}
          Icon={IconArrowBarToUp}
          onPress={() => acts.put(article, slot, 0)}
        />
      )}
      {isAble(-1) && (
        <Act act="up" name={BLOCKS.up(title)} Icon={IconArrowUp} onPress={() => acts.move(article, slot, -1, 'up')} />
      )}
      {isAble(1) && (
        <Act
          act="down"
          name={BLOCKS.down(title)}
          Icon={IconArrowDown}
          onPress={() => acts.move(article, slot, 1, 'down')}
        />
      )}
      <Act act="off" name={BLOCKS.off(title)} Icon={IconX} onPress={() => acts.off(article, slot)} />
      <MenuButton
        look="small"
        entries={entries}
        label={
          <>
            <IconDots size={16} aria-hidden="true" />
            <Hidden>{BLOCKS.more(title)}</Hidden>
          </>
        }
      />
    </span>
  )
}

function Act({ act, name, Icon, onPress }: { act: string; name: string; Icon: typeof IconX; onPress: () => void }) {
  return (
    <Button look="small" data-act={act} aria-label={name} title={name} onClick={onPress}>
      <Icon size={16} aria-hidden="true" />
    </Button>
  )
}

/** Edits of a block that the folder has changed since: they count, and somebody looks at them once. */
function Changed({ editing, acts, slot }: Props & { slot: Slot }) {
  const { edits, front, titleOf } = editing
  const changed = edits.flatMap((edit) => {
    const state = front.states.find(({ id }) => id === edit.id)
    return edit.kind === 'teaser' || edit.block === null || !isOf(edit.block, slot) || state?.state !== 'changed'
      ? []
      : [{ edit, said: compareSaid(edit.block.said, state.now ?? {}) }]
  })
  if (changed.length === 0) return null
  return (
    <Notice look="warn">
      <p>{EDITS.folderChanged}</p>
      <ul className={css.changes}>
        {changed.map(({ edit, said }) => (
          <li key={edit.id}>
            <p>{editWords(edit, titleOf)}</p>
            <dl>
              {said.map(({ name, before, after }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <del>{before}</del> → <ins>{after}</ins>
                  </dd>
                </div>
              ))}
            </dl>
            <Row>
              <Button look="small" onClick={() => acts.settle(edit, slot)}>
                {EDITS.settle}
              </Button>
              <Button look="small" onClick={() => acts.remove(edit)}>
                {EDITS.remove}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function KeptOff({ editing, acts }: Props) {
  const { edits, titleOf } = editing
  const off = edits.filter((edit) => edit.kind === 'off')
  if (off.length === 0) return null
  return (
    <section className={css.block}>
      <h2>{EDITS.off}</h2>
      <ul className={css.list}>
        {off.map((edit) => (
          <li key={edit.id}>
            <p className={css.title}>{titleOf(edit.article)}</p>
            <p className={css.meta}>
              {edit.block !== null && <span>{EDITS.offIn(blockTitle(edit.block))}</span>}
              <span>{untilWords(edit.until)}</span>
            </p>
            <Row>
              <Button look="small" onClick={() => acts.allow(edit, edit.article)}>
                {EDITS.allow}
              </Button>
              <Button look="small" onClick={() => acts.ask({ what: 'end', edit })}>
                {EDITS.setEnd}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoPlace({ editing, acts }: Props) {
  const { edits, front, titleOf } = editing
  const lost = new Set(front.states.flatMap(({ id, state }) => (state === 'noPlace' ? [id] : [])))
  const found = edits.filter(({ id }) => lost.has(id))
  if (found.length === 0) return null
  return (
    <section className={css.block}>
      <h2>{EDITS.noPlace}</h2>
      <p className={css.soft}>{EDITS.noPlaceText}</p>
      <ul className={css.list}>
        {found.map((edit) => (
          <li key={edit.id}>
            <p>{editWords(edit, titleOf)}</p>
            <Row>
              {isPin(edit) && (
                <Button look="small" onClick={() => acts.ask({ what: 'pin', article: edit.article, slot: null })}>
                  {EDITS.elsewhere}
                </Button>
              )}
              <Button look="small" onClick={() => acts.remove(edit)}>
                {EDITS.remove}
              </Button>
            </Row>
          </li>
        ))}
      </ul>
    </section>
  )
}

function isPin(edit: FrontEdit): edit is PinEdit {
  return edit.kind === 'pin'
}

/** Pins and exclusions of `front.yaml` itself, which are changed there. */
function Folder({ editing: { front, titleOf } }: { editing: FrontEditing }) {
  const { pinned, excluded } = front.folder
  if (pinned.length + excluded.length === 0) return null
  return (
    <section className={css.block}>
      <h2>{EDITS.folder}</h2>
      <ul className={css.list}>
        {pinned.map(({ article, until }) => (
          <li key={`pin ${article}`}>{EDITS.folderPin(titleOf(article), untilWords(until))}</li>
        ))}
        {excluded.map(({ article, until }) => (
          <li key={`off ${article}`}>{EDITS.folderOff(titleOf(article), untilWords(until))}</li>
        ))}
      </ul>
    </section>
  )
}
