/**
 * The editor of a notice: fields on one side, preview and price on the other. The draft is stored in this tab until it
 * is bought, and under its reference when the reader returns from the checkout. The price is computed by the server's
 * rule; the server's result counts.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { toDayKey } from '@lokalteil/domain/german'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'
import { checkDraft, listFaults, type DraftField, type ObituaryDraft } from '../domain/obituary-draft.ts'
import { DRAFT_PARAMETER, toOwnPortraitPath } from '../domain/obituary-paths.ts'
import { computePrice, type ObituaryPrices } from '../domain/obituary-price.ts'
import { obituaryTexts } from './obituary-texts.ts'
import { toOwnPicture } from '@lokalteil/web/app/page/own-picture'
import { portalClient, type PortalFailure } from '@lokalteil/web/app/page/portal-client'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { FormNotice } from '@lokalteil/web/app/ui/FormNotice.tsx'
import { SetObituary } from './ObituarySheet.tsx'
import { LookFields, PersonFields, SizeFields, toId, WordFields } from './OrderFields.tsx'
import { PORTRAIT_ID, PortraitField } from './PortraitField.tsx'
import { toFailureText } from './use-own-state.ts'
import css from './OrderDesk.module.css'

const texts = obituaryTexts.ordering
const KEPT = 'noticeDraft'

/** `portrait`: the picture no longer exists. */
type Faults = ReturnType<typeof checkDraft>['faults'] & { portrait?: string }

export function OrderDesk({ prices, help }: { prices: ObituaryPrices; help: string }) {
  const [draft, setDraft] = useState(() => toBlank(prices))
  const [portrait, setPortrait] = useState<ReaderPicture | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [failure, setFailure] = useState<PortalFailure | null>(null)
  const [isSending, setSending] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const referenceRef = useKept({ draft, portrait }, setDraft, setPortrait)

  const change = (next: Partial<ObituaryDraft>) => setDraft((before) => ({ ...before, ...next }))
  const setPerson = (next: Partial<ObituaryDraft['person']>) => change({ person: { ...draft.person, ...next } })
  const setText = (next: Partial<ObituaryDraft['set']>) => change({ set: { ...draft.set, ...next } })
  const fault = (field: DraftField) => {
    const code = faults[field]
    return code === undefined ? undefined : code === 'date' ? texts.dateFault : obituaryTexts.faults[code]
  }
  const portraitFault = faults.portrait === undefined ? undefined : texts.portrait.gone
  const wrong = [
    ...listFaults(faults).map(([field]) => ({ href: `#${toId(field)}`, text: texts.fields[field] })),
    ...(portraitFault === undefined ? [] : [{ href: `#${PORTRAIT_ID}`, text: texts.portrait.title }]),
  ]

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
      body: { draft: checked.draft, reference: referenceRef.current, portrait: portrait?.id ?? null },
    })
    if (answer.kind === 'ok') {
      referenceRef.current = answer.data.reference
      keep({ draft: checked.draft, portrait: answer.data.portrait, reference: answer.data.reference })
      location.assign(`/order/kauf?seller=notices&basket=${answer.data.reference}`)
      return
    }
    setSending(false)
    if (answer.kind === 'refused' && answer.code === 'INVALID_FIELDS') {
      setFaults(answer.fields as Faults)
      if (answer.fields.portrait !== undefined) setPortrait(null)
    } else setFailure(answer)
    setTimeout(() => notice.current?.focus())
  }

  return (
    <form className={`${css.desk} js-only`} noValidate onSubmit={(event) => void onSubmit(event)}>
      <div className={css.fields}>
        {(wrong.length > 0 || failure !== null) && (
          <FormNotice
            ref={notice}
            title={failure === null ? texts.faultsTitle : toFailureText(failure)}
            links={wrong}
            isAlert
          />
        )}
        <PersonFields draft={draft} fault={fault} change={change} setPerson={setPerson} />
        <PortraitField
          portrait={portrait}
          fault={portraitFault}
          onChange={(chosen) => {
            setPortrait(chosen)
            setFaults(({ portrait: _mended, ...rest }) => rest)
          }}
        />
        <LookFields draft={draft} setText={setText} />
        <WordFields draft={draft} fault={fault} change={change} setText={setText} />
        <SizeFields prices={prices} draft={draft} change={change} />
      </div>
      <div className={css.side}>
        <section aria-label={texts.preview} className={css.preview}>
          <SetObituary
            person={{ ...draft.person, name: draft.person.name.trim() || texts.previewName }}
            portrait={portrait === null ? null : toOwnPicture(toOwnPortraitPath(portrait.id), portrait, '')}
            set={draft.set}
            heading="p"
          />
        </section>
        <PriceTable prices={prices} draft={draft} />
        <p className={css.hint}>{texts.checkHint}</p>
        <Button type="submit" className={css.submit} aria-disabled={isSending || undefined}>
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

function toBlank(prices: ObituaryPrices): ObituaryDraft {
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

type Written = { draft: ObituaryDraft; portrait: ReaderPicture | null }
type KeptOrder = Written & { reference: string | null }

function keep(kept: KeptOrder): void {
  keepStored(KEPT, JSON.stringify(kept), 'sessionStorage')
}

/** Restores the draft of this tab, else the one of the reference in the address. */
function useKept(
  { draft, portrait }: Written,
  setDraft: (draft: ObituaryDraft) => void,
  setPortrait: (portrait: ReaderPicture | null) => void,
) {
  const referenceRef = useRef<string | null>(null)
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) {
      keep({ draft, portrait, reference: referenceRef.current })
      return
    }
    isRead.current = true
    const wanted = new URLSearchParams(location.search).get(DRAFT_PARAMETER)
    const kept = readKept()
    if (kept !== null && (wanted === null || kept.reference === wanted)) {
      referenceRef.current = kept.reference
      setDraft(kept.draft)
      setPortrait(kept.portrait)
    } else if (wanted !== null && /^[\w-]{16,64}$/.test(wanted)) {
      void portalClient
        .call('GET /api/notices/drafts/{reference}', { as: 'reader', params: { reference: wanted } })
        .then((answer) => {
          if (answer.kind !== 'ok') return
          referenceRef.current = wanted
          setDraft(answer.data.draft)
          setPortrait(answer.data.portrait)
        })
    }
  }, [draft, portrait, setDraft, setPortrait])
  return referenceRef
}

function readKept(): KeptOrder | null {
  try {
    const kept = JSON.parse(readStored(KEPT, 'sessionStorage') ?? 'null') as Partial<KeptOrder> | null
    return typeof kept?.draft?.person?.name === 'string' && typeof kept.draft.set?.quote === 'string'
      ? {
          draft: kept.draft,
          portrait: typeof kept.portrait?.id === 'string' ? kept.portrait : null,
          reference: kept.reference ?? null,
        }
      : null
  } catch {
    return null
  }
}

function PriceTable({ prices, draft: { size, days, set, person } }: { prices: ObituaryPrices; draft: ObituaryDraft }) {
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
