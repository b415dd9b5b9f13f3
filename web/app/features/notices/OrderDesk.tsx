/**
 * A notice while it is written: fields on one side, the notice as it will stand and its price on the other. What is written
 * is kept in this tab until it is bought, and under its reference when the reader comes back from the checkout. The price
 * shown is computed by the same rule as the one that is charged; the server's is the one that counts.
 */
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { toDayKey } from '@lokalteil/domain/german'
import {
  checkDraft,
  listFaults,
  ORDER_KINDS,
  type DraftField,
  type NoticeDraft,
} from '@lokalteil/domain/notices/notice-draft'
import { DRAFT_PARAMETER } from '@lokalteil/domain/notices/notice-paths'
import { computePrice, type NoticePrices } from '@lokalteil/domain/notices/notice-price'
import { isScene, LAYOUTS, NOTICE_PARTS, PART_NAMES, SYMBOLS, type NoticePart } from '@lokalteil/domain/notices/notices'
import { noticeTexts } from '../../messages/reading/notices.ts'
import { portalClient, type PortalFailure } from '../../page/portal-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, Select, TextArea, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { SetNotice } from './NoticeSheet.tsx'
import { Scene, SymbolDrawing } from './NoticeSymbols.tsx'
import { toFailureText } from './use-own-state.ts'
import css from './OrderDesk.module.css'

const texts = noticeTexts.ordering
const KEPT = 'trauer-entwurf'

type Faults = ReturnType<typeof checkDraft>['faults']
const toId = (field: DraftField) => `anzeige-${field}`

export function OrderDesk({ prices, help }: { prices: NoticePrices; help: string }) {
  const [draft, setDraft] = useState(() => toBlank(prices))
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const [isSending, setSending] = useState(false)
  const reference = useRef<string | null>(null)
  const notice = useRef<HTMLDivElement>(null)
  useKept(draft, setDraft, reference)

  const change = (next: Partial<NoticeDraft>) => setDraft((before) => ({ ...before, ...next }))
  const setPerson = (next: Partial<NoticeDraft['person']>) => change({ person: { ...draft.person, ...next } })
  const setText = (next: Partial<NoticeDraft['set']>) => change({ set: { ...draft.set, ...next } })
  const fault = (field: DraftField) => {
    const code = faults[field]
    return code === undefined ? undefined : code === 'date' ? texts.dateFault : noticeTexts.faults[code]
  }
  const wrong = listFaults(faults)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const checked = checkDraft(draft, toDayKey(new Date()))
    setFaults(checked.faults)
    setFailure(null)
    if (Object.keys(checked.faults).length > 0) return void setTimeout(() => notice.current?.focus())
    setSending(true)
    const answer = await portalClient.call('POST /api/notices/drafts', {
      as: 'reader',
      body: { draft: checked.draft, reference: reference.current },
    })
    if (answer.kind === 'ok') {
      reference.current = answer.data.reference
      keep({ draft: checked.draft, reference: answer.data.reference })
      location.assign(`/order/kauf?seller=notices&basket=${answer.data.reference}`)
      return
    }
    setSending(false)
    if (answer.kind === 'refused' && answer.code === 'INVALID_FIELDS') setFaults(answer.fields as Faults)
    else setFailure(answer)
    setTimeout(() => notice.current?.focus())
  }

  return (
    <form className={`${css.desk} js-only`} noValidate onSubmit={(event) => void onSubmit(event)}>
      <div className={css.fields}>
        {(wrong.length > 0 || failure !== null) && (
          <FormNotice
            ref={notice}
            title={failure === null ? texts.faultsTitle : toFailureText(failure)}
            links={wrong.map(([field]) => ({ href: `#${toId(field)}`, text: texts.fields[field] }))}
            isAlert
          />
        )}
        <PersonFields draft={draft} fault={fault} change={change} setPerson={setPerson} />
        <LookFields draft={draft} setText={setText} />
        <Group title={texts.words}>
          {PART_NAMES.map((part) => (
            <PartField
              key={part}
              part={part}
              value={draft.set[part]}
              fault={fault(part)}
              onChange={(value) => setText({ [part]: value })}
            />
          ))}
          <Checkbox
            id="anzeige-buch"
            label={texts.noBook}
            hint={texts.noBookHint}
            checked={draft.isBookClosed}
            onChange={(event) => change({ isBookClosed: event.target.checked })}
          />
        </Group>
        <SizeFields prices={prices} draft={draft} change={change} />
      </div>
      <div className={css.side}>
        <section aria-label={texts.preview} className={css.preview}>
          <SetNotice
            person={{ ...draft.person, name: draft.person.name.trim() || texts.previewName }}
            set={draft.set}
            heading="p"
          />
        </section>
        <PriceTable prices={prices} draft={draft} />
        <p className={css.hint}>{texts.checkHint}</p>
        <Button type="submit" aria-disabled={isSending || undefined}>
          {texts.toCheckout}
        </Button>
        <p role="status" className={css.hint}>
          {isSending ? texts.sending : ''}
        </p>
        <p className={css.hint}>{help}</p>
      </div>
    </form>
  )
}

