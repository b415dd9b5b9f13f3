/** The fields of an article beside its text. */
import { memo, useMemo, useState, type ReactNode } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import { DISCUSSION_MODES } from '@lokalteil/domain/community/discussion'
import { formatDate } from '@lokalteil/domain/german'
import { FIELDS } from '../../messages/article.ts'
import { Choices } from '../../kit/Choices.tsx'
import { fromLocalField, toLocalField } from '../../kit/moments.ts'
import { useMe } from '../../kit/office.tsx'
import { Area, Button, Check, Chips, Choice, Field, Row, Stack, Suggest } from '../../kit/parts.tsx'
import css from './article.module.css'

type Props = {
  code: string
  draft: ArticleDraft
  isReadOnly: boolean
  patch: (part: Partial<ArticleDraft>) => void
}

const KINDS = Object.keys(FIELDS.kinds) as ArticleDraft['kind'][]
const URGENCIES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Redrawn when a field changes, not while somebody types in the text. */
export const SideFields = memo(function SideFields(props: Props) {
  return (
    <fieldset disabled={props.isReadOnly} className={css.fields}>
      <Part title={FIELDS.placing} isOpen>
        <Placing {...props} />
      </Part>
      <Part title={FIELDS.time}>
        <Times {...props} />
      </Part>
      <Part title={FIELDS.headlines}>
        <Headlines {...props} />
      </Part>
      <Part title={FIELDS.related} count={props.draft.relatedIds.length}>
        <Related {...props} />
      </Part>
      <Part title={FIELDS.origin}>
        <Origin {...props} />
      </Part>
      <Part title={FIELDS.corrections} count={props.draft.corrections.length}>
        <Corrections {...props} />
      </Part>
      <Part title={FIELDS.test} isOpen={props.draft.testResult !== null}>
        <Test {...props} />
      </Part>
    </fieldset>
  )
})

function Part({
  title,
  count = 0,
  isOpen = false,
  children,
}: {
  title: string
  count?: number
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={css.part} open={isOpen}>
      <summary>
        <h2>
          {title}
          {count > 0 && <span className={css.soft}> {count}</span>}
        </h2>
      </summary>
      <Stack>{children}</Stack>
    </details>
  )
}

function Placing({ code, draft, isReadOnly, patch }: Props) {
  const { authors } = draft
  const byKey = useMemo(() => new Map(authors.map((author) => [author.id ?? `name ${author.name}`, author])), [authors])
  return (
    <>
      <Choices
        code={code}
        kind="section"
        label={FIELDS.section}
        placeholder={draft.sectionPath === '' ? undefined : FIELDS.otherSection}
        ids={draft.sectionPath === '' ? [] : [draft.sectionPath]}
        isReadOnly={isReadOnly}
        onChange={(paths) => patch({ sectionPath: paths.at(-1) ?? '' })}
      />
      <Choices
        code={code}
        kind="tag"
        label={FIELDS.tags}
        ledBy={FIELDS.firstTag}
        ids={draft.tagIds}
        isReadOnly={isReadOnly}
        onChange={(tagIds) => patch({ tagIds })}
      />
      <Choices
        code={code}
        kind="region"
        label={FIELDS.regions}
        ids={draft.regionIds}
        isReadOnly={isReadOnly}
        onChange={(regionIds) => patch({ regionIds })}
      />
      <div className={css.choices}>
        {!isReadOnly && (
          <Suggest
            code={code}
            kind="author"
            label={FIELDS.authors}
            placeholder={FIELDS.authorFree}
            except={[...byKey.keys()]}
            onChoose={({ id, name }) => patch({ authors: [...authors, { id, name }] })}
            onFree={(name) => patch({ authors: [...authors, { id: null, name }] })}
          />
        )}
        {isReadOnly && <p className={css.soft}>{FIELDS.authors}</p>}
        <Chips
          isReadOnly={isReadOnly}
          chips={[...byKey].map(([key, { name }]) => ({ key, name }))}
          onChange={(keys) => patch({ authors: keys.flatMap((key) => byKey.get(key) ?? []) })}
        />
      </div>
      <Check
        label={FIELDS.paid}
        isOn={draft.contentRestriction === 'paid'}
        onChange={(isPaid) => patch({ contentRestriction: isPaid ? 'paid' : 'free' })}
      />
      <Choice
        label={FIELDS.urgency}
        value={String(draft.urgency)}
        options={URGENCIES.map((one) => [String(one), FIELDS.urgencies[one]] as const)}
        onChange={(value) => patch({ urgency: Number(value) })}
      />
      {draft.urgency < 3 && (
        <Check
          label={FIELDS.pushed}
          hint={FIELDS.pushedHint}
          isOn={draft.isPushed}
          onChange={(isPushed) => patch({ isPushed })}
        />
      )}
      <Choice
        label={FIELDS.kind}
        value={draft.kind}
        options={KINDS.map((kind) => [kind, FIELDS.kinds[kind]] as const)}
        onChange={(kind) => patch({ kind })}
      />
      <Choice
        label={FIELDS.comments}
        value={draft.comments ?? ''}
        options={[
          ['', FIELDS.commentModes['']],
          ...DISCUSSION_MODES.map((mode) => [mode, FIELDS.commentModes[mode]] as const),
        ]}
        onChange={(mode) => patch({ comments: DISCUSSION_MODES.find((one) => one === mode) })}
      />
      <Check label={FIELDS.sold} isOn={draft.isSoldContent} onChange={(isSoldContent) => patch({ isSoldContent })} />
      <Publications code={code} draft={draft} patch={patch} />
    </>
  )
}

