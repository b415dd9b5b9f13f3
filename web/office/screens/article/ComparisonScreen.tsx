/** Differences between two revisions: fields, then the text block by block. */
import { useQuery } from '@tanstack/react-query'
import type { Difference } from '@lokalteil/contracts/office/articles'
import { toPlainText } from '@lokalteil/domain/plain-text'
import { FIELD_NAMES, REVISIONS } from '../../messages/article.ts'
import { navigate } from '../../kit/navigation.ts'
import { mayDo, useDesk, useMe } from '../../kit/office.tsx'
import { Choice, LinkButton, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import { textOf } from './block-text.ts'
import { wordsOfValue } from './Conflicts.tsx'
import { RestoreButton } from './RestoreButton.tsx'
import css from './article.module.css'

type Props = { code: string; id: string; from: number; to: number }

export default function ComparisonScreen({ code, id, from, to }: Props) {
  const ask = useDesk(code)
  const me = useMe()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'comparison', id, from, to],
    queryFn: () => ask('compareRevisions', { params: { id }, query: { from, to } }),
    staleTime: Infinity,
  })
  const revisions = useQuery({
    queryKey: [code, 'revisions', id],
    queryFn: () => ask('listRevisions', { params: { id } }),
  })
  const numbers = [...new Set([...(revisions.data?.revisions.map(({ number }) => number) ?? []), from, to])].toSorted(
    (a, b) => b - a,
  )
  const options = numbers.map((number) => [String(number), REVISIONS.name(number)] as const)
  const go = (next: Partial<Props>) =>
    navigate(pathOf({ screen: 'comparison', code, id, from, to, ...next }), { replaces: true })
  return (
    <div className={css.reading}>
      <Row>
        <LinkButton look="small" href={pathOf({ screen: 'article', code, id })}>
          {REVISIONS.back}
        </LinkButton>
        {mayDo(me, 'restoreRevision', code) && <RestoreButton code={code} id={id} number={from} />}
      </Row>
      <ScreenTitle title={REVISIONS.comparison(from, to)} />
      <div className={css.pair}>
        <Choice
          label={REVISIONS.before}
          value={String(from)}
          options={options}
          onChange={(number) => go({ from: Number(number) })}
        />
        <Choice
          label={REVISIONS.after}
          value={String(to)}
          options={options}
          onChange={(number) => go({ to: Number(number) })}
        />
      </div>
      {isPending && <Loading />}
      {error !== null && <Failed error={error} onRetry={() => void refetch()} />}
      {data && <Differences {...data} />}
    </div>
  )
}

function Differences({ fields, blocks }: Difference) {
  const isSame = fields.length === 0 && blocks.every(({ kind }) => kind === 'same')
  if (isSame) return <p className={css.soft}>{REVISIONS.noDifference}</p>
  return (
    <>
      {fields.length > 0 && (
        <section className={css.stack}>
          <h2>{REVISIONS.changedFields}</h2>
          {fields.map(({ name, before, after }) => (
            <div key={name} className={css.pair}>
              <h3 className={css.wide}>{FIELD_NAMES[name] ?? name}</h3>
              <Side kind="removed" text={valueOf(name, before)} />
              <Side kind="added" text={valueOf(name, after)} />
            </div>
          ))}
        </section>
      )}
      <section className={css.stack}>
        <h2>{REVISIONS.text}</h2>
        {gather(blocks).map((part, index) =>
          typeof part === 'number' ? (
            <p key={index} className={css.same}>
              {REVISIONS.unchangedBlocks(part)}
            </p>
          ) : (
            <div key={index} className={css.pair}>
              <Side kind="removed" text={part.before === null ? null : textOf(part.before)} />
              <Side kind="added" text={part.after === null ? null : textOf(part.after)} />
            </div>
          ),
        )}
      </section>
    </>
  )
}

function valueOf(name: string, value: unknown): string {
  const words = wordsOfValue(value)
  return name === 'teaserTextHtml' ? toPlainText(words) : words
}

type Block = Difference['blocks'][number]

/** Unchanged blocks in a row are one number. */
export function gather(blocks: readonly Block[]): (number | Block)[] {
  const parts: (number | Block)[] = []
  for (const block of blocks) {
    const last = parts.at(-1)
    if (block.kind !== 'same') parts.push(block)
    else if (typeof last === 'number') parts[parts.length - 1] = last + 1
    else parts.push(1)
  }
  return parts
}

/** Null: not there on this side. */
function Side({ kind, text }: { kind: 'removed' | 'added'; text: string | null }) {
  if (text === null) return <div />
  return (
    <p className={css.side} data-kind={kind}>
      {text === '' ? <em>{REVISIONS.empty}</em> : text}
    </p>
  )
}
