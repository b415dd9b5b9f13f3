/** Changes how a contract is paid; open invoices are paid with it at once. A typed number is never stored or shown. */
import { useRef, useState, type FormEvent } from 'react'
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { ContractsView } from '@lokalteil/contracts/portal'
import { usePortal } from '../../page/portal.ts'
import { contractTexts as texts } from '../../messages/commerce/contracts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox, TextField } from '../../ui/Field.tsx'
import type { Outcome } from '../../ui/Status.tsx'
import type { ContractClient, ContractResult } from './contract-client.ts'
import { textOf } from './Section.tsx'
import css from './Account.module.css'

/** Calls the server and shows the result. */
export type Act = (
  ask: (calls: ContractClient) => Promise<ContractResult<ContractsView>>,
  done: (data: ContractsView) => Outcome,
) => Promise<ContractResult<ContractsView>>

type PaymentFormProps = { contract: ContractView; isBusy: boolean; act: Act; toPaid: (data: ContractsView) => Outcome }

/** Long, because it is the markup of all ways to pay. */
export function PaymentForm({ contract, isBusy, act, toPaid }: PaymentFormProps) {
  const { id, payments, open } = contract
  const { publication } = usePortal()
  const [kind, setKind] = useState(payments[0]!.kind)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const chosen = payments.find((one) => one.kind === kind)
  const [isTest, isElsewhere] = [chosen?.isTest === true, chosen?.leavesSite === true]
  const faultOf = (field: string) =>
    faults[field] === undefined ? undefined : (texts.faults[field] ?? texts.refusal('UNAVAILABLE'))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const payment =
      kind === 'sepa'
        ? { kind, iban: textOf(typed, 'iban'), holder: textOf(typed, 'holder'), mandate: typed.get('mandate') !== null }
        : kind === 'card' && !isElsewhere
          ? { kind, number: textOf(typed, 'number') }
          : { kind }
    const result = await act((calls) => calls.changePayment(id, payment), toPaid)
    const { redirectUrl = null } = (result.kind === 'ok' ? result.data : {}) as { redirectUrl?: string | null }
    if (redirectUrl !== null) location.assign(redirectUrl)
    const found = result.kind === 'fields' ? result.faults : {}
    setFaults(found)
    if (result.kind === 'fields')
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <p className={css.text}>{texts.changePaymentText}</p>
      {payments.length > 1 && (
        <fieldset className={css.choices}>
          <legend>{texts.way}</legend>
          {payments.map((one) => (
            <label key={one.kind} className={css.choice}>
              <input
                type="radio"
                name="kind"
                checked={kind === one.kind}
                onChange={() => {
                  setKind(one.kind)
                  setFaults({})
                }}
              />{' '}
              {texts.payments[one.kind]}
            </label>
          ))}
        </fieldset>
      )}
      {kind === 'sepa' && (
        <>
          <TextField
            id={`${id}-holder`}
            name="holder"
            label={texts.holder}
            fault={faultOf('holder')}
            autoComplete="name"
            required
          />
          <TextField
            id={`${id}-iban`}
            name="iban"
            label={texts.iban}
            hint={isTest ? texts.testIbanHint : undefined}
            fault={faultOf('iban')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
          />
          <Checkbox
            id={`${id}-mandate`}
            name="mandate"
            label={texts.mandate(publication.name)}
            fault={faultOf('mandate')}
          />
        </>
      )}
      {isElsewhere && <p className={css.text}>{texts.cardElsewhere}</p>}
      {kind === 'card' && !isElsewhere && (
        <TextField
          id={`${id}-number`}
          name="number"
          label={texts.card}
          hint={isTest ? texts.testHint : undefined}
          fault={faultOf('cardNumber')}
          inputMode="numeric"
          autoComplete="cc-number"
          required
        />
      )}
      {kind === 'invoice' && <p className={css.text}>{texts.invoiceText}</p>}
      <div className={css.buttons}>
        <Button type="submit" className={css.busy} aria-disabled={isBusy || undefined}>
          {isElsewhere ? texts.goToCard : open === null ? texts.savePayment : texts.payNow(open.cents)}
        </Button>
      </div>
    </form>
  )
}
