/**
 * The publications of this portal, for the command, the setup page, the office and a publisher's tools. A folder is
 * sent as a whole; files are identified by their digest and sent only once. Changes are found by a three-way comparison
 * (last apply, current state, new folder): an apply that would overwrite an edit made here is refused with the fields,
 * unless it says which side wins. Base address: `/__services/publications`. Source: R1-05, amendments.
 */
import { z } from 'zod'
import { contractFor } from '../kernel/endpoint.ts'
import { Finding, PublicationFolder } from './publication-folder.ts'
import { PublicationCode } from './values.ts'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const params = z.object({ code: PublicationCode })

/** A changed field, `look.accent` or `people.people[11].role`. Values are shortened for display. */
export const FieldChange = z.object({
  field: z.string(),
  kind: z.enum(['added', 'changed', 'removed']),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type FieldChange = z.infer<typeof FieldChange>

/** Both sides changed it differently since the last apply. */
export const FieldConflict = z.object({ field: z.string(), file: z.string().nullable(), here: z.string().nullable() })
export type FieldConflict = z.infer<typeof FieldConflict>

export const Plan = z.object({
  /** Whether the publication does not exist yet. */
  isNew: z.boolean(),
  changes: z.array(FieldChange),
  conflicts: z.array(FieldConflict),
  /** Fields edited here since the last apply and not overwritten. */
  kept: z.array(z.string()),
  findings: z.array(Finding),
  /** Digests of files that were not sent yet. */
  missingFiles: z.array(Digest),
})
export type Plan = z.infer<typeof Plan>

const Prefer = z.enum(['neither', 'folder', 'here'])

export const PUBLICATIONS_INTERNAL = contractFor('service-key', {
  listPublications: {
    method: 'GET',
    path: '/publications',
    summary: 'Code, name and version of each, in the order they came',
    answer: z.object({
      publications: z.array(
        z.object({ code: PublicationCode, name: z.string(), version: z.number().int(), changedAt: z.iso.datetime() }),
      ),
    }),
  },
  getPublication: {
    method: 'GET',
    path: '/publications/{code}',
    summary: 'The folder as it is in force, edits included',
    params,
    answer: z.object({ folder: PublicationFolder, version: z.number().int() }),
    problems: { 404: 'NOT_FOUND' },
  },
  planPublication: {
    method: 'POST',
    path: '/publications/{code}/plan',
    summary: 'What applying this folder would change; changes nothing',
    params,
    body: z.object({ folder: PublicationFolder, prefer: Prefer.default('neither') }),
    answer: Plan,
    problems: { 422: 'UNFIT_PUBLICATION' },
  },
  saveFile: {
    method: 'POST',
    path: '/files',
    summary: 'Keeps a file of a folder under the digest of its bytes',
    body: z.object({ base64: z.base64().max(14_000_000) }),
    answer: z.object({ digest: Digest }),
  },
  getFile: {
    method: 'GET',
    path: '/files/{digest}',
    summary: 'A file of a folder',
    params: z.object({ digest: Digest }),
    answer: z.object({ base64: z.string() }),
    problems: { 404: 'NOT_FOUND' },
  },
  applyPublication: {
    method: 'PUT',
    path: '/publications/{code}',
    summary: 'Puts the folder in force, whole or not at all; every process shows it within two seconds',
    params,
    body: z.object({ folder: PublicationFolder, prefer: Prefer.default('neither') }),
    answer: z.object({ plan: Plan, version: z.number().int() }),
    problems: { 409: 'CONFLICTS', 422: 'UNFIT_PUBLICATION, MISSING_FILES' },
  },
  editPublication: {
    method: 'POST',
    path: '/publications/{code}/edits',
    summary: 'The same document edited here; the next apply tells it apart from what the folder says',
    params,
    body: z.object({ folder: PublicationFolder, version: z.number().int().describe('The one that was edited') }),
    answer: z.object({ version: z.number().int() }),
    problems: { 404: 'NOT_FOUND', 409: 'CHANGED_MEANWHILE', 422: 'UNFIT_PUBLICATION' },
  },
})

export const PUBLICATIONS_INFO = {
  title: 'Publications',
  description: 'Publications as documents: look, front, menus, order, people, legal texts, offers and rules.',
  version: '1',
  base: '/__services/publications',
} as const
