/** The calls on pictures: list, read, upload, change, replace, crop; the uploads of sound and documents. */
import type { FocalPoint, Picture } from '@lokalteil/contracts/content'
import type { Medium, OFFICE_MEDIA } from '@lokalteil/contracts/office'
import { toPointInPart, toPointOfWhole } from '@lokalteil/domain/display/crop'
import { mayTouch, type ActName } from '@lokalteil/domain/office/acts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { created, isRefusal, problem, type BoundHandlers, type Call, type Refusal } from '../../platform/serve.ts'
import type { PictureFiles } from '../../pictures/picture-files.ts'
import { inTransaction, toPersonOf, toRows, Undo } from '../articles/answers.ts'
import { listArticleRows, type Trx } from '../articles/store/article-store.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'
import type { CarriedTexts } from '../schema.ts'
import * as store from '../articles/store/media-store.ts'
import type { MediumKey, MediumRow } from '../articles/store/media-store.ts'
import { createCutter, type CutPicture } from './cut-picture.ts'
import { NO_TEXTS } from './picture-texts.ts'
import { nameOf } from '../articles/picture-rights.ts'
import { addTask, getTask, mediaTasksOf, planEnd } from './tasks.ts'
import { createDecoding, createReceiving, createUploads, type TakeUpload, type Upload } from './upload-picture.ts'
import { createFileUploads, DOCUMENT, SOUND, type TakeFile } from './upload-files.ts'
import { listUses } from './uses.ts'

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_MEDIA, DeskCaller>
type MediaCall<Name extends keyof typeof OFFICE_MEDIA> = Call<(typeof OFFICE_MEDIA)[Name], DeskCaller>

const SHOWN_USES = 100
/** Pages of uses that are counted for the screen. */
const COUNTED_PAGES = 5

const notFound = () => problem(404, 'NOT_FOUND', 'The publication has no such picture')
const changedMeanwhile = () => problem(409, 'CHANGED_MEANWHILE', 'Somebody has changed the picture meanwhile')
const mayNotBeCut = () => problem(422, 'MAY_NOT_BE_CUT', 'The rights of the picture forbid to cut it')
const unavailable = () => problem(503, 'UNAVAILABLE', 'The content service does not answer')

/** `files`: the picture store of the portal. */
export function createMediaHandlers(files: Pick<PictureFiles, 'put' | 'locate'>): Handlers {
  const decoding = createDecoding()
  const receiving = createReceiving()
  const take = createUploads(files, decoding, receiving)
  const takeSound = createFileUploads(files, SOUND, receiving)
  const takeDocument = createFileUploads(files, DOCUMENT, receiving)
  const cut = createCutter(files, decoding)
  return {
    listMedia,
    getMedium: (office, { params, context }) => readMedium(office, { publication: context.publication, id: params.id }),
    uploadPicture: (office, call) => uploadPicture(office, call, take),
    async uploadSound(office, call) {
      const kept = await keepFile(office, call, takeSound, 'uploadSound', 'Ton')
      return isRefusal(kept) ? kept : created({ src: kept.src })
    },
    async uploadDocument(office, call) {
      const kept = await keepFile(office, call, takeDocument, 'uploadDocument', 'PDF')
      return isRefusal(kept) ? kept : created({ src: kept.src, bytes: kept.bytes })
    },
    adoptPicture,
    saveMedium,
    replaceMedium: (office, call) => replaceMedium(office, call, take),
    cropMedium: (office, call) => cropMedium(office, call, cut),
  }
}

async function listMedia({ db, now }: OfficeContext, { query, context }: MediaCall<'listMedia'>) {
  const { publication } = context
  const q = query.q?.trim() ?? ''
  const time = now()
  const { rows, next } =
    query.auswahl === 'rechte-enden'
      ? { rows: await store.listEnding(db, publication, q, time), next: null }
      : await store.listPage(db, publication, {
          q,
          lacksCredit: query.auswahl === 'ohne-urheber',
          after: query.after ?? null,
        })
  return { media: rows.map((row) => store.toMediaRow(row, time)), next }
}

