/**
 * Job feeds as Indeed and many applicant systems write them: `<source>` with `<job>`s. Each delivery is all there is: what is
 * missing in it is over.
 */
import type { Parsed, ParseContext, Refusal, RoomDocument } from '../parsed-document.ts'
import { listChildren, parseXml, textAt, type XmlNode } from '../xml.ts'
import { toContract, toField, toHours, toPay, toRemote } from './job-words.ts'
import { collect, toEnd, toInstantText, toListing, toSourceName, toWebAddress } from './market-document.ts'

export const JOB_FEED_ROOT = 'source'

/** The root's name alone says little. */
export const isJobFeed = (xml: string): boolean => /<job[\s>]/.test(xml)

export function parseJobFeed(xml: string, { now }: ParseContext): Parsed {
  const read = parseXml(xml, [], { removePrefixes: true })
  if (read.kind === 'refused')
    return { documents: [], refusals: [{ sourceId: '', reason: read.reason, raw: xml, extension: 'xml' }] }
  const source = toSourceName([textAt(read.root, 'publisherurl'), textAt(read.root, 'publisher')])
  const publisher = textAt(read.root, 'publisher')
  const at = toInstantText(textAt(read.root, 'lastBuildDate')) || now.toISOString()
  const listed: string[] = []
  const found: (RoomDocument | Refusal)[] = listChildren(read.root, 'job').map((job) => {
    const sourceId = (textAt(job, 'referencenumber') || textAt(job, 'requisitionid') || textAt(job, 'url')).slice(
      0,
      120,
    )
    if (sourceId === '')
      return {
        sourceId: source,
        reason: 'job: no referencenumber and no url',
        raw: JSON.stringify(job, null, 2).slice(0, 64 * 1024),
        extension: 'json',
      }
    listed.push(sourceId)
    return toJob(job, { source, sourceId, publisher, now })
  })
  if (found.length === 0)
    return {
      documents: [],
      refusals: [{ sourceId: '', reason: 'a job feed without jobs', raw: xml.slice(0, 64 * 1024), extension: 'xml' }],
    }
  return collect(found, { market: 'job', source, at, listed })
}

function toJob(
  job: XmlNode,
  { source, sourceId, publisher, now }: { source: string; sourceId: string; publisher: string; now: Date },
): RoomDocument | Refusal {
  const kinds = `${textAt(job, 'jobtype')} ${textAt(job, 'contracttype')}`
  const date = toInstantText(textAt(job, 'date'))
  const employer = (textAt(job, 'company') || textAt(job, 'sourcename') || publisher).slice(0, 120)
  const latitude = Number(textAt(job, 'latitude') || 'x')
  const longitude = Number(textAt(job, 'longitude') || 'x')
  const hasPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return toListing(
    {
      market: 'job',
      source,
      sourceId,
      // A corrected job keeps its date: what was delivered last counts.
      updated: toInstantText(textAt(job, 'lastactivitydate')) || date,
      published: date,
      validUntil: toEnd(textAt(job, 'expirationdate')),
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
  )
}