function toBlank(prices: NoticePrices): NoticeDraft {
  return {
    kind: 'death',
    person: { name: '', birthName: '', born: null, died: null, place: '' },
    set: {
      layout: 'classic',
      symbol: 'cross',
      quote: '',
      intro: texts.introDefault,
      text: '',
      mourners: '',
      ceremony: '',
      remark: '',
    },
    size: prices.sizes[0]!.id,
    days: prices.durations[0]!.days,
    isBookClosed: false,
  }
}

type Kept = { draft: NoticeDraft; reference: string | null }

function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept))
  } catch {
    // Without storage it is written in one go.
  }
}

/** What this tab holds; else what the reference in the address leads to. */
function useKept(
  draft: NoticeDraft,
  setDraft: (draft: NoticeDraft) => void,
  reference: { current: string | null },
): void {
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) {
      keep({ draft, reference: reference.current })
      return
    }
    isRead.current = true
    const wanted = new URLSearchParams(location.search).get(DRAFT_PARAMETER)
    const kept = readKept()
    if (kept !== null && (wanted === null || kept.reference === wanted)) {
      reference.current = kept.reference
      setDraft(kept.draft)
    } else if (wanted !== null && /^[\w-]{16,64}$/.test(wanted)) {
      void portalClient
        .call('GET /api/notices/drafts/{reference}', { as: 'reader', params: { reference: wanted } })
        .then((answer) => {
          if (answer.kind !== 'ok') return
          reference.current = wanted
          setDraft(answer.data.draft)
        })
    }
  }, [draft, setDraft, reference])
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Partial<Kept> | null
    return typeof kept?.draft?.person?.name === 'string' && typeof kept.draft.set?.quote === 'string'
      ? { draft: kept.draft, reference: kept.reference ?? null }
      : null
  } catch {
    return null
  }
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}

type FaultOf = (field: DraftField) => string | undefined

function PersonFields({
  draft: { kind, person },
  fault,
  change,
  setPerson,
}: {
  draft: NoticeDraft
  fault: FaultOf
  change: (next: Partial<NoticeDraft>) => void
  setPerson: (next: Partial<NoticeDraft['person']>) => void
}) {
  return (
    <Group title={texts.who}>
      <Select
        id="anzeige-art"
        label={texts.kind}
        value={kind}
        onChange={(event) => change({ kind: event.target.value as NoticeDraft['kind'] })}
      >
        {ORDER_KINDS.map((one) => (
          <option key={one} value={one}>
            {noticeTexts.kinds[one]}
          </option>
        ))}
      </Select>
      <TextField
        id={toId('name')}
        label={texts.name}
        hint={texts.nameHint}
        value={person.name}
        maxLength={120}
        autoComplete="off"
        fault={fault('name')}
        onChange={(event) => setPerson({ name: event.target.value })}
      />
      <div className={css.pair}>
        <TextField
          id={toId('born')}
          type="date"
          label={texts.bornOn}
          value={person.born ?? ''}
          fault={fault('born')}
          onChange={(event) => setPerson({ born: event.target.value || null })}
        />
        <TextField
          id={toId('died')}
          type="date"
          label={texts.diedOn}
          value={person.died ?? ''}
          fault={fault('died')}
          onChange={(event) => setPerson({ died: event.target.value || null })}
        />
      </div>
      <div className={css.pair}>
        <TextField
          id={toId('birthName')}
          label={`${texts.birthName} (${texts.optional})`}
          value={person.birthName}
          maxLength={120}
          autoComplete="off"
          fault={fault('birthName')}
          onChange={(event) => setPerson({ birthName: event.target.value })}
        />
        <TextField
          id={toId('place')}
          label={`${texts.place} (${texts.optional})`}
          value={person.place}
          maxLength={80}
          autoComplete="off"
          fault={fault('place')}
          onChange={(event) => setPerson({ place: event.target.value })}
        />
      </div>
    </Group>
  )
}