async function readMedium(office: OfficeContext, key: MediumKey): Promise<Medium | Refusal> {
  const { db } = office
  const row = await store.getMedium(db, key)
  if (row === null) return notFound()
  const now = office.now()
  const [uses, task] = await Promise.all([
    listUses(office, key.publication, await store.listFiles(db, key.id), COUNTED_PAGES),
    getTask(db, key.id, now),
  ])
  if (uses === null) return unavailable()
  const { online } = uses
  const leads = (id: string) => online.get(id) === true
  const ids = [
    ...[...online.keys()].toSorted((a, b) => Number(leads(b)) - Number(leads(a)) || Number(b) - Number(a)),
    ...uses.drafts.filter((id) => !online.has(id)),
  ]
  const rows = await toRows(office, await listArticleRows(db, key.publication, ids.slice(0, SHOWN_USES)))
  const { caption, credit, copyright, instructions } = row.written
  return {
    ...store.toMediaRow(row, now),
    uses: rows.map((article) => ({ article, isOnline: online.has(article.id), isLead: leads(article.id) })),
    useCount: ids.length,
    isElsewhere: uses.isElsewhere,
    written: { caption, credit, copyright, instructions },
    cut: store.toCut(row),
    task,
  }
}

async function uploadPicture(
  office: OfficeContext,
  { context, request }: MediaCall<'uploadPicture'>,
  take: TakeUpload,
) {
  const upload = await take(request)
  if (isRefusal(upload)) return upload
  const { publication } = context
  const id =
    (await store.findByFile(office.db, publication, nameOf(upload.picture))) ??
    (await addMedium(office, context, 'uploadPicture', upload))
  const row = await store.getMedium(office.db, { publication, id })
  if (row === null) return notFound()
  const { baseUrl, width, height, colour } = upload.picture
  // The file may be one that was replaced; its texts and rights are those of the picture.
  return created({ id, picture: { ...store.toPicture(row), baseUrl, width, height, colour } })
}

/** `kind`: name of the file in the audit. */
async function keepFile(
  { log }: OfficeContext,
  { context, request }: Pick<MediaCall<'uploadSound'>, 'context' | 'request'>,
  take: TakeFile,
  act: 'uploadSound' | 'uploadDocument',
  kind: string,
) {
  const upload = await take(request)
  if (isRefusal(upload)) return upload
  const { src, bytes, fileName } = upload
  await log(context, { act, publication: context.publication, target: `${kind} ${src}`, after: { bytes, fileName } })
  return upload
}

/** The id; somebody may add the same file at the same time. */
async function addMedium(
  { db, now, log }: OfficeContext,
  caller: DeskCaller,
  act: 'uploadPicture' | 'adoptPicture',
  { picture, written, fileName }: Upload,
): Promise<number> {
  const { publication } = caller
  const given = { publication, picture, written, fileName, by: toPersonOf(caller), at: now() }
  const added = await db.transaction().execute(async (trx) => {
    const id = await store.insertMedium(trx, given)
    if (id === null) return null
    const { baseUrl, width, height } = picture
    await log(caller, { act, publication, target: toTarget(id), after: { baseUrl, width, height } }, trx)
    await tell(trx, { publication, id })
    return id
  })
  return added ?? (await store.findByFile(db, publication, nameOf(picture)))!
}

/** Only a picture that an article of the publication uses; otherwise callers could name any file. */
async function adoptPicture(office: OfficeContext, { body, context }: MediaCall<'adoptPicture'>) {
  const { publication } = context
  const name = nameOf(body.picture)
  const known = await store.findByFile(office.db, publication, name)
  if (known !== null) return { id: known }
  const uses = name === '' ? null : await listUses(office, publication, [{ name, baseUrl: body.picture.baseUrl }], 1)
  if (name !== '' && uses === null) return unavailable()
  if (uses === null || uses.online.size + uses.drafts.length === 0) return notFound()
  const { altText, caption, credit } = body.picture
  const texts = { altText: altText.slice(0, 2000), caption: caption.slice(0, 2000), credit: credit.slice(0, 300) }
  const fileName = name.split('/').at(-1)!.slice(0, 200)
  const picture = { ...body.picture, ...texts }
  return { id: await addMedium(office, context, 'adoptPicture', { picture, written: NO_TEXTS, fileName }) }
}

const toTarget = (id: number) => `Bild ${id}`

