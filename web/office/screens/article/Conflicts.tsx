/** Places that two people changed: both versions, and who stays. */
import type { ReactNode } from 'react'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { formatDateTime } from '@lokalteil/domain/german'
import { CONFLICTS, FIELD_NAMES } from '../../messages/article.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Fault, Row } from '../../kit/parts.tsx'
import { textOf } from './block-text.ts'
import type { ArticleEditing } from './article-editing.ts'
import css from './article.module.css'

type Conflict = OfficeArticle['conflicts'][number]

export function Conflicts({
  code,
  article,
  editing,
  mayWrite,
}: {
  code: string
  article: OfficeArticle
  editing: ArticleEditing
  mayWrite: boolean
}) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  if (article.conflicts.length === 0) return null
  const choose = (conflict: string, which: 'ours' | 'theirs' | 'both') =>
    void run(async () => {
      // Save the typed text first, so that the decision is made on the text that is seen.
      await editing.saving.flush()
      editing.take(await ask('chooseBlock', { params: { id: article.id, conflict }, body: { choose: which } }))
    })
  return (
    <section className={css.conflicts} aria-label={CONFLICTS.title}>
      <h2>{CONFLICTS.title}</h2>
      <p>{CONFLICTS.intro}</p>
      <Fault>{fault}</Fault>
      <ul>
        {article.conflicts.map((conflict) => (
          <li key={conflict.id} className={css.versions}>
            {conflict.field !== undefined && <h3>{FIELD_NAMES[conflict.field] ?? conflict.field}</h3>}
            <Version title={CONFLICTS.first} text={oursOf(article, conflict)}>
              <Button look="small" disabled={isBusy || !mayWrite} onClick={() => choose(conflict.id, 'ours')}>
                {CONFLICTS.keepFirst}
              </Button>
            </Version>
            <Version title={CONFLICTS.second(conflict.by?.name ?? null)} text={theirsOf(conflict)}>
              <Row>
                <Button look="small" disabled={isBusy || !mayWrite} onClick={() => choose(conflict.id, 'theirs')}>
                  {CONFLICTS.takeSecond}
                </Button>
                {conflict.field === undefined && conflict.theirs.length > 0 && (
                  <Button look="small" disabled={isBusy || !mayWrite} onClick={() => choose(conflict.id, 'both')}>
                    {CONFLICTS.both}
                  </Button>
                )}
              </Row>
            </Version>
          </li>
        ))}
      </ul>
    </section>
  )
}

function oursOf({ draft }: OfficeArticle, { at, count = 1, field }: Conflict): string {
  if (field !== undefined) return wordsOfValue((draft as Record<string, unknown>)[field])
  return draft.body
    .slice(at, at + count)
    .map(textOf)
    .join('\n\n')
}

function theirsOf({ theirs, field, value }: Conflict): string {
  return field === undefined ? theirs.map(textOf).join('\n\n') : wordsOfValue(value)
}

/** A field's value in words that a person can compare. */
export function wordsOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? formatDateTime(new Date(value)) : value
  if (Array.isArray(value)) return value.map(wordsOfValue).join(', ')
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return ''
  if ('name' in value) return wordsOfValue(value.name)
  return Object.values(value)
    .map(wordsOfValue)
    .filter((part) => part !== '')
    .join(' · ')
}

function Version({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={css.version}>
      <p className={css.soft}>{title}</p>
      <p className={css.versionText}>{text === '' ? CONFLICTS.removed : text}</p>
      {children}
    </div>
  )
}
