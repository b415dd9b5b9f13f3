/** All articles of a publication. The filters stand in the address; the newest change is first. */
import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ArticleRow } from '@lokalteil/contracts/office/values'
import { mayTouchFront } from '@lokalteil/domain/office/acts'
import { DESK_STATES, type DeskState } from '@lokalteil/domain/office/states'
import { LIST, ROWS, STATES } from '../../messages/articles.ts'
import { FRONT, PIN } from '../../messages/fronts.ts'
import { ArticleRows } from '../../kit/ArticleRows.tsx'
import { Refusal } from '../../kit/client.ts'
import { keepOffHome } from '../../kit/edit-front.ts'
import { FilterForm } from '../../kit/FilterForm.tsx'
import { useKeys } from '../../kit/keys.ts'
import { navigate, useAddress } from '../../kit/navigation.ts'
import { useNewArticle } from '../../kit/new-article.ts'
import { mayDo, mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Choice, Fault, MenuButton, Row, useSuggestions, type MenuEntry } from '../../kit/parts.tsx'
import { articlesPath, readFilters, type Filters } from '../../kit/routes.ts'
import { currentRow, ROW_KEYS } from '../../kit/row-keys.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './articles.module.css'

const PinDialog = lazy(() => import('../../kit/PinDialog.tsx'))

const STANDS = ['draft', 'review', 'ready', 'scheduled', 'online', 'changed', 'withdrawn', 'dropped'] as const

export default function ArticleList({ code }: { code: string }) {
  const ask = useDesk(code)
  const me = useMe()
  const filters = readFilters(useAddress().search)
  const { begin, isBusy, fault } = useNewArticle(code)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const search = useRef<HTMLInputElement>(null)
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [code, 'articles', filters],
    queryFn: ({ pageParam }) =>
      ask('listArticles', { query: { ...filters, stand: standOf(filters), after: pageParam ?? undefined } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = data?.pages.flatMap(({ articles }) => articles) ?? []
  const mayWrite = mayDo(me, 'changeState', code)
  const toggle = (id: string) =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  useKeys([
    ...ROW_KEYS,
    { keys: '/', label: LIST.keyFilter, run: () => search.current?.focus() },
    ...(mayWrite
      ? [
          {
            keys: 'x',
            label: LIST.keySelect,
            run: () => {
              const row = currentRow()
              if (row !== null) toggle(row)
            },
          },
        ]
      : []),
  ])

  const chosen = rows.filter(({ id }) => selected.has(id))
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <ScreenTitle title={LIST.title} />
        {mayDo(me, 'createArticle', code) && (
          <Button look="main" disabled={isBusy} onClick={begin}>
            {LIST.write}
          </Button>
        )}
      </header>
      <FilterLine code={code} filters={filters} rows={rows} search={search} />
      <Fault>{fault}</Fault>
      {chosen.length > 0 && <Selection code={code} rows={chosen} onDone={() => setSelected(new Set())} />}
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className={css.none}>
          {LIST.none} {Object.keys(filters).length > 0 && <a href={articlesPath(code, {})}>{LIST.clear}</a>}
        </p>
      )}
      {rows.length > 0 && (
        <ArticleRows
          code={code}
          rows={rows}
          label={LIST.list}
          isSelected={({ id }) => selected.has(id)}
          renderLeading={
            mayWrite
              ? ({ id, title }) => (
                  <input
                    type="checkbox"
                    aria-label={ROWS.select(title === '' ? ROWS.untitled : title)}
                    checked={selected.has(id)}
                    onChange={() => toggle(id)}
                  />
                )
              : undefined
          }
        />
      )}
      {hasNextPage && (
        <Row>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {LIST.more}
          </Button>
        </Row>
      )}
    </div>
  )
}

function standOf({ stand }: Filters): (typeof STANDS)[number] | undefined {
  return STANDS.find((one) => one === stand)
}