function tell(trx: Trx, { publication, id }: MediumKey): Promise<void> {
  return emit(trx, { publication, kind: 'media', id: String(id) })
}

async function saveMedium(office: OfficeContext, { params, body, context }: MediaCall<'saveMedium'>) {
  const key = { publication: context.publication, id: params.id }
  const until = body.rights.until === null ? null : new Date(body.rights.until)
  if (until !== null && Number.isNaN(until.getTime()))
    return problem(400, 'BAD_REQUEST', 'The end of the rights is no time')
  const known = await store.getMedium(office.db, key)
  if (known === null) return notFound()
  if (known.version !== body.version) return changedMeanwhile()
  const carried = body.isCarried ? listChangedTexts(known, body) : {}
  const isCarried = Object.keys(carried).length > 0
  if (isCarried) {
    const refused = await refuseArticles(office, context, key, 'saveMedium')
    if (refused !== null) return refused
  }
  const { holder, terms, mayBeCut, staysInArchive } = body.rights
  const texts = { alt_text: body.altText, caption: body.caption, credit: body.credit, focus: body.focus }
  const rights = { holder, terms, until, may_be_cut: mayBeCut, stays_in_archive: staysInArchive }
  const now = office.now()
  const done = await inTransaction(office, async (trx) => {
    const before = await lockVersion(trx, key, body.version)
    if (!mayBeCut && store.toCut(before) !== null) throw new Undo(problem(422, 'IS_CUT', 'The picture is cut'))
    await store.changeMedium(trx, before, { ...texts, ...rights })
    const hasOtherEnd =
      before.until?.getTime() !== until?.getTime() || before.stays_in_archive !== rights.stays_in_archive
    if (hasOtherEnd) await planEnd(trx, key, now)
    if (isCarried) await addTask(trx, key, { kind: 'texts', texts: carried, by: context, dueAt: now }, now)
    await office.log(
      context,
      {
        act: 'saveMedium',
        publication: key.publication,
        target: toTarget(key.id),
        before: toNoted(before),
        after: { ...toNoted({ ...before, ...texts, ...rights }), isCarried },
      },
      trx,
    )
    await tell(trx, key)
  })
  if (isRefusal(done)) return done
  mediaTasksOf(office).wake(0)
  return readMedium(office, key)
}

async function lockVersion(trx: Trx, key: MediumKey, version: number): Promise<MediumRow> {
  const row = await store.lockMedium(trx, key)
  if (row === null) throw new Undo(notFound())
  if (row.version !== version) throw new Undo(changedMeanwhile())
  return row
}

function listChangedTexts(
  before: MediumRow,
  { altText, caption, credit, focus }: { altText: string; caption: string; credit: string; focus: FocalPoint | null },
): CarriedTexts {
  const isSamePoint = before.focus?.x === focus?.x && before.focus?.y === focus?.y
  return {
    ...(altText === before.alt_text ? {} : { altText }),
    ...(caption === before.caption ? {} : { caption }),
    ...(credit === before.credit ? {} : { credit }),
    ...(isSamePoint ? {} : { focus }),
  }
}

const toNoted = ({
  alt_text,
  caption,
  credit,
  focus,
  holder,
  terms,
  until,
  may_be_cut,
  stays_in_archive,
}: MediumRow) => ({
  altText: alt_text,
  caption,
  credit,
  focus,
  holder,
  terms,
  until: until?.toISOString() ?? null,
  mayBeCut: may_be_cut,
  staysInArchive: stays_in_archive,
})

/** Every article that would be changed must be one that the person may publish, or write if readers do not have it. */
async function refuseArticles(
  office: OfficeContext,
  { grants, publication }: DeskCaller,
  key: MediumKey,
  act: Extract<ActName, 'saveMedium' | 'replaceMedium' | 'cropMedium'>,
): Promise<Refusal | null> {
  const uses = await listUses(office, publication, await store.listFiles(office.db, key.id))
  if (uses === null) return unavailable()
  const { online } = uses
  const sections = await listSections(office, publication, [...new Set([...online.keys(), ...uses.drafts])])
  const isForeign = (id: string) =>
    !mayTouch(act, grants, publication, sections.get(id) ?? '') ||
    (online.has(id) && !mayTouch('publish', grants, publication, sections.get(id) ?? ''))
  const foreign = [...sections.keys(), ...online.keys()].find(isForeign)
  if (foreign === undefined) return null
  return problem(403, 'NOT_ALLOWED', `The person may not change article ${foreign}, which shows the picture`)
}

