/** An article to work on. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { HEADLINE_LENGTHS, TEASER_LENGTHS } from '@lokalteil/domain/office/draft-checks'
import { ARTICLE, CHECKS, PREVIEW, SAVING } from '../../messages/article.ts'
import { Refusal } from '../../kit/client.ts'
import { InlineField } from '../../kit/InlineField.tsx'
import { useKeys } from '../../kit/keys.ts'
import { openCopies } from '../../kit/local-copies.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDo, mayDoIn, useAct, useDesk, useMe, useOffice } from '../../kit/office.tsx'
import { Area, Button, Fault, Field, LinkButton, Notice } from '../../kit/parts.tsx'
import { usePicking } from '../../kit/picking.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce, Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { Editor } from '../../editor/Editor.tsx'
import { loadOnDemand } from '../../editor/open-editor.ts'
import { countWords, outline, type OutlineEntry } from '../../editor/outline.ts'
import { Conflicts } from './Conflicts.tsx'
import { LeadPicture } from './LeadPicture.tsx'
import { Notes } from './Notes.tsx'
import { PreviewLinks } from './PreviewLinks.tsx'
import { RevisionList } from './RevisionList.tsx'
import { SideFields } from './SideFields.tsx'
import { TopLine } from './TopLine.tsx'
import { openArticle, useArticleEditing, type Opened, type ArticleEditing } from './article-editing.ts'
import css from './article.module.css'

const Preview = lazy(() => import('./Preview.tsx'))

/** Shorter than the minute after which somebody counts as gone. */
const PRESENCE_MS = 25_000
const COUNT_MS = 600

type Props = { code: string; id: string }

export default function ArticleScreen({ code, id }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const copies = useMemo(() => openCopies(me.id, code, id), [me.id, code, id])
  const [opened, setOpened] = useState<Opened | null>(null)
  const [error, setError] = useState<unknown>(null)
  const open = useCallback(() => {
    setError(null)
    openArticle(ask, copies, id).then(async (result) => {
      // Keys of a table work from the first one on.
      const { body } = result.unsaved?.draft ?? result.article.draft
      if (body.some(({ type }) => type === 'table')) await loadOnDemand().catch(() => {})
      queries.setQueryData<OfficeArticle>([code, 'article', id], result.article)
      setOpened(result)
      if (result.isRecovered) announce(SAVING.recovered)
    }, setError)
  }, [ask, copies, code, id, queries])
  useEffect(open, [open])

  if (error instanceof Refusal && error.status === 404)
    return (
      <>
        <ScreenTitle title={ARTICLE.gone} />
        <p>
          <a href={pathOf({ screen: 'articles', code })}>{ARTICLE.toList}</a>
        </p>
      </>
    )
  if (error !== null) return <Failed error={error} onRetry={open} />
  if (opened === null) return <Loading />
  return <OpenArticle code={code} id={id} opened={opened} copies={copies} />
}

