/** Small values shared by the files of a publication's folder. An error message names the correct form. */
import { CODE } from '@lokalteil/domain/publication/publications'
import { z } from 'zod'

export const text = (most: number) => z.string().trim().min(1, 'must not be empty').max(most)

export const PublicationCode = z
  .string()
  .regex(CODE, 'must be 2 to 16 lower-case letters and digits and begin with a letter, like musterbote')
export type PublicationCode = z.infer<typeof PublicationCode>

export const Host = z
  .string()
  .max(253)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/,
    'must be a host name without protocol and path, like www.musterbote.de',
  )

export const Email = z.email('must be a mail address, like redaktion@musterbote.de').max(254)
export const HttpsAddress = z
  .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
  .max(2000)

/** A link: a path of this site, an address, or a mail or telephone link. */
export const Target = z
  .string()
  .max(2000)
  .regex(
    /^(?:\/(?!\/)[^\s"<>\\]*|https:\/\/[^\s"<>\\]+|mailto:[^\s"<>\\]+@[^\s"<>\\]+|tel:\+?[\d-]+)$/,
    'must be a path like /sport, an address that begins with https://, or mailto: or tel:',
  )

export const Day = z.iso.date('must be a day like 2026-12-31')

/** Without leading slash. */
export const SectionPath = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9]+(?:[.-][a-z0-9]+)*(?:\/[a-z0-9]+(?:[.-][a-z0-9]+)*)*$/,
    'must be a path of lower-case letters, digits and hyphens, like lokales/altstadt',
  )

export const Slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens, like kreisliga')

/** A file in the folder, as path from its root; never outside of it. */
export const FolderPath = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:^|\/)\.)[A-Za-z0-9äöüÄÖÜß_.-]+(?:\/[A-Za-z0-9äöüÄÖÜß_.-]+)*$/,
    'must be the path of a file in the folder, like pictures/rathaus.jpg',
  )

/** `#0c5c4c`, or one for light and one for dark screens. */
export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like "#0c5c4c", in quotes')

/** A file of the folder, or one already in the picture store: `store:` and its name there. */
const PictureFile = z.union([FolderPath, z.string().regex(/^store:\/?[A-Za-z0-9_./-]{1,200}$/)], {
  error:
    'must be the path of a file in the folder, like pictures/rathaus.jpg, or store: and a name of the picture store',
})
/** Only the path, or the path with details. Width and height are measured if not given. */
export const FolderPicture = z.union([
  PictureFile,
  z.strictObject({
    file: PictureFile,
    alt: z.string().trim().max(300).default(''),
    caption: z.string().trim().max(500).default(''),
    credit: z.string().trim().max(120).default(''),
    width: z.number().int().min(1).max(20_000).optional(),
    height: z.number().int().min(1).max(20_000).optional(),
    colour: Colour.optional(),
    /** Focal point, kept by every crop: percent of width and height, from the top left. */
    focus: z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }).optional(),
  }),
])
export type FolderPicture = z.infer<typeof FolderPicture>
