/** What the form of the setup page sends, and what becomes of it: a folder, or what is wrong with which field. */
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
/** `found`: what a check of the house says, in English where this page has no words of its own for it. */
export type Problem = { field: Field | null; text: string; found?: { text: string; language: 'de' | 'en' } }

export type Submitted = { answers: Answers; wordmark: Uint8Array | null; wantsPreview: boolean }

export const NOTHING_YET: Answers = { ...Answers.parse({}), colour: DEFAULT_COLOUR }

/** Null: it is no form. */
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

/** Written below `root` and read again as every folder is; what cannot be in force does not stay there. */
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

/** Of a folder that was written here a moment ago. */
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
  // Without a name there is no code to be made of it, and one mistake is enough.
  if (wrong.has('name') && answers.code === '') wrong.delete('code')
  return Answers.keyof()
    .options.filter((field) => wrong.has(field))
    .map((field) => ({ field, text: setupTexts.errors[field] }))
}
