/** The library: all pictures of a publication, newest first. Search and choice stand in the address. */
import { useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { MEDIA } from '../../messages/media.ts'
import { Refusal } from '../../kit/client.ts'
import { useDrop } from '../../kit/drop.ts'
import { FilterForm } from '../../kit/FilterForm.tsx'
import { useKeys } from '../../kit/keys.ts'
import { navigate, useAddress } from '../../kit/navigation.ts'
import { mayDo, useMe, useOffice } from '../../kit/office.tsx'
import { Button, Choice, Fault, Row } from '../../kit/parts.tsx'
import { PictureGrid, usePictures } from '../../kit/Pictures.tsx'
import { mediaPath, pathOf, readMediaFilters, type MediaFilters } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './media.module.css'

export default function MediaList({ code }: { code: string }) {
  const me = useMe()
  const filters = readMediaFilters(useAddress().search)
  const place = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { rows, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePictures(code, filters)
  const uploads = useUploads(code)
  const mayUpload = mayDo(me, 'uploadPicture', code)
  const isOver = useDrop(place, (files) => {
    if (mayUpload) void uploads.take(files)
  })
  useKeys([...ROW_KEYS, { keys: '/', label: MEDIA.keyFilter, run: () => search.current?.focus() }])
  const isFiltered = filters.q !== undefined || filters.auswahl !== undefined
  return (
    <div ref={place} className={css.screen} data-over={isOver || undefined}>
      <header className={css.head}>
        <ScreenTitle title={MEDIA.title} />
        {mayUpload && (
          <Button look="main" disabled={uploads.left > 0} onClick={() => file.current?.click()}>
            {MEDIA.upload}
          </Button>
        )}
        <input
          ref={file}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            void uploads.take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </header>
      <FilterLine code={code} filters={filters} search={search} />
      <p role="status" className={css.status}>
        {uploads.left > 0 && MEDIA.uploading(uploads.left)}
      </p>
      <Fault>{uploads.refused.length > 0 ? MEDIA.notUploaded(uploads.refused.join(', ')) : null}</Fault>
      {isPending && <Loading />}
      {error !== null && rows === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 && (
        <p className={css.none}>
          {MEDIA.none} {isFiltered && <a href={pathOf({ screen: 'media', code })}>{MEDIA.clear}</a>}
        </p>
      )}
      {rows && rows.length > 0 && <PictureGrid code={code} rows={rows} />}
      {hasNextPage && (
        <Row>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {MEDIA.more}
          </Button>
        </Row>
      )}
    </div>
  )
}

/** Sends files one after the other; those that are refused are named. */
function useUploads(code: string) {
  const office = useOffice()
  const queries = useQueryClient()
  const [left, setLeft] = useState(0)
  const [refused, setRefused] = useState<readonly string[]>([])
  const take = async (files: readonly File[]) => {
    if (files.length === 0 || left > 0) return
    setRefused([])
    const names: string[] = []
    let sent = 0
    let last: number | null = null
    for (const [index, one] of files.entries()) {
      setLeft(files.length - index)
      try {
        last = (await office.upload(code, one)).id
        sent++
      } catch (error) {
        if (error instanceof Refusal && error.code === 'CANCELLED') break
        names.push(one.name)
      }
    }
    setLeft(0)
    setRefused(names)
    if (sent > 0) announce(MEDIA.uploaded(sent))
    await queries.invalidateQueries({ queryKey: [code, 'media'] })
    if (files.length === 1 && last !== null) navigate(pathOf({ screen: 'medium', code, id: last }))
  }
  return { take, left, refused }
}

function FilterLine({
  code,
  filters,
  search,
}: {
  code: string
  filters: MediaFilters
  search: RefObject<HTMLInputElement | null>
}) {
  const change = (more: MediaFilters) => navigate(mediaPath(code, { ...filters, ...more }), { replaces: true })
  return (
    <FilterForm
      label={MEDIA.filters}
      field={MEDIA.search}
      q={filters.q ?? ''}
      search={search}
      className={css.filters}
      onSearch={(q) => change({ q })}
    >
      <Choice
        label={MEDIA.choice}
        isHidden
        value={filters.auswahl ?? ''}
        options={Object.entries(MEDIA.choices)}
        onChange={(value) => change({ auswahl: value === '' ? undefined : (value as MediaFilters['auswahl']) })}
      />
    </FilterForm>
  )
}