function LookFields({
  draft: { set },
  setText,
}: {
  draft: NoticeDraft
  setText: (next: Partial<NoticeDraft['set']>) => void
}) {
  return (
    <Group title={texts.look}>
      <Choices title={texts.layout}>
        {LAYOUTS.map((layout) => (
          <Choice
            key={layout}
            name="layout"
            label={texts.layouts[layout]}
            isChosen={set.layout === layout}
            // A landscape needs one, the others none.
            onChoice={() =>
              setText({
                layout,
                ...(layout === 'scenic' && !isScene(set.symbol) ? { symbol: 'hills' as const } : {}),
                ...(layout !== 'scenic' && isScene(set.symbol) ? { symbol: 'none' as const } : {}),
              })
            }
          />
        ))}
      </Choices>
      <Choices title={texts.symbol}>
        {SYMBOLS.filter((symbol) => isScene(symbol) === (set.layout === 'scenic')).map((symbol) => (
          <Choice
            key={symbol}
            name="symbol"
            label={texts.symbols[symbol]}
            isChosen={set.symbol === symbol}
            onChoice={() => setText({ symbol })}
          >
            {isScene(symbol) ? (
              <Scene symbol={symbol} className={css.sceneSign} />
            ) : (
              <SymbolDrawing symbol={symbol} className={css.sign} />
            )}
          </Choice>
        ))}
      </Choices>
    </Group>
  )
}

function Choices({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={css.label}>{title}</legend>
      <div className={css.choices}>{children}</div>
    </fieldset>
  )
}

function Choice({
  name,
  label,
  isChosen,
  onChoice,
  children,
}: {
  name: string
  label: string
  isChosen: boolean
  onChoice: () => void
  children?: ReactNode
}) {
  return (
    <label className={css.choice}>
      <input type="radio" name={name} checked={isChosen} onChange={onChoice} />
      {children}
      <span>{label}</span>
    </label>
  )
}

const ROWS: Partial<Record<NoticePart, number>> = { text: 5, mourners: 5, intro: 2, remark: 2 }

function PartField({
  part,
  value,
  fault,
  onChange,
}: {
  part: NoticePart
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextArea
      id={toId(part)}
      label={`${texts.parts[part]} (${texts.optional})`}
      hint={texts.partHints[part]}
      rows={ROWS[part] ?? 3}
      value={value}
      maxLength={NOTICE_PARTS[part]}
      fault={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function SizeFields({
  prices,
  draft,
  change,
}: {
  prices: NoticePrices
  draft: NoticeDraft
  change: (next: Partial<NoticeDraft>) => void
}) {
  return (
    <Group title={texts.scope}>
      <Choices title={texts.size}>
        {prices.sizes.map(({ id, name, cents, letters }) => (
          <Choice
            key={id}
            name="size"
            label={`${name}: ${texts.sizeText(cents, letters)}`}
            isChosen={draft.size === id}
            onChoice={() => change({ size: id })}
          />
        ))}
      </Choices>
      <Choices title={texts.duration}>
        {prices.durations.map(({ days, cents }) => (
          <Choice
            key={days}
            name="days"
            label={texts.durationText(texts.days(days), cents)}
            isChosen={draft.days === days}
            onChoice={() => change({ days })}
          />
        ))}
      </Choices>
    </Group>
  )
}

function PriceTable({ prices, draft: { size, days, set, person } }: { prices: NoticePrices; draft: NoticeDraft }) {
  const price = computePrice(prices, { size, days, text: set, name: person.name })
  if (price === null) return null
  return (
    <section aria-labelledby="anzeige-preis">
      <h2 id="anzeige-preis" className={css.legend}>
        {texts.price}
      </h2>
      <table className={css.price}>
        <tbody>
          {price.lines.map((line) => (
            <tr key={line.kind}>
              <th scope="row">{texts.lines(line)}</th>
              <td>{texts.cents(line.cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {texts.total} <span className={css.vat}>{texts.vat}</span>
            </th>
            <td aria-live="polite">{texts.cents(price.cents)}</td>
          </tr>
        </tfoot>
      </table>
      <p className={css.hint}>{texts.letters(price.letters)}</p>
    </section>
  )
}
