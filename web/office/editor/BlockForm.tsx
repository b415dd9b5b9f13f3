/** All forms and their dialog, fetched apart from the editor. */
import { useState, type ComponentProps } from 'react'
import { FormDialog } from './FormDialog.tsx'
import * as forms from './forms.ts'
import type { OpenForm } from './open-editor.ts'

type BlockFormProps = Pick<OpenForm, 'toForm'> & Omit<ComponentProps<typeof FormDialog>, 'form'>

export function BlockForm({ toForm, ...rest }: BlockFormProps) {
  const [form] = useState(() => toForm(forms))
  return <FormDialog form={form} {...rest} />
}