/** Other publications of the person that show the article too; those of others stay as they are. */
function Publications({ code, draft: { publications }, patch }: Pick<Props, 'code' | 'draft' | 'patch'>) {
  const me = useMe()
  const others = me.publications.filter((one) => one.code !== code)
  if (others.length === 0) return null
  return (
    <div className={css.choices}>
      <p className={css.soft}>{FIELDS.publications}</p>
      {others.map(({ code: other, name }) => (
        <Check
          key={other}
          label={name}
          isOn={publications.includes(other)}
          onChange={(isOn) =>
            patch({ publications: isOn ? [...publications, other] : publications.filter((one) => one !== other) })
          }
        />
      ))}
    </div>
  )
}

function Times({ draft, patch }: Props) {
  return (
    <>
      <Field
        label={FIELDS.embargo}
        type="datetime-local"
        value={toLocalField(draft.embargo)}
        onChange={(value) => patch({ embargo: fromLocalField(value) })}
      />
      <Field
        label={FIELDS.publishDate}
        hint={FIELDS.publishDateHint}
        type="datetime-local"
        value={toLocalField(draft.publishDate)}
        onChange={(value) => patch({ publishDate: fromLocalField(value) })}
      />
    </>
  )
}

function Headlines({ draft, patch }: Props) {
  return (
    <>
      <Field
        label={FIELDS.frontTitle}
        hint={FIELDS.asPage}
        maxLength={300}
        placeholder={draft.title}
        value={draft.frontTitle}
        onChange={(frontTitle) => patch({ frontTitle })}
      />
      <Field
        label={FIELDS.seoTitle}
        maxLength={300}
        placeholder={draft.title}
        value={draft.seoTitle}
        onChange={(seoTitle) => patch({ seoTitle })}
      />
      <Field
        label={FIELDS.shareTitle}
        maxLength={300}
        placeholder={draft.title}
        value={draft.shareTitle}
        onChange={(shareTitle) => patch({ shareTitle })}
      />
    </>
  )
}

function Related({ code, draft, isReadOnly, patch }: Props) {
  return (
    <Choices
      code={code}
      kind="article"
      label={FIELDS.addRelated}
      ids={draft.relatedIds}
      isReadOnly={isReadOnly}
      onChange={(relatedIds) => patch({ relatedIds })}
    />
  )
}

/** Lines as typed; a list without empty ones goes out. */
function Lines({
  label,
  hint,
  lines,
  onChange,
}: {
  label: string
  hint?: string
  lines: readonly string[]
  onChange: (lines: string[]) => void
}) {
  const [typed, setTyped] = useState(() => lines.join('\n'))
  const toLines = (text: string) => text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const shown = toLines(typed).join('\n') === lines.join('\n') ? typed : lines.join('\n')
  return (
    <Area
      label={label}
      hint={hint}
      value={shown}
      onChange={(text) => {
        setTyped(text)
        onChange(toLines(text))
      }}
    />
  )
}

function Origin({ draft, patch }: Props) {
  const { provenance = { basis: [], unclear: '' } } = draft
  const change = (part: Partial<typeof provenance>) => {
    const next = { ...provenance, ...part }
    patch({ provenance: next.basis.length === 0 && next.unclear === '' ? undefined : next })
  }
  return (
    <>
      <Field
        label={FIELDS.source}
        hint={FIELDS.sourceHint}
        maxLength={300}
        value={draft.source}
        onChange={(source) => patch({ source })}
      />
      <Lines
        label={FIELDS.basis}
        hint={FIELDS.basisHint}
        lines={provenance.basis}
        onChange={(basis) => change({ basis: basis.slice(0, 10).map((line) => line.slice(0, 300)) })}
      />
      <Area
        label={FIELDS.unclear}
        maxLength={1000}
        value={provenance.unclear}
        onChange={(unclear) => change({ unclear })}
      />
      <Choice
        label={FIELDS.aiUse}
        value={draft.aiUse}
        options={(['none', 'assisted', 'generated'] as const).map((use) => [use, FIELDS.aiUses[use]] as const)}
        onChange={(aiUse) => patch({ aiUse })}
      />
    </>
  )
}

