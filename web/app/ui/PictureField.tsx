/** A file field for pictures; the server decides by the contents which types are accepted. */
import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import css from './PictureField.module.css'

export function PictureField({
  id,
  label,
  hint,
  fault,
  name,
  isMany,
  onChoice,
}: {
  id: string
  label: ReactNode
  hint: ReactNode
  fault?: string | undefined
  name?: string
  isMany?: boolean
  onChoice: (input: HTMLInputElement) => void
}) {
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <input
        id={id}
        type="file"
        name={name}
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple={isMany}
        className={css.file}
        aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
        aria-invalid={fault === undefined ? undefined : true}
        onChange={({ currentTarget }) => onChoice(currentTarget)}
      />
    </Field>
  )
}
