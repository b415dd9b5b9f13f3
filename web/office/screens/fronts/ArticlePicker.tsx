/** Articles that are online, to pin or to drag onto the front: the newest, the most read, or those a search finds. */
import { useEffect, useMemo, useState, type RefObject } from 'react'
import { IconArrowBarToUp, IconGripVertical, IconPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { PICK } from '../../messages/fronts.ts'
import { rowsOf, type Slot } from '../../kit/front-edits.ts'
import { slotTitle } from '../../kit/front-words.ts'
import { shortMoment } from '../../kit/moments.ts'
import { useDesk, wordsOf } from '../../kit/office.tsx'
import { Button, Choice, Fault } from '../../kit/parts.tsx'
import { Loading } from '../../kit/screen.tsx'
import { toDragged } from './dragging.ts'
import { rowOf, type FrontActs } from './front-acts.ts'
import type { FrontEditing } from './front-editing.ts'
import css from './fronts.module.css'

const TYPING_MS = 250

type FoundArticle = { id: string; title: string; sectionPath: string; changedAt: string }

export function ArticlePicker({
  code,
  editing,
  acts,
  place,
  search,
}: {
  code: string
  editing: FrontEditing
  acts: FrontActs
  /** The block that the first button means. */
  place: Slot | undefined
  search: RefObject<HTMLInputElement | null>
}) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [which, setWhich] = useState<'newest' | 'mostRead'>('newest')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { mostRead, slots } = editing.front
  const isMostRead = which === 'mostRead' && q === ''
  const { found, isPending, error } = useOnline(code, q, !isMostRead)
  const rows: FoundArticle[] = isMostRead
    ? mostRead.map(({ id, title }) => ({ id, title, sectionPath: '', changedAt: '' }))
    : found
  const standsIn = useMemo(
    () =>
      new Map(
        slots.flatMap((slot) => rowsOf(editing.edits, slot).map(({ article }) => [article, slotTitle(slot)] as const)),
      ),
    [slots, editing.edits],
  )
  // For the keys, which know a row by its number alone.
  const { learnTitle } = editing
  useEffect(() => {
    for (const { id, title } of rows) learnTitle(id, title)
  })
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => toDragged(String(key), rows.find(({ id }) => id === key)?.title ?? '')),
    getAllowedDropOperations: () => ['move'],
  })
  return (
    <section className={css.picker} aria-label={PICK.title}>
      <div className={css.pickHead}>
        <input
          ref={search}
          className={css.search}
          type="search"
          aria-label={PICK.search}
          placeholder={`/ ${PICK.search}`}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {mostRead.length > 0 && (
          <Choice
            label={PICK.which}
            isHidden
            value={which}
            options={[
              ['newest', PICK.newest],
              ['mostRead', PICK.mostRead],
            ]}
            onChange={setWhich}
          />
        )}
      </div>
      <Fault>{error === null ? null : wordsOf(error)}</Fault>
      {!isMostRead && isPending ? (
        <Loading />
      ) : (
        <GridList
          className={css.rows}
          aria-label={PICK.list}
          disallowTypeAhead
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className={css.empty}>{PICK.none}</p>}
        >
          {rows.map(({ id, title, sectionPath, changedAt }) => (
            <GridListItem key={id} id={id} textValue={title} className={css.row} data-row={rowOf(null, id)}>
              <AriaButton slot="drag" className={css.grip}>
                <IconGripVertical size={16} aria-hidden="true" />
              </AriaButton>
              <span className={css.title}>{title}</span>
              <span className={css.meta}>
                {sectionPath !== '' && <span>{sectionPath}</span>}
                {changedAt !== '' && <time dateTime={changedAt}>{shortMoment(changedAt)}</time>}
                {standsIn.has(id) && <strong>{PICK.standsIn(standsIn.get(id)!)}</strong>}
              </span>
              <span className={css.rowActs}>
                {place !== undefined && (
                  <Button
                    look="small"
                    data-act="first"
                    aria-label={PICK.first(title, slotTitle(place))}
                    title={PICK.first(title, slotTitle(place))}
                    onClick={() => acts.put(id, place, 0, { stays: true })}
                  >
                    <IconArrowBarToUp size={16} aria-hidden="true" />
                  </Button>
                )}
                <Button
                  look="small"
                  aria-label={PICK.pinNamed(title)}
                  onClick={() => acts.ask({ what: 'pin', article: id, slot: null })}
                >
                  <IconPin size={16} aria-hidden="true" />
                  {PICK.pin}
                </Button>
              </span>
            </GridListItem>
          ))}
        </GridList>
      )}
    </section>
  )
}

/** Articles that readers see, the newest change first; those with a later draft stand in a list of their own. */
function useOnline(code: string, q: string, isOn: boolean) {
  const ask = useDesk(code)
  const of = (stand: 'online' | 'changed') => ({
    queryKey: [code, 'articles', { stand, q }],
    queryFn: () => ask('listArticles', { query: { stand, q: q === '' ? undefined : q } }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
  const [online, changed] = [useQuery(of('online')), useQuery(of('changed'))]
  const found: FoundArticle[] = [...(online.data?.articles ?? []), ...(changed.data?.articles ?? [])].toSorted((a, b) =>
    a.changedAt < b.changedAt ? 1 : -1,
  )
  return { found, isPending: online.isPending || changed.isPending, error: online.error ?? changed.error }
}
