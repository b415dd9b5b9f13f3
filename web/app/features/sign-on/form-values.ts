/** The values of a form; a missing field is empty. */
export type FormValues = { text: (name: string) => string; isTicked: (name: string) => boolean }

export function toFormValues(data: FormData): FormValues {
  return {
    text(name) {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    },
    isTicked: (name) => data.has(name),
  }
}
