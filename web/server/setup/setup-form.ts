/** Reads the form of the setup page: creates a folder, or reports the fault of each field. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { writeNewFolder } from '@lokalteil/services/publications/documents/drafts'
import { createNewFolder, suggestCode } from '@lokalteil/services/publications/new-folder'
import { setupTexts } from '../../app/messages/publication/setup.ts'

export const DEFAULT_COLOUR = '#1f4f8a'
const answer = z.string().trim().max(1000).catch('')

const Answers = z.object({
  name: answer,
  article: z.enum(['', 'der', 'die', 'das', 'none']).catch(''),
  region: answer,
  colour: answer,
  company: answer,
  street: answer,
  postcode: answer,
  town: answer,
  email: answer,
  code: answer,
})
export type Answers = z.output<typeof Answers>
export type Field = keyof Answers | 'wordmark'
/** `found`: the message of a check, in English if this page has no text of its own for it. */
export type Problem = { field: Field | null; text: string; found?: { text: string; language: 'de' | 'en' } }

export type Submitted = { answers: Answers; wordmark: Uint8Array | null; wantsPreview: boolean }

export const NOTHING_YET: Answers = { ...Answers.parse({}), colour: DEFAULT_COLOUR }

/** Null: not a form. */
export async function readSubmitted(body: Uint8Array, contentType: string): Promise<Submitted | null> {
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null)
  if (form === null) return null
  const file = form.get('wordmark')
  return {
    answers: Answers.parse(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))),
    wordmark: file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null,
    wantsPreview: form.get('step') === 'preview',
  }
}

export type Made = { place: string; folder: PublicationFolder; files: ReadonlyMap<string, Uint8Array> }

/** Writes the folder below `root` and reads it like any folder; if it is invalid, it is removed. */
export async function makeFolder(
  { answers, wordmark }: Submitted,
  root: string,
  now: Date,
): Promise<{ made: Made } | { problems: Problem[] }> {
  const code = answers.code === '' ? suggestCode(answers.name) : answers.code
  const created = createNewFolder(
    { ...answers, code, article: answers.article || undefined },
    now.toISOString().slice(0, 10),
  )
  if (!created.ok) return { problems: toProblems(created.issues, answers) }
  const place = join(root, code)
  const written = await writeNewFolder(
    place,
    created.folder,
    new Map(wordmark === null ? [] : [['brand/wordmark.svg', wordmark]]),
  ).catch((error: NodeJS.ErrnoException) => setupTexts.folderUnwritable(place, error.code ?? error.message))
  if (typeof written === 'string') return { problems: [{ field: null, text: written }] }
  if (!written) return { problems: [{ field: 'code', text: setupTexts.folderTaken(place) }] }
  const { folder, files, findings } = await readFolder(place)
  if (folder !== null) return { made: { place, folder, files } }
  await removeFolder(place)
  return { problems: findings.filter(({ level }) => level === 'error').map(toProblem) }
}

/** Removes a folder that was just written. */
export function removeFolder(place: string): Promise<void> {
  return rm(place, { recursive: true })
}

export function toProblem({ file, field, message, remedy }: Finding): Problem {
  const isWordmark = file === 'brand/wordmark.svg'
  return {
    field: isWordmark ? 'wordmark' : null,
    text: isWordmark ? setupTexts.errors.wordmark : setupTexts.refused,
    found: (isWordmark ? findOwnWords(message) : null) ?? {
      text: `${file} ${field}`.trim() + ` ${message}. ${remedy}`,
      language: 'en',
    },
  }
}

function findOwnWords(message: string): Problem['found'] | null {
  for (const [pattern, toText] of setupTexts.drawing) {
    const found = pattern.exec(message)
    if (found !== null) return { text: toText(found[1] ?? ''), language: 'de' }
  }
  return null
}

/** In the order of the form, each field once. */
function toProblems(issues: readonly { path: readonly PropertyKey[] }[], answers: Answers): Problem[] {
  const wrong = new Set(issues.map(({ path }) => (path.at(-1) === 'accent' ? 'colour' : String(path.at(-1)))))
  // Without a name no code can be derived; one message is enough.
  if (wrong.has('name') && answers.code === '') wrong.delete('code')
  return Answers.keyof()
    .options.filter((field) => wrong.has(field))
    .map((field) => ({ field, text: setupTexts.errors[field] }))
}
