import { expect, it } from 'vitest'
import { renderMail } from './templates.ts'

const PATH = `/redaktion/einladung#${'t'.repeat(43)}`
const invite = (origin: string | null) =>
  renderMail(
    {
      template: 'staff-invited',
      mandator: 'ak',
      to: { address: 'neu@zeitung.example', name: 'Nora Neu' },
      data: { path: PATH, origin, by: 'Helene <Brandt>', validHours: 48 },
    },
    'https://ak.example',
  )

it.each([
  ['at its own origin', 'https://redaktion.example', 'https://redaktion.example'],
  ['at the publication’s origin', null, 'https://ak.example'],
])('an invitation leads into the office %s', (_where, configured, origin) => {
  const { subject, text, html } = invite(configured)
  expect(subject).toBe('Einladung in die Redaktion: Auenkurier')
  expect(text).toContain(`Einladung annehmen:\n${origin}${PATH}\n`)
  expect(html).toContain(`href="${origin}${PATH}"`)
  expect(text).toContain('gilt 48 Stunden und nur einmal')
  expect(html).toContain('Helene &#60;Brandt&#62;')
})
