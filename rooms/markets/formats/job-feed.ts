/**
 * Job feeds as Indeed and many applicant systems write them: `<source>` with `<job>`s. Each delivery is complete: jobs
 * missing in it have ended, unless one of them cannot be read.
 */
import type { Parsed, ParseContext, Refusal, RoomDocument } from '@lokalteil/services/import/parsed-document'
import { wrapMarkup } from '@lokalteil/services/import/formats/feed-markup'
import { listChildren, parseMembers, textAt, type XmlNode } from '@lokalteil/services/import/formats/xml'
import { toContract, toField, toHours, toPay, toRemote } from './job-words.ts'
import {
  collect,
  findDayOrder,
  refuseBroken,
  toDayNotes,
  toEnd,
  toInstantText,
  toListing,
  toListingId,
  toSourceName,
  toWebAddress,
  type DayOrder,
} from './market-document.ts'

/** `<source>` as in Indeed's format, or only `<jobs>`. */
export const JOB_FEED_ROOTS: ReadonlySet<string> = new Set(['source', 'jobs'])

/** The root's name alone is not enough; an empty feed still names its publisher. */
export const isJobFeed = (xml: string): boolean => /<(?:job|publisher(?:url)?)[\s>]/.test(xml)

export function parseJobFeed(xml: string, { now }: ParseContext): Parsed {
  const { read, broken } = parseMembers(wrapMarkup(xml), 'job', { removePrefixes: true })
  if (read.kind === 'refused')
    return { documents: [], refusals: [{ sourceId: '', reason: read.reason, raw: xml, extension: 'xml' }] }
  const jobs = [read.root, ...listChildren(read.root, 'jobs')].flatMap((node) => listChildren(node, 'job'))
  // Identifies the source. Jobs that a source no longer lists end, so two unnamed sources must not be mixed up.
  const source = toSourceName([
    textAt(read.root, 'publisherurl'),
    textAt(read.root, 'publisher'),
    hostOf(textAt(jobs[0], 'url')),
    textAt(jobs[0], 'company'),
  ])
  const publisher = textAt(read.root, 'publisher')
  const at = toInstantText(textAt(read.root, 'lastBuildDate')) || now.toISOString()
  const listed: string[] = []
  const order = findDayOrder(xml)
  const found: (RoomDocument | Refusal)[] = jobs.map((job) => {
    const written = textAt(job, 'referencenumber') || textAt(job, 'requisitionid') || textAt(job, 'url')
    const sourceId = toListingId(written)
    const isTwice = listed.includes(sourceId)
    if (sourceId === '' || isTwice)
      return {
        sourceId: isTwice ? `${source}:${sourceId}` : source,
        reason: isTwice
          ? `job: the referencenumber "${sourceId}" is there twice`
          : 'job: no referencenumber and no url',
        raw: JSON.stringify(job, null, 2).slice(0, 64 * 1024),
        extension: 'json',
      }
    listed.push(sourceId)
    return toJob(job, { source, sourceId, publisher, now, order })
  })
  found.push(...refuseBroken(broken, source, 'job'))
  if (found.length === 0)
    return {
      documents: [],
      refusals: [{ sourceId: '', reason: 'a job feed without jobs', raw: xml.slice(0, 64 * 1024), extension: 'xml' }],
    }
  return collect(found, broken.length > 0 ? null : { market: 'job', source, at, listed })
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).hostname : '')

type JobContext = { source: string; sourceId: string; publisher: string; now: Date; order: DayOrder }

function toJob(job: XmlNode, { source, sourceId, publisher, now, order }: JobContext): RoomDocument | Refusal {
  const kinds = `${textAt(job, 'jobtype')} ${textAt(job, 'contracttype')}`
  const date = toInstantText(textAt(job, 'date'), order)
  const end = textAt(job, 'expirationdate')
  const validUntil = toEnd(end, order)
  const employer = (textAt(job, 'company') || textAt(job, 'sourcename') || publisher).slice(0, 120)
  const latitude = Number(textAt(job, 'latitude') || 'x')
  const longitude = Number(textAt(job, 'longitude') || 'x')
  const hasPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return toListing(
    {
      market: 'job',
      source,
      sourceId,
      // A corrected job keeps its date, so the latest delivery counts.
      updated: toInstantText(textAt(job, 'lastactivitydate'), order) || date,
      published: date,
      validUntil,
      title: textAt(job, 'title'),
      text: textAt(job, 'description'),
      place: { name: textAt(job, 'city'), district: '', postalCode: textAt(job, 'postalcode') },
      coordinates: hasPoint ? { latitude, longitude } : null,
      pictures: [],
      provider: '',
      address: toWebAddress(textAt(job, 'url')),
      contact: { name: employer, email: textAt(job, 'email') },
      facts: {
        kind: 'job',
        employer,
        field: toField(textAt(job, 'category') || textAt(job, 'title')),
        contract: toContract(kinds),
        hours: toHours(kinds),
        remote: toRemote(textAt(job, 'remotetype')),
        start: textAt(job, 'startdate').slice(0, 80),
        pay: toPay(textAt(job, 'salary')),
      },
    },
    now,
    [...toDayNotes('date', textAt(job, 'date'), date), ...toDayNotes('expirationdate', end, validUntil)],
  )
}
