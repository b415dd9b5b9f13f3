/** Checks `map.geojson`: it must be readable, and its places must be in places.yaml. */
import { GeodataFile, MOST_GEODATA_BYTES } from '@lokalteil/contracts/publication/geodata'
import type { Place } from '@lokalteil/contracts/publication/order'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { Geodata } from '@lokalteil/domain/display/place-map'
import { GEODATA_FILE } from './references.ts'
import { toFinding } from './yaml-source.ts'

const MOST_FINDINGS = 20

/** Null: there is no file, or it is invalid. */
export function toGeodata(bytes: Uint8Array | null | undefined): Geodata | null {
  if (bytes === null || bytes === undefined) return null
  const read = readGeodata(bytes)
  return 'geodata' in read ? read.geodata : null
}

export function checkGeodata({ places }: PublicationFolder, bytes: Uint8Array | undefined): Finding[] {
  if (bytes === undefined) return []
  const read = readGeodata(bytes)
  if ('problems' in read) return read.problems.slice(0, MOST_FINDINGS)
  const known = new Set(listIds(places.regions))
  return [...new Set(read.geodata.shapes.map(({ place }) => place))]
    .filter((place) => place !== undefined && !known.has(place))
    .slice(0, MOST_FINDINGS)
    .map((place) =>
      toFinding(
        GEODATA_FILE,
        null,
        `properties.place`,
        `there is no place "${place}"`,
        'Name an id of places.yaml, or remove the feature.',
        'warning',
      ),
    )
}

function readGeodata(bytes: Uint8Array): { geodata: Geodata } | { problems: Finding[] } {
  const refuse = (field: string, message: string, remedy: string) =>
    toFinding(GEODATA_FILE, null, field, message, remedy)
  if (bytes.byteLength > MOST_GEODATA_BYTES)
    return { problems: [refuse('', 'is larger than 2 MB', 'Simplify its lines, or keep to the region.')] }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return { problems: [refuse('', 'is no JSON', 'It must be GeoJSON: see docs/publication-folder.md.')] }
  }
  const read = GeodataFile.safeParse(value)
  if (read.success) return { geodata: read.data }
  return {
    problems: read.error.issues.map(({ path, message }) =>
      refuse(path.join('.'), message, 'See docs/publication-folder.md for what stands in it.'),
    ),
  }
}

const listIds = (places: readonly Place[]): string[] =>
  places.flatMap(({ id, places: inner }) => [id, ...listIds(inner)])