function FilterLine({
  code,
  filters,
  rows,
  search,
}: {
  code: string
  filters: Filters
  rows: readonly ArticleRow[]
  search: RefObject<HTMLInputElement | null>
}) {
  const sections = useSuggestions(code, 'section', '')
  const people = useSuggestions(code, 'person', '')
  const change = (more: Filters) => navigate(articlesPath(code, { ...filters, ...more }), { replaces: true })
  const sources = new Set(rows.flatMap(({ source }) => (source === '' ? [] : [source])))
  if (filters.quelle && filters.quelle !== 'eigen') sources.add(filters.quelle)

  return (
    <FilterForm
      label={LIST.filters}
      field={LIST.search}
      q={filters.q ?? ''}
      search={search}
      className={css.filters}
      onSearch={(q) => change({ q })}
    >
      <Choice
        label={LIST.stand}
        isHidden
        value={standOf(filters) ?? ''}
        options={[['', LIST.anyStand], ...STANDS.map((one) => [one, STATES[one]] as const)]}
        onChange={(stand) => change({ stand })}
      />
      <Choice
        label={LIST.section}
        isHidden
        value={filters.ressort ?? ''}
        options={withCurrent(
          [['', LIST.anySection], ...sections.map(({ id, name }) => [id, name] as const)],
          filters.ressort,
        )}
        onChange={(ressort) => change({ ressort })}
      />
      <Choice
        label={LIST.person}
        isHidden
        value={filters.wer ?? ''}
        options={withCurrent(
          [['', LIST.anyPerson], ['ich', LIST.me], ...people.map(({ id, name }) => [id, name] as const)],
          filters.wer,
        )}
        onChange={(wer) => change({ wer })}
      />
      <Choice
        label={LIST.source}
        isHidden
        value={filters.quelle ?? ''}
        options={[
          ['', LIST.anySource],
          ['eigen', LIST.ownSource],
          ...[...sources].toSorted().map((one) => [one, one] as const),
        ]}
        onChange={(quelle) => change({ quelle })}
      />
    </FilterForm>
  )
}

/** The value of the address is an option even before the suggestions are there. */
function withCurrent(options: readonly (readonly [string, string])[], value: string | undefined) {
  return value === undefined || options.some(([key]) => key === value) ? options : [...options, [value, value] as const]
}

/** Moves all selected articles, one call each; those that may not move are named. */
function Selection({ code, rows, onDone }: { code: string; rows: readonly ArticleRow[]; onDone: () => void }) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const { run, isBusy, fault } = useAct()
  const [left, setLeft] = useState<readonly string[]>([])
  const [isPinning, setPinning] = useState(false)
  const arePublic = rows.every(({ shown }) => shown === 'online' || shown === 'changed')
  const [first] = rows
  const onFronts: MenuEntry[] = !arePublic
    ? []
    : [
        ...(rows.length === 1 && mayDoIn(me, 'saveFrontDraft', code, first!.sectionPath)
          ? [{ id: 'pin', label: PIN.open, run: () => setPinning(true) }]
          : []),
        ...(mayTouchFront('saveFrontDraft', me.grants, code, '')
          ? [
              {
                id: 'off',
                label: PIN.offHome,
                run: () =>
                  void run(async () => {
                    const ids = rows.map(({ id }) => id)
                    announce((await keepOffHome(ask, ids)) ? PIN.offDone(ids.length) : PIN.inDraft(FRONT.home))
                    onDone()
                  }),
              },
            ]
          : []),
      ]
  const move = (state: DeskState) =>
    void run(async () => {
      const refused: string[] = []
      for (const { id, title } of rows)
        try {
          await ask('changeState', { params: { id }, body: { state } })
        } catch (error) {
          if (!(error instanceof Refusal) || error.status === 0) throw error
          refused.push(title === '' ? ROWS.untitled : title)
        }
      setLeft(refused)
      announce(LIST.moved(rows.length - refused.length))
      await queries.invalidateQueries({ queryKey: [code] })
      if (refused.length === 0) onDone()
    })
  return (
    <div className={css.selection}>
      <Row>
        <strong>{LIST.selected(rows.length)}</strong>
        <MenuButton
          label={LIST.move}
          isDisabled={isBusy}
          entries={DESK_STATES.map((state) => ({
            id: state,
            label: LIST.moveTo[state],
            look: state === 'dropped' ? ('alert' as const) : undefined,
            run: () => move(state),
          }))}
        />
        {onFronts.length > 0 && <MenuButton label={FRONT.title} isDisabled={isBusy} entries={onFronts} />}
        <Button look="quiet" onClick={onDone}>
          {LIST.clear}
        </Button>
      </Row>
      <Fault>{left.length > 0 ? LIST.notMoved(left.join(', ')) : fault}</Fault>
      {isPinning && first !== undefined && (
        <Suspense fallback={null}>
          <PinDialog
            code={code}
            article={first.id}
            title={first.title}
            sectionPath={first.sectionPath}
            onClose={() => setPinning(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