const AT_ONCE = 500

async function listSections(
  { db }: OfficeContext,
  publication: PublicationCode,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < ids.length; start += AT_ONCE)
    for (const { id, section_path } of await listArticleRows(db, publication, ids.slice(start, start + AT_ONCE)))
      found.set(id, section_path)
  return found
}

async function replaceMedium(
  office: OfficeContext,
  { params, query, context, request }: MediaCall<'replaceMedium'>,
  take: TakeUpload,
) {
  const key = { publication: context.publication, id: params.id }
  const known = await store.getMedium(office.db, key)
  if (known === null) return notFound()
  if (known.version !== query.version) return changedMeanwhile()
  const refused = await refuseArticles(office, context, key, 'replaceMedium')
  if (refused !== null) return refused
  const upload = await take(request)
  if (isRefusal(upload)) return upload
  const { picture, fileName } = upload
  const done = await inTransaction(office, async (trx) => {
    const before = await lockVersion(trx, key, query.version)
    await giveFile(office, context, trx, before, { act: 'replaceMedium', picture, fileName, cut: null })
  })
  if (isRefusal(done)) return done
  mediaTasksOf(office).wake(0)
  return readMedium(office, key)
}

type NewFile = { act: 'replaceMedium' | 'cropMedium'; picture: Picture; fileName?: string; cut: Medium['cut'] }

/** Puts another file in the place of this one, in all articles. */
async function giveFile(
  { now, log }: OfficeContext,
  caller: DeskCaller,
  trx: Trx,
  before: MediumRow,
  { act, picture, fileName = before.file_name, cut }: NewFile,
): Promise<void> {
  const key = { publication: caller.publication, id: before.id }
  if (!(await store.changeFile(trx, before, picture, { fileName, cut })))
    throw new Undo(problem(409, 'FILE_KNOWN', 'The file is another picture of the library'))
  const at = now()
  await addTask(trx, key, { kind: 'replace', by: caller, dueAt: at }, at)
  // The new file has the rights of the picture.
  if (before.until !== null) await planEnd(trx, key, at)
  await log(
    caller,
    {
      act,
      publication: key.publication,
      target: toTarget(key.id),
      before: { baseUrl: before.base_url, fileName: before.file_name, part: store.toCut(before)?.part ?? null },
      after: { baseUrl: picture.baseUrl, fileName, part: cut?.part ?? null },
    },
    trx,
  )
  await tell(trx, key)
}

async function cropMedium(office: OfficeContext, { params, body, context }: MediaCall<'cropMedium'>, cut: CutPicture) {
  const key = { publication: context.publication, id: params.id }
  const { part } = body
  const known = await store.getMedium(office.db, key)
  if (known === null) return notFound()
  if (known.version !== body.version) return changedMeanwhile()
  if (part !== null && !known.may_be_cut) return mayNotBeCut()
  const refused = await refuseArticles(office, context, key, 'cropMedium')
  if (refused !== null) return refused
  const before = store.toCut(known)
  const { baseUrl, width, height, colour } = before?.whole ?? store.toPicture(known)
  const whole = { baseUrl, width, height, colour }
  const file = part === null ? whole : await cut(whole.baseUrl, part)
  if (isRefusal(file)) return file
  const { focus: point, ...texts } = store.toPicture(known)
  const ofWhole = point === undefined || before === null ? point : toPointOfWhole(point, before.part)
  const focus = ofWhole === undefined || part === null ? ofWhole : (toPointInPart(ofWhole, part) ?? undefined)
  const picture = { ...texts, ...file, ...(focus && { focus }) }
  // The version holds everything that was read above, the rights as well.
  const done = await inTransaction(office, async (trx) =>
    giveFile(office, context, trx, await lockVersion(trx, key, body.version), {
      act: 'cropMedium',
      picture,
      cut: part === null ? null : { part, whole },
    }),
  )
  if (isRefusal(done)) return done
  mediaTasksOf(office).wake(0)
  return readMedium(office, key)
}
