/** The fields of a declaration with hints and faults, and the one button worded by law. */
import type { FormEvent } from 'react'
import type { ContractFormData } from '../../page/contract-form.ts'
import { usePortal } from '../../page/portal.ts'
import { contractTexts } from '../../messages/commerce/contract.ts'
import {
  CANCELLATION_KINDS,
  type ContractRight,
  type DeclarationFault,
  type DeclarationField,
} from '@lokalteil/domain/commerce/contract-rights'
import { toDayKey } from '@lokalteil/domain/german'
import { Button } from '../../ui/Button.tsx'
import { Fault, TextArea, TextField } from '../../ui/Field.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import css from './ContractForm.module.css'

type ContractFormProps = {
  right: ContractRight
  data: ContractFormData
  isSending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

const toId = (field: DeclarationField) => `contract-${field}`

export function ContractForm({ right, data, isSending, onSubmit }: ContractFormProps) {
  const { values, faults } = data
  const texts = contractTexts.of(right)
  const wrong = Object.entries(faults) as [DeclarationField, DeclarationFault][]
  const first = wrong[0]?.[0]
  const field = (name: DeclarationField) => ({
    ...toFieldProps(name, faults[name], first),
    defaultValue: values[name] ?? '',
    required: true,
  })
  return (
    <form
      method="post"
      action={right === 'cancellation' ? '/kuendigen' : '/widerrufen'}
      noValidate
      className={css.form}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="key" value={data.key} />
      {data.refusal !== null && (
        <FormNotice title={contractTexts.refused} isAlert>
          <p>{contractTexts.refusals[data.refusal]}</p>
        </FormNotice>
      )}
      {wrong.length > 0 && (
        <FormNotice
          title={contractTexts.faultsTitle(wrong.length)}
          links={wrong.map(([name, fault]) => ({
            href: `#${name === 'kind' ? 'contract-kind-ordinary' : name === 'end' ? 'contract-end-earliest' : toId(name)}`,
            text: contractTexts.fault(name, fault),
          }))}
        />
      )}
      <p className={css.required}>{contractTexts.required}</p>
      <TextField {...field('name')} label={contractTexts.name} autoComplete="name" />
      <TextField
        {...field('email')}
        label={contractTexts.email}
        hint={contractTexts.emailHint}
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
      />
      <TextField
        {...field('contract')}
        label={contractTexts.contract}
        hint={contractTexts.contractHint}
        autoComplete="off"
      />
      {right === 'cancellation' && <CancellationFields data={data} first={first} />}
      <div className={css.submit}>
        <Button
          type="submit"
          className={css.button}
          aria-disabled={isSending || undefined}
          aria-describedby="contract-submit-note"
        >
          {texts.submit}
        </Button>
        <p id="contract-submit-note" className={css.hint}>
          {contractTexts.submitNote}
        </p>
        <p role="status" className={css.status}>
          {isSending ? texts.sending : ''}
        </p>
      </div>
    </form>
  )
}

function CancellationFields({
  data: { values, faults },
  first,
}: {
  data: ContractFormData
  first: DeclarationField | undefined
}) {
  const { now } = usePortal()
  const kind = values.kind === 'extraordinary' ? 'extraordinary' : 'ordinary'
  const end = values.end === 'date' ? 'date' : 'earliest'
  return (
    <>
      <fieldset className={css.group}>
        <legend className={css.label}>{contractTexts.kind}</legend>
        <Fault id={toId('kind')} text={faults.kind && contractTexts.fault('kind', faults.kind)} />
        {CANCELLATION_KINDS.map((choice) => (
          <label key={choice} className={css.choice}>
            <input
              type="radio"
              name="kind"
              id={`contract-kind-${choice}`}
              value={choice}
              defaultChecked={kind === choice}
            />
            <span>
              {contractTexts.kinds[choice].label}{' '}
              <span className={css.choiceHint}>({contractTexts.kinds[choice].hint})</span>
            </span>
          </label>
        ))}
        <div className={css.dependent} data-when="extraordinary">
          <TextArea
            {...toFieldProps('reason', faults.reason, first)}
            label={contractTexts.reason}
            hint={contractTexts.reasonHint}
            rows={5}
            defaultValue={values.reason ?? ''}
          />
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.label}>{contractTexts.end}</legend>
        <Fault id={toId('end')} text={faults.end && contractTexts.fault('end', faults.end)} />
        {(['earliest', 'date'] as const).map((choice) => (
          <label key={choice} className={css.choice}>
            <input
              type="radio"
              name="end"
              id={`contract-end-${choice}`}
              value={choice}
              defaultChecked={end === choice}
            />
            <span>{contractTexts.ends[choice]}</span>
          </label>
        ))}
        <div className={css.dependent} data-when="date">
          <TextField
            {...toFieldProps('endDate', faults.endDate, first)}
            label={contractTexts.endDate}
            hint={contractTexts.endDateHint}
            type="date"
            className={css.date}
            min={toDayKey(new Date(now))}
            defaultValue={values.endDate ?? ''}
          />
        </div>
      </fieldset>
    </>
  )
}

/** `first` is the first field with a fault, which gets the focus after a plain form. */
function toFieldProps(
  field: DeclarationField,
  fault: DeclarationFault | undefined,
  first: DeclarationField | undefined,
) {
  return {
    id: toId(field),
    name: field,
    fault: fault === undefined ? undefined : contractTexts.fault(field, fault),
    autoFocus: first === field,
  }
}