function OpenArticle({ code, id, opened, copies }: Props & { opened: Opened; copies: ReturnType<typeof openCopies> }) {
  const ask = useDesk(code)
  const me = useMe()
  const office = useOffice()
  const { data: article = opened.article, dataUpdatedAt } = useQuery({
    queryKey: [code, 'article', id],
    queryFn: () => ask('getArticle', { params: { id } }),
    refetchInterval: PRESENCE_MS,
    staleTime: 0,
    refetchOnMount: false,
  })
  const editing = useArticleEditing({ ask, code, copies, opened, article })
  const { draft, patch, loaded, text, editText, state } = editing
  const { run, isBusy, fault } = useAct()
  const [block, setBlock] = useState<number | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const counts = useCounts(editing)

  const isWriter = mayDoIn(me, 'saveDraft', code, article.sectionPath)
  const mayWrite = isWriter && article.desk !== 'dropped'
  const writer = article.present.find(({ hasPen, person }) => hasPen && person.id !== me.id) ?? null
  const title = draft.title === '' ? ARTICLE.untitled : draft.title

  useKeys([
    {
      keys: 'Strg+S',
      label: ARTICLE.keepRevision,
      run: () => {
        if (mayWrite) void run(async () => announce(ARTICLE.kept(await editing.saving.flush(true))))
      },
    },
    { keys: 'Strg+Umschalt+V', label: PREVIEW.open, run: () => setPreviewed(true) },
  ])
  const findArticles = useCallback(
    async (q: string) => (await ask('listSuggestions', { query: { kind: 'article', q } })).suggestions,
    [ask],
  )
  const marks = useMemo(() => markNotes(article.openNotes), [article.openNotes])
  const upload = useCallback(async (file: File) => (await office.upload(code, file)).picture, [office, code])
  const uploadSound = useCallback(async (file: File) => (await office.uploadSound(code, file)).src, [office, code])
  const uploadDocument = useCallback((file: File) => office.uploadDocument(code, file), [office, code])

  const { pick, dialog } = usePicking(code)
  const openMedium = (picture: Picture) =>
    void run(async () => {
      await editing.saving.flush(false)
      const medium = await ask('adoptPicture', { body: { picture } })
      navigate(pathOf({ screen: 'medium', code, id: medium.id }))
    })

  return (
    <div className={css.article}>
      <ScreenTitle title={title} isHidden />
      <TopLine
        code={code}
        article={article}
        fetchedAt={dataUpdatedAt}
        editing={editing}
        mayWrite={mayWrite}
        isWriter={isWriter}
        onPreview={() => setPreviewed(true)}
      />
      <div className={css.said}>
        <Fault>{fault}</Fault>
        {opened.unsaved !== null && state.kind === 'waiting' && <Notice look="warn">{SAVING.notRecovered}</Notice>}
        {state.kind === 'refused' && <Notice look="alert">{SAVING.refused}</Notice>}
        {article.hasUpdate && (
          <Notice look={article.isRecalled ? 'alert' : 'warn'}>
            {article.isRecalled ? ARTICLE.recalled : ARTICLE.hasUpdate}{' '}
            {mayDo(me, 'listArrivals', code) && (
              <LinkButton href={pathOf({ screen: 'arrivals', code })}>{ARTICLE.toArrivals}</LinkButton>
            )}
          </Notice>
        )}
        {!isWriter && <Notice>{ARTICLE.readOnly}</Notice>}
        {isWriter && article.desk === 'dropped' && <Notice look="warn">{ARTICLE.inBin}</Notice>}
        {mayWrite && writer !== null && (
          <Notice look="warn">
            {ARTICLE.penIsOf(writer.person.name)}{' '}
            <Button
              look="small"
              disabled={isBusy}
              onClick={() => void run(async () => editing.take(await ask('takePen', { params: { id } })))}
            >
              {ARTICLE.takePen}
            </Button>
          </Notice>
        )}
        <Conflicts code={code} article={article} editing={editing} mayWrite={mayWrite} />
      </div>
      <div className={css.columns}>
        <aside className={css.left} aria-label={ARTICLE.outline}>
          <Outline entries={counts.outline} onGo={(entry) => text.current?.goTo(entry)} />
          <Present article={article} />
        </aside>
        <div className={css.middle}>
          <fieldset disabled={!mayWrite} className={css.heads}>
            <Field
              label={ARTICLE.kicker}
              maxLength={200}
              value={draft.titlePrefix}
              onChange={(titlePrefix) => patch({ titlePrefix })}
            />
            <div className={css.headline}>
              <Area
                label={ARTICLE.headline}
                lengths={HEADLINE_LENGTHS}
                maxLength={500}
                rows={1}
                spellCheck
                value={draft.title}
                onChange={(next) => patch({ title: next.replaceAll(/\s*\n\s*/g, ' ') })}
              />
            </div>
            <InlineField
              label={ARTICLE.teaser}
              lengths={TEASER_LENGTHS}
              html={draft.teaserTextHtml}
              onChange={(teaserTextHtml) => patch({ teaserTextHtml })}
            />
            <LeadPicture
              picture={draft.picture}
              video={draft.headerVideo}
              isReadOnly={!mayWrite}
              upload={upload}
              pick={pick}
              onRights={openMedium}
              onChange={patch}
            />
          </fieldset>
          <Editor
            ref={text}
            items={loaded.items}
            revision={loaded.revision}
            base={loaded.base}
            onMerged={(isWhole) => {
              if (!isWhole) editing.saving.stepBack()
            }}
            writing={!mayWrite ? 'none' : writer === null ? 'all' : 'entries'}
            onEdit={editText}
            upload={upload}
            uploadSound={uploadSound}
            uploadDocument={uploadDocument}
            pick={pick}
            findArticles={findArticles}
            notes={marks}
            onNote={setBlock}
          />
        </div>
        <aside className={css.right} aria-label={ARTICLE.fields}>
          <Checks article={article} />
          <Notes code={code} article={article} block={block} onBlock={setBlock} />
          <SideFields code={code} draft={draft} isReadOnly={!mayWrite} patch={patch} />
          <RevisionList code={code} id={id} />
          <PreviewLinks
            code={code}
            id={id}
            sectionPath={article.sectionPath}
            toRevision={async () => (mayWrite ? editing.saving.flush() : article.revision)}
          />
        </aside>
      </div>
      <footer className={css.foot}>
        <span>{ARTICLE.words(counts.words, counts.minutes)}</span>
        <ChecksShort article={article} />
      </footer>
      {dialog}
      {isPreviewed && (
        <Suspense fallback={null}>
          <Preview
            code={code}
            id={id}
            readDraft={() => ({ ...draft, body: editing.readItems() })}
            onClose={() => setPreviewed(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Notes that are not done, by their block. */
function markNotes(notes: OfficeArticle['openNotes']): { block: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { block, isDone } of notes) if (block !== null && !isDone) counts.set(block, (counts.get(block) ?? 0) + 1)
  return [...counts].map(([block, count]) => ({ block, count }))
}

type Counts = { words: number; minutes: number; outline: OutlineEntry[] }

/** Counted in pauses, not at each key. */
function useCounts({ loaded, readItems, state }: ArticleEditing): Counts {
  const [counts, setCounts] = useState<Counts>(() => countAll(loaded.items))
  useEffect(() => {
    const timer = setTimeout(() => setCounts(countAll(readItems())), COUNT_MS)
    return () => clearTimeout(timer)
  }, [state, loaded, readItems])
  return counts
}

function countAll(items: ArticleEditing['loaded']['items']): Counts {
  return { ...countWords(items), outline: outline(items) }
}

function Outline({ entries, onGo }: { entries: readonly OutlineEntry[]; onGo: (block: number) => void }) {
  return (
    <section>
      <h2>{ARTICLE.outline}</h2>
      {entries.length === 0 ? (
        <p className={css.soft}>{ARTICLE.noOutline}</p>
      ) : (
        <ol className={css.outline}>
          {entries.map(({ block, level, text }) => (
            <li key={block} data-level={level}>
              <button type="button" onClick={() => onGo(block)}>
                {text}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Present({ article: { present } }: { article: OfficeArticle }) {
  const me = useMe()
  const others = present.filter(({ person }) => person.id !== me.id)
  return (
    <section>
      <h2>{ARTICLE.present}</h2>
      {others.length === 0 ? (
        <p className={css.soft}>{ARTICLE.alone}</p>
      ) : (
        <ul>
          {others.map(({ person, hasPen }) => (
            <li key={person.id}>
              {person.name}
              {hasPen && <span className={css.pen}> ✎ {ARTICLE.writes}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function nameOf(check: string): string {
  return (CHECKS.names as Readonly<Record<string, string>>)[check] ?? check
}

function Checks({ article: { checks } }: { article: OfficeArticle }) {
  return (
    <section className={css.part} id="pruefung">
      <h2>{CHECKS.title}</h2>
      {checks.obstacles.length + checks.hints.length === 0 && <p className={css.soft}>{CHECKS.fine}</p>}
      <ul className={css.checks}>
        {checks.obstacles.map((check) => (
          <li key={check} data-look="obstacle">
            {nameOf(check)}
          </li>
        ))}
        {checks.hints.map((check) => (
          <li key={check}>{nameOf(check)}</li>
        ))}
      </ul>
    </section>
  )
}

function ChecksShort({ article: { checks } }: { article: OfficeArticle }) {
  const { obstacles, hints } = checks
  return (
    <a className={css.short} href="#pruefung" data-look={obstacles.length > 0 ? 'obstacle' : undefined}>
      {obstacles.length + hints.length === 0 ? CHECKS.fine : [...obstacles, ...hints].slice(0, 3).map(nameOf).join(' ')}
    </a>
  )
}
