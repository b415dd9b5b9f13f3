import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readEmbeddedFocus } from './embedded-focus.ts'
import { takePicture } from './take-picture.ts'

const packet = (inner: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
   xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
   xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`
const region = (role: string, boundary: string) =>
  `<rdf:li rdf:parseType="Resource"><Iptc4xmpExt:rRole><rdf:Bag><rdf:li rdf:parseType="Resource"><xmp:Identifier><rdf:Bag><rdf:li>http://cv.iptc.org/newscodes/imageregionrole/${role}</rdf:li></rdf:Bag></xmp:Identifier></rdf:li></rdf:Bag></Iptc4xmpExt:rRole>
   <Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">${boundary}</Iptc4xmpExt:RegionBoundary></rdf:li>`
const bag = (...regions: string[]) =>
  `<Iptc4xmpExt:ImageRegion><rdf:Bag>${regions.join('')}</rdf:Bag></Iptc4xmpExt:ImageRegion>`
const rectangle = (unit: string) =>
  `<Iptc4xmpExt:rbShape>rectangle</Iptc4xmpExt:rbShape><Iptc4xmpExt:rbUnit>${unit}</Iptc4xmpExt:rbUnit><Iptc4xmpExt:rbX>0.1</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>0.6</Iptc4xmpExt:rbY><Iptc4xmpExt:rbW>0.2</Iptc4xmpExt:rbW><Iptc4xmpExt:rbH>0.4</Iptc4xmpExt:rbH>`
const circle =
  '<Iptc4xmpExt:rbShape>circle</Iptc4xmpExt:rbShape><Iptc4xmpExt:rbUnit>relative</Iptc4xmpExt:rbUnit><Iptc4xmpExt:rbX>0.75</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>0.25</Iptc4xmpExt:rbY>'
const focused = (type: string, x = '0.3') =>
  `<mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag><rdf:li><rdf:Description mwg-rs:Type="${type}"><mwg-rs:Area stArea:x="${x}" stArea:y="0.9" stArea:unit="normalized"/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>`

it.each([
  [
    'the main subject of IPTC',
    bag(region('cropping', circle), region('mainSubjectArea', rectangle('relative'))),
    { x: 20, y: 80 },
  ],
  ['a circle', bag(region('mainSubjectArea', circle)), { x: 75, y: 25 }],
  ['a focus of the working group', focused('Focus'), { x: 30, y: 90 }],
  ['a face', focused('Face'), null],
  ['pixels', bag(region('mainSubjectArea', rectangle('pixel'))), null],
  ['another region', bag(region('cropping', circle)), null],
  ['a place outside', focused('Focus', '1.4'), null],
  ['no number', focused('Focus', 'links'), null],
  ['nothing', '', null],
])('a picture that names %s', (_name, inner, focus) => expect(readEmbeddedFocus(packet(inner))).toEqual(focus))

it.each(['<a', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>', '<a>'.repeat(60_000), 'x'.repeat(300_000)])(
  'malformed metadata is ignored (%#)',
  (xmp) => expect(readEmbeddedFocus(xmp)).toBeNull(),
)

/** Left half red, right half blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: '#00f' } }, left: width / 2, top: 0 },
  ])

it('a picture’s own focal point is stored with it, unless the picture is rotated', async () => {
  const of = async (orientation: number) =>
    takePicture(
      await halves(400, 200)
        .withXmp(packet(focused('Focus')))
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer(),
    )
  expect(await of(1)).toMatchObject({ focus: { x: 30, y: 90 } })
  expect(await of(6)).not.toHaveProperty('focus')
})