function Corrections({ draft: { corrections }, isReadOnly, patch }: Props) {
  const change = (index: number, text: string) =>
    patch({ corrections: corrections.map((one, at) => (at === index ? { ...one, text } : one)) })
  return (
    <>
      {corrections.map(({ date, text }, index) => (
        <div key={date} className={css.choices}>
          <Area
            label={FIELDS.correction(formatDate(new Date(date)))}
            required
            maxLength={2000}
            value={text}
            // An empty one is no correction, and the server refuses it.
            onChange={(next) => change(index, next === '' ? ' ' : next)}
          />
          {!isReadOnly && (
            <Row>
              <Button look="small" onClick={() => patch({ corrections: corrections.filter((_, at) => at !== index) })}>
                {FIELDS.remove}
              </Button>
            </Row>
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Row>
          <Button
            look="small"
            onClick={() => patch({ corrections: [{ date: new Date().toISOString(), text: ' ' }, ...corrections] })}
          >
            {FIELDS.addCorrection}
          </Button>
        </Row>
      )}
    </>
  )
}

const NO_TEST: NonNullable<ArticleDraft['testResult']> = {
  product: { name: '', manufacturer: '', price: '' },
  rating: 3,
  verdict: '',
  pros: [],
  cons: [],
  criteria: [],
}

function Test({ draft: { testResult }, isReadOnly, patch }: Props) {
  if (testResult === null)
    return isReadOnly ? null : (
      <Row>
        <Button look="small" onClick={() => patch({ testResult: NO_TEST })}>
          {FIELDS.addTest}
        </Button>
      </Row>
    )
  const change = (part: Partial<typeof testResult>) => patch({ testResult: { ...testResult, ...part } })
  const { product } = testResult
  return (
    <>
      <Field
        label={FIELDS.product}
        value={product.name}
        onChange={(name) => change({ product: { ...product, name } })}
      />
      <Field
        label={FIELDS.manufacturer}
        value={product.manufacturer}
        onChange={(manufacturer) => change({ product: { ...product, manufacturer } })}
      />
      <Field
        label={FIELDS.price}
        value={product.price}
        onChange={(price) => change({ product: { ...product, price } })}
      />
      <Field
        label={FIELDS.rating}
        type="number"
        min={1}
        max={5}
        step={0.5}
        value={String(testResult.rating)}
        onChange={(value) => {
          const rating = Number(value)
          if (rating >= 1 && rating <= 5) change({ rating })
        }}
      />
      <Area
        label={FIELDS.verdict}
        maxLength={5000}
        value={testResult.verdict}
        onChange={(verdict) => change({ verdict })}
      />
      <Lines
        label={FIELDS.pros}
        hint={FIELDS.onePerLine}
        lines={testResult.pros}
        onChange={(pros) => change({ pros })}
      />
      <Lines
        label={FIELDS.cons}
        hint={FIELDS.onePerLine}
        lines={testResult.cons}
        onChange={(cons) => change({ cons })}
      />
      <Criteria criteria={testResult.criteria} onChange={(criteria) => change({ criteria })} />
      {!isReadOnly && (
        <Row>
          <Button look="small" onClick={() => patch({ testResult: null })}>
            {FIELDS.removeTest}
          </Button>
        </Row>
      )}
    </>
  )
}

type Criterion = NonNullable<ArticleDraft['testResult']>['criteria'][number]

/** "Akku; 4,5; 2": name, mark, weight. A line that is not finished waits for its end. */
export function readCriteria(text: string): Criterion[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', rating = '', weight = ''] = line.split(';').map((part) => part.trim())
    const mark = Number(rating.replace(',', '.'))
    const share = weight === '' ? 1 : Number(weight.replace(',', '.'))
    return name === '' || rating === '' || !Number.isFinite(mark) || !Number.isFinite(share)
      ? []
      : [{ name, rating: mark, weight: share }]
  })
}

function writeCriteria(criteria: readonly Criterion[]): string {
  return criteria
    .map(({ name, rating, weight }) => [name, rating, weight].map((part) => String(part).replace('.', ',')).join('; '))
    .join('\n')
}

function Criteria({ criteria, onChange }: { criteria: readonly Criterion[]; onChange: (next: Criterion[]) => void }) {
  const [typed, setTyped] = useState(() => writeCriteria(criteria))
  const isSame = JSON.stringify(readCriteria(typed)) === JSON.stringify(criteria)
  return (
    <Area
      label={FIELDS.criteria}
      hint={FIELDS.criteriaHint}
      value={isSame ? typed : writeCriteria(criteria)}
      onChange={(text) => {
        setTyped(text)
        onChange(readCriteria(text))
      }}
    />
  )
}
