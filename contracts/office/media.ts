/** Pictures of a publication in its office: texts, credit, rights, focal point, and where each is shown. Files of sound, documents. */
import { RIGHTS_STATES } from '@lokalteil/domain/office/media-rights'
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { DocumentFile } from '../content/body.ts'
import { FocalPoint, Picture } from '../content/pictures.ts'
import { Instant } from '../content/values.ts'
import { ArticleRow, Person } from './values.ts'

const byId = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const FileProblems = { 404: 'NOT_FOUND', 413: 'TOO_LARGE', 415: 'NO_PICTURE', 422: 'TOO_SMALL' } as const

const MediaRights = z.object({
  holder: z.string().trim().max(300),
  terms: z.string().trim().max(2000),
  /** From then on no article shows the picture. Null: without end. */
  until: Instant.nullable(),
  mayBeCut: z.boolean(),
  /** Articles that were online before the end keep the picture. */
  staysInArchive: z.boolean(),
})

const percent = z.number().min(0).max(100)
/** A part of a picture: percent of its width and height, from the top left. */
const CropRect = z.object({ x: percent, y: percent, width: percent.min(1), height: percent.min(1) })

export const MediaRow = z.object({
  id: z.number().int(),
  /** A save names it: one that somebody else was faster with is refused. */
  version: z.number().int(),
  /** With the texts of the library; an article has a copy of its own. */
  picture: Picture,
  fileName: z.string(),
  uploadedAt: Instant,
  uploadedBy: Person,
  rights: MediaRights,
  state: z.enum(RIGHTS_STATES),
})
export type MediaRow = z.infer<typeof MediaRow>

/** `isOnline`: readers have it there; otherwise only the draft has it. `isLead`: the first picture, in lists as well. */
export const MediaUse = z.object({ article: ArticleRow, isOnline: z.boolean(), isLead: z.boolean() })
export type MediaUse = z.infer<typeof MediaUse>

export const Medium = MediaRow.extend({
  /** Of at most a hundred articles, those online first. */
  uses: z.array(MediaUse),
  /** Number of all. */
  useCount: z.number().int(),
  /** Shown in topics, portraits, newsletters or pages of the publication: there the office changes nothing. */
  isElsewhere: z.boolean(),
  /** Metadata inside the file: caption, credit, copyright, instructions. */
  written: z.object({ caption: z.string(), credit: z.string(), copyright: z.string(), instructions: z.string() }),
  /** The part that was cut out of another file, and that file; null: nothing was cut off. */
  cut: z
    .object({ part: CropRect, whole: Picture.pick({ baseUrl: true, width: true, height: true, colour: true }) })
    .nullable(),
  /** Articles are being changed. `failure`: code of the reason why the last attempt did not reach all of them. */
  task: z.object({ kind: z.enum(['end', 'replace', 'texts']), failure: z.string().nullable() }).nullable(),
})
export type Medium = z.infer<typeof Medium>

export const OFFICE_MEDIA = contract({
  listMedia: {
    method: 'GET',
    path: '/media',
    summary: 'Pictures of the publication, newest first, by words of their texts, credit, holder and file name',
    query: z.object({
      q: z.string().max(200).optional(),
      /** `rechte-enden`: within 24 hours, or ended within the last 24, the earliest first. */
      auswahl: z.enum(['rechte-enden', 'ohne-urheber']).optional(),
      /** `next` of the page before. */
      after: z.coerce.number().int().min(1).optional(),
    }),
    answer: z.object({ media: z.array(MediaRow), next: z.number().int().nullable() }),
  },
  getMedium: {
    method: 'GET',
    path: '/media/{id}',
    summary: 'A picture, with the articles that show it',
    params: byId,
    answer: Medium,
    problems: { 404: 'NOT_FOUND' },
  },
  uploadPicture: {
    method: 'POST',
    path: '/media',
    summary:
      'Takes a picture as `multipart/form-data` (field `file`); texts are read from its IPTC data. The same file again is the same picture',
    answer: z.object({ id: z.number().int(), picture: Picture }),
    creates: true,
    problems: { 413: 'TOO_LARGE', 415: 'NO_PICTURE', 422: 'TOO_SMALL' },
  },
  uploadSound: {
    method: 'POST',
    path: '/media/sound',
    summary:
      'Takes an MP3, M4A or Ogg file as `multipart/form-data` (field `file`). A recording is no picture of the library: articles name it by its address',
    answer: z.object({ src: z.string() }),
    creates: true,
    problems: { 413: 'TOO_LARGE', 415: 'NO_SOUND' },
  },
  uploadDocument: {
    method: 'POST',
    path: '/media/document',
    summary: 'Takes a PDF document as `multipart/form-data` (field `file`). Articles name it by its address',
    answer: DocumentFile,
    creates: true,
    problems: { 413: 'TOO_LARGE', 415: 'NO_DOCUMENT' },
  },
  adoptPicture: {
    method: 'POST',
    path: '/media/adopt',
    summary: 'The picture with this file; one that came with an imported article is added to the library',
    body: z.object({ picture: Picture }),
    answer: z.object({ id: z.number().int() }),
    problems: { 404: 'NOT_FOUND' },
  },
  saveMedium: {
    method: 'PUT',
    path: '/media/{id}',
    summary: 'Changes texts, credit, focal point and rights',
    params: byId,
    body: z.object({
      version: z.number().int(),
      altText: z.string().trim().max(2000),
      caption: z.string().trim().max(2000),
      credit: z.string().trim().max(300),
      focus: FocalPoint.nullable(),
      rights: MediaRights,
      /** The changed texts and the focal point are put into all articles that have the picture, too. */
      isCarried: z.boolean(),
    }),
    answer: Medium,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 409: 'CHANGED_MEANWHILE', 422: 'IS_CUT' },
  },
  cropMedium: {
    method: 'POST',
    path: '/media/{id}/crop',
    summary:
      'Shows only a part of the picture, in all articles; the rights must allow it. Without a part: all of it again',
    params: byId,
    body: z.object({
      version: z.number().int(),
      /** Of the whole file, also if another part is shown now. */
      part: CropRect.nullable(),
    }),
    answer: Medium,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 409: 'CHANGED_MEANWHILE', 422: 'MAY_NOT_BE_CUT' },
  },
  replaceMedium: {
    method: 'POST',
    path: '/media/{id}/replace',
    summary: 'Puts another file (`multipart/form-data`, field `file`) in the place of this one, in all articles',
    params: byId,
    query: z.object({ version: z.coerce.number().int() }),
    answer: Medium,
    problems: { 403: 'NOT_ALLOWED', 409: 'CHANGED_MEANWHILE', ...FileProblems },
  },
})
