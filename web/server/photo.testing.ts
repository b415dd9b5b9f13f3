/** Pictures as readers upload them. */
import sharp from 'sharp'

/** A photo as taken by a phone: rotated, with place and camera in its metadata. */
export async function takePhoto(): Promise<Buffer<ArrayBuffer>> {
  const taken = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Geheimkamera', Copyright: 'Eva Muster' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 20/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return Buffer.from(taken)
}

/** Checks that it is upright and without metadata about place, camera or photographer. */
export async function readTraces(bytes: Buffer) {
  const { format, width, height, exif } = await sharp(bytes).metadata()
  const words = ['Geheimkamera', 'Eva Muster', 'Exif'].filter((word) => bytes.includes(word))
  return { format, width, height, hasExif: exif !== undefined, words }
}

export const CLEAN_PHOTO = { format: 'jpeg', width: 480, height: 640, hasExif: false, words: [] }

export const svgNamedJpeg = () =>
  new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'a.jpg', { type: 'image/jpeg' })
