/** Recognises sound, captions and documents by their bytes; the file name does not matter. */
export type MediaExtension = 'mp3' | 'm4a' | 'ogg' | 'vtt'

export function recogniseMedia(bytes: Uint8Array): MediaExtension | null {
  const start = Buffer.from(bytes.subarray(0, 16))
  const text = start.toString('latin1')
  if (text.startsWith('ID3') || (start.length > 1 && (start.readUInt16BE(0) & 0xffe6) === 0xffe2)) return 'mp3'
  if (text.slice(4, 8) === 'ftyp' && /^(?:M4A |mp42|isom|dash)/.test(text.slice(8))) return 'm4a'
  if (text.startsWith('OggS')) return 'ogg'
  return /^(?:\u00EF\u00BB\u00BF)?WEBVTT(?:[ \t\r\n]|$)/.test(text) ? 'vtt' : null
}

/** Readers of PDF look for its end in the last kilobyte, and so does this check: half a file is none. */
export function isPdf(bytes: Uint8Array): boolean {
  const text = (from: number, to?: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  return /^%PDF-\d/.test(text(0, 6)) && text(-1024).includes('%%EOF')
}
