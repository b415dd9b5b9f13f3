/** A form field: label and hint before it, the fault after it, all linked for screen readers. */
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { Icon } from './Icon.tsx'
import css from './Field.module.css'

type Described = { id: string; label: ReactNode; hint?: ReactNode; fault?: string | undefined }

export function Field({ id, label, hint, fault, children }: Described & { children: ReactNode }) {
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {children}
      <Fault id={id} text={fault} />
    </div>
  )
}

/** `id`: of the field. */
export function Fault({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p id={`${id}-fault`} className={css.fault}>
      <Icon name="alert" size="1.1em" /> {text}
    </p>
  )
}

/** `end`: inside the field's right edge, e.g. a button that shows the password. */
export function TextField({
  id,
  label,
  hint,
  fault,
  end,
  className,
  ...rest
}: Described & { end?: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>) {
  const input = <input type="text" {...rest} className={toClass(className)} {...describe({ id, hint, fault })} />
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      {end === undefined ? (
        input
      ) : (
        <span className={css.joined}>
          {input}
          {end}
        </span>
      )}
    </Field>
  )
}

export function TextArea({
  id,
  label,
  hint,
  fault,
  className,
  ...rest
}: Described & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'>) {
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <textarea {...rest} className={toClass(className)} {...describe({ id, hint, fault })} />
    </Field>
  )
}

export function Select({
  id,
  label,
  hint,
  fault,
  className,
  children,
  ...rest
}: Described & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'>) {
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <span className={css.joined}>
        <select {...rest} className={`${toClass(className)} ${css.select}`} {...describe({ id, hint, fault })}>
          {children}
        </select>
        <span className={css.arrow}>
          <Icon name="chevron-down" />
        </span>
      </span>
    </Field>
  )
}

/** The label stands beside the box and may contain links. */
export function Checkbox({
  id,
  label,
  hint,
  fault,
  ...rest
}: Described & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'>) {
  return (
    <div className={css.field}>
      <div className={css.check}>
        <input {...rest} type="checkbox" className={css.box} {...describe({ id, hint, fault })} />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      <Fault id={id} text={fault} />
    </div>
  )
}

function describe({ id, hint, fault }: Pick<Described, 'id' | 'hint' | 'fault'>) {
  const described = [...(fault === undefined ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  return {
    id,
    'aria-invalid': fault === undefined ? undefined : true,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  } as const
}

function toClass(className: string | undefined): string {
  return className ? `${css.input} ${className}` : css.input!
}
