/** A front of the publication: its blocks, the newsroom's edits, and a preview with the draft. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import { mayTouchFront } from '@lokalteil/domain/office/acts'
import { BLOCKS, FRONT, FRONT_KEYS, FRONT_SAVING } from '../../messages/fronts.ts'
import { Refusal } from '../../kit/client.ts'
import { useKeys } from '../../kit/keys.ts'
import { shortMoment } from '../../kit/moments.ts'
import { navigate } from '../../kit/navigation.ts'
import { useAct, useDesk, useMe, wordsOf } from '../../kit/office.tsx'
import { Button, Choice, Confirm, Fault } from '../../kit/parts.tsx'
import { keyOf, rowsOf, type Slot } from '../../kit/front-edits.ts'
import { takesPins } from '../../kit/PinDialog.tsx'
import { pathOf } from '../../kit/routes.ts'
import { ROW_KEYS } from '../../kit/row-keys.ts'
import { announce, Failed, Loading, ScreenTitle, ScreenTop } from '../../kit/screen.tsx'
import { ArticlePicker } from './ArticlePicker.tsx'
import { BlockList } from './BlockList.tsx'
import { FrontDialogs } from './FrontDialogs.tsx'
import { FrontPreview } from './FrontPreview.tsx'
import { Later, Lost } from './Later.tsx'
import { useFrontActs, type Asked } from './front-acts.ts'
import { useFrontEditing } from './front-editing.ts'
import css from './fronts.module.css'

/** Ends pass and articles come: the blocks show others then. */
const REFRESH_MS = 30_000

type Props = { code: string; path: string }

export default function FrontScreen({ code, path }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const isOwn = mayTouchFront('getFront', me.grants, code, path)
  const fronts = useQuery({ queryKey: [code, 'fronts'], queryFn: () => ask('listFronts') })
  const front = useQuery({
    queryKey: [code, 'front', path],
    queryFn: () => ask('getFront', { query: { path } }),
    refetchInterval: REFRESH_MS,
    enabled: isOwn,
  })
  // The rail leads to the home page, which belongs to those who have all sections.
  const first = fronts.data?.fronts[0]?.path
  const leadsTo = !isOwn && path === '' ? first : undefined
  useEffect(() => {
    if (leadsTo !== undefined) navigate(pathOf({ screen: 'front', code, path: leadsTo }), { replaces: true })
  }, [code, leadsTo])

  if (front.data !== undefined)
    return <OpenFront key={path} code={code} front={front.data} fronts={fronts.data?.fronts ?? []} />
  const failed = isOwn ? front : fronts
  const isMissing = !isOwn || (front.error instanceof Refusal && front.error.status === 404)
  if (failed.error !== null && !(isOwn && isMissing))
    return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (isMissing && leadsTo === undefined && fronts.data !== undefined)
    return (
      <>
        <ScreenTitle title={FRONT.title} />
        <p>{first === undefined ? FRONT.noFront : FRONT.none}</p>
        {first !== undefined && (
          <p>
            <a href={pathOf({ screen: 'front', code, path: first })}>{nameOf(fronts.data.fronts[0]!)}</a>
          </p>
        )}
      </>
    )
  return <Loading />
}

function nameOf({ name }: { name: string }): string {
  return name === '' ? FRONT.home : name
}

type FrontRow = { path: string; name: string; draft: OfficeFront['draft'] }
type Pane = keyof typeof FRONT.panes
const PANES: readonly Pane[] = ['blocks', 'articles', 'page']

