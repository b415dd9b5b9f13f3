/**
 * Reads the focal point from a picture's own XMP metadata: the main subject of an IPTC image region (Photo Metadata
 * 2021), else the focus of a Metadata Working Group region. Only relative coordinates are used; anything else is
 * ignored.
 */
import { XMLParser } from 'fast-xml-parser'
import type { FocalPoint } from '@lokalteil/domain/display/crop'

const MOST_LETTERS = 256 * 1024
const MOST_LEVELS = 30
const MAIN_SUBJECT = /imageregionrole\/mainSubjectArea$/

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export function readEmbeddedFocus(xmp: string | undefined): FocalPoint | null {
  if (xmp === undefined || xmp.length > MOST_LETTERS) return null
  const options = { ignoreAttributes: false, attributeNamePrefix: '', processEntities: false, parseTagValue: false }
  try {
    const nodes = listNodes(new XMLParser(options).parse(xmp), MOST_LEVELS)
    return findFirst(nodes, toMainSubject) ?? findFirst(nodes, toFocusRegion)
  } catch {
    return null
  }
}

function listNodes(value: unknown, levels: number): Node[] {
  if (!isNode(value) || levels === 0) return []
  return [value, ...Object.values(value).flatMap((inner) => listNodes(inner, levels - 1))]
}

function findFirst(nodes: readonly Node[], read: (node: Node) => FocalPoint | null): FocalPoint | null {
  for (const node of nodes) {
    const found = read(node)
    if (found !== null) return found
  }
  return null
}

function toMainSubject(region: Node): FocalPoint | null {
  const area = region['Iptc4xmpExt:RegionBoundary']
  const roles = listNodes(region['Iptc4xmpExt:rRole'], MOST_LEVELS).flatMap(Object.values).flat()
  if (!isNode(area) || !roles.some((role) => typeof role === 'string' && MAIN_SUBJECT.test(role))) return null
  if (area['Iptc4xmpExt:rbUnit'] !== 'relative') return null
  const read = (name: string) => Number(area[`Iptc4xmpExt:${name}`] ?? Number.NaN)
  const half = area['Iptc4xmpExt:rbShape'] === 'rectangle' ? 0.5 : 0
  return toPoint(read('rbX') + half * (read('rbW') || 0), read('rbY') + half * (read('rbH') || 0))
}

function toFocusRegion(region: Node): FocalPoint | null {
  const area = region['mwg-rs:Area']
  if (region['mwg-rs:Type'] !== 'Focus' || !isNode(area)) return null
  if ((area['stArea:unit'] ?? 'normalized') !== 'normalized') return null
  return toPoint(Number(area['stArea:x'] ?? Number.NaN), Number(area['stArea:y'] ?? Number.NaN))
}

function toPoint(x: number, y: number): FocalPoint | null {
  const isInside = x >= 0 && x <= 1 && y >= 0 && y <= 1
  return isInside ? { x: Math.round(x * 1000) / 10, y: Math.round(y * 1000) / 10 } : null
}
