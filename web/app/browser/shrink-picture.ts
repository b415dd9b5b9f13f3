/**
 * Shrinks a photo for upload from a phone: upright, at most as wide as the server keeps it, without metadata. A picture
 * that the browser cannot read or that would not get smaller is sent unchanged; the server decides.
 */
const MOST_WIDTH = 2000
const SMALL_BYTES = 400_000

async function shrinkPicture(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MOST_WIDTH / Math.max(bitmap.width, bitmap.height))
    if (scale === 1 && file.size < SMALL_BYTES) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const context = canvas.getContext('2d')
    if (context === null) return file
    // Transparent areas would become black in a JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88))
    return made === null || made.size >= file.size ? file : new File([made], 'bild.jpg', { type: 'image/jpeg' })
  } catch {
    return file
  }
}

/** Replaces the files chosen in the input. */
export async function shrinkChosen(input: HTMLInputElement): Promise<void> {
  if (typeof createImageBitmap !== 'function' || typeof DataTransfer !== 'function') return
  const made = new DataTransfer()
  for (const file of input.files ?? []) made.items.add(await shrinkPicture(file))
  input.files = made.files
}
