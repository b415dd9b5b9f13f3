/** Pictures of the library: as a grid that leads to each, and as a dialog in which one is chosen. */
import { useDeferredValue, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { MediaRow } from '@lokalteil/contracts/office/media'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { MEDIA, PICKER } from '../messages/media.ts'
import { shortMoment } from './moments.ts'
import { useDesk } from './office.tsx'
import { Button, Dialog, Field, Row } from './parts.tsx'
import { pathOf, type MediaFilters } from './routes.ts'
import { Failed, Loading } from './screen.tsx'
import css from './Pictures.module.css'

/** Newest first, page by page. */
export function usePictures(code: string, { q, auswahl }: MediaFilters) {
  const ask = useDesk(code)
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [code, 'media', { q, auswahl }],
    queryFn: ({ pageParam }) => ask('listMedia', { query: { q, auswahl, after: pageParam ?? undefined } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  })
  const rows = data?.pages.flatMap(({ media }) => media)
  return { rows, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage }
}

export const nameOf = ({ picture, fileName }: MediaRow): string =>
  picture.caption || picture.altText || fileName || MEDIA.unnamed

/** When the rights end or ended, if that is near. */
export function RightsSign({ state, rights: { until } }: MediaRow) {
  if (until === null || state === 'valid') return null
  return (
    <span className={css.rights} data-state={state}>
      {state === 'ended' ? MEDIA.ended(shortMoment(until)) : MEDIA.ending(shortMoment(until))}
    </span>
  )
}

function Tile({ row }: { row: MediaRow }) {
  const { picture } = row
  return (
    <>
      <img
        className={css.picture}
        src={imageAddress(picture.baseUrl, { width: 320 })}
        alt=""
        loading="lazy"
        style={{ backgroundColor: picture.colour ?? undefined }}
      />
      <span className={css.name}>{nameOf(row)}</span>
      <span className={css.credit} data-missing={picture.credit === '' || undefined}>
        {picture.credit === '' ? MEDIA.noCredit : picture.credit}
      </span>
      <RightsSign {...row} />
    </>
  )
}

export function PictureGrid({ code, rows }: { code: string; rows: readonly MediaRow[] }) {
  return (
    <ul className={css.grid} aria-label={MEDIA.list}>
      {rows.map((row) => (
        <li key={row.id}>
          <a className={css.tile} href={pathOf({ screen: 'medium', code, id: row.id })} data-row={row.id}>
            <Tile row={row} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** One picture is chosen; those whose rights have ended cannot be. */
export function PictureDialog({
  code,
  onChoose,
  onClose,
}: {
  code: string
  onChoose: (picture: Picture) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { rows, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePictures(code, { q })
  return (
    <Dialog title={PICKER.title} size="wide" onClose={onClose}>
      <Field label={PICKER.search} type="search" isFirst maxLength={200} value={typed} onChange={setTyped} />
      {rows === undefined && (error === null ? <Loading /> : <Failed error={error} onRetry={() => void refetch()} />)}
      {rows && (
        <ListBox
          className={css.grid}
          aria-label={MEDIA.list}
          layout="grid"
          items={rows}
          disabledKeys={rows.flatMap(({ id, state }) => (state === 'ended' ? [id] : []))}
          renderEmptyState={() => <p>{MEDIA.none}</p>}
          onAction={(key) => {
            const chosen = rows.find(({ id }) => id === key)
            if (chosen !== undefined) onChoose(chosen.picture)
          }}
        >
          {(row) => (
            <ListBoxItem id={row.id} className={css.tile} textValue={`${nameOf(row)}, ${row.picture.credit}`}>
              <Tile row={row} />
            </ListBoxItem>
          )}
        </ListBox>
      )}
      {hasNextPage && (
        <Row>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {MEDIA.more}
          </Button>
        </Row>
      )}
    </Dialog>
  )
}
