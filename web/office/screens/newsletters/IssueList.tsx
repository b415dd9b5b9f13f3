/** The articles and headings of an issue: ordered by pointer, by keys and by buttons. */
import { useEffect, useRef, useState } from 'react'
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { cleanLine, ISSUE_LENGTHS } from '@lokalteil/domain/reading/newsletter-issues'
import type { IssueArticle } from '@lokalteil/contracts/newsletter-issues'
import { ISSUE } from '../../messages/newsletters.ts'
import { shortMoment } from '../../kit/moments.ts'
import { Button, Field, FieldsDialog, Row, Stack } from '../../kit/parts.tsx'
import { announce } from '../../kit/screen.tsx'
import type { Composer } from './composer.ts'
import { moveBy, moveRows, toRow, type IssueRow } from './issue-rows.ts'
import css from './newsletters.module.css'

export function titleOf({ item }: IssueRow, articles: Composer['articles']): string {
  if (item.type === 'heading') return item.text
  const title = articles.get(item.id)?.title ?? ''
  return title === '' ? ISSUE.unknown(item.id) : title
}

export function IssueList({ composer }: { composer: Pick<Composer, 'rows' | 'articles' | 'order'> }) {
  const { rows, articles, order } = composer
  /** Null: none; '': a new one. */
  const [heading, setHeading] = useState<string | null>(null)
  const focusOn = useFocusAfterMove(rows)
  const lead = rows.find(({ item }) => item.type === 'article' && articles.get(item.id)?.state === 'ready')?.id
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const place = target.dropPosition === 'before' ? 'before' : 'after'
      order(moveRows(rows, new Set([...keys].map(String)), String(target.key), place))
    },
  })
  const move = (row: IssueRow, step: -1 | 1) => {
    const moved = moveBy(rows, row.id, step)
    const place = moved.findIndex(({ id }) => id === row.id) + 1
    order(moved)
    focusOn(`${row.id} ${step}`)
    announce(ISSUE.moved(titleOf(row, articles), place))
  }
  const remove = (row: IssueRow) => {
    const at = rows.findIndex(({ id }) => id === row.id)
    const next = rows[at + 1] ?? rows[at - 1]
    order(rows.filter(({ id }) => id !== row.id))
    if (next !== undefined) focusOn(`${next.id} 0`)
    announce(ISSUE.removed(titleOf(row, articles)))
  }
  const takeHeading = (text: string) => {
    const item = { type: 'heading', text } as const
    order(heading === '' ? [...rows, toRow(item)] : rows.map((row) => (row.id === heading ? { ...row, item } : row)))
    setHeading(null)
  }
  const edited = rows.find(({ id }) => id === heading)?.item
  return (
    <Stack>
      <GridList
        className={css.list}
        aria-label={ISSUE.list}
        items={rows}
        dependencies={[rows, articles]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        renderEmptyState={() => <p className={css.soft}>{ISSUE.emptyList}</p>}
      >
        {(row: IssueRow) => {
          const title = titleOf(row, articles)
          const { item } = row
          return (
            <GridListItem id={row.id} textValue={title} className={css.entry} data-kind={item.type}>
              <AriaButton slot="drag" className={css.grip} aria-label={ISSUE.drag(title)}>
                ⠿
              </AriaButton>
              {item.type === 'article' ? (
                <Article article={articles.get(item.id)} title={title} isLead={row.id === lead} />
              ) : (
                <AriaButton
                  className={css.heading}
                  aria-label={ISSUE.editHeading(title)}
                  onPress={() => setHeading(row.id)}
                >
                  {title}
                </AriaButton>
              )}
              <span className={css.entryActs}>
                <Act
                  name={`${row.id} -1`}
                  label={ISSUE.up(title)}
                  isOff={row === rows[0]}
                  onPress={() => move(row, -1)}
                >
                  ↑
                </Act>
                <Act
                  name={`${row.id} 1`}
                  label={ISSUE.down(title)}
                  isOff={row === rows.at(-1)}
                  onPress={() => move(row, 1)}
                >
                  ↓
                </Act>
                <Act name={`${row.id} 0`} label={ISSUE.remove(title)} onPress={() => remove(row)}>
                  ×
                </Act>
              </span>
            </GridListItem>
          )
        }}
      </GridList>
      <Row>
        <Button disabled={rows.length >= ISSUE_LENGTHS.items} onClick={() => setHeading('')}>
          {ISSUE.addHeading}
        </Button>
      </Row>
      {heading !== null && (
        <HeadingDialog
          text={edited?.type === 'heading' ? edited.text : ''}
          onTake={takeHeading}
          onClose={() => setHeading(null)}
        />
      )}
    </Stack>
  )
}

/** The element that moves loses the focus; the same button gets it back. */
function useFocusAfterMove(rows: readonly IssueRow[]) {
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    const name = wanted.current
    wanted.current = null
    if (name === null) return
    const [id = '', step = ''] = name.split(' ')
    const find = (one: string) => document.querySelector<HTMLButtonElement>(`[data-act="${CSS.escape(one)}"]`)
    const button = find(name)
    // At the end of the list the button is off: its opposite is not.
    if (button?.disabled === true) find(`${id} ${-Number(step)}`)?.focus()
    else button?.focus()
  }, [rows])
  return (name: string) => {
    wanted.current = name
  }
}

function Act({
  name,
  label,
  isOff = false,
  onPress,
  children,
}: {
  name: string
  label: string
  isOff?: boolean
  onPress: () => void
  children: string
}) {
  return (
    <AriaButton className={css.act} data-act={name} aria-label={label} isDisabled={isOff} onPress={onPress}>
      {children}
    </AriaButton>
  )
}

function Article({ article, title, isLead }: { article: IssueArticle | undefined; title: string; isLead: boolean }) {
  return (
    <span className={css.article}>
      <span className={css.title}>{title}</span>
      <span className={css.marks}>
        {isLead && <span className={css.lead}>{ISSUE.lead}</span>}
        {article !== undefined && article.publishDate !== null && <span>{shortMoment(article.publishDate)}</span>}
        {article?.isPaid === true && <span>{ISSUE.paid}</span>}
        {article !== undefined && article.state !== 'ready' && <span className={css.warn}>{ISSUE[article.state]}</span>}
      </span>
    </span>
  )
}

function HeadingDialog({
  text,
  onTake,
  onClose,
}: {
  text: string
  onTake: (text: string) => void
  onClose: () => void
}) {
  const [value, setValue] = useState(text)
  return (
    <FieldsDialog
      title={ISSUE.headingTitle}
      act={ISSUE.takeHeading}
      isOff={value.trim() === ''}
      onSend={() => onTake(value.trim())}
      onClose={onClose}
    >
      <Field
        label={ISSUE.headingText}
        required
        isFirst
        maxLength={ISSUE_LENGTHS.heading}
        value={value}
        onChange={(next) => setValue(cleanLine(next))}
      />
    </FieldsDialog>
  )
}