function OpenFront({ code, front, fronts }: { code: string; front: OfficeFront; fronts: readonly FrontRow[] }) {
  const ask = useDesk(code)
  const me = useMe()
  const editing = useFrontEditing({ ask, code, front })
  const { edits, saving, state, take } = editing
  const { path, draft, slots } = front
  const [chosen, setChosen] = useState<string | null>(null)
  const [pane, setPane] = useState<Pane>('blocks')
  const isWide = useIsWide()
  const search = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [later, setLater] = useState<FrontEdit[] | null>(null)
  const [isDropped, setDropped] = useState(false)
  const { run, isBusy, fault, clear } = useAct()
  const hasDraft = draft !== null || state.kind !== 'saved'
  const slot = slots.find(({ name }) => keyOf(name) === chosen)
  const place = slot !== undefined && takesPins(slot) ? slot : slots.find(takesPins)
  const acts = useFrontActs({ editing, code, place, onAsk: setAsked })
  const publication = me.publications.find((one) => one.code === code)

  const publish = () =>
    void run(async () => {
      if (!hasDraft) return
      const mine = edits
      const revision = await saving.flush()
      try {
        take(await ask('publishFront', { body: { path, revision } }))
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'LATER_REVISION') throw error
        take(await ask('getFront', { query: { path } }))
        return setLater(mine)
      }
      setLater(null)
      announce(FRONT.isPublished)
    })
  const drop = async () => {
    const isDone = await run(async () => {
      try {
        await editing.drop()
      } catch (error) {
        // Shows changes that another person saved meanwhile, instead of dropping them unseen.
        if (error instanceof Refusal && error.code === 'LATER_REVISION')
          take(await ask('getFront', { query: { path } }))
        throw error
      }
      announce(FRONT.isDropped)
    })
    if (isDone) setDropped(false)
  }
  const choose = (one: Slot, article?: string) => {
    setChosen(keyOf(one.name))
    setPane('blocks')
    // On a phone the list is shown first.
    if (!acts.goTo(one, article)) requestAnimationFrame(() => acts.goTo(one, article))
  }
  useKeys([
    ...ROW_KEYS,
    ...acts.keys,
    {
      keys: '/',
      label: FRONT_KEYS.search,
      run: () => {
        setPane('articles')
        // On a phone the field is shown first.
        requestAnimationFrame(() => search.current?.focus())
      },
    },
    {
      keys: 'b',
      label: FRONT_KEYS.blocks,
      run: () => {
        const one = slot ?? slots[0]
        if (one !== undefined) choose(one, rowsOf(edits, one)[0]?.article)
      },
    },
    { keys: 'Strg+Enter', label: FRONT_KEYS.publish, run: publish },
  ])

  return (
    <div className={css.screen}>
      <ScreenTitle title={`${FRONT.title}: ${nameOf(front)}`} isHidden />
      <ScreenTop>
        <div className={css.where}>
          <div className={css.choice}>
            <Choice
              label={FRONT.front}
              isHidden
              value={path}
              options={withCurrent(fronts, front).map(
                (one) => [one.path, one.draft === null ? nameOf(one) : FRONT.withDraft(nameOf(one))] as const,
              )}
              onChange={(next) => navigate(pathOf({ screen: 'front', code, path: next }))}
            />
          </div>
          <strong className={css.draft} data-draft={hasDraft || undefined}>
            {draft === null ? FRONT.published : FRONT.draft(draft.changes)}
          </strong>
          <span className={css.soft}>
            {hasDraft && FRONT_SAVING[state.kind]}
            {draft !== null && state.kind === 'saved' && `, ${FRONT.by(draft.by.name, shortMoment(draft.at))}`}
          </span>
          {publication !== undefined && (
            <a href={`${publication.origin}/${path}`} target="_blank" rel="noopener">
              {FRONT.live}
            </a>
          )}
        </div>
        <div className={css.acts}>
          <Button disabled={isBusy || draft === null} onClick={() => setDropped(true)}>
            {FRONT.drop}
          </Button>
          <Button look="main" disabled={isBusy || !hasDraft} onClick={publish}>
            {FRONT.publish}
          </Button>
        </div>
      </ScreenTop>
      <div className={css.said}>
        {!isDropped && later === null && <Fault>{fault}</Fault>}
        {state.kind === 'refused' && <Fault>{wordsOf(state.error)}</Fault>}
        {!front.isListed && <p className={css.soft}>{FRONT.usual}</p>}
        <Lost editing={editing} />
      </div>
      <nav className={css.panes} aria-label={FRONT.parts}>
        {PANES.map((one) => (
          <Button key={one} aria-pressed={pane === one} onClick={() => setPane(one)}>
            {FRONT.panes[one]}
          </Button>
        ))}
      </nav>
      <div className={css.columns} data-pane={pane}>
        <section className={css.blocks} aria-label={BLOCKS.title} onKeyDownCapture={acts.onKeyDown}>
          <BlockList editing={editing} acts={acts} chosen={chosen} onChoose={setChosen} />
        </section>
        <ArticlePicker code={code} editing={editing} acts={acts} place={place} search={search} />
        {(isWide || pane === 'page') && <FrontPreview code={code} front={front} chosen={chosen} onChoose={choose} />}
      </div>
      <FrontDialogs editing={editing} acts={acts} place={place} asked={asked} onClose={() => setAsked(null)} />
      {isDropped && draft !== null && (
        <Confirm
          title={FRONT.dropTitle}
          text={FRONT.dropText(draft.changes, draft.by.name)}
          act={FRONT.drop}
          look="alert"
          fault={fault}
          isBusy={isBusy}
          onAct={() => void drop()}
          onClose={() => {
            clear()
            setDropped(false)
          }}
        />
      )}
      {later !== null && (
        <Later
          editing={editing}
          mine={later}
          fault={fault}
          isBusy={isBusy}
          onPublish={publish}
          onClose={() => {
            clear()
            setLater(null)
          }}
        />
      )}
    </div>
  )
}

/** The front of the address is an option even before the list is there. */
function withCurrent(fronts: readonly FrontRow[], front: FrontRow): readonly FrontRow[] {
  return fronts.some(({ path }) => path === front.path) ? fronts : [front, ...fronts]
}

/** Above the width of a phone all parts are shown side by side. */
function useIsWide(): boolean {
  const [wide] = useState(() => window.matchMedia('(min-width: 48rem)'))
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
