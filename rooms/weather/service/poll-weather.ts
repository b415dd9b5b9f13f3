/**
 * Polls the open data of the German weather service: each document at most every fifteen minutes for all processes, with
 * conditional requests (ETag). The last document stays until a new one comes.
 */
import { requestGuarded } from '@lokalteil/services/platform/guarded-request'
import type { WeatherContext } from './context.ts'
import { readPollen } from './dwd-pollen.ts'
import { readStation } from './dwd-station.ts'
import { saveHeard, saveSame, saveTrouble, takeDue, type StoredDocument } from './store.ts'

const PAUSE_MS = 15 * 60_000
const TIMEOUT_MS = 15_000
const MOST_BYTES = 3_000_000
/** Longest `ETag` or `Last-Modified` header that is stored; a longer one is ignored. */
const LONGEST_HEADER = 500

export const POLLEN = 'pollen'
export const toStationId = (station: string): string => `station ${station}`

export async function pollWeather(context: WeatherContext, stations: readonly string[]): Promise<void> {
  const { dwd, isClosed } = context
  if (dwd === null || stations.length === 0) return
  for (const station of new Set(stations)) {
    if (isClosed()) return
    await poll(
      context,
      toStationId(station),
      `${dwd.url}/stationOverviewExtended?stationIds=${encodeURIComponent(station)}`,
      (answer) => readStation(answer, station),
    )
  }
  if (!isClosed()) await poll(context, POLLEN, dwd.pollenUrl, readPollen)
}

async function poll(
  context: WeatherContext,
  id: string,
  address: string,
  read: (answer: unknown) => unknown,
): Promise<void> {
  const { db, now, onError } = context
  const due = await takeDue(db, id, now(), new Date(now().getTime() + PAUSE_MS))
  if (due === null) return
  const trouble = await ask(context, due, address, read)
  if (trouble === null) return
  await saveTrouble(db, id, trouble)
  onError(new Error(`${id}: ${trouble}`), 'weather-source')
}

/** Loads a document; answers the fault, or null if there was none. */
async function ask(
  { db, now, dwd, signal }: WeatherContext,
  { id, etag, last_modified, heard_at }: StoredDocument,
  address: string,
  read: (answer: unknown) => unknown,
): Promise<string | null> {
  const answer = await requestGuarded(address, {
    accept: 'application/json',
    headers: {
      ...(etag === '' ? {} : { 'if-none-match': etag }),
      ...(last_modified === '' ? {} : { 'if-modified-since': last_modified }),
    },
    maxBytes: MOST_BYTES,
    timeout: TIMEOUT_MS,
    reach: 'anywhere',
    internalHosts: dwd!.ownHosts,
    signal,
  })
  if (answer.kind === 'failed') return answer.reason
  if (answer.status === 304 && heard_at !== null) {
    await saveSame(db, id, now())
    return null
  }
  if (answer.status !== 200) return `the address answered ${answer.status}`
  const body = read(toJson(answer.bytes))
  if (body === null) return 'the answer has an unexpected format'
  const { etag: newEtag, 'last-modified': changed } = answer.headers
  await saveHeard(db, id, { body, etag: toKept(newEtag), lastModified: toKept(changed) }, now())
  return null
}

function toJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

const toKept = (header: string | undefined): string =>
  header !== undefined && header.length <= LONGEST_HEADER ? header : ''
