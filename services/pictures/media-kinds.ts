/** Recognises sound and captions by their first bytes; the file name does not matter. */
export type MediaExtension = 'mp3' | 'm4a' | 'ogg' | 'vtt'

export function recogniseMedia(bytes: Uint8Array): MediaExtension | null {
  const start = Buffer.from(bytes.subarray(0, 16))
  const text = start.toString('latin1')
  if (text.startsWith('ID3') || (start.length > 1 && (start.readUInt16BE(0) & 0xffe6) === 0xffe2)) return 'mp3'
  if (text.slice(4, 8) === 'ftyp' && /^(?:M4A |mp42|isom|dash)/.test(text.slice(8))) return 'm4a'
  if (text.startsWith('OggS')) return 'ogg'
  return /^(?:\u00EF\u00BB\u00BF)?WEBVTT(?:[ \t\r\n]|$)/.test(text) ? 'vtt' : null
}
