/** The fields of a declaration, each with its hint and what is wrong with it, and the one button the law words. */
import type { FormEvent, InputHTMLAttributes, ReactNode } from 'react'
import type { ContractFormData } from '../../browser/contract-form.ts'
import { usePortal } from '../../browser/portal.ts'
import { contractTexts } from '../../messages/contract.ts'
import { CANCELLATION_KINDS, type ContractRight, type DeclarationFault, type DeclarationField } from '@lokalteil/domain/contract-rights'
import { toDayKey } from '@lokalteil/domain/german'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import css from './ContractForm.module.css'

type ContractFormProps = { right: ContractRight; data: ContractFormData; isSending: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void }

const toId = (field: DeclarationField) => `contract-${field}`

export function ContractForm({ right, data, isSending, onSubmit }: ContractFormProps) {
  const { values, faults } = data
  const texts = contractTexts.of(right)
  const wrong = Object.entries(faults) as [DeclarationField, DeclarationFault][]
  const first = wrong[0]?.[0]
  const field = (name: DeclarationField) => ({ name, value: values[name] ?? '', fault: faults[name], first })
  return (
    <form method="post" action={right === 'cancellation' ? '/kuendigen' : '/widerrufen'} noValidate className={css.form} onSubmit={onSubmit}>
      <input type="hidden" name="key" value={data.key} />
      {data.refusal !== null && (
        <div className={css.notice} role="alert" tabIndex={-1} data-answer>
          <p className={css.noticeTitle}>
            <Icon name="alert" /> {contractTexts.refused}
          </p>
          <p>{contractTexts.refusals[data.refusal]}</p>
        </div>
      )}
      {wrong.length > 0 && (
        <div className={css.notice}>
          <p className={css.noticeTitle}>
            <Icon name="alert" /> {contractTexts.faultsTitle(wrong.length)}
          </p>
          <ul>
            {wrong.map(([name, fault]) => (
              <li key={name}>
                <a href={`#${name === 'kind' ? 'contract-kind-ordinary' : name === 'end' ? 'contract-end-earliest' : toId(name)}`}>{contractTexts.fault(name, fault)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className={css.required}>{contractTexts.required}</p>
      <TextField {...field('name')} label={contractTexts.name} autoComplete="name" />
      <TextField {...field('email')} label={contractTexts.email} hint={contractTexts.emailHint} type="email" autoComplete="email" inputMode="email" spellCheck={false} />
      <TextField {...field('contract')} label={contractTexts.contract} hint={contractTexts.contractHint} autoComplete="off" />
      {right === 'cancellation' && <CancellationFields data={data} first={first} />}
      <div className={css.submit}>
        <Button type="submit" className={css.button} aria-disabled={isSending || undefined} aria-describedby="contract-submit-note">
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

function CancellationFields({ data: { values, faults }, first }: { data: ContractFormData; first: DeclarationField | undefined }) {
  const { now } = usePortal()
  const kind = values.kind === 'extraordinary' ? 'extraordinary' : 'ordinary'
  const end = values.end === 'date' ? 'date' : 'earliest'
  return (
    <>
      <fieldset className={css.group}>
        <legend className={css.label}>{contractTexts.kind}</legend>
        <Fault field="kind" fault={faults.kind} />
        {CANCELLATION_KINDS.map((choice) => (
          <label key={choice} className={css.choice}>
            <input type="radio" name="kind" id={`contract-kind-${choice}`} value={choice} defaultChecked={kind === choice} />
            <span>
              {contractTexts.kinds[choice].label} <span className={css.choiceHint}>({contractTexts.kinds[choice].hint})</span>
            </span>
          </label>
        ))}
        <div className={css.dependent} data-when="extraordinary">
          <Labelled field="reason" label={contractTexts.reason} hint={contractTexts.reasonHint} fault={faults.reason}>
            <textarea className={css.input} rows={5} name="reason" defaultValue={values.reason ?? ''} {...toFieldProps('reason', faults.reason, true, first)} />
          </Labelled>
        </div>
      </fieldset>
      <fieldset className={css.group}>
        <legend className={css.label}>{contractTexts.end}</legend>
        <Fault field="end" fault={faults.end} />
        {(['earliest', 'date'] as const).map((choice) => (
          <label key={choice} className={css.choice}>
            <input type="radio" name="end" id={`contract-end-${choice}`} value={choice} defaultChecked={end === choice} />
            <span>{contractTexts.ends[choice]}</span>
          </label>
        ))}
        <div className={css.dependent} data-when="date">
          <Labelled field="endDate" label={contractTexts.endDate} hint={contractTexts.endDateHint} fault={faults.endDate}>
            <input
              type="date"
              className={`${css.input} ${css.date}`}
              name="endDate"
              min={toDayKey(new Date(now))}
              defaultValue={values.endDate ?? ''}
              {...toFieldProps('endDate', faults.endDate, true, first)}
            />
          </Labelled>
        </div>
      </fieldset>
    </>
  )
}

type TextFieldProps = { name: DeclarationField; value: string; label: string; hint?: string; fault: DeclarationFault | undefined; first: DeclarationField | undefined } & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'value'>

function TextField({ name, value, label, hint, fault, first, ...rest }: TextFieldProps) {
  return (
    <Labelled field={name} label={label} hint={hint} fault={fault}>
      <input type="text" {...rest} className={css.input} name={name} defaultValue={value} required {...toFieldProps(name, fault, hint !== undefined, first)} />
    </Labelled>
  )
}

function Labelled({ field, label, hint, fault, children }: { field: DeclarationField; label: string; hint?: string | undefined; fault: DeclarationFault | undefined; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={toId(field)} className={css.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${toId(field)}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children}
      <Fault field={field} fault={fault} />
    </div>
  )
}

function Fault({ field, fault }: { field: DeclarationField; fault: DeclarationFault | undefined }) {
  if (fault === undefined) return null
  return (
    <p id={`${toId(field)}-fault`} className={css.fault}>
      <Icon name="alert" size="1.1em" /> {contractTexts.fault(field, fault)}
    </p>
  )
}

/** `first` is the first field that is wrong: the answer to a plain form begins there. */
function toFieldProps(field: DeclarationField, fault: DeclarationFault | undefined, hasHint: boolean, first: DeclarationField | undefined) {
  const described = [...(fault === undefined ? [] : [`${toId(field)}-fault`]), ...(hasHint ? [`${toId(field)}-hint`] : [])]
  return { id: toId(field), autoFocus: first === field, 'aria-invalid': fault === undefined ? undefined : true, 'aria-describedby': described.length === 0 ? undefined : described.join(' ') } as const
}
